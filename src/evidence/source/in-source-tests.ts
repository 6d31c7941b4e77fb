// Tests that stand inside of source files: Rust's `#[cfg(test)]` and `#[test]` items and Vitest's `if (import.meta.vitest)` blocks. They
// belong to the tests, the rest of the file to the code, so the two can be taken from different trees.

export interface SplitSource {
  /** The text without its tests; `at` is where the first of them stood. */
  readonly code: string;
  readonly at: number;
  readonly blocks: readonly string[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n]{1,10}|[^'\\\n])'|`(?:\\[\s\S]|[^`\\])*`|[{};]/g;

/** The end of the item that begins here: its closing brace, or the semicolon of one that has none. */
const itemEnd = (text: string, from: number): number | undefined => {
  SKIPPED.lastIndex = from;
  let depth = 0;
  for (let match = SKIPPED.exec(text); match !== null; match = SKIPPED.exec(text)) {
    const [sign] = match;
    if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth <= 0) return SKIPPED.lastIndex;
    } else if (sign === ';' && depth === 0) return SKIPPED.lastIndex;
  }
  return undefined;
};

const RUST = /\.rs$/i;
/** A function alone is one at the start of a line: inside of a module it would lose what is around it. */
const MARKS: readonly { readonly extension: RegExp; readonly mark: RegExp }[] = [
  {
    extension: RUST,
    mark: /^(?:[ \t]*#\[cfg\((?:test|all\(test\b[^\]]*\))\)\]|#\[(?:\w+::)*(?:test|rstest)\b[^\]\n]*\])/gm,
  },
  { extension: /\.(?:[cm]?[jt]s|[jt]sx)$/i, mark: /^[ \t]*if\s*\(\s*import\.meta\.vitest\s*\)/gm },
];

/** Comments and texts, in which nothing is declared. */
const quotedIn = (text: string): Span[] => {
  // A search that ended early leaves its place behind.
  SKIPPED.lastIndex = 0;
  return [...text.matchAll(SKIPPED)].flatMap(({ 0: found, index }) =>
    found.length > 1 ? [{ from: index, to: index + found.length }] : [],
  );
};

/** Other attributes, and what documents it, right above. */
const withLinesAbove = (text: string, from: number): number => {
  let start = from;
  for (;;) {
    const above = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
    if (above >= start || !/^(?:#\[|\/\/\/)/.test(text.slice(above, start))) return start;
    start = above;
  }
};

const spansOf = (path: string, text: string): Span[] => {
  const mark = MARKS.find(({ extension }) => extension.test(path))?.mark;
  const marks = mark === undefined ? [] : [...text.matchAll(mark)];
  if (marks.length === 0) return [];
  const isRust = RUST.test(path);
  const quoted = isRust ? quotedIn(text) : [];
  const spans: Span[] = [];
  for (const { 0: found, index } of marks) {
    const isIn = ({ from, to }: Span): boolean => index >= from && index < to;
    if (index < (spans.at(-1)?.to ?? 0) || quoted.some(isIn)) continue;
    const to = itemEnd(text, index + found.length);
    const from = isRust ? withLinesAbove(text, index) : index;
    if (to !== undefined) spans.push({ from, to });
  }
  return spans;
};

/** Undefined where the file has no tests of its own. */
export const splitSource = (path: string, text: string): SplitSource | undefined => {
  const spans = spansOf(path, text);
  const [first] = spans;
  if (first === undefined) return undefined;
  let [code, at] = ['', 0];
  for (const { from, to } of spans) {
    code += text.slice(at, from);
    at = to;
  }
  return {
    code: code + text.slice(at),
    at: first.from,
    blocks: spans.map(({ from, to }) => text.slice(from, to)),
  };
};

/** The code of one version of a file with the tests of another; undefined where that changes nothing. */
export const withTestsFrom = (path: string, code: string, tests: string | undefined): string | undefined => {
  const own = splitSource(path, code);
  const other = tests === undefined ? undefined : splitSource(path, tests);
  if (own === undefined && other === undefined) return undefined;
  const blocks = other?.blocks ?? [];
  if (own === undefined)
    return blocks.length === 0 ? undefined : `${code.trimEnd()}\n\n${blocks.join('\n\n')}\n`;
  const text = `${own.code.slice(0, own.at)}${blocks.join('\n\n')}${own.code.slice(own.at)}`;
  return text === code ? undefined : text;
};

const DOC_LINE = /^\s*(?:\/\/[/!])\s?(.*)$/;
/** What says that an example is not run as it stands. */
const NOT_RUN = /\b(?:ignore|text|no_run|compile_fail|should_panic|sh|toml|json|console)\b/;

const rustExamples = (text: string): string[] => {
  const examples: string[] = [];
  let open: string[] | undefined;
  let runs = false;
  for (const row of text.split('\n')) {
    const line = DOC_LINE.exec(row)?.[1];
    if (line === undefined) {
      open = undefined;
      continue;
    }
    if (/^\s*```/.test(line)) {
      if (open !== undefined && runs) examples.push(open.join('\n'));
      runs = open === undefined && !NOT_RUN.test(line);
      open = open === undefined ? [] : undefined;
    } else open?.push(line.trim());
  }
  return examples;
};

const pythonExamples = (text: string): string[] => {
  const examples: string[] = [];
  let open: string[] | undefined;
  for (const row of text.split('\n')) {
    const line = row.trim();
    if (line.startsWith('>>>')) {
      open ??= [];
      open.push(line);
    } else if (open !== undefined && line !== '' && !/^(?:"""|''')/.test(line)) open.push(line);
    else if (open !== undefined) {
      examples.push(open.join('\n'));
      open = undefined;
    }
  }
  return open === undefined ? examples : [...examples, open.join('\n')];
};

/** Examples in the documentation that are run as tests. */
export const doctestsOf = (path: string, text: string): string[] =>
  /\.rs$/i.test(path) ? rustExamples(text) : /\.py$/i.test(path) ? pythonExamples(text) : [];
