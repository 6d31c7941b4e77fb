// Work that changes nothing is not done.
import { problem } from '../../model/problem.ts';
import { MET, unmet, unproven } from '../../model/run/verdict.ts';
import type { Clause } from '../clause.ts';
import type { Change } from './change.ts';

export const WORK_CHANGED: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'work-changed',
  title: 'Something changed',
  says: 'you have changed at least one file',
};

export const workChanged = ({ base, head, start = base }: Change): Clause => ({
  ...WORK_CHANGED,
  needs: [],
  judge: () => {
    if (head === undefined) return unproven(problem('EVIDENCE_UNAVAILABLE', 'there is no tree to look at'));
    return head === start
      ? unmet(
          problem('NOTHING_CHANGED', 'expected a change, got the same files as before', {
            hint: 'do the work, then submit again; if there is nothing to do, ask',
          }),
        )
      : MET;
  },
});
