// Definitions that stand in another file of the code now, word for word: whoever imports one from there means what it meant.
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
export type MovedDefinitions = ReadonlyMap<string, readonly [from: string, to: string]>;

interface Place {
  readonly file: CodeFile;
  readonly words: string;
}

/** Whether others see it says nothing of what it does. */
const wordsOfPiece = (text: string): string =>
  JSON.stringify(wordsOf(text.replace(/^(?:export\s+(?:default\s+)?|pub(?:\([^)]*\))?\s+)/m, '')));

const placesOf = (
  files: readonly CodeFile[],
  side: 'before' | 'after',
): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const file of files)
    for (const { names, text } of namedPieces(side === 'before' ? file.was : file.path, file[side] ?? ''))
      for (const name of names)
        places.set(name, [...(places.get(name) ?? []), { file, words: wordsOfPiece(text) }]);
  return places;
};

/** Whether changed code gives this name to anything, other than where it defines it. */
const isGiven = (name: string, files: readonly CodeFile[]): boolean => {
  const given = new RegExp(`\\bas\\s+${name}\\b|\\b${name}\\s*:(?!:)|\\.${name}\\s*=(?![=>])`);
  return /^\w+$/.test(name) && files.some(({ after }) => given.test(after ?? ''));
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
