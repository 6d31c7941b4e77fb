// Whether two versions of a source file differ in their comments alone. Comments that tell a compiler, a linter or a
// runner what to do are code.
import { tokensOf } from './js-tokens.ts';

interface Parts {
  /** What is left without comments: lines, as far as they say something. */
  readonly code: readonly string[];
  readonly comments: readonly string[];
}

const SPEAKS_TO_TOOLS = new RegExp(
  [
    /@(?:ts-|jest-|vitest-|jsx|flow\b)|[@#]__\w+__|sourceMappingURL/,
    /(?:\/\/|\/\*+|^\s*\*)\s*(?:eslint|globals?\b|exported\b|tslint:|jshint\b|biome-|prettier-|oxlint-|deno-|webpack|@?vite)/,
    /\b(?:istanbul|c8|v8|coverage) ignore\b|\bStryker (?:disable|restore)\b/i,
    /#\s*(?:type|fmt|noqa|nosec|pragma|pylint|mypy|pyright|ruff|flake8|isort|yapf|cython|distutils|shellcheck|bats|shfmt)\b\s*:?|^#!|coding[:=]/,
    /\/\/(?:[\w-]+:\w|line |export |extern )|\/\/\s*\+build\b|\/\*line |#(?:cgo|include|define)\b|\bnolint\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'im',
);

const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));

/** A comment over several lines ends a line in some languages, and one within a line never joins two words. */
const blank = (comment: string): string => (comment.includes('\n') ? '\n' : ' ');

const scriptParts = (text: string): Parts => {
  const comments: string[] = [];
  let [code, at] = ['', 0];
  for (const { from, to } of [...tokensOf(text), { from: text.length, to: text.length }]) {
    const gap = text.slice(at, from);
    if (gap.trim() !== '') comments.push(gap.trim());
    code += `${gap.trim() === '' ? gap : blank(gap)}${text.slice(from, to)}`;
    at = to;
  }
  // How far a line is indented says nothing there.
  return { code: linesOf(code).map((line) => line.trimStart()), comments };
};

const partsBy =
  (pattern: RegExp, isComment: (found: string, before: string) => boolean) =>
  (text: string): Parts | undefined => {
    const comments: string[] = [];
    const code = text.replaceAll(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.find((one) => typeof one === 'number') ?? 0;
      if (!isComment(found, text.slice(0, at))) return found;
      comments.push(found);
      return blank(found);
    });
    // Comments within comments need more than a pattern.
    return comments.some((comment) => /.\/\*/s.test(comment)) ? undefined : { code: linesOf(code), comments };
  };

const IS_SLASHED = (found: string): boolean => /^\/[/*]/.test(found);
const GO = /`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const RUST =
  /\bb?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^'\n]+|[^'\\\n])'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const PYTHON =
  /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*\1|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|#[^\n]*/g;

/** A text in three quotes that a file, a class or a function begins with; a file has nothing before it but comments. */
const isDocumentation = (found: string, before: string): boolean => {
  if (!/^(?:"""|''')/.test(found) || !/(?:^|\n)[ \t]*$/.test(before)) return false;
  const lines = before.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const last = lines
    .at(-1)
    ?.replace(/\s#.*$/, '')
    .trimEnd();
  return last === undefined || (/:$/.test(last) && /^\s*(?:(?:async\s+)?def|class)\b|^\s*\)/.test(last));
};

const SHELL = /"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\.|(?<=^|\s)#[^\n]*/gm;

/** A document within a script may have lines that look like comments. */
const shellParts = (text: string): Parts | undefined =>
  text.includes('<<') ? undefined : partsBy(SHELL, (found) => found.startsWith('#'))(text);

const READERS: readonly {
  readonly extension: RegExp;
  readonly parts: (text: string) => Parts | undefined;
}[] = [
  // In .jsx and .tsx two slashes may stand in a text between tags.
  { extension: /\.[cm]?[jt]s$/i, parts: scriptParts },
  { extension: /\.go$/i, parts: partsBy(GO, IS_SLASHED) },
  { extension: /\.rs$/i, parts: partsBy(RUST, IS_SLASHED) },
  { extension: /\.(?:sh|bash|bats)$/i, parts: shellParts },
  {
    extension: /\.pyi?$/i,
    parts: partsBy(PYTHON, (found, before) => found.startsWith('#') || isDocumentation(found, before)),
  },
];

const withoutShared = (some: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
};

export const differInComments = (path: string, before: string, after: string): boolean => {
  const reader = READERS.find(({ extension }) => extension.test(path));
  const [was, is] = [reader?.parts(before), reader?.parts(after)];
  if (was === undefined || is === undefined) return false;
  const changed = [...withoutShared(was.comments, is.comments), ...withoutShared(is.comments, was.comments)];
  return (
    was.code.length === is.code.length &&
    was.code.every((line, at) => line === is.code[at]) &&
    !changed.some((comment) => SPEAKS_TO_TOOLS.test(comment))
  );
};
