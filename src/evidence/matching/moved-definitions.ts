// Definitions that stand in another file of the code now, or under another name, word for word: whoever means one of them
// means what it meant.
import { wordsOf } from '../source/source-words.ts';
import { namedPieces } from './kept-tests.ts';

export interface CodeFile {
  /** Its name in the base, and in the head; the same where it was not renamed. */
  readonly was: string;
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Name → the files without their endings that it stood in, and stands in. */
type MovedDefinitions = ReadonlyMap<string, readonly [from: string, to: string]>;

interface Place {
  readonly file: CodeFile;
  readonly words: string;
}

/** Whether others see it says nothing of what it does, nor does its name. */
const wordsOfPiece = (name: string, text: string): string =>
  JSON.stringify(
    wordsOf(text.replace(/^(?:export\s+(?:default\s+)?|pub(?:\([^)]*\))?\s+)/m, '')).map((word) =>
      word === name ? '#' : word,
    ),
  );

const placesOf = (
  files: readonly CodeFile[],
  side: 'before' | 'after',
): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const file of files)
    for (const { names, text } of namedPieces(side === 'before' ? file.was : file.path, file[side] ?? ''))
      for (const name of names)
        places.set(name, [...(places.get(name) ?? []), { file, words: wordsOfPiece(name, text) }]);
  return places;
};

/** Whether changed code gives this name to anything, other than where it defines it. With types, a colon says no such thing. */
const isGiven = (name: string, files: readonly CodeFile[]): boolean => {
  if (!/^\w+$/.test(name)) return true;
  const given = new RegExp(`\\bas\\s+${name}\\b|\\.${name}\\s*=(?![=>])`);
  const keyed = new RegExp(`\\b${name}\\s*:(?!:)`);
  return files.some(
    ({ path, after = '' }) => given.test(after) || (/\.[cm]?jsx?$/.test(path) && keyed.test(after)),
  );
};

const plain = (path: string): string => path.replace(/\.\w+$/, '');

/** Of the changed files of the code: what one of them defined and another one defines now, each of them alone. */
export const movedDefinitions = (files: readonly CodeFile[]): MovedDefinitions => {
  const [old, now] = [placesOf(files, 'before'), placesOf(files, 'after')];
  return new Map(
    [...old].flatMap(([name, [from, ...others]]) => {
      const [to, ...more] = now.get(name) ?? [];
      if (from === undefined || to === undefined || others.length + more.length > 0) return [];
      const isMoved = from.file !== to.file && from.words === to.words && !isGiven(name, files);
      return isMoved ? [[name, [plain(from.file.was), plain(to.file.path)] as const] as const] : [];
    }),
  );
};

/** The only one of them that has these words. */
const onlyOneWith = (
  words: string,
  places: Iterable<readonly [string, readonly Place[]]>,
): string | undefined => {
  const [name, ...more] = [...places].flatMap(([one, all]) =>
    all.some((place) => place.words === words) ? [one] : [],
  );
  return more.length === 0 ? name : undefined;
};

/** Of the changed files of the code: the name that a definition has now, where its old one is defined nowhere any more. */
export const renamedDefinitions = (files: readonly CodeFile[]): ReadonlyMap<string, string> => {
  const [old, now] = [placesOf(files, 'before'), placesOf(files, 'after')];
  const gone = [...old].filter(([name]) => !now.has(name));
  const added = [...now].filter(([name]) => !old.has(name));
  return new Map(
    gone.flatMap(([name, [place, ...more]]) => {
      if (place === undefined || more.length > 0 || isGiven(name, files)) return [];
      const to = onlyOneWith(place.words, added);
      return to !== undefined && onlyOneWith(place.words, gone) === name ? [[name, to] as const] : [];
    }),
  );
};
