// What a validator reports, against the task and the files that it hands in: all that can be told without running anything.
import { claimProblem, shown } from '../../../checks/measures/claimed-number.ts';
import { parseTestOutput } from '../../../evidence/reports/parse-test-output.ts';
import { readReport } from '../../../evidence/reports/read-report.ts';
import { FINDING_SEVERITIES, type Findings, mutationScore } from '../../../model/measured.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { EXECUTOR_FILES, EXECUTOR_REPORT, TASK, VALIDATOR_FILES, VALIDATOR_REPORT } from '../files/files.ts';
import { isRecord, valueAt } from '../files/task-file.ts';
import { isText, parsePercent } from '../handoff/values.ts';
import { isApproval, type Verdict } from '../handoff/vocabulary.ts';
import { type Compared, plainWords, told } from './compared.ts';
import {
  claimAt,
  type Entry,
  fileClaims,
  gateClaim,
  isOneOf,
  type JsonRecord,
  listPlaces,
  timeClaim,
} from './report-claims.ts';

export interface ValidatorClaims {
  readonly entry: Entry;
  readonly verdict: Verdict | undefined;
  readonly criteria: readonly string[] | undefined;
  /** When the executor reported. */
  readonly executed: unknown;
  /** Percentages that the policy of the run asks for; undefined where no run says so. */
  readonly least: { readonly coverage: number; readonly mutation: number } | undefined;
  readonly text: (path: string) => string | undefined;
}

export const resultAt = (entry: Entry, name: string): JsonRecord => {
  const result = valueAt(entry.record, 'verification_results', name);
  return isRecord(result) ? result : {};
};

const at = (...keys: Path): Path => ['verification_results', ...keys];

/** A criterion in its own words, with what else is said of it behind. */
const isCriterion = (item: unknown, criteria: readonly string[]): boolean => {
  const text = isRecord(item) ? (item['criterion'] ?? item['item']) : item;
  return isText(text) && criteria.some((one) => plainWords(text).includes(plainWords(one)));
};

const doneClaims = ({ entry, criteria }: ValidatorClaims): Compared[] => {
  if (criteria === undefined) return [];
  const { status, total, met, unmet } = resultAt(entry, 'dod_checklist');
  const open = Array.isArray(unmet) ? unmet : undefined;
  const strange = (open ?? []).filter((item) => !isCriterion(item, criteria));
  const left = criteria.length - (open?.length ?? 0);
  const source = `stands in ${TASK}`;
  const number = (key: string, claimed: unknown, measured: number, from: string): Compared[] =>
    typeof claimed !== 'number'
      ? []
      : [
          claimAt(entry, at('dod_checklist', key), {
            ...{ claimed: String(claimed), measured: String(measured), same: claimed === measured },
            source: from,
          }),
        ];
  const counted = typeof met === 'number' ? met : left;
  const isAll = counted === criteria.length && (open ?? []).length === 0;
  return [
    ...number('total', total, criteria.length, `is the number of criteria in ${TASK}`),
    ...(open === undefined
      ? []
      : number('met', met, left, 'is the number of criteria that are not named as unmet')),
    ...(strange.length === 0
      ? []
      : [
          claimAt(entry, at('dod_checklist', 'unmet'), {
            ...{ claimed: told(strange), measured: told(criteria), same: false, source },
            hint: 'Name criteria that are not met in their own words.',
          }),
        ]),
    ...((status === 'not_applicable' && criteria.length === 0) || (status === 'pass') === isAll
      ? []
      : [
          claimAt(entry, at('dod_checklist', 'status'), {
            ...{ claimed: told(status), measured: `${counted} of ${criteria.length} met`, same: false },
            source: 'is what stands beside it',
            hint: 'Say pass when every criterion is met, else name those that are not in "unmet".',
          }),
        ]),
  ];
};

/** What a scan found; undefined where it cannot be read. */
export const readScan = (
  text: string,
): { readonly findings?: Findings; readonly problems: readonly Problem[] } => {
  const file = VALIDATOR_FILES.securityScan;
  const { value, problems } = readReport(text, { file, root: '/' });
  if (value?.kind === 'findings' && !problems.some(isError)) return { findings: value.findings, problems };
  const hint = 'Keep the report of the scanner as it is: SARIF, npm audit, bandit or semgrep (JSON).';
  return {
    problems: problems.some(isError)
      ? problems.filter(isError).map((one) => ({ ...one, hint: one.hint ?? hint }))
      : [
          problem(
            'REPORT_UNKNOWN',
            `expected what a scanner found in ${file}, got a report of ${value?.kind ?? 'nothing'}`,
            {
              ...{ file, line: 1, column: 1, hint },
            },
          ),
        ],
  };
};

const total = ({ counts }: Findings): number => Object.values(counts).reduce((sum, one) => sum + one, 0);

const scanClaims = ({
  entry,
  text,
}: ValidatorClaims): { compared: Compared[]; problems: readonly Problem[] } => {
  const content = text(VALIDATOR_FILES.securityScan) ?? '';
  if (content.trim() === '') return { compared: [], problems: [] };
  const { findings, problems } = readScan(content);
  const claimed = resultAt(entry, 'security')['vulnerabilities'];
  if (findings === undefined || claimed === undefined || claimed === null) return { compared: [], problems };
  const source = `stands in ${VALIDATOR_FILES.securityScan}`;
  if (isRecord(claimed))
    return {
      problems,
      compared: Object.entries(claimed).flatMap(([severity, count]) => {
        const name = severity === 'moderate' ? 'medium' : severity;
        const known = FINDING_SEVERITIES.find((one) => one === name);
        const found = known === undefined ? undefined : findings.counts[known];
        return typeof count !== 'number' || found === undefined
          ? []
          : [
              claimAt(entry, at('security', 'vulnerabilities', severity), {
                ...{ claimed: String(count), measured: String(found), same: count === found, source },
              }),
            ];
      }),
    };
  // Notes are no vulnerabilities; whoever counts them counts all that the scanner lists.
  const fitting = [total(findings), total(findings) - findings.counts.note];
  return {
    problems,
    compared: [
      claimAt(entry, at('security', 'vulnerabilities'), {
        ...{
          claimed: told(claimed),
          measured: String(fitting[1]),
          same: typeof claimed === 'number' && fitting.includes(claimed),
        },
        source,
      }),
    ],
  };
};

const mutationFile = (
  content: string,
): { readonly score?: number; readonly problems: readonly Problem[] } => {
  const file = VALIDATOR_FILES.mutationReport;
  const { value, problems } = readReport(content, { file, root: '/' });
  const errors = problems.filter(isError);
  const score = value?.kind === 'mutation' && errors.length === 0 ? mutationScore(value.mutation) : null;
  if (score !== null) return { score, problems };
  const hint = 'Keep the report of the tool as it is: the JSON of Stryker, or what mutmut prints.';
  return {
    problems:
      errors.length > 0
        ? errors.map((one) => ({ ...one, hint }))
        : [
            problem(
              'REPORT_UNKNOWN',
              `expected a mutation report in ${file}, got a report of ${value?.kind ?? 'nothing'}`,
              {
                ...{ file, line: 1, column: 1, hint },
              },
            ),
          ],
  };
};

const mutationClaims = ({
  entry,
  text,
  least,
}: ValidatorClaims): { compared: Compared[]; problems: readonly Problem[] } => {
  const content = text(VALIDATOR_FILES.mutationReport) ?? '';
  const { status, score: claimed } = resultAt(entry, 'mutation');
  if (content.trim() === '') return { compared: [], problems: [] };
  const { score, problems } = mutationFile(content);
  if (score === undefined) return { compared: [], problems };
  const measured = `${shown(score)}%`;
  const source = `stands in ${VALIDATOR_FILES.mutationReport}`;
  return {
    problems,
    compared: [
      ...(isText(claimed) || typeof claimed === 'number'
        ? [
            claimAt(entry, at('mutation', 'score'), {
              ...{ claimed: told(claimed), measured, source },
              same: claimProblem('mutation score', claimed, score).length === 0,
            }),
          ]
        : []),
      ...(least !== undefined && (status === 'pass') !== score >= least.mutation && status !== 'partial'
        ? [
            claimAt(entry, at('mutation', 'status'), {
              ...{ claimed: told(status), measured, same: false },
              source: `${source}, and ${least.mutation}% is enough`,
            }),
          ]
        : []),
    ],
  };
};

/** A validator may ask for more than the project does, not for less. */
const thresholds = ({ entry, least }: ValidatorClaims): Compared[] =>
  (['coverage', 'mutation'] as const).flatMap((name) => {
    const claimed = parsePercent(resultAt(entry, name)['threshold']);
    return claimed === undefined || least === undefined
      ? []
      : [
          claimAt(entry, at(name, 'threshold'), {
            ...{ claimed: `${claimed}%`, measured: `${least[name]}%`, same: claimed >= least[name] },
            source: `is policy.${name} of the run`,
          }),
        ];
  });

const GATE_STATUSES: Readonly<Record<Verdict, readonly [wanted: string, ...others: string[]]>> = {
  pass: ['G2_passed', 'G2_complete'],
  pass_with_notes: ['G2_passed', 'G2_complete'],
  needs_remediation: ['G2_failed'],
  fail: ['G2_failed'],
  escalation: ['G2_failed', 'G2_pending', 'G2_in_progress'],
};

const verdictClaims = ({ entry, verdict }: ValidatorClaims): Compared[] => {
  if (verdict === undefined) return [];
  const source = 'is the verdict';
  const { approval_for_next_task: approval, remediation_plan: plan } = entry.record;
  const hasPlan = isRecord(plan) || Array.isArray(plan) ? Object.keys(plan).length > 0 : isText(plan);
  return [
    ...gateClaim(entry, GATE_STATUSES[verdict], `goes with the verdict ${verdict}`),
    // Of the other verdicts the reader of the format says it.
    ...(verdict === 'escalation' && typeof approval === 'boolean'
      ? [
          claimAt(entry, ['approval_for_next_task'], {
            ...{
              claimed: String(approval),
              measured: verdict,
              same: approval === isApproval(verdict),
              source,
            },
            hint: 'Approve with pass and pass_with_notes, and with no other verdict.',
          }),
        ]
      : []),
    ...(verdict === 'pass' && hasPlan
      ? [
          claimAt(entry, ['remediation_plan'], {
            ...{ claimed: told(plan), measured: verdict, same: false, source },
            hint: 'What needs a plan does not pass: say needs_remediation, or null.',
          }),
        ]
      : []),
  ];
};

const TAKEN = [...Object.values(VALIDATOR_FILES), ...Object.values(EXECUTOR_FILES)];

const namedFiles = ({ entry, text }: ValidatorClaims): Compared[] =>
  fileClaims(
    entry,
    [
      at('tdd_compliance', 'red_evidence'),
      at('tdd_compliance', 'green_evidence'),
      at('security', 'report'),
      at('mutation', 'report'),
      ...listPlaces(entry.record, 'artifacts'),
    ],
    (path) => isOneOf(path, [VALIDATOR_REPORT, EXECUTOR_REPORT, TASK]) || (text(path) ?? '').trim() !== '',
    TAKEN,
  );

/** The output of the validator's own run, where it keeps one. */
const outputClaims = ({ entry, text }: ValidatorClaims): Compared[] => {
  const output = parseTestOutput(text(VALIDATOR_FILES.independentTests) ?? '');
  const result = resultAt(entry, 'tests');
  if (output === null) return [];
  return (['total', 'passed', 'failed', 'skipped'] as const).flatMap((key) =>
    typeof result[key] !== 'number'
      ? []
      : [
          claimAt(entry, at('tests', key), {
            ...{
              claimed: String(result[key]),
              measured: String(output[key]),
              same: result[key] === output[key],
            },
            source: `stands in ${VALIDATOR_FILES.independentTests}`,
          }),
        ],
  );
};

export const validatorClaims = (
  claims: ValidatorClaims,
): { readonly compared: readonly Compared[]; readonly problems: readonly Problem[] } => {
  const [scan, mutation] = [scanClaims(claims), mutationClaims(claims)];
  return {
    compared: [
      ...verdictClaims(claims),
      ...doneClaims(claims),
      ...scan.compared,
      ...mutation.compared,
      ...thresholds(claims),
      ...outputClaims(claims),
      ...namedFiles(claims),
      ...timeClaim(claims.entry, ['timestamp'], { at: claims.executed, what: "the executor's report" }),
    ],
    problems: [...scan.problems, ...mutation.problems],
  };
};
