// Tests by name. Whoever hands work in writes a name as it reads it; each runner prints it with other words around it.
import { sameFile } from '../file-index.ts';

export interface TestRef {
  readonly name: string;
  readonly file?: string | undefined;
}

export const normalName = (name: string): string => name.trim().replace(/\s+/g, ' ');

const PARTS = / > | › |::/;

/** The name without the names of the suites that it is in. */
export const lastPart = (name: string): string => normalName(normalName(name).split(PARTS).at(-1) ?? '');

/** Reports quote names as people do. */
const unquoted = (name: string): string => /^(["'`])(.+)\1$/.exec(name)?.[2] ?? name;

/** What is not known does not speak against it. */
export const mayBeIn = (ref: TestRef, file: string | undefined): boolean =>
  file === undefined || ref.file === undefined || sameFile(ref.file, file);

/**
 * Finds tests by full name, last part, or what the name contains: the first of the three that finds any, so that a close
 * match beats a loose one.
 */
export const nameFinder = <T extends TestRef>(
  tests: readonly T[],
): ((wanted: { readonly name: string; readonly file?: string | undefined }) => readonly T[]) => {
  const [full, last] = [new Map<string, T[]>(), new Map<string, T[]>()];
  const put = (into: Map<string, T[]>, key: string, test: T): void => {
    const found = into.get(key);
    if (found === undefined) into.set(key, [test]);
    else found.push(test);
  };
  for (const test of tests) {
    put(full, normalName(test.name), test);
    put(last, lastPart(test.name), test);
  }
  return ({ name, file }) => {
    const wanted = normalName(name);
    if (wanted === '') return [];
    const inFile = (found: readonly T[] | undefined): readonly T[] =>
      (found ?? []).filter((test) => mayBeIn(test, file));
    const bare = unquoted(wanted);
    for (const key of bare === wanted ? [wanted] : [wanted, bare])
      for (const found of [inFile(full.get(key)), inFile(last.get(lastPart(key)))])
        if (found.length > 0) return found;
    return inFile([...full].filter(([key]) => key.includes(wanted)).flatMap(([, found]) => found));
  };
};

export const refText = ({
  name,
  file,
}: {
  readonly name?: string | undefined;
  readonly file?: string | undefined;
}): string =>
  name === undefined || name === ''
    ? (file ?? 'a test')
    : `"${normalName(name)}"${file === undefined ? '' : ` (${file})`}`;
