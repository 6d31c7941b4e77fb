// The demo of a workflow, played once before the tests of a file, as a stranger plays it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import { baton, makeScratch, type Outcome, readJournal, runState, type Scratch } from './scratch.ts';

interface Played {
  /** Its project is the scratch project of the demo. */
  readonly world: Scratch;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
}

export interface PlayedDemo extends Played {
  /** Every event of one kind, in its order. */
  all<K extends Event['kind']>(kind: K): Extract<Event, { kind: K }>[];
}

export const playedDemo = (workflow: string): PlayedDemo => {
  let played: Played | undefined;
  beforeAll(async () => {
    const made = makeScratch();
    const outcome = await baton(made, ['demo', workflow, '--json'], { cwd: made.home });
    const [name = ''] = readdirSync(made.tmp);
    const world = { ...made, project: join(made.tmp, name) };
    played = { world, outcome, entries: readJournal(runState(world, 'demo')) };
    return made.remove;
  });
  const now = (): Played => {
    if (played === undefined) throw new Error('the demo was not played yet');
    return played;
  };
  return {
    get world() {
      return now().world;
    },
    get outcome() {
      return now().outcome;
    },
    get entries() {
      return now().entries;
    },
    all: <K extends Event['kind']>(kind: K) =>
      now().entries.flatMap(({ events }) =>
        events.filter((event): event is Extract<Event, { kind: K }> => event.kind === kind),
      ),
  };
};
