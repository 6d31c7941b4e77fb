// A whole run directory of AgentMux, whoever wrote it. One problem for each defect, none for what follows from it.
import { PROBLEMS_MAX, TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import { planProblems } from './check-plan-files.ts';
import { progressProblems } from './check-progress.ts';
import { recordProblems } from './check-records.ts';
import { researchProblems } from './check-research.ts';
import { reviewProblems } from './check-reviews.ts';
import { signalProblems } from './check-signals.ts';
import { stateProblems } from './check-state.ts';
import { viewRun } from './run-view.ts';

const PHASE_FOLDER =
  /^(01_product_management|02_architecting|03_research|04_planning|05_design|06_implementation|07_review|08_completion)\//;

const READ: readonly RegExp[] = [
  /^(state\.json|requirements\.md|tool_events\.jsonl|tool_event_state\.json|created_files\.log)$/,
  /^02_architecting\/architecture\.md$/,
  /^03_research\/[^/]+\/(request|summary)\.md$/,
  /^04_planning\/((execution_)?plan\.yaml|plan\.md|(plan|tasks)_\d+\.md)$/,
  /^05_design\/design\.md$/,
  /^06_implementation\/done_[^/]*$/,
  /^07_review\/(review(_[^/]+)?\.yaml|review(_\d+_[^/]+)?\.md|fix_request\.md)$/,
  /^08_completion\/(summary\.md|approval\.json|changes\.md)$/,
];

const BESIDE_STATE = ['requirements.md', 'context.md', 'tool_events.jsonl'];

export const isRunDirectory = (names: readonly string[]): boolean =>
  names.some((name) => PHASE_FOLDER.test(name)) ||
  (names.includes('state.json') && BESIDE_STATE.some((name) => names.includes(name)));

export const isReadInRun = (name: string): boolean => READ.some((pattern) => pattern.test(name));

const clipped = (text: string): string =>
  text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;

/** By file, in the order of the files; within a file by line. */
const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => {
    const [left, right] = [a.file ?? '', b.file ?? ''];
    if (left !== right) return left < right ? -1 : 1;
    return (a.line ?? 0) - (b.line ?? 0);
  });

/** A log with a thousand bad lines is one that is bad; the rest is counted. */
const bounded = (problems: readonly Problem[]): readonly Problem[] => {
  if (problems.length <= PROBLEMS_MAX) return problems;
  const rest = problems.slice(PROBLEMS_MAX);
  return [
    ...problems.slice(0, PROBLEMS_MAX),
    problem('LIMIT_REACHED', `${rest.length} further problems are not listed`, {
      severity: rest.some(isError) ? 'error' : 'warning',
      hint: 'Fix these, then check again.',
    }),
  ];
};

export const checkRun = (files: ReadonlyMap<string, string>): readonly Problem[] => {
  const { view, problems } = viewRun(files);
  const found = [
    ...problems,
    ...stateProblems(view),
    ...recordProblems(view),
    ...researchProblems(view),
    ...planProblems(view),
    ...progressProblems(view),
    ...signalProblems(view),
    ...reviewProblems(view),
  ];
  return bounded(inOrder(found).map((one) => ({ ...one, message: clipped(one.message) })));
};
