// H1, planner to executor: a task that can be carried out and measured, on a baseline that is known.

import { projectCommand } from '../../checks/project-commands.ts';
import { judgeTests } from '../../checks/tests-green.ts';
import type { CommandEvidence, EvidenceRequest } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { fromProblems, MET, unmet } from '../../model/verdict.ts';
import type { Submission, View } from '../../model/view.ts';
import type { Check } from '../../model/workflow.ts';
import { plannerReport } from './compare-planner.ts';
import { PLANNER_REPORT, ROADMAP, TASK } from './files.ts';
import { commandsKnown, policyOf } from './policy.ts';
import { type AgentReport, entryFor } from './report-file.ts';
import { claimedTasks, lostTasks, type Roadmap, strategyProblems } from './roadmap-file.ts';
import { isRecord, preflightProblems, type Task } from './task-file.ts';

const taskIn = (submission: Submission): Task | undefined => submission.value('task') as Task | undefined;

const invalid = (file: string, field: string, message: string, hint: string): Problem =>
  problem('FIELD_INVALID', message, { file, field, hint });

const idProblems = (task: Task, wanted: string): Problem[] =>
  task.task === wanted
    ? []
    : [
        invalid(
          TASK,
          'task_id',
          `expected the task ${wanted}, got ${task.task ?? 'none'}`,
          `Plan ${wanted}: it is the next unchecked task of the roadmap.`,
        ),
      ];

/** How many criteria there must be is a matter of policy, and told once. */
const isCount = ({ code, field }: Problem, { record }: Task): boolean =>
  code === 'FIELD_INVALID' && field === 'definition_of_done' && Array.isArray(record['definition_of_done']);

const sizeProblems = (task: Task, view: View): Problem[] => {
  const [files, criteria] = [policyOf(view, 'files'), policyOf(view, 'criteria')];
  return [
    ...(task.files.length > files
      ? [
          invalid(
            TASK,
            'files_affected',
            `expected at most ${files} files in one task, got ${task.files.length}`,
            'Cut the task into smaller ones; policy.files says how many are allowed.',
          ),
        ]
      : []),
    ...(task.criteria.length < criteria
      ? [
          invalid(
            TASK,
            'definition_of_done',
            `expected at least ${criteria} criteria, got ${task.criteria.length}`,
            'Add criteria that can be measured.',
          ),
        ]
      : []),
  ];
};

const roadmapProblems = (submission: Submission, wanted: string): Problem[] => {
  const roadmap = submission.value('roadmap') as Roadmap | undefined;
  if (roadmap === undefined) return [];
  const text = submission.text('roadmap') ?? '';
  const before = submission.view.value('roadmap') as Roadmap | undefined;
  return [
    ...strategyProblems(text, ROADMAP),
    ...(roadmap.tasks.some(({ id, done }) => id === wanted && !done)
      ? []
      : [
          invalid(
            ROADMAP,
            'tasks',
            `expected an unchecked task ${wanted} in the roadmap`,
            `Write "- [ ] ${wanted}: what it is".`,
          ),
        ]),
    ...lostTasks(before, roadmap).map(({ id }) =>
      invalid(
        ROADMAP,
        'tasks',
        `expected ${id} to stay as it was in the roadmap, it is gone or open again`,
        'Lines are added, never taken away.',
      ),
    ),
    ...claimedTasks(before, roadmap).map(({ id }) =>
      invalid(
        ROADMAP,
        'tasks',
        `expected ${id} to be unchecked, it has not been approved`,
        'Leave it open: Baton checks off what a person has approved.',
      ),
    ),
  ];
};

const dependencyProblems = (task: Task, roadmap: Roadmap | undefined): Problem[] =>
  task.dependencies
    .filter((id) => roadmap?.tasks.some((one) => one.id === id && one.done) !== true)
    .map((id) =>
      invalid(
        TASK,
        'dependencies',
        `expected ${id} to be done before, it is not`,
        'Plan it first, or take it out.',
      ),
    );

const reportProblems = (submission: Submission, wanted: string): Problem[] => {
  const report = submission.value('plannerReport') as AgentReport | undefined;
  if (report === undefined) return [];
  const entry = report.report.entries.some(({ task }) => task === wanted)
    ? entryFor(report, wanted)
    : undefined;
  return [
    ...report.problems,
    ...(entry === undefined
      ? [
          problem('FIELD_MISSING', `expected an entry of ${wanted} in the report`, {
            ...{ file: PLANNER_REPORT, field: 'reports' },
            hint: `Add an entry with "task_id": "${wanted}".`,
          }),
        ]
      : []),
  ];
};

/** Everything that the executor would look at before it starts, at once. */
const preflight: Check = {
  name: 'h1-preflight',
  says: 'the task has a goal, files, a RED, GREEN and REFACTOR step that say what is tested, and criteria that can be measured; the roadmap lists it; your report has an entry for it',
  needs: () => [],
  judge: (submission) => {
    const task = taskIn(submission);
    const text = submission.text('task');
    const wanted = submission.view.scope ?? '';
    if (task === undefined || text === undefined)
      return unmet(problem('ARTIFACT_MISSING', `expected ${TASK}, found none`));
    return fromProblems([
      ...preflightProblems(text, TASK).filter((found) => !isCount(found, task)),
      ...idProblems(task, wanted),
      ...sizeProblems(task, submission.view),
      ...dependencyProblems(task, submission.view.value('roadmap') as Roadmap | undefined),
      ...roadmapProblems(submission, wanted),
      ...reportProblems(submission, wanted),
    ]);
  },
};

const failuresOf = ({ tests }: CommandEvidence): readonly string[] =>
  (tests?.failures ?? []).map(({ name }) => name);

/** A red baseline is the planner's to fix or to write down: what fails before the work fails not because of it. */
const baseline: Check = {
  name: 'baseline-known',
  says: 'the tests of the project pass before the task begins, or those that fail are named in known_failures of the task',
  needs: (submission) => {
    const tree = submission.view.digest('approved');
    return tree === undefined ? [] : [{ kind: 'command', command: 'test', tree }];
  },
  judge: (submission, evidence) => {
    const tree = submission.view.digest('approved');
    const request: EvidenceRequest | undefined =
      tree === undefined ? undefined : { kind: 'command', command: 'test', tree };
    const found = request === undefined ? undefined : evidence(request);
    const verdict = judgeTests(found);
    if (verdict.status === 'met' || found?.kind !== 'command') return verdict;
    // A project without a test has nothing that could be red.
    if (found.end === 'exited' && found.exit === 0 && (found.tests?.failed ?? 0) === 0) return MET;
    const known = taskIn(submission)?.knownFailures ?? [];
    const unknown = failuresOf(found).filter((name) => !known.includes(name));
    if (failuresOf(found).length > 0 && unknown.length === 0) return MET;
    return unmet(
      ...(unknown.length === 0
        ? verdict.problems
        : unknown.map((name) =>
            problem('TESTS_FAILED', `the baseline is red: ${name}`, {
              hint: 'Plan its mending first, or name it in "known_failures" of the task.',
            }),
          )),
    );
  },
};

const commandsIn = (submission: Submission): readonly { cmd: string; about: string }[] => {
  const done = taskIn(submission)?.record['definition_of_done'];
  return (Array.isArray(done) ? done : []).flatMap((item) =>
    isRecord(item) && typeof item['command'] === 'string'
      ? [
          {
            cmd: item['command'],
            about: `the criterion ${JSON.stringify(item['item'] ?? item['criterion'])}`,
          },
        ]
      : [],
  );
};

/** The project's own command lines, decided when the run began. */
export const projectLines = (view: View): readonly string[] => {
  const lines = view.option('commandLines');
  return isRecord(lines)
    ? Object.values(lines).filter((line): line is string => typeof line === 'string')
    : [];
};

export const h1Checks: readonly Check[] = [
  preflight,
  commandsKnown,
  plannerReport,
  projectCommand({ claims: commandsIn, known: (s) => projectLines(s.view) }),
  baseline,
];
