// Files made from state: written after the answer, and again before an assignment starts. What an open assignment is
// writing itself is left alone.
import { isActive } from '../engine/satisfied.ts';
import { viewOf } from '../engine/view.ts';
import type { Problem } from '../model/problem.ts';
import type { State } from '../model/state.ts';
import type { Projection, Workflow } from '../model/workflow.ts';
import type { Store, StoreReader } from '../stores/store.ts';
import type { RunFiles } from './ports.ts';

export const projectionsOf = (
  workflow: Workflow,
  state: State,
  contents: (digest: string) => string | undefined,
): readonly Projection[] => {
  const beingWritten = new Set(
    Object.values(state.works)
      .filter((work) => isActive(state, work))
      .flatMap((work) => work.assignment.writes.map((w) => w.path)),
  );
  const artifacts = Object.values(state.artifacts).flatMap((sealed): Projection[] => {
    const text = sealed.path === '.' ? undefined : (sealed.text ?? contents(sealed.digest));
    return text === undefined || beingWritten.has(sealed.path) ? [] : [{ path: sealed.path, text }];
  });
  const made = workflow.projections?.(viewOf(workflow, state, contents, '')) ?? [];
  return [...artifacts, ...made];
};

/** Large artifacts are read once from the store. */
export const contentsOf = async (
  store: Pick<StoreReader, 'getObject'>,
  state: State,
): Promise<(digest: string) => string | undefined> => {
  const texts = new Map<string, string>();
  for (const sealed of Object.values(state.artifacts))
    if (sealed.text === undefined && sealed.digest.startsWith('sha256:'))
      texts.set(sealed.digest, Buffer.from(await store.getObject(sealed.digest)).toString('utf8'));
  return (digest) => texts.get(digest);
};

export interface Projector {
  /** Writes what changed; calls that come meanwhile are joined into one more round. */
  write(state: State): Promise<readonly Problem[]>;
}

export const createProjector = (workflow: Workflow, store: Store, files: RunFiles): Projector => {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<readonly Problem[]> | undefined;
  let latest: State;
  const round = async (): Promise<readonly Problem[]> => {
    next = undefined;
    const state = latest;
    return files.write(projectionsOf(workflow, state, await contentsOf(store, state)));
  };
  return {
    write: (state) => {
      latest = state;
      if (next === undefined) {
        next = last.catch(() => {}).then(round);
        last = next;
      }
      return next;
    },
  };
};
