// What the fuzzer mutates: the corpus of handoffs and the example texts of every system.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SeedText {
  /** Its own name, by which some readers know it. */
  readonly file: string;
  readonly text: string;
}

const FOLDERS = ['quest-variants', 'collective', 'h3a', 'agentmux-golden'];

const textsBelow = (directory: string): SeedText[] =>
  readdirSync(directory)
    .toSorted()
    .flatMap((name) => {
      const path = join(directory, name);
      if (statSync(path).isDirectory()) return textsBelow(path);
      return [{ file: name, text: readFileSync(path, 'utf8') }];
    });

/** Always in the same order, so that a seed means the same inputs. `fixtures` is the folder test/fixtures. */
export const readSeedTexts = (fixtures: string): SeedText[] => {
  const cases = JSON.parse(readFileSync(join(fixtures, 'handoff-cases.json'), 'utf8')) as {
    readonly file: string;
    readonly input: string;
  }[];
  return [
    ...cases.map(({ file, input }) => ({ file, text: input })),
    ...FOLDERS.flatMap((folder) => textsBelow(join(fixtures, folder))),
  ];
};
