// Test files with some of their tests only, and with what these use: so it shows whether a test fails to load by itself,
// or because of what stands beside it.
import { posix } from 'node:path';
import { importsOf } from '../source/imports.ts';
import { withoutTexts, wordsOf } from '../source/source-words.ts';
import { readTestSource } from '../source/test-source.ts';
import { withUsedImports } from '../source/used-imports.ts';
import { rangesOf } from './same-tests.ts';

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A declaration that begins at the start of a line, with what stands right above it. */
interface Piece extends Range {
  /** What others know it by. */
  readonly names: readonly string[];
}

interface Language {
  readonly extension: RegExp;
  /** Lines above a declaration that belong to it. */
  readonly above: RegExp;
  /** The names that a piece declares; undefined where it is none that can be left out. */
  readonly names: (piece: string) => readonly string[] | undefined;
  /** Whether a runner uses it by itself. */
  readonly keeps?: (piece: string) => boolean;
}

const namesIn = (list: string | undefined): string[] =>
  (list ?? '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

const GO_FUNCTION = /^func\s+(?:\(\s*(?:\w+\s+)?\*?(\w+)[^)]*\)\s*)?(\w+)/;

const goNames = (piece: string): readonly string[] | undefined => {
  const [, receiver, name] = GO_FUNCTION.exec(piece) ?? [];
  // Go runs these two by itself.
  if (name !== undefined) return ['init', 'TestMain'].includes(name) ? undefined : [receiver ?? name];
  const block = /^(?:var|const|type)\s*\(([\s\S]*)/.exec(piece)?.[1];
  if (block !== undefined) return [...block.matchAll(/^\t([A-Za-z_]\w*)/gm)].map(([, one = '']) => one);
  const single = /^(?:var|const|type)\s+(\w+(?:\s*,\s*\w+)*)/.exec(piece)?.[1];
  return single === undefined ? undefined : namesIn(single);
};

const scriptNames = (piece: string): readonly string[] | undefined => {
  const made = /^(?:export\s+)?(?:async\s+)?(?:function\b\s*\*?|class|interface|type|enum)\s+(\w+)/.exec(
    piece,
  )?.[1];
  const bound = /^(?:export\s+)?(?:const|let|var)\s+([^=;]*)/.exec(piece)?.[1];
  return made === undefined && bound === undefined ? undefined : namesIn(made ?? bound);
};

/** Functions and values that a runner of Python uses by itself. */
const PYTHON_KNOWN = /^(?:pytest\w*|setup\w*|teardown\w*|__\w+__|load_tests)$/i;

const pythonNames = (piece: string): readonly string[] | undefined => {
  const head = /^(?:(?:async\s+)?def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]*)?=(?!=)/m.exec(piece);
  const name = head?.[1] ?? head?.[2];
  return name === undefined || PYTHON_KNOWN.test(name) ? undefined : [name];
};

const RUST_ITEM =
  /^(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const)\s+)*(?:(?:fn|struct|enum|trait|type|const|static|mod|union)\s+|macro_rules!\s*)(\w+)/m;

const rustNames = (piece: string): readonly string[] | undefined => {
  const name = /^impl\b/m.test(piece) ? undefined : RUST_ITEM.exec(piece)?.[1];
  return name === undefined ? undefined : [name];
};

const LANGUAGES: readonly Language[] = [
  { extension: /\.go$/i, above: /^(?!)/, names: goNames },
  { extension: /\.(?:[cm]?[jt]s|[jt]sx)$/i, above: /^@/, names: scriptNames },
  { extension: /\.py$/i, above: /^[@#]/, names: pythonNames, keeps: (piece) => /\bautouse\b/.test(piece) },
  { extension: /\.rs$/i, above: /^#\[/, names: rustNames },
];

/** From one line that begins with a word to the next; lines that close a bracket belong to what they close. */
const linesFrom = (plain: string): number[] => [...plain.matchAll(/^[^\s})\]]/gm)].map(({ index }) => index);

const piecesOf = ({ path, text }: SourceText): readonly Piece[] => {
  const language = LANGUAGES.find(({ extension }) => extension.test(path));
  if (language === undefined) return [];
  const plain = withoutTexts(text);
  const starts = linesFrom(plain);
  const found: Piece[] = [];
  let from: number | undefined;
  for (const [at, start] of starts.entries()) {
    const to = starts[at + 1] ?? text.length;
    from ??= start;
    if (language.above.test(plain.slice(start, to))) continue;
    const names = language.names(plain.slice(start, to));
    const isKnown = names !== undefined && !language.keeps?.(plain.slice(from, to));
    if (isKnown) found.push({ from, to, names });
    from = undefined;
  }
  return found;
};

/** The declarations of a file that begin at the start of a line, each with its names. */
export const namedPieces = (
  path: string,
  text: string,
): readonly { readonly names: readonly string[]; readonly text: string }[] =>
  piecesOf({ path, text }).map(({ names, from, to }) => ({ names, text: text.slice(from, to) }));

/** Names in a text, also those that stand in the places of a template. */
const usedIn = (text: string): string[] =>
  wordsOf(text).flatMap((word) =>
    word.startsWith('`')
      ? [...word.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, part = '']) => wordsOf(part))
      : [word],
  );

const without = (text: string, cuts: readonly (Range & { readonly put?: string })[]): string => {
  let [made, at] = ['', 0];
  for (const { from, to, put = '' } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    made += text.slice(at, from) + put;
    at = to;
  }
  return made + text.slice(at);
};

const isInside = (inner: Range, outer: Range): boolean => inner.from >= outer.from && inner.to <= outer.to;

/** Tests may stand inside of a piece. In Go each is one. */
const NESTS_TESTS = /\.(?:[cm]?[jt]s|[jt]sx|py|rs)$/i;

interface Taken extends SourceText {
  readonly pieces: readonly Piece[];
  /** Other tests, inside of pieces that are kept. */
  readonly unwanted: readonly Range[];
  /** Pieces that hold a wanted test. */
  readonly kept: Set<Piece>;
}

const taken = (file: SourceText, isWanted: (path: string, test: string) => boolean): Taken => {
  const tests = rangesOf({ ...file, tests: readTestSource(file.path, file.text) });
  const wanted = tests.filter(({ name }) => isWanted(file.path, name));
  const pieces = piecesOf(file);
  return {
    ...file,
    pieces,
    unwanted: NESTS_TESTS.test(file.path)
      ? tests.filter((test) => !wanted.some((one) => one === test || isInside(one, test)))
      : [],
    kept: new Set(pieces.filter((piece) => wanted.some((test) => isInside(test, piece)))),
  };
};

/** Python wants something in the place of what is cut out of a class. */
const cutsOf = ({ path, text, pieces, unwanted, kept }: Taken): readonly (Range & { put?: string })[] => [
  ...pieces.filter((piece) => !kept.has(piece)),
  ...unwanted.map((range) => ({
    ...range,
    ...(path.endsWith('.py') ? { put: `${/^[ \t]*/.exec(text.slice(range.from))?.[0] ?? ''}pass\n` } : {}),
  })),
];

/** What is left of the files, without what none of the wanted tests uses; files of one package see each other's names. */
const settle = (files: readonly Taken[]): void => {
  for (;;) {
    const used = new Set(
      files.flatMap(({ path, text, ...rest }) =>
        usedIn(importsOf(path, without(text, cutsOf({ path, text, ...rest }))).rest),
      ),
    );
    const more = files.flatMap(({ pieces, kept }) =>
      pieces
        .filter((piece) => !kept.has(piece) && piece.names.some((name) => used.has(name)))
        .map((piece) => () => kept.add(piece)),
    );
    if (more.length === 0) return;
    for (const keep of more) keep();
  }
};

/** The files with the wanted tests and what they use; those of languages that are not known stay as they are. */
export const keepTests = (
  files: readonly SourceText[],
  isWanted: (path: string, test: string) => boolean,
): readonly SourceText[] => {
  const all = files.map((file) => taken(file, isWanted));
  const packageOf = ({ path }: Taken): string => (path.endsWith('.go') ? posix.dirname(path) : path);
  for (const one of new Set(all.map(packageOf))) settle(all.filter((file) => packageOf(file) === one));
  return all.map((file) => ({
    path: file.path,
    text: withUsedImports(file.path, without(file.text, cutsOf(file))),
  }));
};
