// Replay of a long journal: state from the first entry on, against reading, splitting and parsing the same lines.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replay } from '../src/runtime/replay.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import type { Store } from '../src/stores/store.ts';
import type { Bench } from './bench.ts';
import { interleave, type Row, ratioRow } from './measure.ts';
import { writeRelayHistory } from './relay-history.ts';

const ENTRIES = 100_000;
const ROUNDS = 9;

const parseLines = (path: string): void => {
  let seen = 0;
  for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') seen = JSON.parse(line).seq;
  if (seen !== ENTRIES) throw new Error(`the floor came to entry ${seen}`);
};

/** A snapshot would make it short. */
const wholly = (store: Store): Parameters<typeof replay>[0] => ({
  readSnapshot: async () => undefined,
  read: (from) => store.read(from),
});

const replayed = async (store: Store): Promise<void> => {
  const state = await replay(wholly(store));
  if (state?.seq !== ENTRIES) throw new Error(`came to entry ${state?.seq}`);
};

export const replayRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const directory = join(scratch, 'history');
  await writeRelayHistory(directory, ENTRIES);
  rmSync(join(directory, 'snapshot.json'), { force: true });
  const journal = join(directory, 'journal.jsonl');
  const { store } = await openFileStore(nodeDisk, directory);
  const floor = (): void => parseLines(journal);
  const plain = await interleave(() => replayed(store), floor, { rounds: ROUNDS });
  await store.close();
  const chained = await interleave(
    async () => {
      const opened = await openFileStore(nodeDisk, directory);
      await replayed(opened.store);
      await opened.store.close();
    },
    floor,
    { rounds: ROUNDS },
  );
  const name = `replay of ${ENTRIES.toLocaleString('en')} entries`;
  return [ratioRow(name, plain, 1.6), ratioRow(`${name}, the chain verified`, chained, 2.5)];
};
