// H2, executor to validator: what is claimed is run again, on the code before and on the code after.
import type { Change } from '../../../checks/change/change.ts';
import { changeChecks } from '../../../checks/change/change-clauses.ts';
import { probedCheck } from '../../../checks/change/change-probed.ts';
import { probeOf } from '../../../checks/change/probe-policy.ts';
import { protectedKept } from '../../../checks/change/protected-kept.ts';
import { roundKept } from '../../../checks/change/round-kept.ts';
import { scopeKept } from '../../../checks/change/scope-kept.ts';
import { sizeKept } from '../../../checks/change/size-kept.ts';
import { claimsMatch } from '../../../checks/measures/claims-match.ts';
import { commandGreen } from '../../../checks/measures/command-green.ts';
import { coverageKept } from '../../../checks/measures/coverage-kept.ts';
import { protectedKind } from '../../../evidence/source/test-files.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import type { Digest } from '../../../model/run/sealed.ts';
import { fromProblems } from '../../../model/run/verdict.ts';
import type { File } from '../../../model/workflow/handles.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { DEFAULT_WORK_KIND, owesTest } from '../../../model/workflow/work-kind.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { claimedPercent, coverageClaim, withoutMarks } from '../claims/claimed-numbers.ts';
import { executorMeasured, executorReportAgrees, withoutMeasuredExits } from '../claims/compare-executor.ts';
import { baseOf as base, taskOf } from '../claims/seen-runs.ts';
import { EXECUTOR_FILES, EXECUTOR_REPORT } from '../files/files.ts';
import { countedEitherWay } from '../files/known-failures.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { isRecord } from '../files/task-file.ts';
import { withoutLine } from '../handoff/values.ts';
import {
  code,
  coverageDelta,
  executorOutputs,
  executorReport,
  greenOutput,
  policies,
  redOutput,
  taskId,
} from './nouns.ts';
import { hasCommand, whereNamed } from './policy.ts';

const head = (submission: Submission): Digest | undefined => submission.digest(code);

export const executionOf = (submission: Submission): Readonly<Record<string, unknown>> => {
  const report = submission.maybe(executorReport);
  return recordOf(report, entryFor(report, taskId(submission.view)));
};

/** Three files are always there; the others are the executor's own. */
const NEEDED = [redOutput, greenOutput, coverageDelta];

const isShown =
  (submission: Submission) =>
  (output: File<string>): boolean =>
    (submission.maybe(output) ?? '').trim() !== '';

const missingFiles = (submission: Submission): Problem[] =>
  NEEDED.filter((output) => !isShown(submission)(output)).map(({ path }) =>
    problem('ARTIFACT_MISSING', `expected ${path}, it is missing or empty`, {
      file: path,
      hint: 'Run the tests before and after the change, and keep what they print.',
    }),
  );

/** The documents disagree about how much an executor shows: three files, or seven. */
const fewFiles = (submission: Submission): Problem[] => {
  const least = submission.view.setting(policies.artifacts);
  const shown = executorOutputs.filter(isShown(submission));
  return shown.length >= least
    ? []
    : [
        problem('ARTIFACT_MISSING', `expected at least ${least} files of evidence, got ${shown.length}`, {
          hint: `Keep more of ${Object.values(EXECUTOR_FILES).join(', ')}; policy.artifacts says how many.`,
        }),
      ];
};

const entryProblems = (submission: Submission): Problem[] => {
  const report = submission.maybe(executorReport);
  const wanted = taskId(submission.view);
  if (report === undefined) return [];
  if (!report.report.entries.some(({ task }) => task === wanted))
    return [
      problem('FIELD_MISSING', `expected an entry of ${wanted} in the report`, {
        ...{ file: EXECUTOR_REPORT, field: 'tdd_cycles' },
        hint: `Add an entry with "task_id": "${wanted}".`,
      }),
    ];
  const { coverage_delta: delta, coverage_absolute: absolute } = executionOf(submission);
  return [
    ...withoutMeasuredExits(submission.view, executionOf(submission), withoutMarks(report.problems)),
    ...coverageClaim(
      submission.view,
      { delta, absolute },
      { file: EXECUTOR_REPORT, field: 'coverage_delta' },
    ),
  ];
};

/** The validator's look before it starts. */
const preflight: Check<never> = {
  name: 'h2-preflight',
  title: 'Files of evidence are there',
  says: `${EXECUTOR_FILES.red}, ${EXECUTOR_FILES.green} and ${EXECUTOR_FILES.coverageDelta} are there; the report has an entry for the task with tdd_phases, coverage_delta, coverage_absolute, files_changed and commands_run`,
  needs: () => [],
  judge: (submission) => {
    const missing = missingFiles(submission);
    const few = missing.length > 0 ? [] : fewFiles(submission);
    return fromProblems([...missing, ...few, ...entryProblems(submission)]);
  },
};

const namedTests = (submission: Submission): readonly { file?: string; name?: string }[] => {
  const phases = executionOf(submission)['tdd_phases'];
  const red = isRecord(phases) && isRecord(phases['red']) ? phases['red'] : {};
  const [file, name] = [withoutLine(red['test_file']), red['test_name']];
  return [
    {
      ...(typeof file === 'string' ? { file } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    },
  ];
};

/** Tests that the planner, who owns them, lets this task take away or change. */
const released = (submission: Submission): readonly string[] => taskOf(submission)?.released ?? [];

const knownFailures = (submission: Submission): readonly string[] | undefined =>
  taskOf(submission)?.knownFailures;

/** The task as the planner declares it: a test that is dropped or rewritten needs the planner's release. */
export const executedChange = (submission: Submission): Change => {
  const kind = taskOf(submission)?.kind ?? DEFAULT_WORK_KIND;
  return {
    // Who is sent back may have only the report to correct: the work as a whole must have changed something.
    ...{ command: 'test', base: base(submission), head: head(submission) },
    ...{ kind, strict: true, commands: [] },
    released: released(submission),
    knownFailures: knownFailures(submission) ?? [],
    named: owesTest(kind) ? namedTests(submission) : [],
    probe: probeOf(submission.view),
  };
};

const claimedTests = (submission: Submission) => {
  const metrics = executionOf(submission)['quality_metrics'];
  const tests =
    isRecord(metrics) && isRecord(metrics['tests']) ? metrics['tests'] : executionOf(submission)['tests'];
  if (!isRecord(tests)) return undefined;
  const count = (key: string) => (typeof tests[key] === 'number' ? { [key]: tests[key] } : {});
  return { ...count('total'), ...count('passed'), ...count('failed'), ...count('skipped') };
};

const declared = (submission: Submission): readonly string[] | undefined => taskOf(submission)?.files;

const there = (command: string) => ({
  has: (submission: Submission): boolean => hasCommand(submission.view, command),
});

export const h2Checks: readonly Check<never>[] = [
  preflight,
  executorReportAgrees,
  scopeKept({ base, head, declared }),
  protectedKept({
    ...{ base, head, kindOf: protectedKind },
    // The planner owns them: what it declares for the task may be changed, and no test in it may be lost all the same.
    released: (s) => [...released(s), ...(declared(s) ?? [])],
    kinds: () => ['tests', 'ci', 'lock', 'test-config', 'contract'],
    mayAddTests: () => true,
  }),
  sizeKept({
    ...{ base, head },
    filesMax: (s) => s.view.setting(policies.files),
    linesMax: (s) => s.view.setting(policies.lines),
    isExcluded: (path) => protectedKind(path) === 'lock',
  }),
  ...changeChecks(executedChange, { without: ['lint-green', 'types-green'] }),
  probedCheck(executedChange),
  roundKept((s) => ({ ...executedChange(s), start: s.start })),
  countedEitherWay(claimsMatch({ command: 'test', head, claimed: claimedTests }), knownFailures),
  executorMeasured,
  commandGreen({ ...{ command: 'lint', base, head, released }, ...there('lint') }),
  commandGreen({ ...{ command: 'types', base, head, released }, ...there('types') }),
  whereNamed(
    'coverage',
    coverageKept({
      ...{ command: 'coverage', base, head },
      absoluteMin: (s) => s.view.setting(policies.coverage),
      deltaMin: (s) => s.view.setting(policies.coverage_delta),
      changedMin: (s) => s.view.setting(policies.coverage_changed) ?? undefined,
      claimed: (s) => {
        const entry = executionOf(s);
        const [absolute, delta] = [
          claimedPercent(entry['coverage_absolute']),
          claimedPercent(entry['coverage_delta']),
        ];
        return { ...(absolute === undefined ? {} : { absolute }), ...(delta === undefined ? {} : { delta }) };
      },
    }),
  ),
];
