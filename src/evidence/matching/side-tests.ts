// How a test is known: by its name, the file, and its number among those with the same name.
import type { TestCell } from '../../model/evidence.ts';

export const normalTestName = (name: string): string => name.trim().replace(/\s+/g, ' ');
/** The name without the names of the suites that it is in. */
export const lastTestName = (name: string): string =>
  normalTestName(name)
    .split(/ > | › |::/)
    .at(-1) ?? '';

/** A test as one pair of runs with the same tests knows it. */
export interface SideTest {
  readonly name: string;
  readonly file: string | undefined;
  readonly ordinal: number;
  /** In the run on the code of the base, and in the run on the code of the head. */
  readonly onBase: TestCell;
  readonly onHead: TestCell;
}

export const keyOf = (file: string | undefined, name: string, ordinal: number): string =>
  JSON.stringify([file ?? null, normalTestName(name), ordinal]);

/** The function of a case of pytest. */
export const functionOf = (name: string): string => normalTestName(name).replace(/\[.*$/, '');

/** A subtest of Go and a case of pytest have no text of their own: they say what their function says. */
export const functionsOf = (name: string, files: readonly string[]): readonly string[] => {
  if (files.every((file) => file.endsWith('_test.go'))) return [name.split('/')[0] ?? name];
  return files.every((file) => file.endsWith('.py')) ? [functionOf(name)] : [];
};
