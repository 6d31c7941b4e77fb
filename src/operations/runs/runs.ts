// Which runs a project has, and which one a user means.
import { join, resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import type { State } from '../../model/run/state.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { replay } from '../../runtime/replay.ts';
import { nearest } from '../../std/nearest.ts';
import { runMoved } from '../../stores/store-refusals.ts';
import { workflowOfRun } from '../definitions/load-workflow.ts';
import type { RunPlace, System } from '../system.ts';

export const runPlace = (place: Place, workflow: Workflow, name: string): RunPlace => ({
  name,
  place,
  directory: join(place.project, workflow.directory, name),
  stateDirectory: join(place.stateDirectory, name),
});

export const requireName = (name: string): string => {
  if (isName(name)) return name;
  throw new BatonError(
    'NAME_INVALID',
    `expected letters, digits, "-" and "_", beginning and ending with a letter or digit, at most 64; got ${JSON.stringify(name)}`,
    { hint: 'choose another name, for example fix-login' },
  );
};

export interface ReadRun {
  readonly run: RunPlace;
  readonly workflow: Workflow;
  readonly state: State;
  readonly chain: string;
}

/** What the journal says now, whoever holds the run. Undefined when there is no entry yet. */
export const readRun = async (system: System, place: Place, name: string): Promise<ReadRun | undefined> => {
  const { store } = await system.stores(place).reader(name);
  try {
    const state = await replay(store);
    if (state === undefined) return undefined;
    const workflow = await workflowOfRun(system, state);
    return { run: runPlace(place, workflow, name), workflow, state, chain: store.head.chain };
  } finally {
    await store.close();
  }
};

/** The directory of a run is as good as its name. */
const directoriesOf = (system: System, place: Place, name: string): readonly string[] => [
  join(place.stateDirectory, name),
  ...system.workflows.map((workflow) => runPlace(place, workflow, name).directory),
];

/** The only run whose name begins so. */
const beginningWith = (names: readonly string[], run: string): string | undefined => {
  const found = run === '' ? [] : names.filter((name) => name.startsWith(run));
  if (found.length <= 1) return found[0];
  throw new BatonError('RUN_UNKNOWN', `expected one run, ${found.length} begin with ${JSON.stringify(run)}`, {
    hint: `write more of the name: ${found.join(', ')}`,
  });
};

/** RUN is a name, the beginning of one, or a directory; without it, the run that was written to last. */
export const requireRun = async (system: System, place: Place, run: string | undefined): Promise<string> => {
  const names = await system.stores(place).list();
  const meant = run === undefined ? [] : [resolve(run), resolve(place.project, run)];
  const wanted =
    run === undefined
      ? names[0]
      : (names.find((name) => name === run) ??
        names.find((name) => directoriesOf(system, place, name).some((path) => meant.includes(path))) ??
        beginningWith(names, run));
  if (wanted !== undefined) return wanted;
  if (run === undefined)
    throw new BatonError('RUN_UNKNOWN', `expected a run of ${place.project}, there is none`, {
      hint: 'start one: baton run "REQUEST"',
    });
  const moved = isName(run) ? await system.stores(place).movedTo(run) : undefined;
  if (moved !== undefined) throw runMoved(run, moved);
  const near = nearest(run, names);
  throw new BatonError(
    'RUN_UNKNOWN',
    `expected a run of this project (${names.join(', ') || 'there is none'}), got ${JSON.stringify(run)}`,
    {
      hint: near === undefined ? 'see them with `baton list`' : `did you mean ${near}?`,
    },
  );
};

export const findRun = async (system: System, place: Place, run: string | undefined): Promise<ReadRun> => {
  const name = await requireRun(system, place, run);
  const found = await readRun(system, place, name);
  if (found !== undefined) return found;
  throw new BatonError('RUN_UNKNOWN', `run ${name} was cut off before its first entry`, {
    hint: `start it again: baton run "REQUEST" --name ${name}`,
  });
};
