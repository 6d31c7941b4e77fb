// A run directory as the checks see it: each file read once, what cannot be read left out, its problems kept.
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { type ExecutionPlan, parseExecutionPlan } from '../files/execution-plan.ts';
import { type Plan, parsePlan } from '../files/plan-file.ts';
import { parseReview, type Review } from '../files/review-file.ts';
import { type Phase, parseState, STATE_FILE, type StateFile } from '../files/state-file.ts';
import { type Cursor, readCursor } from '../files/tool-cursor.ts';
import { EVENTS_FILE, readToolEvents, type ToolEvent, type ToolLog } from '../files/tool-events.ts';
import { DEFAULT_REVIEWER, isReviewer, REVIEWERS } from '../files/vocabulary.ts';

export const PLAN_FILE = '04_planning/plan.yaml';
export const EXECUTION_PLAN_FILE = '04_planning/execution_plan.yaml';

export interface RunView {
  readonly files: ReadonlyMap<string, string>;
  /** Undefined when there is none that can be read. */
  readonly state: StateFile | undefined;
  readonly phase: Phase | undefined;
  readonly round: number;
  readonly log: ToolLog | undefined;
  /** The signals before the cursor: those that the state must know of. */
  readonly applied: readonly ToolEvent[];
  readonly plan: Plan | undefined;
  readonly executionPlan: ExecutionPlan | undefined;
  /** Numbers of the sub-plans, in order; undefined when no plan says so. */
  readonly indices: readonly number[] | undefined;
  /** Sub-plans that have a marker, in order. */
  readonly markers: ReadonlySet<number>;
  /** Who reviews. */
  readonly reviewers: readonly string[];
  /** The reviews that are there and can be read. */
  readonly reviews: ReadonlyMap<string, Review>;
}

export interface Viewed {
  readonly view: RunView;
  readonly problems: readonly Problem[];
}

/** Phases in the order in which they are reached; a failed run may have been in any. */
const ORDER: Readonly<Record<Exclude<Phase, 'failed'>, number>> & { readonly failed: undefined } = {
  product_management: 0,
  architecting: 1,
  planning: 2,
  designing: 3,
  implementing: 4,
  reviewing: 5,
  fixing: 5,
  completing: 6,
  done: 7,
  failed: undefined,
};

/** Whether the run is in this phase or beyond it. Not when nobody can say. */
export const hasReached = ({ phase }: Pick<RunView, 'phase'>, wanted: Exclude<Phase, 'failed'>): boolean => {
  const at = phase === undefined ? undefined : ORDER[phase];
  return at !== undefined && at >= ORDER[wanted];
};

/** While it is being planned, plan.yaml is ahead of all that is made from it. */
export const isPlanTaken = ({ phase, files }: Pick<RunView, 'phase' | 'files'>): boolean =>
  hasReached({ phase }, 'designing') || (phase === 'failed' && files.has(EXECUTION_PLAN_FILE));

/** Where only one reviews, its file may have no role in its name. */
export const LONE_REVIEW_FILE = '07_review/review.yaml';

export const reviewFile = (role: string): string => `07_review/review_${role}.yaml`;

/** `done_3` → 3 */
export const numbered = (names: Iterable<string>, pattern: RegExp): number[] =>
  [...names]
    .flatMap((name) => {
      const found = pattern.exec(name)?.[1];
      return found === undefined ? [] : [Number(found)];
    })
    .sort((a, b) => a - b);

const MARKER = /^06_implementation\/done_(\d{1,9})$/;

/** With an error in it, what was read is not to be used. */
const usable = <T>({ value, problems }: Parsed<T>): T | undefined =>
  problems.some(isError) ? undefined : value;

const parsedFile = <T>(
  files: RunView['files'],
  name: string,
  parse: (source: string, file: string) => Parsed<T>,
): Parsed<T> => {
  const text = files.get(name);
  return text === undefined ? { value: undefined, problems: [] } : parse(text, name);
};

const stateOf = (files: RunView['files']): Parsed<StateFile> => {
  const text = files.get(STATE_FILE);
  if (text !== undefined) return parseState(text);
  return {
    value: undefined,
    problems: [
      problem('FILE_MISSING', 'expected state.json in the run directory, there is none', {
        file: STATE_FILE,
        hint: 'Without it nobody can say where the run stands, and it cannot be resumed.',
      }),
    ],
  };
};

const reviewersOf = (state: StateFile | undefined): readonly string[] => {
  const named = (state?.fields.reviewer_nominations ?? []).filter(isReviewer);
  return named.length === 0 ? [DEFAULT_REVIEWER] : [...new Set(named)];
};

const indicesOf = (
  plan: Plan | undefined,
  execution: ExecutionPlan | undefined,
): readonly number[] | undefined => {
  const numbers =
    plan?.subplans.map(({ index }) => index) ??
    execution?.groups.flatMap(({ plans }) =>
      numbered(
        plans.map(({ file }) => file),
        /^plan_(\d{1,9})\.md$/,
      ),
    );
  return numbers?.toSorted((a, b) => a - b);
};

const reviewsOf = (
  files: RunView['files'],
  reviewers: readonly string[],
): Parsed<ReadonlyMap<string, Review>> => {
  const reviews = new Map<string, Review>();
  const problems: Problem[] = [];
  for (const role of REVIEWERS) {
    const lone = reviewers.length === 1 && reviewers[0] === role && !files.has(reviewFile(role));
    const read = parsedFile(files, lone ? LONE_REVIEW_FILE : reviewFile(role), parseReview);
    problems.push(...read.problems);
    const review = usable(read);
    if (review !== undefined) reviews.set(role, review);
  }
  return { value: reviews, problems };
};

const logOf = (files: RunView['files']): { log: ToolLog | undefined; cursor: Cursor } => {
  const text = files.get(EVENTS_FILE);
  const log = text === undefined ? undefined : readToolEvents(text);
  return { log, cursor: readCursor(files, log) };
};

export const viewRun = (files: ReadonlyMap<string, string>): Viewed => {
  const state = stateOf(files);
  const plan = parsedFile(files, PLAN_FILE, parsePlan);
  const execution = parsedFile(files, EXECUTION_PLAN_FILE, parseExecutionPlan);
  const reviewers = reviewersOf(state.value);
  const reviews = reviewsOf(files, reviewers);
  const { log, cursor } = logOf(files);
  const view: RunView = {
    files,
    state: state.value,
    phase: state.value?.fields.phase,
    round: state.value?.fields.review_iteration ?? 0,
    log,
    applied: (log?.events ?? []).filter(({ end }) => end <= cursor.offset),
    plan: usable(plan),
    executionPlan: usable(execution),
    indices: indicesOf(usable(plan), usable(execution)),
    markers: new Set(numbered(files.keys(), MARKER)),
    reviewers,
    reviews: reviews.value ?? new Map(),
  };
  return {
    view,
    problems: [
      ...state.problems,
      ...plan.problems,
      ...execution.problems,
      ...reviews.problems,
      ...(log?.problems ?? []),
      ...cursor.problems,
    ],
  };
};
