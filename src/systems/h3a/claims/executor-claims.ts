// What an executor reports, against the task and the files that it hands in: all that can be told without running anything.

import { readReport } from '../../../evidence/reports/read-report.ts';
import { coveragePercent } from '../../../model/measured.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { readJson } from '../../../text/json-text.ts';
import { EXECUTOR_FILES, EXECUTOR_REPORT, PLANNER_REPORT, ROADMAP, TASK } from '../files/files.ts';
import { isRecord, valueAt } from '../files/task-file.ts';
import { isText, parsePercent } from '../handoff/values.ts';
import { type Compared, plainWords, told } from './compared.ts';
import {
  claimAt,
  type Entry,
  fileClaims,
  gateClaim,
  isOneOf,
  type JsonRecord,
  listPlaces,
  takenPath,
  timeClaim,
} from './report-claims.ts';

export interface ExecutorClaims {
  readonly entry: Entry;
  /** Criteria of the task; undefined where the task is not known. */
  readonly criteria: readonly string[] | undefined;
  /** The round that the executor is in; undefined where nobody can say. */
  readonly round: number | undefined;
  /** When the plan was reported. */
  readonly planned: unknown;
  readonly text: (path: string) => string | undefined;
}

const criteriaIn = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((item) => {
    const text = isRecord(item) ? item['criterion'] : item;
    return isText(text) ? [text.trim()] : [];
  });

/** Those that the other list has not, in whatever spelling. */
const lackingIn = (list: readonly string[], other: readonly string[]): readonly string[] => {
  const known = new Set(other.map(plainWords));
  return list.filter((one) => !known.has(plainWords(one)));
};

/** The same list: none is left out, none is added, none is put in other words, and none is there twice. */
const criteriaClaims = ({ entry, criteria: wanted }: ExecutorClaims): Compared[] => {
  if (wanted === undefined) return [];
  const claimed = criteriaIn(entry.record['definition_of_done']);
  const [other, missing] = [lackingIn(claimed, wanted), lackingIn(wanted, claimed)];
  const words = claimed.map(plainWords);
  const twice =
    claimed.length <= wanted.length ? [] : claimed.filter((_, at) => words.indexOf(words[at] ?? '') !== at);
  const same = other.length === 0 && missing.length === 0 && twice.length === 0;
  const differing =
    other.length > 0 ? told(other) : missing.length > 0 ? `only ${claimed.length}` : `${told(twice)} twice`;
  return [
    claimAt(entry, ['definition_of_done'], {
      claimed: same ? `${claimed.length} criteria` : differing,
      measured: same ? `${wanted.length} criteria` : missing.length === 0 ? told(wanted) : told(missing),
      same,
      source: `stands in ${TASK}`,
      hint: 'List every criterion of the task in its own words, each with "met", and no other.',
    }),
  ];
};

const TAKEN = [...Object.values(EXECUTOR_FILES), EXECUTOR_REPORT];

const namedFiles = (entry: Entry, text: ExecutorClaims['text']): Compared[] => {
  const changed = valueAt(entry.record, 'files_changed');
  const own = Array.isArray(changed) ? changed.filter(isText) : [];
  const isThere = (path: string): boolean =>
    isOneOf(path, [TASK, ROADMAP, PLANNER_REPORT, EXECUTOR_REPORT, ...own]) ||
    (text(path) ?? '').trim() !== '';
  const commands = valueAt(entry.record, 'commands_run');
  const places: Path[] = [
    ['tdd_phases', 'red', 'failure_output'],
    ['tdd_phases', 'green', 'test_output'],
    ...listPlaces(entry.record, 'artifacts'),
    ...(Array.isArray(commands) ? commands : []).map((_, index) => ['commands_run', index, 'artifact']),
  ];
  return [...fileClaims(entry, places, isThere, TAKEN), ...outputClaims(entry)];
};

/** The output of one run is not that of the other. */
const outputClaims = (entry: Entry): Compared[] =>
  (
    [
      ['red', 'failure_output', EXECUTOR_FILES.red, EXECUTOR_FILES.green],
      ['green', 'test_output', EXECUTOR_FILES.green, EXECUTOR_FILES.red],
    ] as const
  ).flatMap(([phase, key, wanted, other]) => {
    const path = valueAt(entry.record, 'tdd_phases', phase, key);
    return !isText(path) || takenPath(path, TAKEN) !== other
      ? []
      : [
          claimAt(entry, ['tdd_phases', phase, key], {
            ...{
              claimed: path,
              measured: wanted,
              same: false,
              source: `is the output of the ${phase} phase`,
            },
          }),
        ];
  });

const times = ({ entry, planned }: ExecutorClaims): Compared[] => [
  ...timeClaim(entry, ['timestamp'], { at: planned, what: 'the plan' }),
  ...(['red', 'green', 'refactor'] as const).flatMap((phase) => [
    ...timeClaim(entry, ['timestamp'], {
      at: valueAt(entry.record, 'tdd_phases', phase, 'timestamp'),
      what: `the ${phase} phase`,
    }),
    ...timeClaim(entry, ['tdd_phases', phase, 'timestamp'], { at: planned, what: 'the plan' }),
  ]),
];

/** As text with a percent sign, or as a number. */
const percentOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : parsePercent(value);

interface CoverageFile {
  readonly before: unknown;
  readonly after: unknown;
  readonly delta: unknown;
}

const firstOf = (record: JsonRecord, ...keys: readonly string[]): unknown =>
  keys.map((key) => record[key]).find((value) => value !== undefined && value !== null);

/** `before`, `after` and `delta`, or the report of a coverage tool. */
export const readCoverageFile = (
  text: string,
): { readonly coverage?: CoverageFile; readonly problems: readonly Problem[] } => {
  const file = EXECUTOR_FILES.coverageDelta;
  const hint =
    'Write { "before": "90.0%", "after": "95.0%", "delta": "+5.0%" }, or keep the report of the tool.';
  const read = readJson(text, file);
  if (read.value === undefined) return { problems: read.problems.map((one) => ({ ...one, hint })) };
  const { json } = read.value;
  if (isRecord(json)) {
    const inner = isRecord(json['coverage']) ? json['coverage'] : json;
    const found = {
      before: firstOf(inner, 'before', 'coverage_before'),
      after: firstOf(inner, 'after', 'coverage_after', 'absolute', 'coverage_absolute'),
      delta: firstOf(inner, 'delta', 'coverage_delta'),
    };
    if (percentOf(found.after) !== undefined || percentOf(found.delta) !== undefined)
      return { coverage: found, problems: [] };
  }
  const report = readReport(text, { file, root: '/' });
  const lines =
    report.value?.kind === 'coverage' && !report.problems.some(isError)
      ? coveragePercent(report.value.coverage.lines)
      : null;
  if (lines !== null)
    return { coverage: { before: undefined, after: lines, delta: undefined }, problems: [] };
  return {
    problems: [
      problem('REPORT_UNKNOWN', `expected before, after and delta in ${file}, got other JSON`, {
        ...{ file, line: 1, column: 1, hint },
      }),
    ],
  };
};

/** Off by more than one of the last digit that was written. */
export const numbersDiffer = (claimed: unknown, other: unknown): boolean => {
  const [a, b] = [percentOf(claimed), percentOf(other)];
  if (a === undefined || b === undefined) return false;
  return Math.abs(a - b) > 10 ** -Math.min(digitsOf(claimed), digitsOf(other)) + 1e-9;
};

const digitsOf = (value: unknown): number => /\.(\d{1,9})/.exec(String(value))?.[1]?.length ?? 0;

/** With as many digits as the less exact of both has. */
const differenceOf = (before: unknown, after: unknown): string | undefined => {
  const [from, to] = [percentOf(before), percentOf(after)];
  if (from === undefined || to === undefined) return undefined;
  const text = (to - from).toFixed(Math.min(digitsOf(before), digitsOf(after)));
  return `${text.startsWith('-') ? '' : '+'}${text}%`;
};

const coverageClaims = ({
  entry,
  text,
}: ExecutorClaims): { compared: Compared[]; problems: readonly Problem[] } => {
  const content = text(EXECUTOR_FILES.coverageDelta);
  if (content === undefined || content.trim() === '') return { compared: [], problems: [] };
  const { coverage, problems } = readCoverageFile(content);
  if (coverage === undefined) return { compared: [], problems };
  const claim = (key: string, value: unknown, source: string): Compared[] => {
    const claimed = entry.record[key];
    return percentOf(claimed) === undefined || percentOf(value) === undefined
      ? []
      : [
          claimAt(entry, [key], {
            ...{ claimed: told(claimed), measured: told(value), same: !numbersDiffer(claimed, value) },
            source,
            hint: 'Both come from the same measurement: write the same number in both.',
          }),
        ];
  };
  const { before, after, delta } = coverage;
  const computed = differenceOf(before, after);
  const own: Compared[] =
    computed === undefined || percentOf(delta) === undefined
      ? []
      : [
          {
            name: 'delta',
            ...{ claimed: told(delta), measured: told(computed), same: !numbersDiffer(delta, computed) },
            ...{ file: EXECUTOR_FILES.coverageDelta, path: ['delta'] },
            source: `is after (${told(after)}) less before (${told(before)})`,
          },
        ];
  return {
    problems,
    compared: [
      ...claim('coverage_absolute', after, `stands in ${EXECUTOR_FILES.coverageDelta}`),
      ...claim('coverage_delta', delta ?? computed, `stands in ${EXECUTOR_FILES.coverageDelta}`),
      ...own,
      ...metricClaims(entry),
    ],
  };
};

/** Where a report has the same numbers in two places. */
const metricClaims = (entry: Entry): Compared[] =>
  (
    [
      ['delta', 'coverage_delta'],
      ['after', 'coverage_absolute'],
      ['absolute', 'coverage_absolute'],
    ] as const
  ).flatMap(([key, other]) => {
    const [claimed, value] = [valueAt(entry.record, 'quality_metrics', 'coverage', key), entry.record[other]];
    return percentOf(claimed) === undefined || percentOf(value) === undefined
      ? []
      : [
          claimAt(entry, ['quality_metrics', 'coverage', key], {
            ...{ claimed: told(claimed), measured: told(value), same: !numbersDiffer(claimed, value) },
            source: `is ${other} of the same entry`,
          }),
        ];
  });

const roundClaim = ({ entry, round }: ExecutorClaims): Compared[] => {
  const claimed = entry.record['iteration_count'];
  if (claimed === undefined || claimed === null || round === undefined) return [];
  return [
    claimAt(entry, ['iteration_count'], {
      ...{ claimed: told(claimed), measured: String(round), same: claimed === round },
      source: 'is the round of this task',
      hint: 'The first time that a task is worked at is round 1; whatever sends it back to you adds one; what the checks reject does not.',
    }),
  ];
};

const G1_STATUSES = ['G1_passed', 'G1_complete'] as const;

export const executorClaims = (
  claims: ExecutorClaims,
): { readonly compared: readonly Compared[]; readonly problems: readonly Problem[] } => {
  const { entry, text } = claims;
  const coverage = coverageClaims(claims);
  return {
    compared: [
      ...criteriaClaims(claims),
      ...namedFiles(entry, text),
      ...times(claims),
      ...coverage.compared,
      ...roundClaim(claims),
      ...gateClaim(entry, G1_STATUSES, 'is what an H2 is handed in with'),
    ],
    problems: coverage.problems,
  };
};

export const changedFiles = (entry: Entry): readonly string[] => {
  const changed = entry.record['files_changed'];
  return Array.isArray(changed) ? changed.filter(isText).map((path) => path.trim()) : [];
};
