// The functions that a change adds, made idle: they do nothing, they give back something empty, or they throw. A test that
// passes with them as well has not looked at what they do.

import { closing, isSign } from '../js-calls.ts';
import { type Token, tokensOf } from '../js-tokens.ts';
import { emptyInPython, emptyInScript, onlyFails } from './empty-values.ts';
import { inGo } from './go-functions.ts';
import type { Finder, Idle, Insertion } from './idle-insertion.ts';
import { isPlainConstructor } from './plain-constructors.ts';
import { inRust } from './rust-functions.ts';

export type { Idle };

export const WORDS = 'Baton made this function idle';

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

/** A compiler that builds the code before it runs must not refuse what is given back. */
const jsWork = (idle: Idle, empty: string | undefined, hasTypes: boolean): string => {
  if (idle === 'throws') return ` throw new Error('${WORDS}');`;
  const value = idle === 'returns' ? undefined : empty;
  if (value === undefined) return hasTypes ? ' return undefined as never;' : ' return;';
  return ` return ${value}${hasTypes ? ' as never' : ''};`;
};

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

interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly idle: Idle;
  readonly hasTypes: boolean;
}

/** From the brackets of the parameters on: where its body opens. */
const jsBody = (
  { text, tokens, idle, hasTypes }: Source,
  at: number,
  name: string,
): Insertion | undefined => {
  let head = tokens[at]?.to ?? 0;
  for (let here = at, steps = 0; steps < HEAD_TOKENS_MAX; here += 1, steps += 1) {
    const token = tokens[here];
    if (token === undefined || isSign(token, ';')) return undefined;
    if (isSign(token, '(') || isSign(token, '[')) {
      here = closing(tokens, here);
      if (isSign(token, '(')) head = tokens[here]?.to ?? head;
    } else if (isSign(token, '{')) {
      const body = text.slice(token.to, tokens[closing(tokens, here)]?.from ?? text.length);
      const work = jsWork(idle, emptyInScript(text.slice(head, token.from), body, true), hasTypes);
      return { name, from: token.to, to: token.to, text: work, body };
    } else if (isSign(token, '=>') && !isSign(tokens[here + 1], '{')) {
      const last = tokens[expressionEnd(tokens, here + 1) - 1];
      if (last === undefined) return undefined;
      const body = text.slice(token.to, last.to);
      const work = jsWork(idle, emptyInScript(text.slice(head, token.from), body, false), hasTypes);
      return { name, from: token.to, to: last.to, text: ` {${work} }`, body };
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
const jsFunctionAt = (source: Source, at: number): Insertion | undefined => {
  const { tokens, hasTypes } = source;
  const token = tokens[at];
  if (token?.kind !== 'name') return undefined;
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (token.text === 'function') {
    const named = next?.kind === 'name' ? next : isSign(next, '*') ? tokens[at + 2] : undefined;
    return jsBody(source, at + 1, named?.text ?? 'default');
  }
  // Behind a colon may stand a type.
  if (isSign(next, '=') || (isSign(next, ':') && !hasTypes)) {
    const value = tokens[at + 2]?.text === 'async' ? at + 3 : at + 2;
    return isArrowFrom(tokens, value) ? jsBody(source, value, token.text) : undefined;
  }
  if (token.text === 'default' && before?.text === 'export') {
    const value = next?.text === 'async' ? at + 2 : at + 1;
    return isArrowFrom(tokens, value) ? jsBody(source, value, 'default') : undefined;
  }
  const mayBeMethod =
    isSign(next, '(') &&
    !CONTROL.has(token.text) &&
    (before === undefined ||
      (before.kind === 'sign' && '{};,*'.includes(before.text)) ||
      BEFORE_METHOD.has(before.text));
  if (!mayBeMethod) return undefined;
  const after = tokens[closing(tokens, at + 1) + 1];
  return isSign(after, '{') || isSign(after, ':') ? jsBody(source, at + 1, token.text) : undefined;
};

const EMPTY_BRACKETS: Readonly<Record<string, string>> = { '[': '[]', '{': '{}' };
const EMPTY_VALUES: ReadonlyMap<Token['kind'], string> = new Map([
  ['number', '0'],
  ['string', "''"],
  ['template', "''"],
]);

/** A value that the file gives a name, where it is written out: another one is as good for a test that does not look at it. */
const jsConstantAt = ({ text, tokens, idle }: Source, at: number): Insertion | undefined => {
  const [declares, name, sign, value] = tokens.slice(at, at + 4);
  if (idle !== 'empty' || declares?.text !== 'const') return undefined;
  const start = tokens[at - 1]?.text === 'export' ? tokens[at - 1] : declares;
  if (start !== undefined && start.from > 0 && text.charAt(start.from - 1) !== '\n') return undefined;
  if (name?.kind !== 'name' || !isSign(sign, '=') || value === undefined) return undefined;
  const end = tokens[Math.max(value.match, at + 3)] ?? value;
  const isWhole = isSign(tokens[Math.max(value.match, at + 3) + 1], ';');
  const empty = value.kind === 'sign' ? EMPTY_BRACKETS[value.text] : EMPTY_VALUES.get(value.kind);
  if (!isWhole || empty === undefined) return undefined;
  return { name: name.text, from: value.from, to: end.to, text: empty };
};

const inScript =
  (hasTypes: boolean): Finder =>
  (text, idle) => {
    const tokens = tokensOf(text);
    const source = { text, tokens, idle, hasTypes };
    const found: Insertion[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const one = jsFunctionAt(source, at) ?? jsConstantAt(source, at);
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
    const lineEnd = text.indexOf('\n', colon);
    const rest = text.slice(colon + 1, lineEnd === -1 ? text.length : lineEnd);
    const isLine = rest.replace(/#.*/, '').trim() !== '';
    const inner = /^([ \t]+)\S/m.exec(text.slice(lineEnd + 1))?.[1] ?? `${indent}    `;
    // Examples in the documentation are tests, and stay.
    const from = lineEnd + 1 + (DOCSTRING.exec(text.slice(lineEnd + 1))?.[0].length ?? 0);
    const lines = text.slice(from).split('\n');
    const end = lines.findIndex(
      (line) => line.trim() !== '' && !line.startsWith(`${indent} `) && !line.startsWith(`${indent}\t`),
    );
    const body = isLine ? rest : lines.slice(0, end === -1 ? lines.length : end).join('\n');
    const type = /->\s*([\s\S]*)$/.exec(text.slice(index, colon))?.[1] ?? '';
    const empty = idle === 'empty' ? emptyInPython(type, body) : undefined;
    const work = idle === 'throws' ? `raise RuntimeError("${WORDS}")` : `return ${empty ?? 'None'}`;
    return isLine
      ? [{ name, from: colon + 1, to: colon + 1 + rest.length, text: ` ${work}`, body }]
      : [{ name, from, to: from, text: `${inner}${work}\n`, body }];
  });

const FINDERS: readonly { readonly extension: RegExp; readonly find: Finder; readonly until?: RegExp }[] = [
  { extension: /\.(?:[cm]?js|jsx)$/i, find: inScript(false) },
  { extension: /\.(?:[cm]?ts|tsx)$/i, find: inScript(true), until: /import\.meta\.vitest/ },
  { extension: /\.py$/i, find: inPython },
  { extension: /\.go$/i, find: inGo(WORDS) },
  { extension: /\.rs$/i, find: inRust(WORDS), until: /#\[cfg\(test\)\]/ },
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

/** What a file has that its version before had not, above the tests in it. */
const foundIn = (
  path: string,
  text: string,
  before: string | undefined,
  idle: Idle,
): readonly Insertion[] => {
  const known = FINDERS.find(({ extension }) => extension.test(path));
  if (known === undefined) return [];
  const end = known.until?.exec(text)?.index ?? text.length;
  const old = new Set(before === undefined ? [] : known.find(before, idle).map(({ name }) => name));
  const code = text.slice(0, end);
  const plain = new Set(
    known
      .find(code, 'throws')
      .filter(({ name, from }) => isPlainConstructor(path, name, code.slice(from)))
      .map(({ from }) => from),
  );
  // In Go the results are written anew, too: what goes in ends where the body begins.
  return known
    .find(code, idle)
    .filter(({ name, from, to }) => !old.has(name) && !plain.has(from) && !plain.has(to));
};

/** Names of the functions that a change adds to a file. */
export const addedFunctions = (path: string, text: string, before: string | undefined): readonly string[] =>
  foundIn(path, text, before, 'throws').map(({ name }) => name);

/** The text with its new functions made idle; undefined where it has none. */
export const withIdleFunctions = (
  path: string,
  text: string,
  before: string | undefined,
  idle: Idle,
): string | undefined => {
  const found = foundIn(path, text, before, idle);
  if (found.length === 0) return undefined;
  let made = text;
  // A test that asks a stub for its own error passes with that error alone.
  for (const { from, to, text: work, body } of found.toSorted((a, b) => b.from - a.from))
    if (idle !== 'throws' || body === undefined || !onlyFails(body))
      made = `${made.slice(0, from)}${work}${made.slice(to)}`;
  return made;
};
