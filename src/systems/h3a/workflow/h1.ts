// H1, planner to executor: a task that can be carried out and measured, on a baseline that is known.

import { judgeTests } from '../../../checks/change/tests-green.ts';
import { projectCommand } from '../../../checks/measures/project-commands.ts';
import { cannotFail } from '../../../evidence/commands/cannot-fail.ts';
import type { CommandEvidence, EvidenceRequest } from '../../../model/evidence.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { fromProblems, MET, unmet } from '../../../model/run/verdict.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { plannerReportAgrees } from '../claims/compare-planner.ts';
import { plainWords } from '../claims/compared.ts';
import { baseOf } from '../claims/seen-runs.ts';
import { PLANNER_REPORT, ROADMAP, TASK } from '../files/files.ts';
import { entryFor } from '../files/report-file.ts';
import { claimedTasks, lostTasks, type Roadmap, strategyProblems } from '../files/roadmap-file.ts';
import { isRecord, preflightProblems, type Task } from '../files/task-file.ts';
import { currentTask, plannerReport, policies, roadmap, taskId } from './nouns.ts';
import { commandsKnown } from './policy.ts';

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
  const [files, criteria] = [view.setting(policies.files), view.setting(policies.criteria)];
  const distinct = new Set(task.criteria.map(plainWords)).size;
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
    ...(distinct < criteria
      ? [
          invalid(
            TASK,
            'definition_of_done',
            `expected at least ${criteria} criteria, got ${distinct}`,
            'Add criteria that can be measured.',
          ),
        ]
      : []),
  ];
};

/** Dots, stars and slashes alone: whoever declares everything declares nothing. */
const EVERYTHING = /^[./*?\s]+$/;

const wideProblems = (task: Task): Problem[] =>
  (
    [
      ['files_affected', task.files],
      ['released', task.released],
    ] as const
  ).flatMap(([field, entries]) =>
    entries
      .filter((entry) => EVERYTHING.test(entry))
      .map((entry) =>
        invalid(
          TASK,
          field,
          `${field}: expected files of this task, got ${JSON.stringify(entry)}, which means every file`,
          'Name the files and the tests, or a folder with a slash at its end.',
        ),
      ),
  );

const EXITS = /`([^`]+)`\s+(?:exits?|ends|passes|succeeds)\b/g;

/** A command that always succeeds measures nothing. */
const idleCriteria = (task: Task): Problem[] =>
  task.criteria
    .flatMap((criterion) => [...criterion.matchAll(EXITS)].map(([, command = '']) => command))
    .flatMap((command) => {
      const why = cannotFail(command, null);
      return why === undefined
        ? []
        : [
            invalid(
              TASK,
              'definition_of_done',
              `expected a criterion that can fail, got \`${command}\`: ${why}`,
              "Name one of the project's own commands, or what can be seen.",
            ),
          ];
    });

const roadmapProblems = (submission: Submission, wanted: string): Problem[] => {
  const after = submission.maybe(roadmap);
  if (after === undefined) return [];
  const text = submission.text(roadmap);
  const before = submission.view.maybe(roadmap);
  return [
    ...strategyProblems(text, ROADMAP),
    ...(after.tasks.some(({ id, done }) => id === wanted && !done)
      ? []
      : [
          invalid(
            ROADMAP,
            'tasks',
            `expected an unchecked task ${wanted} in the roadmap`,
            `Write "- [ ] ${wanted}: what it is".`,
          ),
        ]),
    ...lostTasks(before, after).map(({ id }) =>
      invalid(
        ROADMAP,
        'tasks',
        `expected ${id} to stay as it was in the roadmap, it is gone or open again`,
        'Lines are added, never taken away.',
      ),
    ),
    ...claimedTasks(before, after).map(({ id }) =>
      invalid(
        ROADMAP,
        'tasks',
        `expected ${id} to be unchecked, it has not been approved`,
        'Leave it open: Baton checks off what a person has approved.',
      ),
    ),
  ];
};

const dependencyProblems = (task: Task, before: Roadmap | undefined): Problem[] =>
  task.dependencies
    .filter((id) => before?.tasks.some((one) => one.id === id && one.done) !== true)
    .map((id) =>
      invalid(
        TASK,
        'dependencies',
        `expected ${id} to be done before, it is not`,
        'Plan it first, or take it out.',
      ),
    );

const reportProblems = (submission: Submission, wanted: string): Problem[] => {
  const report = submission.maybe(plannerReport);
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
const preflight: Check<never> = {
  name: 'h1-preflight',
  title: 'The task can be begun',
  says: 'the task has a goal, files, a RED, GREEN and REFACTOR step that say what is tested, and criteria that can be measured; the roadmap lists it; your report has an entry for it',
  needs: () => [],
  judge: (submission) => {
    const task = submission.maybe(currentTask);
    const wanted = taskId(submission.view);
    if (task === undefined) return unmet(problem('ARTIFACT_MISSING', `expected ${TASK}, found none`));
    return fromProblems([
      ...preflightProblems(submission.text(currentTask), TASK).filter((found) => !isCount(found, task)),
      ...idProblems(task, wanted),
      ...sizeProblems(task, submission.view),
      ...wideProblems(task),
      ...idleCriteria(task),
      ...dependencyProblems(task, submission.view.maybe(roadmap)),
      ...roadmapProblems(submission, wanted),
      ...reportProblems(submission, wanted),
    ]);
  },
};

const failuresOf = ({ tests }: CommandEvidence): readonly string[] =>
  (tests?.failures ?? []).map(({ name }) => name);

const testsBefore = (submission: Submission): EvidenceRequest => ({
  kind: 'command',
  command: 'test',
  tree: baseOf(submission),
});

/** A red baseline is the planner's to fix or to write down: what fails before the work fails not because of it. */
const baseline: Check<never> = {
  name: 'baseline-known',
  title: 'The tests passed before the task',
  says: 'the tests of the project pass before the task begins, or those that fail are named in known_failures of the task',
  needs: (submission) => [testsBefore(submission)],
  judge: (submission, evidence) => {
    const found = evidence(testsBefore(submission));
    const verdict = judgeTests(found);
    if (verdict.status === 'met' || found?.kind !== 'command') return verdict;
    // A project without a test has nothing that could be red.
    if (found.end === 'exited' && found.exit === 0 && (found.tests?.failed ?? 0) === 0) return MET;
    const known = submission.maybe(currentTask)?.knownFailures ?? [];
    const unknown = failuresOf(found).filter((name) => !known.includes(name));
    if (failuresOf(found).length > 0 && unknown.length === 0) return MET;
    return unmet(
      ...(unknown.length === 0
        ? verdict.problems
        : unknown.map((name) =>
            problem('TESTS_FAILED', `the baseline is red: ${name}`, {
              hint: 'Plan its fix first, or name it in "known_failures" of the task.',
            }),
          )),
    );
  },
};

const commandsIn = (submission: Submission): readonly { cmd: string; about: string }[] => {
  const done = submission.maybe(currentTask)?.record['definition_of_done'];
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
  const lines = view.run.options['commandLines'];
  return isRecord(lines)
    ? Object.values(lines).filter((line): line is string => typeof line === 'string')
    : [];
};

export const h1Checks: readonly Check<never>[] = [
  preflight,
  commandsKnown,
  plannerReportAgrees,
  projectCommand({ claims: commandsIn, known: (s) => projectLines(s.view) }),
  baseline,
];
