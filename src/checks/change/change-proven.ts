// The change of one tree as a submission and the run tell it, and the whole family of checks for it.
import type { Tree } from '../../model/workflow/handles.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { unlessWaived } from '../waived.ts';
import { type Change, commandsOf, type Declared, declaredTogether } from './change.ts';
import { changeChecks, NEED_TESTS } from './change-clauses.ts';
import { probeOf } from './probe-policy.ts';

export interface TreeChange {
  /** What it is judged against; where the work began when absent. What an earlier round lost is not forgotten then. */
  readonly since?: Tree;
  /** The project's command that runs its tests; `test` when absent. */
  readonly command?: string;
  /** What a plan says of the pieces of work in it; a feature when absent. */
  readonly declared?: (submission: Submission) => readonly Declared[];
}

const TEST = 'test';

/**
 * The change that a tree is, for the checks of a change: the tree that is handed in, or the accepted one where this work
 * hands in none.
 *
 * @example
 * ```ts
 * const changeOf = changeOfTree(tree('work'), { since: tree('base') });
 * ```
 */
export const changeOfTree =
  (of: Tree, { since, command = TEST, declared = () => [{}] }: TreeChange = {}) =>
  (submission: Submission): Change => {
    const { view, start } = submission;
    const handedIn = submission.digest(of);
    const merged = since === undefined ? submission.merged(of) : undefined;
    const said = {
      ...declaredTogether(declared(submission)),
      ...{ command, strict: false, commands: commandsOf(view), probe: probeOf(view) },
    };
    if (merged !== undefined) return { ...said, base: merged.onto, head: merged.tree };
    return {
      ...said,
      base: since === undefined ? start : view.digest(since),
      head: handedIn ?? view.digest(of),
      ...(since === undefined || handedIn === undefined ? {} : { start }),
    };
  };

/**
 * The same as `changeProven` for a change of your own making. A project that waives its tests is judged by the other checks.
 *
 * @example
 * ```ts
 * const checks = provenChecks(changeOfTree(tree('work')), { command: 'test' });
 * ```
 */
export const provenChecks = <const O extends string = never>(
  changeOf: (submission: Submission) => Change,
  more: { readonly command?: string; readonly on?: readonly O[] } = {},
): readonly Check<O>[] => {
  const { command = TEST, on } = more;
  return changeChecks(changeOf, on === undefined ? {} : { on }).map((check) =>
    NEED_TESTS.includes(check.name) ? unlessWaived(command, check) : check,
  );
};

/**
 * Checks that a change is proven: the tests pass and still mean what they meant, and a test that failed before shows the
 * change. Baton runs the tests itself.
 *
 * @example
 * ```ts
 * const work = tree('work', { starts: 'project' });
 * const code = agent(role('coder'), { worksIn: work, writes: [work], checks: changeProven(work) });
 * ```
 */
export const changeProven = <const O extends string = never>(
  of: Tree,
  more: TreeChange & { readonly on?: readonly O[] } = {},
): readonly Check<O>[] => provenChecks(changeOfTree(of, more), more);
