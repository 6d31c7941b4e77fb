// H3, validator to system: a verdict that agrees with itself, with its files, and with what Baton measures.
import type { Change } from '../../../checks/change/change.ts';
import { changeChecks } from '../../../checks/change/change-clauses.ts';
import { claimsMatch } from '../../../checks/measures/claims-match.ts';
import { commandGreen } from '../../../checks/measures/command-green.ts';
import { coverageKept } from '../../../checks/measures/coverage-kept.ts';
import { findingsClean } from '../../../checks/measures/findings-clean.ts';
import { mutationKept } from '../../../checks/measures/mutation-kept.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import type { Digest } from '../../../model/run/sealed.ts';
import { fromProblems } from '../../../model/run/verdict.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { DEFAULT_WORK_KIND } from '../../../model/workflow/work-kind.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { coverageClaim, mutationClaim, withoutMarks } from '../claims/claimed-numbers.ts';
import { validatorMeasured, validatorReportAgrees } from '../claims/compare-validator.ts';
import { baseOf as base, taskOf } from '../claims/seen-runs.ts';
import { VALIDATOR_REPORT } from '../files/files.ts';
import { countedEitherWay } from '../files/known-failures.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { isRecord } from '../files/task-file.ts';
import { TEN_CHECKS, type Verdict } from '../handoff/vocabulary.ts';
import { code, mutationReport, policies, securityScan, taskId, validatorReport } from './nouns.ts';
import { hasCommand, whereNamed } from './policy.ts';

const head = (submission: Submission): Digest => submission.view.digest(code);

const validationOf = (submission: Submission): Readonly<Record<string, unknown>> => {
  const report = submission.maybe(validatorReport);
  return recordOf(report, entryFor(report, taskId(submission.view)));
};

export const verdictOf = (submission: Omit<Submission, 'outcome'>): Verdict =>
  entryFor(submission.maybe(validatorReport), taskId(submission.view))?.verdict ?? 'escalation';

const resultOf = (submission: Submission, name: string): Readonly<Record<string, unknown>> => {
  const results = validationOf(submission)['verification_results'];
  const result = isRecord(results) ? results[name] : undefined;
  return isRecord(result) ? result : {};
};

const scanProblems = (submission: Submission): Problem[] => {
  const file = securityScan.path;
  if ((submission.maybe(securityScan) ?? '').trim() === '')
    return [
      problem('ARTIFACT_MISSING', `expected ${file}, it is missing or empty`, {
        file,
        hint: 'Run the scan, and keep what it found.',
      }),
    ];
  return [];
};

const mutationProblems = (submission: Submission): Problem[] => {
  const file = mutationReport.path;
  const shown = (submission.maybe(mutationReport) ?? '').trim() !== '';
  const { status, notes, reason, justification } = resultOf(submission, 'mutation');
  const justified =
    status === 'not_applicable' &&
    [notes, reason, justification].some((one) => typeof one === 'string' && one.trim() !== '');
  return shown || justified
    ? []
    : [
        problem('ARTIFACT_MISSING', `expected ${file}, or "not_applicable" with the reason why`, {
          file,
          hint: 'Measure it, or say why it cannot be measured.',
        }),
      ];
};

/** The tenth came later than the form of the report: without it nobody has looked at the intent. */
const tenProblems = (submission: Submission): Problem[] => {
  const missing = TEN_CHECKS.filter((name) => resultOf(submission, name)['status'] === undefined);
  return missing.map((name) =>
    problem('FIELD_MISSING', `expected a result of ${name} in verification_results`, {
      ...{ file: VALIDATOR_REPORT, field: `verification_results.${name}` },
      hint: 'Say pass, fail, partial or not_applicable, and what it rests on.',
    }),
  );
};

const strictProblems = (submission: Submission): Problem[] => {
  if (submission.view.setting(policies.checks) === 'lenient' || !submission.outcome.startsWith('pass'))
    return [];
  return TEN_CHECKS.filter(
    (name) => !['pass', 'not_applicable'].includes(String(resultOf(submission, name)['status'])),
  ).map((name) =>
    problem(
      'HANDOFF_CONTRADICTION',
      `the verdict is ${submission.outcome}, and ${name} is ${String(resultOf(submission, name)['status'])}`,
      {
        ...{ file: VALIDATOR_REPORT, field: `verification_results.${name}` },
        hint: 'With policy.checks: strict all ten must pass.',
      },
    ),
  );
};

/** A criterion that is not met and a plain pass do not go together. */
const doneProblems = (submission: Submission): Problem[] => {
  const { unmet, status } = resultOf(submission, 'dod_checklist');
  const open = Array.isArray(unmet) ? unmet : [];
  if (submission.outcome !== 'pass' || (open.length === 0 && status !== 'partial' && status !== 'fail'))
    return [];
  return [
    problem(
      'HANDOFF_CONTRADICTION',
      `the verdict is pass, and criteria are not met: ${open.map(String).join(', ') || String(status)}`,
      {
        ...{ file: VALIDATOR_REPORT, field: 'verification_results.dod_checklist' },
        hint: 'Say pass_with_notes with the reason, or send the work back.',
      },
    ),
  ];
};

const UI = /\.(?:html|tsx|jsx|vue|svelte|css)$|^web\//;

const accessibilityProblems = (submission: Submission): Problem[] => {
  const ui = (taskOf(submission)?.files ?? []).filter((file) => UI.test(file));
  if (ui.length === 0 || resultOf(submission, 'accessibility')['status'] !== 'not_applicable') return [];
  return [
    problem(
      'HANDOFF_CONTRADICTION',
      `accessibility is not_applicable, and the task changes ${ui.join(', ')}`,
      {
        ...{ file: VALIDATOR_REPORT, field: 'verification_results.accessibility' },
        hint: 'Look at it, and keep the report.',
      },
    ),
  ];
};

/** A check that passes with a number that is too low does not pass. */
const numberProblems = (submission: Submission): Problem[] => {
  const place = (name: string) => ({ file: VALIDATOR_REPORT, field: `verification_results.${name}` });
  const [coverage, mutation] = [resultOf(submission, 'coverage'), resultOf(submission, 'mutation')];
  const { delta, absolute } = coverage;
  return [
    ...(coverage['status'] === 'pass'
      ? coverageClaim(submission.view, { delta, absolute }, place('coverage'))
      : []),
    ...(mutation['status'] === 'pass'
      ? mutationClaim(submission.view, mutation['score'], place('mutation'))
      : []),
  ];
};

/** What the system looks at before the last gate. */
const preflight: Check<never> = {
  name: 'h3-preflight',
  title: 'The report has a verdict with its ten checks',
  says: 'the report has a verdict for the task with results of all ten checks, that agrees with itself: pass goes with an approval, fail and needs_remediation with a plan whose steps are specific; the security scan and the mutation report (or the reason why there is none) are there',
  needs: () => [],
  judge: (submission) => {
    const report = submission.maybe(validatorReport);
    const wanted = taskId(submission.view);
    if (report !== undefined && !report.report.entries.some(({ task }) => task === wanted))
      return fromProblems([
        problem('FIELD_MISSING', `expected a verdict of ${wanted} in the report`, {
          ...{ file: VALIDATOR_REPORT, field: 'verdicts' },
          hint: `Add an entry with "task_id": "${wanted}".`,
        }),
      ]);
    return fromProblems([
      ...withoutMarks(report?.problems ?? []),
      ...numberProblems(submission),
      ...tenProblems(submission),
      ...scanProblems(submission),
      ...mutationProblems(submission),
      ...strictProblems(submission),
      ...doneProblems(submission),
      ...accessibilityProblems(submission),
    ]);
  },
};

const counted = (submission: Submission) => {
  const result = resultOf(submission, 'tests');
  const count = (key: string) => (typeof result[key] === 'number' ? { [key]: result[key] } : {});
  return { ...count('total'), ...count('passed'), ...count('failed'), ...count('skipped') };
};

const knownFailures = (submission: Submission): readonly string[] | undefined =>
  taskOf(submission)?.knownFailures;

/** A pass over red or lost tests contradicts itself. */
const validatedChange = (submission: Submission): Change => {
  const task = taskOf(submission);
  return {
    ...{ command: 'test', base: base(submission), head: head(submission), strict: true, commands: [] },
    kind: task?.kind ?? DEFAULT_WORK_KIND,
    released: task?.released ?? [],
    knownFailures: task?.knownFailures ?? [],
  };
};

const PASSES = ['pass', 'pass_with_notes'] as const;

const there = (command: string) => ({
  has: (submission: Submission): boolean => hasCommand(submission.view, command),
});

/** A number as it was written beside a result. */
const percentIn = (submission: Submission, name: string, key: string): string | undefined => {
  const value = resultOf(submission, name)[key];
  return typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?%$/.test(value) ? value : undefined;
};

export const h3Checks: readonly Check<(typeof PASSES)[number]>[] = [
  preflight,
  validatorReportAgrees,
  ...changeChecks(validatedChange, {
    on: PASSES,
    without: [
      'work-changed',
      'kind-kept',
      'runner-sound',
      'tests-kept',
      'red-then-green',
      'lint-green',
      'types-green',
    ],
  }),
  countedEitherWay(claimsMatch({ command: 'test', head, claimed: counted }), knownFailures),
  validatorMeasured,
  commandGreen({ command: 'lint', head, on: PASSES, ...there('lint') }),
  commandGreen({ command: 'types', head, on: PASSES, ...there('types') }),
  whereNamed(
    'coverage',
    coverageKept({
      ...{ command: 'coverage', base, head, on: PASSES },
      absoluteMin: (s) => s.view.setting(policies.coverage),
      deltaMin: (s) => s.view.setting(policies.coverage_delta),
      claimed: (s) => ({
        absolute: percentIn(s, 'coverage', 'absolute'),
        delta: percentIn(s, 'coverage', 'delta'),
      }),
    }),
  ),
  whereNamed(
    'mutation',
    mutationKept({
      ...{ command: 'mutation', base, head, on: PASSES },
      min: (s) => s.view.setting(policies.mutation),
      perFile: (s) => s.view.setting(policies.mutation_changed),
      claimed: (s) => percentIn(s, 'mutation', 'score'),
    }),
  ),
  whereNamed(
    'security',
    findingsClean({
      ...{ command: 'security', base, head, on: PASSES },
      medium: (s) => (s.view.setting(policies.security) === 'medium' ? 'refused' : 'told'),
    }),
  ),
];
