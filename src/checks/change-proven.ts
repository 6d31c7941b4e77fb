// The whole family of checks for the change of one tree, for workflows that declare nothing else about it.
import type { Tree } from '../model/handles.ts';
import type { WorkKind } from '../model/work-kind.ts';
import type { Check } from '../model/workflow.ts';
import { commandsOf } from './change.ts';
import { changeChecks, NEED_TESTS } from './change-clauses.ts';
import { unlessWaived } from './waived.ts';

/**
 * The tests are green and still mean what they meant, and the change is shown by one that failed before.
 * Judged since the work began, or since `since`; of the tree that is handed in, or of the one that was accepted.
 */
export const changeProven = <const O extends string = never>(
  of: Tree,
  more: {
    readonly since?: Tree;
    readonly command?: string;
    readonly kind?: WorkKind;
    readonly on?: readonly O[];
  } = {},
): readonly Check<O>[] => {
  const { since, command = 'test', kind = 'feature', on } = more;
  return changeChecks(
    ({ start, digest, view }) => ({
      ...{ command, kind, released: [], strict: false },
      base: since === undefined ? start : view.digest(since),
      head: digest(of) ?? view.digest(of),
      commands: commandsOf(view),
    }),
    on === undefined ? {} : { on },
  ).map((check) => (NEED_TESTS.includes(check.name) ? unlessWaived(command, check) : check));
};
