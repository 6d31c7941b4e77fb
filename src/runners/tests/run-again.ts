// A failure that may be a chance is looked at once more, before it counts against the change.
import {
  doubtedFailures,
  endedAs,
  excusedBy,
  hasDoubted,
  isRedByExit,
} from '../../evidence/runs/excused-run.ts';
import type { CommandEvidence, TestRunsEvidence } from '../../model/evidence.ts';
import type { UnavailableEvidence } from '../commands/reexecute.ts';

export interface TestedHead {
  readonly head: CommandEvidence;
  /** The old tests on the new code. */
  readonly oldTests: CommandEvidence;
}

type Again = (which: true | 'third') => Promise<CommandEvidence | UnavailableEvidence>;

/**
 * One more run of each in which a doubted test fails. Where both are one tree, it is run once for both. If another test fails
 * by chance in that run, a third one says whether anything but the tests is wrong.
 */
export const ranAgain = async (
  first: TestedHead,
  { rows, cut }: Pick<TestRunsEvidence, 'rows' | 'cut'>,
  again: Readonly<Record<keyof TestedHead, Again>>,
): Promise<TestedHead> => {
  const doubted = cut ? new Set<string>() : doubtedFailures(rows);
  const settled = async (which: keyof TestedHead): Promise<CommandEvidence> => {
    const known = first[which];
    if (!hasDoubted(known, doubted)) return known;
    const second = await again[which](true);
    if (second.kind !== 'command') return known;
    const excused = excusedBy(known, second, doubted);
    if (!isRedByExit(excused, second)) return excused;
    const third = await again[which]('third');
    return third.kind === 'command' ? endedAs(excused, second, third) : excused;
  };
  return { head: await settled('head'), oldTests: await settled('oldTests') };
};
