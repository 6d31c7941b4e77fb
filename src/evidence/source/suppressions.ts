// Comments and attributes that tell a type checker or a linter to say nothing: of a line, of one rule, or of a whole file.
import { tokensOf } from './js-tokens.ts';

export interface Suppression {
  readonly line: number;
  /** What it says to the tool, without its reason. */
  readonly what: string;
  readonly about: 'types' | 'lint';
  /** It silences everything in a file or a crate, and names no rule. */
  readonly whole: boolean;
}

interface Comment {
  /** Without what makes it a comment. */
  readonly text: string;
  readonly at: number;
  /** Nothing but comments stands before it. */
  readonly isFirst: boolean;
  readonly isBlock: boolean;
}

type Told = Omit<Suppression, 'line' | 'what'>;
/** What a comment says, by its beginning; the first rule that fits. */
type Rule = readonly [pattern: RegExp, about: Told['about'], whole: (comment: Comment) => boolean];

const never = (): boolean => false;
const always = (): boolean => true;
const first = ({ isFirst }: Comment): boolean => isFirst;

const SCRIPT_RULES: readonly Rule[] = [
  [/^@ts-nocheck\b/, 'types', first],
  [/^@ts-(?:ignore|expect-error)\b/, 'types', never],
  [/^(?:eslint|oxlint)-disable-(?:next-)?line\b(?:(?!\s--)[\s\S])*/, 'lint', never],
  [/^(?:eslint|oxlint)-disable(?=\s*(?:--|$))/, 'lint', ({ isBlock }) => isBlock],
  [/^(?:eslint|oxlint)-disable\s+(?:(?!--)[\s\S])+/, 'lint', never],
  [/^eslint\s+["'\w@/-]+\s*:\s*\[?\s*["']?(?:off|0)\b/, 'lint', never],
  [/^tslint:disable(?=\s*$)/, 'lint', always],
  [/^tslint:disable\S*/, 'lint', never],
  [/^deno-lint-ignore-file(?=\s*(?:--|$))/, 'lint', first],
  [/^deno-lint-ignore(?:-file)?\b(?:(?!\s--)[\s\S])*/, 'lint', never],
  [/^biome-ignore-all\s+lint(?=\s*:)/, 'lint', first],
  [/^biome-ignore(?:-\w+)?\s+lint[\w/]*/, 'lint', never],
];
const PYTHON_RULES: readonly Rule[] = [
  [/^type:\s*ignore(?!\[)/, 'types', first],
  [/^type:\s*ignore\[[^\]]*\]/, 'types', never],
  [/^mypy:\s*ignore[-_]errors(?!\s*=\s*(?:false|0))/i, 'types', always],
  [/^mypy:\s*(?:disable[-_]error[-_]code|allow|no-|disallow\S*\s*=\s*false)\S*/i, 'types', never],
  [/^pyright:\s*(?:ignore(?:\[[^\]]*\])?|basic|off|report\w+\s*=\s*(?:false|none))/i, 'types', never],
  [/^(?:ruff|flake8):\s*noqa(?=\s*$)/i, 'lint', always],
  [/^(?:ruff|flake8):\s*noqa\b\S*(?:\s[A-Z]+\d+\S*)*/i, 'lint', never],
  [/^noqa\b(?::\s*[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*)?/i, 'lint', never],
  [/^pylint:\s*(?:skip-file|disable\s*=\s*all)\b/, 'lint', always],
  [/^pylint:\s*disable\S*(?:\s*=\s*[\w,-]+)?/, 'lint', never],
];
const GO_RULES: readonly Rule[] = [
  [/^nolint(?::all)?(?![:\w])/, 'lint', first],
  [/^nolint:[\w,-]+/, 'lint', never],
  [/^lint:file-ignore\s+\*(?=\s)/, 'lint', always],
  [/^lint:(?:file-)?ignore\s+\S+/, 'lint', never],
];

const withoutMarks = (comment: string): string =>
  comment
    .replace(/^(?:\/\/+|\/\*+|#+)/, '')
    .replace(/\*\/$/, '')
    .replace(/^[\s*]+/, '')
    .trimEnd();

const commentOf = (found: string, at: number, isFirst: boolean): Comment => ({
  text: withoutMarks(found),
  ...{ at, isFirst, isBlock: found.startsWith('/*') },
});

const SLASHED = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const scriptComments = (text: string): Comment[] => {
  // The line that names the program is no code.
  const source = text.replace(/^\ufeff?#![^\n]*/, (line) => ' '.repeat(line.length));
  const comments: Comment[] = [];
  let at = 0;
  const tokens = tokensOf(source);
  for (const [index, { from, to }] of [...tokens, { from: source.length, to: source.length }].entries()) {
    for (const { 0: found, index: offset } of source.slice(at, from).matchAll(SLASHED))
      comments.push(commentOf(found, at + offset, index === 0));
    at = to;
  }
  return comments;
};

/** Strings and comments, of which the comments are taken. */
const commentsBy =
  (pattern: RegExp) =>
  (text: string): Comment[] => {
    const comments: Comment[] = [];
    let [at, isFirst] = [0, true];
    for (const { 0: found, index } of text.matchAll(pattern)) {
      isFirst &&= text.slice(at, index).trim() === '' && /^(?:#|\/[/*])/.test(found);
      if (/^(?:#|\/[/*])/.test(found)) comments.push(commentOf(found, index, isFirst));
      at = index + found.length;
    }
    return comments;
  };

const GO = /`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const PYTHON =
  /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*\1|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|#[^\n]*/g;
const RUST =
  /\bb?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^'\n]+|[^'\\\n])'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What is switched off and on again silences a part; unless that is most of the file. */
const isMostOf = (text: string, { at, text: said }: Comment, comments: readonly Comment[]): boolean => {
  if (!/^(?:eslint|oxlint)-/.test(said)) return true;
  const end = comments.find((one) => one.at > at && /^(?:eslint|oxlint)-enable\b/.test(one.text));
  if (end === undefined) return true;
  return (lineAt(text, end.at) - lineAt(text, at)) * 2 >= text.split('\n').length;
};

const byRules =
  (commentsIn: (text: string) => Comment[], rules: readonly Rule[]) =>
  (text: string): Suppression[] => {
    const comments = commentsIn(text);
    return comments.flatMap((comment): Suppression[] => {
      for (const [pattern, about, isWhole] of rules) {
        const found = pattern.exec(comment.text);
        if (found === null) continue;
        const whole = isWhole(comment) && isMostOf(text, comment, comments);
        return [{ line: lineAt(text, comment.at), what: oneLine(found[0]), about, whole }];
      }
      return [];
    });
  };

/** Groups of lints: whoever allows one names no rule. */
const LINT_GROUP =
  /^(?:warnings|unused|nonstandard_style|future_incompatible|clippy::(?:all|correctness|suspicious|style|complexity|perf|pedantic|restriction|nursery|cargo))$/;
const ALLOWS = /#(!?)\[\s*(?:cfg_attr\s*\([^[\]]*?)?\b(?:allow|expect)\s*\(([^)]*)\)/g;

const rustSuppressions = (text: string): Suppression[] => {
  const code = text.replaceAll(RUST, (found) => found.replace(/[^\n]/g, ' '));
  return [...code.matchAll(ALLOWS)].map(({ 1: inner, 2: named = '', index }) => {
    const names = named.split(',').map((name) => name.trim());
    return {
      line: lineAt(code, index),
      what: `#${inner}[allow(${oneLine(named)})]`,
      about: 'lint',
      whole: inner === '!' && names.some((name) => LINT_GROUP.test(name)),
    };
  });
};

const SCANNERS: readonly (readonly [extension: RegExp, scan: (text: string) => Suppression[]])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx)$/i, byRules(scriptComments, SCRIPT_RULES)],
  [/\.pyi?$/i, byRules(commentsBy(PYTHON), PYTHON_RULES)],
  [/\.go$/i, byRules(commentsBy(GO), GO_RULES)],
  [/\.rs$/i, rustSuppressions],
];

const scannerOf = (path: string): ((text: string) => Suppression[]) | undefined =>
  SCANNERS.find(([extension]) => extension.test(path))?.[1];

/** Whether such comments are known in files of this name. */
export const maySuppress = (path: string): boolean => scannerOf(path) !== undefined;

export const suppressionsIn = (path: string, text: string): readonly Suppression[] =>
  scannerOf(path)?.(text) ?? [];
