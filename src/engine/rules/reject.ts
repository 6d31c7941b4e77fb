// A rejection: counted against those before it, written down, told to whom it concerns, and followed by what it leads to.
import { BatonError } from '../../errors.ts';
import { type Evidence, evidenceKey } from '../../model/evidence.ts';
import { REJECTIONS_MAX, TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Judged } from '../../model/run/judged.ts';
import type { Rejection } from '../../model/run/rejection.ts';
import { type Judging, type Work, workOf } from '../../model/run/state.ts';
import { rejectionNotice } from '../../model/workflow/names.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Draft } from '../draft.ts';
import { lineOf, mergeOf } from '../line.ts';
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

type Merge = Extract<Evidence, { kind: 'merge' }>;

/** The merge with the work of others, where this work is what does not fit; or what it was judged as on its main line. */
const mergeIn = (
  { workflow, state }: Draft,
  work: Work,
  { evidence, sealed }: Judging,
): Merge | undefined => {
  const line = lineOf(workflow, state, work, sealed);
  if (line === undefined)
    return Object.values(evidence)
      .filter((one) => one.kind === 'merge')
      .find(({ conflicts }) => conflicts.some((conflict) => conflict.item === work.assignment.item));
  const request = line.handedIn ? mergeOf(line) : undefined;
  const onMain = request === undefined ? undefined : evidence[evidenceKey(request)];
  return onMain?.kind === 'merge' ? onMain : undefined;
};

/** It is fixed on top of the others' work: the tree restarts from their merge, with the conflicts marked. */
const rebase = (draft: Draft, work: Work, merge: Merge | undefined): void => {
  if (merge === undefined) return;
  draft.emit({
    kind: 'work-rebased',
    assignment: work.assignment.id,
    start: merge.others,
    from: merge.tree,
    pending: draft.state.works[work.assignment.id]?.attemptState === 'running',
  });
};

/** Whoever is told what is wrong with the merge must know that it lies before them. */
const movedProblems = (merge: Merge | undefined): Problem[] =>
  merge === undefined || merge.conflicts.length > 0
    ? []
    : [
        problem(
          'MAIN_LINE_MOVED',
          'others have finished since this work began: it was judged merged with theirs',
          {
            severity: 'warning',
            hint: 'your working tree now holds that merge; go on from it',
          },
        ),
      ];

/** What others had accepted meanwhile is no mistake of this sender, however often it happens. */
const tallyOf = (work: Work, merge: Merge | undefined): NonNullable<Work['tally']> =>
  merge !== undefined && merge.others !== work.start ? {} : (work.tally ?? {});

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

const rejectionOf = (work: Work, merge: Merge | undefined, rejecting: Rejecting): Rejection => {
  const { status, blame, faults, evidence = [] } = rejecting;
  const counted = countMistakes(faults, tallyOf(work, merge));
  const problems = [...rejecting.problems, ...movedProblems(merge)];
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
  const merge = mergeIn(draft, work, judging);
  const rejection = rejectionOf(work, merge, rejecting);
  draft.emit({
    kind: 'submission-rejected',
    submission: judging.submission,
    assignment: id,
    rejection,
    judged: [...rejecting.judged],
  });
  rebase(draft, work, merge);
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
