// What state.json says, held against itself and against the files that end a run.
import { type Problem, problem } from '../../../model/problem.ts';
import { APPROVAL_FILE, type Approval, parseApproval } from '../files/approval-file.ts';
import type { EventName } from '../files/event-catalog.ts';
import { isEvent } from '../files/event-catalog.ts';
import { type Phase, STATE_FILE, type StateFile } from '../files/state-file.ts';
import { isReviewer, REVIEWERS } from '../files/vocabulary.ts';
import { hasReached, type RunView } from './run-view.ts';

/** The events after which a run can be in each phase; `resumed` can stand in every one. */
const LAST_EVENTS: Readonly<Record<Phase, readonly EventName[]>> = {
  product_management: ['feature_created'],
  architecting: ['feature_created', 'pm_completed'],
  planning: ['architecture_written', 'changes_requested'],
  designing: ['plan_written'],
  implementing: ['plan_written', 'design_written', 'changes_requested', 'implementation_completed'],
  reviewing: ['implementation_completed', 'review_passed', 'review_failed'],
  fixing: ['review_failed'],
  completing: ['review_passed', 'review_failed'],
  done: ['review_passed', 'review_failed'],
  failed: ['run_canceled', 'run_failed'],
};

const at = (state: StateFile, path: readonly PropertyKey[]) => ({
  file: STATE_FILE,
  field: path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join(''),
  ...state.locate(path),
});

const phaseAndEvent = (state: StateFile): Problem[] => {
  const { phase, last_event: event } = state.fields;
  if (phase === undefined || event === undefined || !isEvent(event)) return [];
  const fitting = LAST_EVENTS[phase];
  if (event === 'resumed' ? phase !== 'failed' : fitting.includes(event)) return [];
  return [
    problem(
      'RUN_INCONSISTENT',
      `last_event is ${event}, which does not lead to the phase ${phase}: expected ${fitting.join(' or ')}`,
      {
        ...at(state, ['last_event']),
        severity: 'warning',
        hint: 'One of the two was not written with the other.',
      },
    ),
  ];
};

const nominations = (state: StateFile): Problem[] =>
  (state.fields.reviewer_nominations ?? []).flatMap((role, index, all): Problem[] => {
    const where = at(state, ['reviewer_nominations', index]);
    if (!isReviewer(role))
      return [
        problem(
          'FIELD_INVALID',
          `Unknown reviewer role '${role}'. Allowed: [${REVIEWERS.map((name) => `'${name}'`).join(', ')}]`,
          {
            ...where,
            hint: 'A role that is not known is left out, and nobody reviews in its place.',
          },
        ),
      ];
    if (all.indexOf(role) === index) return [];
    return [problem('FIELD_INVALID', `${role} is nominated twice`, { ...where, severity: 'warning' })];
  });

/** The status of each review, held against the results that were taken in. */
const activeReviews = (state: StateFile): Problem[] => {
  const { active_reviews: active = {}, review_results: results = {} } = state.fields;
  if (state.broken.has('active_reviews') || state.broken.has('review_results')) return [];
  const open = Object.keys(results).filter(
    (role) => Object.hasOwn(active, role) && active[role] !== 'completed',
  );
  const empty = Object.keys(active).filter(
    (role) => active[role] === 'completed' && !Object.hasOwn(results, role),
  );
  return [
    ...(open.length === 0
      ? []
      : [
          problem(
            'RUN_INCONSISTENT',
            `${open.map((role) => `${role} is ${active[role]}`).join(', ')} in active_reviews, but the review is there in review_results`,
            {
              ...at(state, ['active_reviews', ...open.slice(0, 1)]),
              hint: 'Expected completed. Whoever waits for these reviews waits for nothing.',
            },
          ),
        ]),
    ...(empty.length === 0
      ? []
      : [
          problem(
            'RUN_INCONSISTENT',
            `${empty.join(', ')}: completed in active_reviews, but there is no review in review_results`,
            {
              ...at(state, ['active_reviews', ...empty.slice(0, 1)]),
              hint: 'Let the reviewer hand in its review again.',
            },
          ),
        ]),
  ];
};

const awaitedSummary = (state: StateFile): Problem[] =>
  state.fields.awaiting_summary !== true || [undefined, 'reviewing', 'failed'].includes(state.fields.phase)
    ? []
    : [
        problem(
          'RUN_INCONSISTENT',
          `awaiting_summary is true in the phase ${state.fields.phase}: expected it in reviewing only`,
          {
            ...at(state, ['awaiting_summary']),
          },
        ),
      ];

const neverEnded = (view: RunView, approval: Approval | undefined): Problem[] => {
  if (view.state === undefined || approval?.action !== 'approve') return [];
  if (view.phase === 'completing')
    return [
      problem(
        'RUN_INCONSISTENT',
        `the phase is still completing although ${APPROVAL_FILE} says approve: the run never says that it ended`,
        {
          ...at(view.state, ['phase']),
          hint: 'Look whether the commit is there. The directory is listed as one to be resumed until it is removed.',
        },
      ),
    ];
  // With files left out the reviewers look at it again.
  if ((approval.exclude_files ?? []).length > 0) return [];
  if (view.phase === undefined || view.phase === 'failed' || hasReached(view, 'completing')) return [];
  return [
    problem(
      'RUN_INCONSISTENT',
      `approved, but the phase is ${view.phase}: expected no approval before completing`,
      {
        file: APPROVAL_FILE,
        field: 'action',
        hint: 'Delete it: an approval is for the work as it stood when it was given.',
      },
    ),
  ];
};

/** The message that reviewers suggest, where an approval stands without one. */
const unusedMessage = (view: RunView, approval: Approval | undefined): Problem[] => {
  if (approval === undefined || (approval.commit_message ?? '').trim() !== '') return [];
  // A run that has ended has used it.
  if (view.phase !== 'completing') return [];
  const suggesting = [...view.reviews].filter(([, review]) => (review.commit_message ?? '').trim() !== '');
  const [first] = suggesting;
  if (first === undefined) return [];
  return [
    problem(
      'FIELD_MISSING',
      `commit_message is missing: ${suggesting.map(([role]) => role).join(', ')} suggested one, and without it here it is not used`,
      {
        file: APPROVAL_FILE,
        field: 'commit_message',
        severity: 'warning',
        hint: 'The message is made from the first line of the request instead.',
      },
    ),
  ];
};

export const stateProblems = (view: RunView): Problem[] => {
  const text = view.files.get(APPROVAL_FILE);
  const approval = text === undefined ? undefined : parseApproval(text);
  return [
    ...(view.state === undefined
      ? []
      : [
          ...phaseAndEvent(view.state),
          ...nominations(view.state),
          ...activeReviews(view.state),
          ...awaitedSummary(view.state),
        ]),
    ...(approval?.problems ?? []),
    ...neverEnded(view, approval?.value),
    ...unusedMessage(view, approval?.value),
  ];
};
