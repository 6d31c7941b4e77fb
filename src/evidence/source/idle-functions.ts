// The functions that a change adds, made idle: they do nothing, or they throw. A test that passes with them as well has
// not looked at what they do.
import { inGo } from './go-functions.ts';
import type { Finder, Idle, Insertion } from './idle-insertion.ts';
import { closing, isSign } from './js-calls.ts';
import { type Token, tokensOf } from './js-tokens.ts';

export type { Idle };

const WORDS = 'Baton made this function idle';

const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'function', 'return', 'await']);
const BEFORE_METHOD = new Set([
  'async',
  'static',
  'get',
  'set',
  'public',
  'private',
  'protected',
  'override',
]);
/** Parameters and types stand in brackets, or are short. */
const HEAD_TOKENS_MAX = 60;
const EXPRESSION_TOKENS_MAX = 400;

const jsWork = (idle: Idle): string => (idle === 'throws' ? ` throw new Error('${WORDS}');` : ' return;');

/** The end of an arrow's expression: where a bracket, a comma or a statement that it stands in ends. */
const expressionEnd = (tokens: readonly Token[], at: number): number => {
  let here = at;
  for (let steps = 0; steps < EXPRESSION_TOKENS_MAX; steps += 1) {
    const token = tokens[here];
    if (token === undefined || (token.kind === 'sign' && ',;)]}'.includes(token.text))) break;
    here = Math.max(token.match, here) + 1;
  }
  return here;
};

/** From the brackets of the parameters on: where its body opens. */
const jsBody = (tokens: readonly Token[], at: number, name: string, idle: Idle): Insertion | undefined => {
  for (let here = at, steps = 0; steps < HEAD_TOKENS_MAX; here += 1, steps += 1) {
    const token = tokens[here];
    if (token === undefined || isSign(token, ';')) return undefined;
    if (isSign(token, '(') || isSign(token, '[')) here = closing(tokens, here);
    else if (isSign(token, '{')) return { name, from: token.to, to: token.to, text: jsWork(idle) };
    else if (isSign(token, '=>') && !isSign(tokens[here + 1], '{')) {
      const last = tokens[expressionEnd(tokens, here + 1) - 1];
      return last === undefined
        ? undefined
        : { name, from: token.to, to: last.to, text: ` {${jsWork(idle)} }` };
    }
  }
  return undefined;
};

const isArrowFrom = (tokens: readonly Token[], at: number): boolean => {
  if (tokens[at]?.kind === 'name') return isSign(tokens[at + 1], '=>');
  if (!isSign(tokens[at], '(')) return false;
  for (let here = closing(tokens, at) + 1, steps = 0; steps < HEAD_TOKENS_MAX / 2; here += 1, steps += 1) {
    if (isSign(tokens[here], '=>')) return true;
    if (here === closing(tokens, at) + 1 && !isSign(tokens[here], ':')) return false;
    if (isSign(tokens[here], ';') || tokens[here] === undefined) return false;
  }
  return false;
};

/** `function f(`, `f = (…) =>`, `f: async function (`, and methods; each by the name that it is known by. */
const jsFunctionAt = (
  tokens: readonly Token[],
  at: number,
  idle: Idle,
  hasTypes: boolean,
): Insertion | undefined => {
  const token = tokens[at];
  if (token?.kind !== 'name') return undefined;
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (token.text === 'function') {
    const named = next?.kind === 'name' ? next : isSign(next, '*') ? tokens[at + 2] : undefined;
    return jsBody(tokens, at + 1, named?.text ?? 'default', idle);
  }
  // Behind a colon may stand a type.
  if (isSign(next, '=') || (isSign(next, ':') && !hasTypes)) {
    const value = tokens[at + 2]?.text === 'async' ? at + 3 : at + 2;
    return isArrowFrom(tokens, value) ? jsBody(tokens, value, token.text, idle) : undefined;
  }
  if (token.text === 'default' && before?.text === 'export') {
    const value = next?.text === 'async' ? at + 2 : at + 1;
    return isArrowFrom(tokens, value) ? jsBody(tokens, value, 'default', idle) : undefined;
  }
  const mayBeMethod =
    isSign(next, '(') &&
    !CONTROL.has(token.text) &&
    (before === undefined ||
      (before.kind === 'sign' && '{};,*'.includes(before.text)) ||
      BEFORE_METHOD.has(before.text));
  if (!mayBeMethod) return undefined;
  const after = tokens[closing(tokens, at + 1) + 1];
  return isSign(after, '{') || isSign(after, ':') ? jsBody(tokens, at + 1, token.text, idle) : undefined;
};

const inScript =
  (hasTypes: boolean): Finder =>
  (text, idle) => {
    const tokens = tokensOf(text);
    const found: Insertion[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const one = jsFunctionAt(tokens, at, idle, hasTypes);
      // What stands inside of another is never reached.
      if (one !== undefined && !found.some(({ from, to }) => one.from > from && one.from < to))
        found.push(one);
    }
    return found;
  };

const PYTHON_HEAD = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)[^\n]*$/gm;
const SIGNATURE_CHARS_MAX = 4_000;

const DOCSTRING = /^\s*[rRuU]?(?:"""[\s\S]*?"""|'''[\s\S]*?''')[ \t]*(?:\n|$)/;

/** The colon that ends the signature: the first one outside of brackets. */
const signatureEnd = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + SIGNATURE_CHARS_MAX); at += 1) {
    const char = text.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char === ':' && depth === 0) return at;
  }
  return -1;
};

const inPython: Finder = (text, idle) =>
  [...text.matchAll(PYTHON_HEAD)].flatMap(({ 1: indent = '', 2: name = '', index }) => {
    const colon = signatureEnd(text, index);
    if (colon === -1) return [];
    const work = idle === 'throws' ? `raise RuntimeError("${WORDS}")` : 'return None';
    const lineEnd = text.indexOf('\n', colon);
    const rest = text.slice(colon + 1, lineEnd === -1 ? text.length : lineEnd);
    if (rest.replace(/#.*/, '').trim() !== '')
      return [{ name, from: colon + 1, to: colon + 1 + rest.length, text: ` ${work}` }];
    const inner = /^([ \t]+)\S/m.exec(text.slice(lineEnd + 1))?.[1] ?? `${indent}    `;
    // Examples in the documentation are tests, and stay.
    const from = lineEnd + 1 + (DOCSTRING.exec(text.slice(lineEnd + 1))?.[0].length ?? 0);
    return [{ name, from, to: from, text: `${inner}${work}\n` }];
  });

/** With types, nothing can be given back in their place: a function only throws. */
const typed =
  (head: RegExp, work: string): Finder =>
  (text, idle) =>
    idle === 'returns'
      ? []
      : [...text.matchAll(head)].flatMap(({ 0: all, 1: name = '', index }) => {
          const open = text.indexOf('{', index + all.length - 1);
          const end = text.indexOf(';', index + all.length - 1);
          return open === -1 || (end !== -1 && end < open)
            ? []
            : [{ name, from: open + 1, to: open + 1, text: ` ${work}` }];
        });

const FINDERS: readonly { readonly extension: RegExp; readonly find: Finder; readonly until?: RegExp }[] = [
  { extension: /\.(?:[cm]?js|jsx)$/i, find: inScript(false) },
  { extension: /\.(?:[cm]?ts|tsx)$/i, find: inScript(true), until: /import\.meta\.vitest/ },
  { extension: /\.py$/i, find: inPython },
  { extension: /\.go$/i, find: inGo(WORDS) },
  {
    extension: /\.rs$/i,
    find: typed(/^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:async )?fn (\w+)[^\n{;]*/gm, `panic!("${WORDS}");`),
    until: /#\[cfg\(test\)\]/,
  },
];

/** Each of its functions, with the text in which that one alone throws. */
export const throwingVariants = (
  path: string,
  text: string,
): readonly { readonly name: string; readonly at: number; readonly text: string }[] => {
  const known = FINDERS.find(({ extension }) => extension.test(path));
  if (known === undefined) return [];
  const end = known.until?.exec(text)?.index ?? text.length;
  return known.find(text.slice(0, end), 'throws').map(({ name, from, to, text: work }) => ({
    ...{ name, at: from },
    text: `${text.slice(0, from)}${work}${text.slice(to)}`,
  }));
};

/** The text with its new functions made idle; undefined where it has none. */
export const withIdleFunctions = (
  path: string,
  text: string,
  before: string | undefined,
  idle: Idle,
): string | undefined => {
  const known = FINDERS.find(({ extension }) => extension.test(path));
  if (known === undefined) return undefined;
  const end = known.until?.exec(text)?.index ?? text.length;
  const old = new Set(before === undefined ? [] : known.find(before, 'throws').map(({ name }) => name));
  const found = known.find(text.slice(0, end), idle).filter(({ name }) => !old.has(name));
  if (found.length === 0) return undefined;
  let made = text;
  for (const { from, to, text: work } of found.toSorted((a, b) => b.from - a.from))
    made = `${made.slice(0, from)}${work}${made.slice(to)}`;
  return made;
};
