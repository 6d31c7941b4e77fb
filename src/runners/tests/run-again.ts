// A failure that may be a chance is looked at once more, before it counts against the change.
import { doubtedFailures, excusedBy, hasDoubted } from '../../evidence/runs/excused-run.ts';
import type { CommandEvidence, TestRunsEvidence } from '../../model/evidence.ts';
import type { UnavailableEvidence } from '../commands/reexecute.ts';

export interface TestedHead {
  readonly head: CommandEvidence;
  /** The old tests on the new code. */
  readonly oldTests: CommandEvidence;
}

type Again = () => Promise<CommandEvidence | UnavailableEvidence>;

/** One more run of each in which a doubted test fails. Where both are one tree, it is run once for both. */
export const ranAgain = async (
  first: TestedHead,
  { rows, cut }: Pick<TestRunsEvidence, 'rows' | 'cut'>,
  again: Readonly<Record<keyof TestedHead, Again>>,
): Promise<TestedHead> => {
  const doubted = cut ? new Set<string>() : doubtedFailures(rows);
  const settled = async (which: keyof TestedHead): Promise<CommandEvidence> => {
    const known = first[which];
    if (!hasDoubted(known, doubted)) return known;
    const second = await again[which]();
    return second.kind === 'command' ? excusedBy(known, second, doubted) : known;
  };
  return { head: await settled('head'), oldTests: await settled('oldTests') };
};
