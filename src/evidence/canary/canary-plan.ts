// Which test files are tried: together they import all changed code that any test file imports.

export interface Covering {
  readonly path: string;
  /** Lower is tried first. */
  readonly rank: number;
  /** Changed code that the file imports. */
  readonly covers: readonly string[];
}

const gain = ({ covers }: Covering, missing: ReadonlySet<string>): number =>
  covers.filter((file) => missing.has(file)).length;

/** The best in rank comes first; after it, the file that covers most of what is still missing, if any does. */
export const nextFile = <T extends Covering>(
  files: readonly T[],
  missing: ReadonlySet<string>,
  isFirst: boolean,
): T | undefined => {
  const sorted = [...files].sort(
    (a, b) =>
      (isFirst ? a.rank - b.rank : 0) ||
      gain(b, missing) - gain(a, missing) ||
      a.rank - b.rank ||
      (a.path < b.path ? -1 : 1),
  );
  const [best] = sorted;
  return best !== undefined && (isFirst || gain(best, missing) > 0) ? best : undefined;
};

/** Changed code that tests import, and that is in none of the files that would be tried. */
export const leftOver = (files: readonly Covering[], filesMax: number): string[] => {
  const missing = new Set(files.flatMap(({ covers }) => covers));
  let rest = files;
  for (let count = 0; count < filesMax; count += 1) {
    const next = nextFile(rest, missing, count === 0);
    if (next === undefined) break;
    for (const file of next.covers) missing.delete(file);
    rest = rest.filter((one) => one !== next);
  }
  return [...missing].sort();
};
