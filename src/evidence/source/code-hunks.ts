// A change of one file of code, cut into pieces that can be taken away alone. Only lines are compared, so every language
// is the same; what no test can miss (comments, blanks, types) is left out.
import { splitSource } from './in-source-tests.ts';

/** Lines of the head that take the place of lines of the base. Lines count from 0. */
export interface CodeHunk {
  /** In the head: the first of its lines, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** What stood there before. */
  readonly removed: readonly string[];
}

interface Lines {
  readonly texts: readonly string[];
  /** Whether the text ends with a line end. */
  readonly isEnded: boolean;
}

export const linesOf = (text: string): Lines => {
  if (text === '') return { texts: [], isEnded: true };
  const isEnded = text.endsWith('\n');
  return { texts: (isEnded ? text.slice(0, -1) : text).split('\n'), isEnded };
};

const HUNK_HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Hunks of `git diff --unified=0` of one file. A line that cannot be read is passed over. */
export const parseHunks = (patch: string): readonly CodeHunk[] => {
  const hunks: CodeHunk[] = [];
  // Of the hunk that the row is in; what stands before the first one of a file is none of it.
  let removed: string[] | undefined;
  for (const row of patch.split('\n')) {
    const head = HUNK_HEAD.exec(row);
    if (head !== null) {
      const [start, count] = [Number(head[3]), Number(head[4] ?? 1)];
      // Of a hunk that only removes, git names the line before it.
      const from = count === 0 ? start : start - 1;
      removed = [];
      hunks.push({ from, to: from + count, removed });
    } else if (/^diff --git /.test(row)) removed = undefined;
    else if (row.startsWith('-')) removed?.push(row.slice(1));
  }
  return hunks;
};

const HASH_COMMENTS = /\.(?:py|pyi|rb|sh|bash|pl|ex|exs|r|jl|nim|cr|toml|ya?ml)$/i;
const DASH_COMMENTS = /\.(?:lua|hs|sql|elm)$/i;

const isSilentLine = (path: string, line: string): boolean => {
  const text = line.trim();
  if (text === '') return true;
  if (HASH_COMMENTS.test(path)) return text.startsWith('#');
  if (DASH_COMMENTS.test(path)) return text.startsWith('--');
  return /^(?:\/\/|\/\*|\*\/|\*(?:\s|$)|<!--)/.test(text) && !/\*\/\s*\S/.test(text);
};

const TYPED = /\.(?:[cm]?ts|tsx)$/i;
/** Lines of TypeScript that leave nothing behind when types are taken out. */
const TYPE_LINE =
  /^(?:import type\b.*|export type \{.*|(?:export |declare )*(?:type|interface) \w.*|(?:readonly )?[\w$'"]+\??: [^=({]*;|[|&] .*|[})\]]+;?,?|\w+[,;]?)$/;

const isTypeHunk = (path: string, lines: readonly string[]): boolean =>
  TYPED.test(path) &&
  lines.every((line) => isSilentLine(path, line) || TYPE_LINE.test(line.trim())) &&
  lines.some((line) => /\b(?:type|interface)\b|^\s*(?:readonly )?[\w$]+\??: [^,]*;$/.test(line));

/** Indentation says something in some languages, all other blanks in few. */
const plain = (path: string, lines: readonly string[]): string =>
  lines
    .filter((line) => !isSilentLine(path, line))
    .map((line) =>
      /\.(?:py|ya?ml|nim|hs|coffee|pug|sass)$/i.test(path) ? line.trimEnd() : line.replaceAll(/\s+/g, ''),
    )
    .join('\n');

/** Nothing that runs differs: comments, blanks, types. */
export const isSilentHunk = (path: string, added: readonly string[], removed: readonly string[]): boolean =>
  plain(path, added) === plain(path, removed) || isTypeHunk(path, [...added, ...removed]);

const indentOf = (line: string): number => line.search(/\S/);

/**
 * What is only added may be several things, one after the other: each paragraph whose first line stands as far to the left
 * as the first one is a piece of its own.
 */
const paragraphs = (hunk: CodeHunk, texts: readonly string[]): CodeHunk[] => {
  const lines = texts.slice(hunk.from, hunk.to);
  const first = lines.find((line) => line.trim() !== '');
  if (hunk.removed.length > 0 || first === undefined) return [hunk];
  const margin = indentOf(first);
  const starts = lines.flatMap((line, at) =>
    lines[at - 1]?.trim() === '' &&
    line.trim() !== '' &&
    indentOf(line) <= margin &&
    !/^[\s)}\]]*[)}\]]/.test(line)
      ? [at]
      : [],
  );
  return [0, ...starts].map((start, at, all) => ({
    from: hunk.from + start,
    to: hunk.from + (all[at + 1] ?? lines.length),
    removed: [],
  }));
};

/**
 * A changed line with something new right behind it is one hunk for git. Where the new thing is a paragraph of its own, both
 * are taken apart; a closing bracket may count for either of them.
 */
const splitAddition = (hunk: CodeHunk, texts: readonly string[]): CodeHunk[] => {
  const { from, to, removed } = hunk;
  if (removed.length === 0 || to - from <= removed.length) return [hunk];
  let [first, last] = [from + removed.length, to];
  const isBlank = (at: number): boolean => (texts[at] ?? '').trim() === '';
  while (!isBlank(first) && last < texts.length && texts[first] === texts[last])
    [first, last] = [first + 1, last + 1];
  const next = texts.slice(first, last).find((line) => line.trim() !== '');
  const isParagraph = isBlank(first) && next !== undefined && indentOf(next) <= indentOf(texts[from] ?? '');
  return isParagraph
    ? [
        { from, to: from + removed.length, removed },
        { from: first, to: last, removed: [] },
      ]
    : [hunk];
};

/** Rows of the file that hold tests of their own: they belong to the tests. */
const testRows = (path: string, text: string): readonly (readonly [number, number])[] => {
  const rowAt = (at: number): number => text.slice(0, at).split('\n').length - 1;
  return (splitSource(path, text)?.blocks ?? []).map((block) => {
    const at = text.indexOf(block);
    return [rowAt(at), rowAt(at + block.length) + 1];
  });
};

export interface CutFile {
  readonly hunks: readonly CodeHunk[];
  /** How many say nothing that a test could miss. */
  readonly silent: number;
}

/** The pieces of a change of one file. */
export const codeHunks = (path: string, text: string, patch: string): CutFile => {
  const { texts } = linesOf(text);
  const ofTests = testRows(path, text);
  const pieces = parseHunks(patch)
    .flatMap((hunk) => splitAddition(hunk, texts))
    .flatMap((hunk) => paragraphs(hunk, texts))
    .filter(
      ({ from, to }) =>
        !ofTests.some(
          ([first, last]) => (from < last && to > first) || (from === to && from > first && from < last),
        ),
    );
  const hunks = pieces.filter(({ from, to, removed }) => !isSilentHunk(path, texts.slice(from, to), removed));
  return { hunks, silent: pieces.length - hunks.length };
};

/** The first line of a piece that says something: in the head, else of what was removed there. */
export const shownLine = (
  path: string,
  text: string,
  { from, to, removed }: CodeHunk,
): { readonly at: number; readonly text: string } => {
  const { texts } = linesOf(text);
  const lines = texts.slice(from, to);
  const own = lines.find((line) => !isSilentLine(path, line));
  const gone = removed.find((line) => !isSilentLine(path, line)) ?? '';
  return own === undefined
    ? { at: Math.max(0, Math.min(from, texts.length - 1)), text: gone.trim() }
    : { at: from + lines.indexOf(own), text: own.trim() };
};

/** The text of the head without one piece: what stood there before is there again. */
export const withoutHunk = (text: string, { from, to, removed }: CodeHunk): string => {
  const { texts, isEnded } = linesOf(text);
  const left = [...texts.slice(0, from), ...removed, ...texts.slice(to)];
  return left.length === 0 ? '' : `${left.join('\n')}${isEnded ? '\n' : ''}`;
};
