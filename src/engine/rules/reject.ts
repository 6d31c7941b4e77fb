// A rejection: counted against those before it, written down, told to whom it concerns, and followed by what it leads to.
import { BatonError } from '../../errors.ts';
import { REJECTIONS_MAX, TEXT_CHARS_MAX } from '../../model/limits.ts';
import type { Problem } from '../../model/problem.ts';
import type { Judged } from '../../model/run/judged.ts';
import type { Rejection } from '../../model/run/rejection.ts';
import { type Judging, type Work, workOf } from '../../model/run/state.ts';
import { rejectionNotice } from '../../model/workflow/names.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Draft } from '../draft.ts';
import { countMistakes, type Fault } from '../mistakes.ts';
import { giveUp } from './give-up.ts';
import { changeStrategy, followingOf } from './stalemate.ts';

export interface Rejecting extends Pick<Rejection, 'status' | 'blame' | 'problems'> {
  /** Clause by clause, all of it. */
  readonly faults: readonly Fault[];
  readonly problems: Problem[];
  readonly evidence?: readonly string[];
  readonly judged: readonly Judged[];
  /** Absent where it could not be read. */
  readonly submission?: Submission;
}

/** The merge with the work of others, where this work is what does not fit. */
const conflictIn = ({ assignment: { item } }: Work, { evidence }: Judging) =>
  Object.values(evidence)
    .filter((one) => one.kind === 'merge')
    .find(({ conflicts }) => conflicts.some((conflict) => conflict.item === item));

/** A conflict is fixed on top of the others' work: the tree restarts from their merge, with the conflicts marked. */
const rebaseAfterConflict = (draft: Draft, work: Work, judging: Judging): void => {
  const conflict = conflictIn(work, judging);
  if (conflict === undefined) return;
  draft.emit({
    kind: 'work-rebased',
    assignment: work.assignment.id,
    start: conflict.others,
    from: conflict.tree,
    pending: draft.state.works[work.assignment.id]?.attemptState === 'running',
  });
};

/** What others had accepted meanwhile is no mistake of this sender, however often it happens. */
const tallyOf = (work: Work, judging: Judging): NonNullable<Work['tally']> => {
  const conflict = conflictIn(work, judging);
  return conflict !== undefined && conflict.others !== work.start ? {} : (work.tally ?? {});
};

/** People are told beside the work. A later rejection of the same work takes the place of the one before. */
const tellPeople = (draft: Draft, work: Work, view: Submission, rejection: Rejection): void => {
  const { id, contract } = work.assignment;
  const told = draft.workflow.contracts[contract]?.onRejection;
  if (told === undefined) return;
  draft.emit({
    kind: 'request-opened',
    request: {
      id: rejectionNotice(id),
      request: 'rejection',
      assignment: id,
      to: told.to,
      text: told.says(view, rejection).slice(0, TEXT_CHARS_MAX),
      args: {},
      parks: false,
      person: true,
      openedAt: draft.context.at,
    },
  });
};

const rejectionOf = (work: Work, judging: Judging, rejecting: Rejecting): Rejection => {
  const { status, blame, faults, problems, evidence = [] } = rejecting;
  const counted = countMistakes(faults, tallyOf(work, judging));
  return {
    ...{ status, clauses: faults.map(({ clause }) => clause), blame, problems },
    evidence: [...evidence],
    ...counted,
    ...followingOf(work, counted.mistakes),
  };
};

export const rejectSubmission = (draft: Draft, id: string, rejecting: Rejecting): void => {
  const work = workOf(draft.state, id);
  const { judging } = work;
  if (judging === undefined) throw new BatonError('INTERNAL', `nothing was handed in for ${id}`);
  const rejection = rejectionOf(work, judging, rejecting);
  draft.emit({
    kind: 'submission-rejected',
    submission: judging.submission,
    assignment: id,
    rejection,
    judged: [...rejecting.judged],
  });
  rebaseAfterConflict(draft, work, judging);
  const { submission } = rejecting;
  const times = workOf(draft.state, id).rejections;
  if (submission !== undefined) {
    const { at } = draft.context;
    draft.note(() => ({ kind: 'rejected', at, submission, rejection, times }));
    tellPeople(draft, work, submission, rejection);
  }
  if (times < REJECTIONS_MAX) {
    changeStrategy(draft, id, rejection);
    return;
  }
  giveUp(draft, work, {
    code: 'LIMIT_REACHED',
    message: `${id} was rejected ${REJECTIONS_MAX} times; the last time: ${rejection.problems[0]?.message ?? rejection.clauses.join(', ')}`,
    hint: 'look at `baton log`, fix what keeps it from passing, then `baton resume`',
  });
};
