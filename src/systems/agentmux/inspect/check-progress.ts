// How far the sub-plans are: the markers, the counts in state.json and the plan must tell the same story.
import { type Problem, problem } from '../../../model/problem.ts';
import { STATE_FILE, type StateFile } from '../files/state-file.ts';
import { signalledDone } from './check-signals.ts';
import { hasReached, type RunView } from './run-view.ts';

const FOLDER = '06_implementation';
const marker = (index: number): string => `${FOLDER}/done_${index}`;
const listed = (indices: readonly number[]): string => indices.map((index) => `done_${index}`).join(', ');

/** The log is there, and knows a plan: it can be asked who handed in what. */
const hasSignals = (view: RunView): boolean => view.applied.some(({ tool }) => tool === 'submit_plan');

const foreignMarkers = (view: RunView, indices: readonly number[]): Problem[] => {
  const named = signalledDone(view);
  return [...view.markers]
    .filter((index) => !indices.includes(index) && !named.has(index))
    .map((index) =>
      problem(
        'RUN_INCONSISTENT',
        `${marker(index)} marks a sub-plan that the plan does not have: expected one of ${listed(indices)}`,
        {
          file: marker(index),
          hint: 'Delete it: it is left from another plan, or a coder gave a wrong number.',
        },
      ),
    );
};

/** A marker is written for a signal. One without was written by somebody else. */
const unsignalledMarkers = (view: RunView, indices: readonly number[]): Problem[] => {
  // One coder may hand in all of them at once.
  if (!hasSignals(view) || view.state?.fields.implementation_single_coder === true) return [];
  const named = signalledDone(view);
  return [...view.markers]
    .filter((index) => indices.includes(index) && !named.has(index))
    .map((index) =>
      problem(
        'RUN_INCONSISTENT',
        `${marker(index)} is there, but nobody signalled submit_done for sub-plan ${index}`,
        {
          file: marker(index),
          hint: 'Delete it unless the work is done: the marker was not written for a signal.',
        },
      ),
    );
};

const missingMarkers = (view: RunView, indices: readonly number[]): Problem[] => {
  if (!hasReached(view, 'reviewing')) return [];
  const gone = indices.filter((index) => !view.markers.has(index));
  const [first] = gone;
  if (first === undefined) return [];
  const inFix = view.round > 0;
  // The fix is signalled as 1; a signal with another number is named where it stands in the log.
  const fixed = view.phase === 'fixing' || view.markers.size > 0;
  const message = inFix
    ? `${listed(gone)} missing: the fix round deleted the markers of sub-plans that are done`
    : `${listed(gone)} missing, but the phase is ${view.phase}: expected a marker for each sub-plan`;
  return [
    problem('RUN_INCONSISTENT', message, {
      file: marker(first),
      severity: inFix && fixed ? 'warning' : 'error',
      hint: inFix
        ? 'Whoever reads the markers takes the sub-plans for undone, and would start them again.'
        : 'Look whether the work is there; then let the coder signal submit_done.',
    }),
  ];
};

const lostSignals = (view: RunView): Problem[] => {
  if (view.phase !== 'implementing' || view.indices === undefined || !hasSignals(view)) return [];
  const signalled = signalledDone(view);
  const gone = view.indices.filter((index) => signalled.has(index) && !view.markers.has(index));
  const [first] = gone;
  if (first === undefined) return [];
  return [
    problem('RUN_INCONSISTENT', `${listed(gone)} missing although submit_done was signalled`, {
      file: marker(first),
      hint: 'The sub-plans count as undone and are started again.',
    }),
  ];
};

const stateAt = (state: StateFile, key: string) => ({ file: STATE_FILE, field: key, ...state.locate([key]) });

const countProblems = (view: RunView, state: StateFile, indices: readonly number[]): Problem[] => {
  const { subplan_count: count, completed_subplans: completed = [] } = state.fields;
  const problems: Problem[] = [];
  const max = indices.at(-1) ?? 0;
  if (count !== undefined && count !== max)
    problems.push(
      problem('RUN_INCONSISTENT', `subplan_count is ${count}, but the plan has ${max} sub-plans`, {
        ...stateAt(state, 'subplan_count'),
        hint: 'The plan was changed after it was taken in.',
      }),
    );
  const signalled = signalledDone(view);
  const strange = completed.filter((index) => !indices.includes(index) && !signalled.has(index));
  if (strange.length > 0)
    problems.push(
      problem(
        'RUN_INCONSISTENT',
        `completed_subplans names ${strange.join(', ')}, which the plan does not have`,
        {
          ...stateAt(state, 'completed_subplans'),
          hint: `Expected some of ${indices.join(', ')}.`,
        },
      ),
    );
  const unmarked = completed.filter((index) => indices.includes(index) && !view.markers.has(index));
  if (unmarked.length > 0 && view.phase === 'implementing' && lostSignals(view).length === 0)
    problems.push(
      problem(
        'RUN_INCONSISTENT',
        `completed_subplans names ${unmarked.join(', ')}, but there is no ${listed(unmarked)}`,
        {
          ...stateAt(state, 'completed_subplans'),
          hint: 'The markers decide what is started again.',
        },
      ),
    );
  return problems;
};

const groupProblems = (view: RunView, state: StateFile): Problem[] => {
  const groups = (view.plan ?? view.executionPlan)?.groups;
  if (groups === undefined) return [];
  const {
    implementation_group_total: total,
    implementation_group_index: index,
    implementation_completed_group_ids: completed = [],
  } = state.fields;
  const problems: Problem[] = [];
  if (total !== undefined && total !== groups.length)
    problems.push(
      problem(
        'RUN_INCONSISTENT',
        `implementation_group_total is ${total}, but the plan has ${groups.length} groups`,
        {
          ...stateAt(state, 'implementation_group_total'),
          hint: 'The plan was changed after it was taken in.',
        },
      ),
    );
  else if (index !== undefined && index > groups.length)
    problems.push(
      problem('RUN_INCONSISTENT', `implementation_group_index is ${index} of ${groups.length} groups`, {
        ...stateAt(state, 'implementation_group_index'),
        hint: `Expected at most ${groups.length}.`,
      }),
    );
  const ids = groups.map(({ group_id: id }) => id);
  const strange = completed.filter((id) => !ids.includes(id));
  if (strange.length > 0)
    problems.push(
      problem(
        'RUN_INCONSISTENT',
        `implementation_completed_group_ids names ${strange.join(', ')}, which the plan does not have`,
        {
          ...stateAt(state, 'implementation_completed_group_ids'),
          hint: `Expected some of ${ids.join(', ')}.`,
        },
      ),
    );
  return problems;
};

export const progressProblems = (view: RunView): Problem[] => {
  const { state, indices } = view;
  // Before that the markers and counts are of an earlier plan, and are cleared when implementing begins.
  if (indices === undefined || !(hasReached(view, 'implementing') || view.phase === 'failed')) return [];
  return [
    ...foreignMarkers(view, indices),
    ...unsignalledMarkers(view, indices),
    ...missingMarkers(view, indices),
    ...lostSignals(view),
    ...(state === undefined || !hasReached(view, 'implementing')
      ? []
      : [...countProblems(view, state, indices), ...groupProblems(view, state)]),
  ];
};
