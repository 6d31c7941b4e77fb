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
