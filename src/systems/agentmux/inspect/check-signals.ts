// The signals of coders and reviewers, followed from the last plan on: what each of them ended, and what it should not have.
import { type Problem, problem } from '../../../model/problem.ts';
import { EVENTS_FILE, type ToolEvent } from '../files/tool-events.ts';
import { hasReached, isPlanTaken, numbered, type RunView } from './run-view.ts';

/** Files of one round stay when the next one begins, so they tell how each round ended. */
export const archiveFile = (round: number, role: string): string => `07_review/review_${round}_${role}.md`;

export const verdictOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /^verdict: (pass|fail)\s*$/m.exec(text)?.[1];

const indexOf = ({ payload }: ToolEvent): number => Number(payload['subplan_index']);

/** Signals before the last plan belong to a plan that is gone. */
const sinceLastPlan = (events: readonly ToolEvent[]): readonly ToolEvent[] =>
  events.slice(events.findLastIndex(({ tool }) => tool === 'submit_plan') + 1);

const outsideOfPlan = (view: RunView, event: ToolEvent, indices: readonly number[]): Problem => {
  const index = indexOf(event);
  const marker = view.markers.has(index) ? ` (06_implementation/done_${index} was written for it)` : '';
  return problem(
    'FIELD_INVALID',
    `submit_done for sub-plan ${index}, which the plan does not have: expected one of ${indices.join(', ')}${marker}`,
    {
      file: EVENTS_FILE,
      field: 'payload.subplan_index',
      line: event.line,
      hint: 'The coder finished something else. Look which sub-plan it was given.',
    },
  );
};

type Stage =
  | { readonly at: 'implementing'; readonly open: ReadonlySet<number> }
  | { readonly at: 'reviewing'; readonly round: number; readonly open: ReadonlySet<string> }
  | { readonly at: 'fixing'; readonly round: number }
  | { readonly at: 'completing'; readonly round: number }
  | { readonly at: 'unknown' };

interface Step {
  readonly stage: Stage;
  readonly problems?: readonly Problem[];
}

const without = <T>(set: ReadonlySet<T>, gone: T): ReadonlySet<T> =>
  new Set([...set].filter((one) => one !== gone));

const reviewing = (view: RunView, round: number): Stage => ({
  at: 'reviewing',
  round,
  open: new Set(view.reviewers),
});

const wrongFix = (event: ToolEvent, round: number): Problem =>
  problem(
    'RUN_INCONSISTENT',
    `submit_done for sub-plan ${indexOf(event)} ended fix round ${round}: expected subplan_index 1`,
    {
      file: EVENTS_FILE,
      field: 'payload.subplan_index',
      line: event.line,
      hint: 'A late or repeated signal of an earlier coder. Look whether the findings were fixed at all.',
    },
  );

const afterTheEnd = (event: ToolEvent): Problem =>
  problem('RUN_INCONSISTENT', `${event.tool} came after all reviews had passed: nothing was done with it`, {
    file: EVENTS_FILE,
    field: 'tool',
    line: event.line,
    severity: 'warning',
    hint: 'The agent was told that it was taken. Look what it wanted to hand in.',
  });

const onDone = (view: RunView, stage: Stage, event: ToolEvent): Step => {
  if (stage.at === 'implementing') {
    const open = without(stage.open, indexOf(event));
    return { stage: open.size === 0 ? reviewing(view, 0) : { at: 'implementing', open } };
  }
  if (stage.at !== 'fixing') return { stage };
  return {
    stage: reviewing(view, stage.round),
    problems: indexOf(event) === 1 ? [] : [wrongFix(event, stage.round)],
  };
};

const onReview = (view: RunView, stage: Stage, event: ToolEvent): Step => {
  const role = event.payload['role'];
  if (stage.at !== 'reviewing' || typeof role !== 'string') return { stage };
  const verdict = verdictOf(view.files.get(archiveFile(stage.round, role)));
  if (verdict === undefined) return { stage: { at: 'unknown' } };
  if (verdict === 'fail')
    return {
      // Without a fix after it, what followed is a person's business.
      stage: stage.round < view.round ? { at: 'fixing', round: stage.round + 1 } : { at: 'unknown' },
    };
  const open = without(stage.open, role);
  if (open.size > 0) return { stage: { ...stage, open } };
  // A fix after reviews that all passed: whoever changed them is told so elsewhere.
  return { stage: stage.round < view.round ? { at: 'unknown' } : { at: 'completing', round: stage.round } };
};

/** In which this reviewer reviewed again. A round that all sat out has left no file. */
const nextRound = ({ files }: RunView, round: number, role: unknown): number | undefined =>
  numbered(files.keys(), /^07_review\/review_(\d{1,9})_/).find(
    (later) => later > round && typeof role === 'string' && files.has(archiveFile(later, role)),
  );

/** What may still come when all reviews have passed. */
const AT_THE_END = ['submit_summary', 'ask'];

const atTheEnd = (view: RunView, stage: Stage & { at: 'completing' }, event: ToolEvent): Step => {
  if (AT_THE_END.includes(event.tool) || !hasReached(view, 'completing')) return { stage };
  // Where files were left out, everybody reviews once more.
  const next = nextRound(view, stage.round, event.payload['role']);
  return next === undefined
    ? { stage, problems: [afterTheEnd(event)] }
    : onReview(view, reviewing(view, next), event);
};

const step = (view: RunView, stage: Stage, event: ToolEvent): Step => {
  if (stage.at === 'completing') return atTheEnd(view, stage, event);
  if (event.tool === 'submit_done') return onDone(view, stage, event);
  return event.tool === 'submit_review' ? onReview(view, stage, event) : { stage };
};

const followed = (view: RunView, events: readonly ToolEvent[], indices: readonly number[]): Problem[] => {
  let stage: Stage = { at: 'implementing', open: new Set(indices) };
  const problems: Problem[] = [];
  for (const event of events) {
    if (event.tool === 'submit_done' && !indices.includes(indexOf(event))) {
      problems.push(outsideOfPlan(view, event, indices));
      if (stage.at !== 'fixing') continue;
      // It ended the fix all the same; that is said already.
      stage = reviewing(view, stage.round);
      continue;
    }
    const next = step(view, stage, event);
    stage = next.stage;
    problems.push(...(next.problems ?? []));
  }
  return problems;
};

/** Where several review, a signal without a role belongs to nobody. */
const withoutRole = (view: RunView, events: readonly ToolEvent[]): Problem[] =>
  view.reviewers.length < 2
    ? []
    : events
        .filter(({ tool, payload }) => tool === 'submit_review' && payload['role'] === undefined)
        .map(({ line }) =>
          problem('FIELD_MISSING', `payload.role is missing: expected one of ${view.reviewers.join(', ')}`, {
            file: EVENTS_FILE,
            field: 'payload.role',
            line,
            hint: 'Without a role review.yaml is checked, and then nobody reads it: the run waits for a review that was given.',
          }),
        );

export const signalProblems = (view: RunView): Problem[] => {
  const events = sinceLastPlan(view.applied);
  return [
    ...withoutRole(view, events),
    ...(view.indices === undefined || !isPlanTaken(view) || events.length === view.applied.length
      ? []
      : followed(view, events, view.indices)),
  ];
};

/** Sub-plans that were signalled as done, those that the plan does not have as well. */
export const signalledDone = (view: RunView): ReadonlySet<number> =>
  new Set(
    sinceLastPlan(view.applied)
      .filter(({ tool }) => tool === 'submit_done')
      .map(indexOf),
  );
