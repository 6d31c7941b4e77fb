// New tests that look at nothing: they call what the change adds, and nothing in them could fail once that is there. Only
// what is plain in the text counts; a test that calls anything unknown may assert there.

import type { TestText } from '../matching/same-tests.ts';
import { type Imports, importsOf } from './imports.ts';
import { isName, wordsOf } from './source-words.ts';

/** What a file is taken from: a path without its extension, or a module as the language names it. */
export type IsCode = (source: string, name: string) => boolean;

const KEYWORDS = new Set([
  ...['if', 'for', 'while', 'switch', 'catch', 'function', 'return', 'await', 'async', 'typeof', 'void'],
  ...['new', 'yield', 'import', 'require', 'def', 'with', 'lambda', 'not', 'and', 'or', 'in', 'is'],
]);
/** Of the languages themselves; none of them fails a test. */
const BUILT_IN = new Set([
  ...[
    'console',
    'JSON',
    'Math',
    'Object',
    'Array',
    'Promise',
    'String',
    'Number',
    'Boolean',
    'Date',
    'BigInt',
  ],
  ...['Map', 'Set', 'Symbol', 'structuredClone', 'parseInt', 'parseFloat', 'setTimeout', 'setImmediate'],
  ...['print', 'len', 'str', 'int', 'float', 'bool', 'list', 'dict', 'set', 'tuple', 'range', 'repr', 'type'],
  ...['sum', 'min', 'max', 'abs', 'round', 'sorted', 'zip', 'map', 'filter', 'enumerate', 'isinstance'],
]);

/** Where the name before a bracket begins: `a.b.c(` is called on `a`; undefined behind another call. */
const rootAt = (words: readonly string[], at: number): string | undefined => {
  let from = at;
  while (words[from - 1] === '.') {
    const before = words[from - 2] === '?' ? from - 3 : from - 2;
    if (!isName(words[before] ?? '')) return undefined;
    from = before;
  }
  return words[from];
};

const calledIn = (words: readonly string[]): Set<string> =>
  new Set(
    words.flatMap((word, at) => {
      if (words[at + 1] !== '(' || !isName(word) || KEYWORDS.has(word)) return [];
      const root = words[at - 1] === 'def' || words[at - 1] === 'function' ? undefined : rootAt(words, at);
      return root === undefined || KEYWORDS.has(root) ? [] : [root];
    }),
  );

const boundIn = (words: readonly string[]): Set<string> =>
  new Set(
    words.filter(
      (word, at) =>
        isName(word) &&
        (['const', 'let', 'var', 'as', 'of'].includes(words[at - 1] ?? '') ||
          (words[at + 1] === '=' && !['=', '>'].includes(words[at + 2] ?? ''))),
    ),
  );

/** The word that declares the test is called, too: `test(name, …)`. */
const DECLARES = /^(?:[xf]?(?:test|it|specify)|describe|suite|t)$/;

/** It may fail without a call: by what it throws, or by a chain of words behind a value. */
const MAY_FAIL = /^(?:throw|raise|fail\w*|assert\w*|expect\w*|should\w*|must\w*)$/;

const isSilentScript = (text: string, { sources }: Imports, isCode: IsCode): boolean => {
  const words = wordsOf(text);
  if (words.some((word) => MAY_FAIL.test(word))) return false;
  const bound = boundIn(words);
  const called = [...calledIn(words)].filter((name) => !DECLARES.test(name));
  const fromCode = called.filter((name) => {
    const source = sources.get(name);
    return source !== undefined && isCode(source, name);
  });
  return (
    fromCode.length > 0 &&
    called.every((name) => fromCode.includes(name) || BUILT_IN.has(name) || bound.has(name))
  );
};

/** A test of Go fails through what it is given, or by ending the program. */
const isSilentGo = (text: string): boolean => {
  const head = /^func (?:Test|Fuzz)\w*\(\s*(\w+)\s+\*testing\.\w+\s*\)/.exec(text);
  if (head === null) return false;
  const quiet = new RegExp(`\\b${head[1]}\\.(?:Logf?|Helper|Parallel|Name|TempDir)\\b`, 'g');
  const words = wordsOf(text.slice(head[0].length).replace(quiet, ''));
  return !words.some((word) => word === head[1] || ['panic', 'Fatal', 'Fatalf', 'Exit'].includes(word));
};

const QUIET_MACROS = new Set(['println', 'print', 'eprintln', 'eprint', 'dbg', 'vec', 'format', 'write']);
const MAY_PANIC = /^(?:unwrap\w*|expect\w*|panic|assert\w*|check\w*|verify\w*|ensure\w*|must\w*|should\w*)$/;

/** A test of Rust fails by a panic or an error that it gives back. */
const isSilentRust = (text: string, file: string): boolean => {
  const words = wordsOf(text);
  const own = new Set([...file.matchAll(/\bfn (\w+)/g)].map(([, name]) => name));
  if (/^\s*mod \w+;/m.test(file)) return false;
  return !words.some(
    (word, at) =>
      MAY_PANIC.test(word) ||
      (word === '?' && at > 0) ||
      (words[at + 1] === '!' && words[at + 2] !== '=' && isName(word) && !QUIET_MACROS.has(word)) ||
      (at > 2 && words[at + 1] === '(' && own.has(word)),
  );
};

const withoutPythonComments = (text: string): string => text.replace(/(^|\s)#[^\n]*/g, '$1');

/** Names of the tests that assert nothing, as far as their own text tells. */
export const silentTests = ({ path, text, tests }: TestText, isCode: IsCode): string[] => {
  const imports = importsOf(path, text);
  const isSilent = (body: string, before: string): boolean => {
    if (/\.go$/i.test(path)) return isSilentGo(body);
    if (/\.rs$/i.test(path)) return !/should_panic[^\n]*\n[^}]*$/.test(before) && isSilentRust(body, text);
    if (/\.pyi?$/i.test(path)) return isSilentScript(withoutPythonComments(body), imports, isCode);
    return /\.(?:[cm]?[jt]s|[jt]sx)$/i.test(path) && isSilentScript(body, imports, isCode);
  };
  return tests.flatMap(({ name, skipped, assertions = 0, range }) =>
    !skipped &&
    assertions === 0 &&
    range !== undefined &&
    isSilent(text.slice(range.from, range.to), text.slice(0, range.from))
      ? [name]
      : [],
  );
};
