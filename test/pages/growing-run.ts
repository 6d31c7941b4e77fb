// A run whose journal grows while somebody looks at it: lines of a real history, one after the other.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRelayHistory } from '../../bench/relay-history.ts';

export interface GrowingRun {
  /** Entries that are in the journal now. */
  readonly entries: number;
  grow(): void;
}

/** `state` is the folder of the project's runs. The history has `most` entries, of which the first are there at once. */
export const growingRun = async (
  state: string,
  run: string,
  { first, most }: { readonly first: number; readonly most: number },
): Promise<GrowingRun> => {
  const whole = join(state, '..', `history-of-${run}`);
  await writeRelayHistory(whole, most);
  const lines = readFileSync(join(whole, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  const journal = join(state, run, 'journal.jsonl');
  mkdirSync(join(state, run), { recursive: true });
  writeFileSync(journal, `${lines.slice(0, first).join('\n')}\n`);
  let entries = first;
  return {
    get entries() {
      return entries;
    },
    grow: () => {
      const line = lines[entries];
      if (line === undefined) return;
      appendFileSync(journal, `${line}\n`);
      entries += 1;
    },
  };
};
