// What `baton check` knows about the directory of a quest: its state, its handoff files, and whether they fit together.
import type { Inspector } from '../../../handoffs/inspector.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { isHandoffFile, listedProblems, type QuestHandoff, readHandoffFile } from './handoff-files.ts';
import { HEALTH_LOG, healthLogProblems } from './health-log.ts';
import { parseQuestState, QUEST_PHASES, type QuestPhase, type QuestState, STATE_FILE } from './state-file.ts';

/** Files of the phases themselves; what is kept of earlier rounds is not looked into. */
const PHASE_FILE = /^phase_0[1-3]_[a-z]+\/[^/]+$/;

const isRead = (name: string): boolean => name === STATE_FILE || name === HEALTH_LOG || PHASE_FILE.test(name);

const inconsistent = (message: string, file: string, hint: string): Problem =>
  problem('RUN_INCONSISTENT', message, { file, hint });

interface Run {
  readonly files: ReadonlyMap<string, string>;
  readonly handoffs: readonly QuestHandoff[];
  readonly state: QuestState & { readonly phase: QuestPhase };
}

const isWritten = ({ files }: Run, pattern: RegExp): boolean =>
  [...files].some(([name, text]) => pattern.test(name) && text.trim() !== '');

/** What must be there when a quest is in a phase, or behind it. */
const NEEDED: readonly (readonly [QuestPhase, RegExp, string])[] = [
  ['plan_reviewed', /^phase_01_plan\/plan\.md$/, 'phase_01_plan/plan.md'],
  ['plan_reviewed', /^phase_01_plan\/review(?:_.+)?\.md$/, 'a review of the plan (phase_01_plan/review*.md)'],
  ['reviewing', /^phase_02_implementation\//, 'a file of the implementation (phase_02_implementation/)'],
  ['fixing', /^phase_03_review\/review(?:_.+)?\.md$/, 'a review of the code (phase_03_review/review*.md)'],
];

const missingFiles = (run: Run): Problem[] => {
  const reached = QUEST_PHASES.indexOf(run.state.phase);
  return NEEDED.filter(
    ([from, pattern]) => reached >= QUEST_PHASES.indexOf(from) && !isWritten(run, pattern),
  ).map(([, , what]) =>
    inconsistent(
      `the phase is ${run.state.phase}, but ${what} is not there, or is empty`,
      STATE_FILE,
      'Write it, or go back to the phase that writes it.',
    ),
  );
};

/** Nobody builds on a plan that the arbiter did not let through. */
const unapprovedPlan = ({ state, handoffs }: Run): Problem[] => {
  if (state.solo || QUEST_PHASES.indexOf(state.phase) < QUEST_PHASES.indexOf('building')) return [];
  const arbiter = handoffs.find(({ role, handoff }) => role === 'arbiter' && handoff !== undefined);
  if (arbiter?.handoff === undefined) return [];
  const { status, to } = arbiter.handoff;
  if (status === 'complete' && to === 'builder') return [];
  return [
    inconsistent(
      `the phase is ${state.phase}, but the arbiter says ${status}, next ${to ?? 'null'}`,
      arbiter.file,
      'Only "complete" with next "builder" lets a plan be built.',
    ),
  ];
};

/** A quest is complete when the last word of the review is that nobody follows. */
const unfinishedReview = ({ state, handoffs }: Run): Problem[] => {
  if (state.phase !== 'complete') return [];
  const of = (role: string): QuestHandoff[] =>
    handoffs.filter((one) => one.role === role && one.handoff !== undefined);
  const last = of('review_arbiter').length > 0 ? of('review_arbiter') : of('code_review');
  const open = last.filter(({ handoff }) => handoff?.to !== null || handoff.status !== 'complete');
  return [
    ...open.map(({ file, handoff }) =>
      inconsistent(
        `the quest is complete, but its review says ${handoff?.status}, next ${handoff?.to ?? 'null'}`,
        file,
        'Fix what it found, and have it reviewed again.',
      ),
    ),
    ...(state.status === 'complete'
      ? []
      : [
          inconsistent(
            `the phase is complete, but the status is ${state.status}`,
            STATE_FILE,
            'Write status complete.',
          ),
        ]),
  ];
};

const checkRun = (files: ReadonlyMap<string, string>): readonly Problem[] => {
  const text = files.get(STATE_FILE);
  const { value: state, problems } =
    text === undefined
      ? {
          value: undefined,
          problems: [problem('ARTIFACT_MISSING', `expected ${STATE_FILE}, found none`, { file: STATE_FILE })],
        }
      : parseQuestState(text);
  const handoffs = [...files]
    .filter(([name]) => isHandoffFile(name))
    .map(([name, content]) => readHandoffFile(name, content, state?.solo === true));
  const phase = state?.phase;
  const run =
    state !== undefined && phase !== undefined ? { files, handoffs, state: { ...state, phase } } : undefined;
  return [
    ...problems,
    ...handoffs.flatMap((one) => [...one.problems, ...listedProblems(one, state?.id, files, isRead)]),
    ...(run === undefined ? [] : [...missingFiles(run), ...unapprovedPlan(run), ...unfinishedReview(run)]),
    ...healthLogProblems(files.get(HEALTH_LOG) ?? ''),
  ];
};

export const questInspector: Inspector = {
  dialect: 'quest',
  says: 'run directories of Quest (.quest/<id>)',
  artifact: () => undefined,
  isRun: (names) =>
    names.some((name) => PHASE_FILE.test(name)) &&
    (names.includes(STATE_FILE) || names.includes('quest_brief.md')),
  reads: isRead,
  run: checkRun,
};
