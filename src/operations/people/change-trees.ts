// Which two trees a person looks at: what waits to be approved, else what the run has come to, against its base.
import { plan } from '../../engine/plan.ts';
import type { Ask } from '../../model/run/event.ts';
import { type Digest, TREE_PREFIX } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';

export interface ChangeTrees {
  readonly from: Digest;
  readonly to: Digest;
  /** What waits for a person and is about `to`. */
  readonly item?: string;
}

/** Of something that waits; undefined where it is about no tree. */
export const treesAsked = (
  state: State,
  { about, base }: Pick<Ask, 'about' | 'base'>,
): ChangeTrees | undefined => {
  const to = Object.values(about ?? {}).find((digest) => digest.startsWith(TREE_PREFIX));
  return to === undefined ? undefined : { from: base ?? state.run.base.tree, to };
};

/** The last tree that the workflow names is the one that it makes of the others. */
const currentTree = (workflow: Workflow, state: State): Digest | undefined =>
  Object.entries(workflow.artifacts)
    .filter(([, { kind, each }]) => kind === 'tree' && each !== true)
    .flatMap(([name]) => state.artifacts[name]?.digest ?? [])
    .at(-1);

export const treesOfRun = (workflow: Workflow, state: State): ChangeTrees => {
  const asked = plan(state)
    .questions.filter(({ ask }) => ask.kind === 'approval')
    .flatMap(({ id, ask }) => {
      const trees = treesAsked(state, ask);
      return trees === undefined ? [] : [{ ...trees, item: id }];
    });
  const from = state.run.base.tree;
  return asked[0] ?? { from, to: currentTree(workflow, state) ?? from };
};
