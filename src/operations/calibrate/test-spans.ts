// Where the tests of a file stand in its text, down to their bodies: what a lie about a test has to change.
import { argumentsOf, closing, isSign } from '../../evidence/source/js-calls.ts';
import type { DeclaredTest } from '../../evidence/source/js-tests.ts';
import { type Token, tokensOf } from '../../evidence/source/js-tokens.ts';
import { readTestSource } from '../../evidence/source/test-source.ts';
import { docTests } from './rust-doc-tests.ts';
import { macroTests } from './rust-table-tests.ts';

export type Language = 'script' | 'python' | 'go' | 'rust';

export interface TestSpan {
  /** As the file declares it, with the names of its suites. */
  readonly name: string;
  /** All of it: decorators, attributes and what ends the statement. */
  readonly from: number;
  readonly to: number;
  /** What it does, without the braces around it. */
  readonly body: { readonly from: number; readonly to: number };
  /**
   * How its function is written: with braces, as an arrow before one expression, or as a value that something else makes
   * (`it('x', checks(1))`). A macro writes the body of a call. An example is made of lines of a comment. Of one that is hidden
   * the body is not known.
   */
  readonly form: 'braces' | 'expression' | 'value' | 'call' | 'example' | 'hidden';
  /** Behind the word that declares it: `it`, `test`; the start of its line where there is none. */
  readonly word: number;
}

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx)$/i, 'script'],
  [/\.py$/i, 'python'],
  [/\.go$/i, 'go'],
  [/\.rs$/i, 'rust'],
];

export const languageOf = (path: string): Language | undefined =>
  LANGUAGES.find(([extension]) => extension.test(path))?.[1];

type Range = NonNullable<DeclaredTest['range']>;
type Found = Omit<TestSpan, 'name'>;

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
};

/** The function among the arguments: behind its arrow, or its parameters. */
const scriptBody = (tokens: readonly Token[], open: number): Pick<TestSpan, 'body' | 'form'> | undefined => {
  const given = argumentsOf(tokens, open);
  for (const { from, to } of given.toReversed())
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      const isFunction = token?.kind === 'name' && token.text === 'function';
      if (isSign(token, '=>') || isFunction) {
        const start = isFunction ? tokens.findIndex((one, index) => index > at && isSign(one, '(')) : at;
        const next = (isFunction ? closing(tokens, start) : at) + 1;
        const first = tokens[next];
        if (first === undefined) return undefined;
        if (isSign(first, '{'))
          return {
            body: { from: first.to, to: tokens[closing(tokens, next)]?.from ?? first.to },
            form: 'braces',
          };
        return { body: { from: first.from, to: tokens[to - 1]?.to ?? first.to }, form: 'expression' };
      }
      if (isSign(token, '(') || isSign(token, '{') || isSign(token, '['))
        at = Math.max(at, isSign(tokens[closing(tokens, at) + 1], '=>') ? at : closing(tokens, at));
    }
  const last = given.at(-1);
  // Without a function it is a plan for a test, and runs nothing.
  if (given.length < 2 || last === undefined || last.to <= last.from) return undefined;
  const [begin, end] = [tokens[last.from], tokens[last.to - 1]];
  if (begin === undefined || end === undefined) return undefined;
  return { body: { from: begin.from, to: end.to }, form: 'value' };
};

const inScript = (text: string, { from, to }: Range, tokens: readonly Token[]): Found | undefined => {
  const first = tokens.findIndex((token) => token.from === from);
  const open = tokens.findIndex(
    (token, at) => at > first && isSign(token, '(') && tokens[token.match]?.to === to,
  );
  const word = tokens[first];
  const found = word === undefined || open === -1 ? undefined : scriptBody(tokens, open);
  if (word === undefined || found === undefined) return undefined;
  const end = /^[ \t]*;?[ \t]*\n?/.exec(text.slice(to))?.[0].length ?? 0;
  const start = text.slice(lineStart(text, from), from).trim() === '' ? lineStart(text, from) : from;
  return { ...found, from: start, to: to + end, word: word.to };
};

/** It is there, and nothing but itself is known: whoever changes tests must not overlook it. */
const hidden = ({ from, to }: Range): Found => ({ from, to, body: { from, to }, form: 'hidden', word: from });

const SIGNATURE = /(?:async[ \t]+)?def[ \t]+\w+/;

const inPython = (text: string, { from, to }: Range): Found | undefined => {
  const written = text.slice(from, to);
  const head = SIGNATURE.exec(written);
  const open = head === null ? -1 : written.indexOf('(', head.index);
  if (head === null || open === -1) return undefined;
  let depth = 0;
  let at = open;
  for (; at < written.length; at += 1) {
    const char = written.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char === ':' && depth === 0) break;
  }
  const body = { from: lineEnd(text, from + at), to };
  // A body on the line of its signature is one expression of its kind, and rare.
  return body.from >= to
    ? hidden({ from, to })
    : { from, to, body, form: 'braces', word: lineStart(text, from + head.index) };
};

const ATTRIBUTE = /^[ \t]*#\[/;

/** The lines right above that belong to it: attributes of Rust, comments of Go. */
const withLinesAbove = (text: string, from: number, isPart: RegExp): number => {
  let start = lineStart(text, from);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!isPart.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
};

const inBraces = (text: string, { from, to }: Range, above: RegExp): Found | undefined => {
  const open = text.indexOf('{', from);
  const close = text.lastIndexOf('}', to - 1);
  if (open === -1 || close <= open || open >= to) return undefined;
  return {
    from: withLinesAbove(text, from, above),
    to: Math.min(text.length, lineEnd(text, close)),
    body: { from: open + 1, to: close },
    form: 'braces',
    word: lineStart(text, from),
  };
};

const isRustTest = (text: string, { from }: Range): boolean =>
  /#\[(?:\w+::)*(?:test|rstest)\b/.test(text.slice(withLinesAbove(text, from, ATTRIBUTE), from));

/** Tests of one file that can be changed; those that stand inside of another one are part of it. */
export const testSpans = (path: string, text: string): readonly TestSpan[] => {
  const language = languageOf(path);
  if (language === undefined) return [];
  const tokens = language === 'script' ? tokensOf(text) : [];
  // One that is skipped now and then (`{ skip: !ready }`) may run: it is a test like any other.
  const found = readTestSource(path, text).flatMap(({ name, range }): TestSpan[] => {
    if (range === undefined) return [];
    if (language === 'rust' && !isRustTest(text, range)) return [];
    if (language === 'go' && !/^Test/.test(name)) return [];
    const one =
      language === 'script'
        ? inScript(text, range, tokens)
        : language === 'python'
          ? inPython(text, range)
          : inBraces(text, range, language === 'rust' ? ATTRIBUTE : /^\/\//);
    return one === undefined ? [] : [{ name, ...one }];
  });
  const called = (language === 'rust' ? macroTests(text) : []).map(
    ({ name, from, to }): TestSpan => ({ name, from, to, body: { from, to }, form: 'call', word: from }),
  );
  const examples = (language === 'rust' ? docTests(text) : []).map(
    (one): TestSpan => ({ ...one, form: 'example', word: one.from }),
  );
  const sorted = [...found, ...called, ...examples].toSorted((a, b) => a.from - b.from || b.to - a.to);
  const outer: TestSpan[] = [];
  for (const one of sorted) if (one.from >= (outer.at(-1)?.to ?? 0)) outer.push(one);
  return outer;
};
