// A fix round keeps what the round before it brought: its tests are judged from the tree that the round began with, too.

import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Clause, checkOf } from '../clause.ts';
import type { Change } from './change.ts';
import { testsHold } from './tests-hold.ts';

const ROUND_KEPT: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'round-kept',
  title: 'The tests of the round before still hold',
  says: 'every test of the round before still holds, too; Baton runs the tests that this round started with on your code',
};

/**
 * Every test that the round before brought still holds. For work that begins with what an earlier round handed in.
 *
 * @example
 * ```ts
 * const checks = [roundKept(changeOfTree(tree('work')))];
 * ```
 */
export const roundKept = (changeOf: (submission: Submission) => Change): Check<never> =>
  checkOf(ROUND_KEPT, (submission) => {
    const { start, named: _, ...change } = changeOf(submission);
    const isFirst = start === undefined || start === change.base || start === change.head;
    const clause = testsHold({ ...change, base: start, strict: false, kind: 'feature' });
    return isFirst
      ? { ...ROUND_KEPT, needs: [], judge: () => ({ status: 'met', problems: [] }) }
      : { ...clause, ...ROUND_KEPT };
  });
