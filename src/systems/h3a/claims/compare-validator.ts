// A validator's report against what Baton measures: each status, the numbers beside it, and what the scan found.
import { claimProblem, shown } from '../../../checks/measures/claimed-number.ts';
import { coverageKept } from '../../../checks/measures/coverage-kept.ts';
import { isSecret, newOnes } from '../../../checks/measures/findings-clean.ts';
import { between } from '../../../checks/observed.ts';
import { protectedKind } from '../../../evidence/source/test-files.ts';
import type { EvidenceRequest, FileChange } from '../../../model/evidence.ts';
import { coveragePercent, type Finding, type Findings } from '../../../model/measured.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import type { Fact } from '../../../model/workflow/handles.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { Check, Seen } from '../../../model/workflow/workflow.ts';
import { VALIDATOR_FILES } from '../files/files.ts';
import { isText, plainPath, samePath } from '../handoff/values.ts';
import { VERDICTS } from '../handoff/vocabulary.ts';
import {
  discriminates,
  executorOutputs,
  executorReport,
  inScope,
  policies,
  securityScan,
  validatorOutputs,
  validatorReport,
} from '../workflow/nouns.ts';
import { hasCommand } from '../workflow/policy.ts';
import { entryIn, filesOf, reportedAt } from './compare-executor.ts';
import { type Compared, comparedVerdict, told } from './compared.ts';
import { claimAt, type Entry, runClaim } from './report-claims.ts';
import {
  baseOf,
  baseRequest,
  headOf,
  headRequest,
  owesRed,
  runRequests,
  seenRun,
  taskOf,
} from './seen-runs.ts';
import { readScan, resultAt, validatorClaims } from './validator-claims.ts';

/** What is handed in, and what the executor handed in before. */
const textAt = (submission: Submission, path: string): string | undefined => {
  const output = [...validatorOutputs, ...executorOutputs].find((one) => one.path === plainPath(path));
  return output === undefined ? undefined : (submission.maybe(output) ?? submission.view.maybe(output));
};

const passes = ({ outcome }: Submission): boolean => outcome.startsWith('pass');

export const validatorReportAgrees: Check<never> = {
  name: 'h3-report',
  title: 'The report agrees with the task and its files',
  says: `the report agrees with the task (dod_checklist: total, met, and the criteria that are not met in their own words), with its verdict (gate_status, approval_for_next_task), with ${VALIDATOR_FILES.securityScan} (SARIF, or the JSON of npm audit, bandit or semgrep) and ${VALIDATOR_FILES.mutationReport} (the JSON of Stryker, or what mutmut prints), which are read, and with the files that it names`,
  needs: () => [],
  judge: (submission) => {
    const entry = entryIn(submission, validatorReport);
    if (entry === undefined) return comparedVerdict([], [], new Map(), 'stated');
    const { compared, problems } = validatorClaims({
      entry,
      verdict: VERDICTS.find((one) => one === submission.outcome),
      criteria: taskOf(submission)?.criteria,
      executed: reportedAt(submission.view, executorReport),
      least: {
        coverage: submission.view.setting(policies.coverage),
        mutation: submission.view.setting(policies.mutation),
      },
      text: (path) => textAt(submission, path),
    });
    const all = [...runClaim(entry, submission.view.run.name), ...compared];
    return comparedVerdict(all, problems, filesOf(submission, validatorReport), 'stated');
  },
};

/** Whether what Baton measured comes to a pass; undefined where it measured nothing. */
type Measured = { readonly passed: boolean; readonly words: string } | undefined;

const runMeasured = (submission: Submission, seen: Seen, command: string): Measured => {
  const found = seenRun(submission, seen, headRequest(submission, command));
  return found === undefined
    ? undefined
    : {
        passed: found.passed,
        words: `${found.passed ? 'pass' : 'fail'} (\`${found.run.line}\` ended with ${found.run.exit ?? found.run.end})`,
      };
};

const coverageCheck = coverageKept({
  command: 'coverage',
  base: baseOf,
  head: headOf,
  absoluteMin: (s) => s.view.setting(policies.coverage),
  deltaMin: (s) => s.view.setting(policies.coverage_delta),
});

const measuredOf = (submission: Submission, seen: Seen): Readonly<Record<string, Measured>> => {
  const { view } = submission;
  const known = (fact: Fact, words: string): Measured =>
    view.holds(fact) ? { passed: true, words: `pass (${words})` } : undefined;
  return {
    tests: runMeasured(submission, seen, 'test'),
    lint: runMeasured(submission, seen, 'lint'),
    type_check: runMeasured(submission, seen, 'types'),
    tdd_compliance: owesRed(submission)
      ? known(discriminates, 'the new test fails on the code before and passes on this one')
      : undefined,
    intent_alignment: known(inScope, 'only declared files were changed'),
    coverage: hasCommand(view, 'coverage') ? coverageMeasured(submission, seen) : undefined,
    mutation: hasCommand(view, 'mutation') ? ANYTHING : undefined,
    security: hasCommand(view, 'security') ? ANYTHING : undefined,
  };
};

/** The project has a command for it: it applies, and its own check says how it came out. */
const ANYTHING: Measured = { passed: true, words: 'applicable (the project has a command for it)' };
const BY_COMMAND = ['mutation', 'security'];

const coverageMeasured = (submission: Submission, seen: Seen): Measured => {
  const { status } = coverageCheck.judge(submission, seen);
  const { absolute } = coverageNumbers(submission, seen);
  return status === 'unproven'
    ? undefined
    : {
        passed: status === 'met',
        words: `${status === 'met' ? 'pass' : 'fail'}${absolute === undefined ? '' : ` (${shown(absolute)}%)`}`,
      };
};

const statusClaims = (submission: Submission, entry: Entry, seen: Seen): Compared[] =>
  Object.entries(measuredOf(submission, seen)).flatMap(([name, measured]) => {
    const { status } = resultAt(entry, name);
    if (measured === undefined || !isText(status)) return [];
    const claimed = status.toLowerCase();
    const same =
      claimed === 'not_applicable'
        ? false
        : claimed === 'pass'
          ? measured.passed
          : // What is green and does not please the validator is a reason to send the work back, not to let it pass.
            claimed !== 'fail' || !passes(submission) || !measured.passed || BY_COMMAND.includes(name);
    return [
      claimAt(entry, ['verification_results', name, 'status'], {
        ...{ claimed: told(status), measured: measured.words, same },
        hint: 'Run it yourself, and write what it came to.',
      }),
    ];
  });

/** How many complaints there are is the tool's to say; that there are some, or none, its exit tells. */
const errorClaims = (submission: Submission, entry: Entry, seen: Seen): Compared[] =>
  (
    [
      ['lint', 'lint'],
      ['type_check', 'types'],
    ] as const
  ).flatMap(([name, command]) => {
    const measured = runMeasured(submission, seen, command);
    const { errors } = resultAt(entry, name);
    return measured === undefined || typeof errors !== 'number'
      ? []
      : [
          claimAt(entry, ['verification_results', name, 'errors'], {
            ...{
              claimed: `${errors} errors`,
              measured: measured.words,
              same: (errors === 0) === measured.passed,
            },
          }),
        ];
  });

const coverageNumbers = (submission: Submission, seen: Seen) => {
  const percent = (request: EvidenceRequest | undefined): number | undefined => {
    const run = request === undefined ? undefined : seen(request);
    const lines = run?.kind === 'command' ? run.coverage?.lines : undefined;
    return lines === undefined ? undefined : (coveragePercent(lines) ?? undefined);
  };
  const [before, absolute] = [
    percent(baseRequest(submission, 'coverage')),
    percent(headRequest(submission, 'coverage')),
  ];
  return {
    absolute,
    delta: before === undefined || absolute === undefined ? undefined : absolute - before,
  };
};

/** With a pass its own check compares them. */
const coverageClaims = (submission: Submission, entry: Entry, seen: Seen): Compared[] => {
  if (passes(submission)) return [];
  const numbers = coverageNumbers(submission, seen);
  return (['absolute', 'delta'] as const).flatMap((key) => {
    const [claimed, measured] = [resultAt(entry, 'coverage')[key], numbers[key]];
    return !isText(claimed) || measured === undefined
      ? []
      : [
          claimAt(entry, ['verification_results', 'coverage', key], {
            ...{ claimed, measured: `${shown(measured)}%` },
            same: claimProblem('coverage', claimed, measured).length === 0,
          }),
        ];
  });
};

const DEPENDENCIES =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|Cargo\.toml|go\.mod)$/;

/** Whether the change can have brought it. */
const isOwn = (finding: Finding, format: Findings['format'], changes: readonly FileChange[]): boolean => {
  const { file } = finding;
  if (file !== undefined)
    return changes.some(({ path, was }) =>
      // Scanners write where the project was, too: /home/ann/shop/src/a.js is src/a.js.
      [path, was].some((one) => one !== undefined && (samePath(one, file) || file.endsWith(`/${one}`))),
    );
  // A vulnerable package comes with the files that name packages; of another finding nobody can say where it is.
  return (
    format !== 'npm-audit' ||
    changes.some(({ path }) => protectedKind(path) === 'lock' || DEPENDENCIES.test(path))
  );
};

const scanProblems = (submission: Submission, seen: Seen): Problem[] => {
  const { findings } = readScan(submission.maybe(securityScan) ?? '');
  const request = between('diff', baseOf(submission), headOf(submission));
  const diff = request === undefined ? undefined : seen(request);
  if (findings === undefined || diff?.kind !== 'diff' || !passes(submission)) return [];
  const refused: readonly Finding['severity'][] =
    submission.view.setting(policies.security) === 'medium'
      ? ['critical', 'high', 'medium']
      : ['critical', 'high'];
  const base = baseRequest(submission, 'security');
  const before = base === undefined ? undefined : seen(base);
  const old = before?.kind === 'command' ? (before.findings?.results ?? []) : [];
  const bad = findings.results.filter((one) => refused.includes(one.severity) || isSecret(one));
  const listed = newOnes(bad, old).map((one) => {
    const own = isOwn(one, findings.format, diff.files);
    return problem(
      'FINDINGS_OPEN',
      `the verdict is ${submission.outcome}, and ${VALIDATOR_FILES.securityScan} has a finding that is ${one.severity}${own ? '' : ', in what was not changed'}: ${one.rule}: ${one.message}${one.file === undefined ? '' : ` (${one.file}${one.line === undefined ? '' : `:${one.line}`})`}`,
      {
        severity: own ? 'error' : 'warning',
        file: VALIDATOR_FILES.securityScan,
        hint: own ? 'Send the work back with a remediation_plan.' : 'Tell the planner: it was there before.',
      },
    );
  });
  const counted = refused.reduce((sum, severity) => sum + findings.counts[severity], 0);
  const shownCount = findings.results.filter(({ severity }) => refused.includes(severity)).length;
  return counted > shownCount
    ? [
        ...listed,
        problem('FINDINGS_OPEN', `${counted - shownCount} more findings are counted than are listed`),
      ]
    : listed;
};

export const validatorMeasured: Check<never> = {
  name: 'h3-claims',
  title: 'The results are what Baton measures',
  says: 'each of your results is what Baton measures where it can: tests, lint, type_check, coverage, tdd_compliance, intent_alignment, with their numbers; what the scan shows as critical or high in changed files does not go with a pass',
  needs: (submission) => [
    ...[between('diff', baseOf(submission), headOf(submission))].filter((one) => one !== undefined),
    ...runRequests(submission, false),
    ...(passes(submission) ? [baseRequest(submission, 'security')].filter((one) => one !== undefined) : []),
  ],
  judge: (submission, seen) => {
    const entry = entryIn(submission, validatorReport);
    if (entry === undefined) return comparedVerdict([], [], new Map(), 'measured');
    return comparedVerdict(
      [
        ...statusClaims(submission, entry, seen),
        ...errorClaims(submission, entry, seen),
        ...coverageClaims(submission, entry, seen),
      ],
      scanProblems(submission, seen),
      filesOf(submission, validatorReport),
      'measured',
    );
  },
};
