// What a run came to, without what may differ between two runs of the same scenario: times, ids made from them, how
// often somebody had to try.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { replay } from '../../src/runtime/replay.ts';
import { nodeDisk } from '../../src/std/disk/node-disk.ts';
import { openFileStoreReadOnly } from '../../src/stores/file/file-store-reader.ts';
import { gitIn, readJournal, runState, type Scratch } from '../e2e/scratch.ts';

const filesBelow = (root: string, at = root): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesBelow(root, path) : [relative(root, path)];
  });

/** Files of the run directory but for the copy of the journal, each as the play shows it; undefined: it may differ. */
const projections = (directory: string, shown: RunPlaces['shown']): Record<string, unknown> =>
  Object.fromEntries(
    filesBelow(directory)
      .filter((path) => !path.startsWith('journal/'))
      .map((path) => [path, shown(path, readFileSync(join(directory, path), 'utf8'))])
      .filter(([, text]) => text !== undefined),
  );

/** Where a workflow leaves what a run came to. */
export interface RunPlaces {
  readonly branch: string;
  /** Of all runs, in the project. */
  readonly directory: string;
  readonly shown: (path: string, text: string) => unknown;
}

const stateOf = async (directory: string) => {
  const { store } = await openFileStoreReadOnly(nodeDisk, directory);
  try {
    const state = await replay(store);
    if (state === undefined) throw new Error(`there is no entry in ${directory}`);
    return state;
  } finally {
    await store.close();
  }
};

/** How often each assignment was accepted: anything but 1 is a handoff lost or applied twice. */
const acceptances = (directory: string): Record<string, number> => {
  const count: Record<string, number> = {};
  for (const { events } of readJournal(directory))
    for (const event of events)
      if (event.kind === 'submission-accepted') count[event.assignment] = (count[event.assignment] ?? 0) + 1;
  return count;
};

const mapValues = <V, W>(record: Readonly<Record<string, V>>, of: (value: V) => W): Record<string, W> =>
  Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, of(value)]),
  );

export const runEnd = async (
  world: Scratch,
  run: string,
  places: RunPlaces,
): Promise<Record<string, unknown>> => {
  const directory = runState(world, run);
  const state = await stateOf(directory);
  const { branch } = places;
  const files = join(world.project, places.directory, run);
  return {
    status: state.status,
    artifacts: mapValues(state.artifacts, ({ digest }) => digest),
    facts: mapValues(state.facts, ({ about }) => about),
    counters: state.counters,
    handoffs: state.handoffs,
    peopleAnswered: state.peopleAnswered,
    outcomes: mapValues(state.works, ({ outcome }) => outcome),
    acceptances: mapValues(acceptances(directory), (count) => count),
    committedTree: gitIn(world.project, 'rev-parse', `${branch}^{tree}`).trim(),
    commits: gitIn(world.project, 'rev-list', '--count', `main..${branch}`).trim(),
    projections: projections(files, places.shown),
    copied: existsSync(join(files, 'journal', 'journal.jsonl')),
  };
};
