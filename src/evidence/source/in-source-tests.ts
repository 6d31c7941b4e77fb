// Tests that stand inside of source files: Rust's `#[cfg(test)]` items and Vitest's `if (import.meta.vitest)` blocks. They
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

const MARKS: readonly { readonly extension: RegExp; readonly mark: RegExp }[] = [
  { extension: /\.rs$/i, mark: /^[ \t]*#\[cfg\((?:test|all\(test\b[^\]]*\))\)\]/gm },
  { extension: /\.(?:[cm]?[jt]s|[jt]sx)$/i, mark: /^[ \t]*if\s*\(\s*import\.meta\.vitest\s*\)/gm },
];

const spansOf = (path: string, text: string): Span[] => {
  const mark = MARKS.find(({ extension }) => extension.test(path))?.mark;
  const spans: Span[] = [];
  for (const match of mark === undefined ? [] : text.matchAll(mark)) {
    const from = match.index;
    if (from < (spans.at(-1)?.to ?? 0)) continue;
    const to = itemEnd(text, from + match[0].length);
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
