// What `git diff` prints, as files and lines. The text is git's own; names are as git quotes them, undone.
import type { DiffFile, DiffLine } from '../../model/dashboard/bytes.ts';
import { DIFF_LINES_MAX } from '../../model/limits/dashboard.ts';

const OCTAL = /\\([0-7]{3}|.)/g;
const SIGNS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, a: 7, b: 8, f: 12, v: 11 };

/** `"a/caf\303\251"` is `a/café`. */
const unquoted = (name: string): string => {
  if (!name.startsWith('"')) return name.replace(/\t$/, '');
  const bytes: number[] = [];
  let last = 0;
  const inner = name.slice(1, name.lastIndexOf('"'));
  for (const match of inner.matchAll(OCTAL)) {
    bytes.push(...Buffer.from(inner.slice(last, match.index)));
    const [all, sign = ''] = match;
    bytes.push(sign.length === 3 ? Number.parseInt(sign, 8) : (SIGNS[sign] ?? sign.charCodeAt(0)));
    last = match.index + all.length;
  }
  bytes.push(...Buffer.from(inner.slice(last)));
  return Buffer.from(bytes).toString('utf8');
};

const withoutSide = (name: string): string => unquoted(name).replace(/^[ab]\//, '');

interface Reading {
  file: { -readonly [K in keyof DiffFile]: DiffFile[K] };
  old: number;
  new: number;
}

const HEADS: readonly (readonly [RegExp, (file: Reading['file'], rest: string) => void])[] = [
  [
    /^new file mode /,
    (file) => {
      file.change = 'added';
    },
  ],
  [
    /^deleted file mode /,
    (file) => {
      file.change = 'deleted';
    },
  ],
  [
    /^rename from /,
    (file, rest) => {
      file.was = unquoted(rest);
      file.change = 'renamed';
    },
  ],
  [
    /^rename to /,
    (file, rest) => {
      file.path = unquoted(rest);
    },
  ],
  [
    /^--- (?!\/dev\/null)/,
    (file, rest) => {
      file.path = withoutSide(rest);
    },
  ],
  [
    /^\+\+\+ (?!\/dev\/null)/,
    (file, rest) => {
      file.path = withoutSide(rest);
    },
  ],
  [
    /^Binary files /,
    (file) => {
      file.binary = true;
    },
  ],
];

/** `a/x b/x`, where no other line gives the name. */
const nameIn = (line: string): string => {
  const rest = line.slice('diff --git '.length);
  if (rest.startsWith('"')) return withoutSide(rest.slice(0, rest.indexOf('" ') + 1));
  return withoutSide(rest.slice(0, Math.floor(rest.length / 2)));
};

const lineOf = (reading: Reading, line: string): DiffLine => {
  const text = line.slice(1);
  const { file } = reading;
  if (line.startsWith('+')) {
    file.added += 1;
    reading.new += 1;
    return { kind: 'add', new: reading.new - 1, text };
  }
  if (line.startsWith('-')) {
    file.removed += 1;
    reading.old += 1;
    return { kind: 'del', old: reading.old - 1, text };
  }
  if (line.startsWith('\\')) return { kind: 'note', text: line.slice(2) };
  reading.old += 1;
  reading.new += 1;
  return { kind: 'same', old: reading.old - 1, new: reading.new - 1, text };
};

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export const patchFiles = (patch: string): { readonly files: DiffFile[]; readonly cut: boolean } => {
  const files: DiffFile[] = [];
  let reading: Reading | undefined;
  let inHunk = false;
  let lines = 0;
  const all = patch.split('\n');
  if (all.at(-1) === '') all.pop();
  for (const line of all) {
    if (line.startsWith('diff --git ')) {
      reading = {
        file: { path: nameIn(line), change: 'modified', added: 0, removed: 0, binary: false, lines: [] },
        ...{ old: 0, new: 0 },
      };
      files.push(reading.file);
      inHunk = false;
      continue;
    }
    if (reading === undefined) continue;
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      inHunk = true;
      reading.old = Number(hunk[1]);
      reading.new = Number(hunk[2]);
    }
    if (!inHunk) {
      const head = HEADS.find(([pattern]) => pattern.test(line));
      head?.[1](reading.file, line.replace(head[0], ''));
      continue;
    }
    const shown: DiffLine = hunk === null ? lineOf(reading, line) : { kind: 'hunk', text: line };
    lines += 1;
    if (lines <= DIFF_LINES_MAX) reading.file.lines.push(shown);
  }
  return { files, cut: lines > DIFF_LINES_MAX };
};
