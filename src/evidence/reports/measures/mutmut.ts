// mutmut, in what it prints and writes: `mutmut run`, `mutmut results`, `mutmut junitxml` (2), `export-cicd-stats` (3).
import * as z from 'zod';
import { REPORT_FILES_MAX, REPORT_RESULTS_MAX, SOURCE_LINES_MAX } from '../../../model/limits/limits.ts';
import type { Mutation } from '../../../model/measured.ts';
import { type Parsed, problem } from '../../../model/problem.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { ownPath } from '../../commands/own-path.ts';
import { fieldOf, type JsonDocument, readJsonReport } from '../json-report.ts';
import { reportLines } from '../report.ts';
import type { ReportNotes, ReportOptions } from '../report-notes.ts';
import type { XmlVisitor } from '../xml.ts';

type Counts = Pick<Mutation, 'killed' | 'timeout' | 'survived' | 'noCoverage' | 'invalid'>;
const NONE: Counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, invalid: 0 };
const MUTANT_CHARS_MAX = 100;

const mutationOf = (
  counts: Counts,
  survivors: Mutation['survivors'] = [],
  files: Mutation['files'] = {},
): Mutation => ({ format: 'mutmut', ...counts, files, survivors: survivors.slice(0, REPORT_RESULTS_MAX) });

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, one) => sum + one, 0);

const count = z.number().int().nonnegative();
const statsSchema = z.object({
  ...{ killed: count, survived: count, total: count },
  ...{ no_tests: count.optional(), skipped: count.optional(), suspicious: count.optional() },
  ...{ timeout: count.optional(), segfault: count.optional() },
  check_was_interrupted_by_user: count.optional(),
});

export const isMutmutStats = (json: unknown): boolean =>
  ['killed', 'survived', 'total', 'suspicious'].every((key) => typeof fieldOf(json, key) === 'number');

export const readMutmutStats = (document: JsonDocument, options: ReportOptions): Parsed<Mutation> =>
  readJsonReport(document, options, statsSchema, (stats, notes) => {
    const counts: Counts = {
      killed: stats.killed,
      // A suspicious mutant slowed the tests down and was noticed only so: nobody can say that they fail.
      survived: stats.survived + (stats.suspicious ?? 0),
      timeout: (stats.timeout ?? 0) + (stats.segfault ?? 0),
      noCoverage: stats.no_tests ?? 0,
      invalid: (stats.skipped ?? 0) + (stats.check_was_interrupted_by_user ?? 0),
    };
    if (stats.total === 0) notes.error('REPORT_EMPTY', 'expected mutants, the report has none', ['total']);
    if (sumOf(counts) > stats.total)
      notes.error(
        'REPORT_INCONSISTENT',
        `total says ${stats.total} mutants, and there are ${sumOf(counts)}`,
        ['total'],
      );
    const unchecked = stats.total - sumOf(counts);
    if (unchecked > 0)
      notes.warn('REPORT_INCONSISTENT', `${unchecked} mutants were not checked: the run did not end`, [
        'total',
      ]);
    return mutationOf(counts);
  });

/** The line of `mutmut run`: `10/10  🎉 8  ⏰ 0  🤔 0  🙁 2  🔇 0`, and `🫥` since version 3. */
const PROGRESS = /(\d{1,9})\/(\d{1,9})((?:\s+\p{Extended_Pictographic}\ufe0f?\s*\d{1,9}){3,12})/gu;
const PART = /(\p{Extended_Pictographic})\ufe0f?\s*(\d{1,9})/gu;
const SIGNS: Readonly<Record<string, keyof Counts>> = {
  '🎉': 'killed',
  '⏰': 'timeout',
  '🙁': 'survived',
  '🤔': 'survived',
  '🫥': 'noCoverage',
  '🔇': 'invalid',
};
/** A line of `mutmut results`: `    calc.x_add__mutmut_1: survived`. */
const RESULT = /^\s*(\S{1,300}__mutmut_\d{1,9}): ([a-z ]{1,40})$/;
const STATUSES: Readonly<Record<string, keyof Counts>> = {
  killed: 'killed',
  timeout: 'timeout',
  segfault: 'timeout',
  survived: 'survived',
  suspicious: 'survived',
  'no tests': 'noCoverage',
  skipped: 'invalid',
  'not checked': 'invalid',
};

export const isMutmutText = (text: string): boolean =>
  (text.includes('🎉') && text.search(PROGRESS) !== -1) || text.split('\n').some((line) => RESULT.test(line));

const progressIn = (
  lines: readonly string[],
): { readonly counts: Counts; readonly left: number } | undefined => {
  // The line is written anew for each mutant: the last one counts.
  const last = lines.flatMap((line) => [...line.matchAll(PROGRESS)]).at(-1);
  if (last === undefined) return undefined;
  const counts = { ...NONE };
  for (const [, sign = '', number = '0'] of (last[3] ?? '').matchAll(PART))
    if (SIGNS[sign] !== undefined) counts[SIGNS[sign]] += Number(number);
  return { counts, left: Number(last[2]) - Number(last[1]) };
};

const ONLY_LIVING =
  'expected all mutants; the list names only those that live, so that no score can be told: keep what `mutmut run` prints, or `mutmut results --all true`';

export const readMutmutText = (text: string, { file }: ReportOptions): Parsed<Mutation> => {
  const lines = reportLines(text);
  const place = { ...(file === '' ? {} : { file }), line: 1, column: 1 };
  const counts = { ...NONE };
  const survivors: Mutation['survivors'] = [];
  for (const line of lines) {
    const [, name = '', status = ''] = RESULT.exec(line) ?? [];
    const kind = STATUSES[status];
    if (kind === undefined) continue;
    counts[kind] += 1;
    if (kind === 'survived' || kind === 'noCoverage')
      survivors.push({ file: '', mutator: clip(plainLine(name), MUTANT_CHARS_MAX) });
  }
  const progress = progressIn(lines);
  const all = progress?.counts ?? counts;
  const problems = [
    ...(sumOf(all) === 0 ? [problem('REPORT_EMPTY', 'expected mutants, the report has none', place)] : []),
    ...(progress === undefined && counts.killed === 0 && sumOf(counts) > 0
      ? [problem('REPORT_INCONSISTENT', ONLY_LIVING, place)]
      : []),
    ...(progress !== undefined && progress.left > 0
      ? [
          problem('REPORT_INCONSISTENT', `${progress.left} mutants were not checked: the run did not end`, {
            ...place,
            severity: 'warning',
          }),
        ]
      : []),
  ];
  return { value: mutationOf(all, survivors), problems };
};

/** The first tag of a suite says whose report it is; every other report of the form is one of tests. */
export const isMutmutXml = (text: string): boolean =>
  /<testsuite\b[^<>]{0,2000}\bname="mutmut"/.test(text.slice(0, 10_000));

/** One test case for each mutant: without a failure it was killed, with an error it timed out. */
export const newMutmutReader = (
  { root }: ReportOptions,
  notes: ReportNotes<number>,
): XmlVisitor & { end(): Mutation } => {
  const counts = { ...NONE };
  const files = new Map<string, { detected: number; undetected: number }>();
  const survivors: Mutation['survivors'] = [];
  let open: { readonly file: string | undefined; readonly line: number; readonly name: string } | undefined;
  let came: keyof Counts = 'killed';
  const close = (): void => {
    if (open === undefined) return;
    counts[came] += 1;
    const file = open.file === undefined ? undefined : ownPath(open.file, root);
    if (file !== undefined && came !== 'invalid') {
      const tally = files.get(file) ?? { detected: 0, undetected: 0 };
      tally[came === 'killed' || came === 'timeout' ? 'detected' : 'undetected'] += 1;
      files.set(file, tally);
    }
    if (came === 'survived')
      survivors.push({
        file: file ?? '',
        ...(open.line > 0 && open.line <= SOURCE_LINES_MAX ? { line: open.line } : {}),
        mutator: clip(plainLine(open.name), MUTANT_CHARS_MAX),
      });
    open = undefined;
  };
  return {
    open: ({ name, attributes }) => {
      if (name === 'testcase') {
        came = 'killed';
        const line = Number(attributes['line'] ?? 0);
        open = {
          file: attributes['file'],
          line: Number.isSafeInteger(line) ? line : 0,
          name: attributes['name'] ?? '',
        };
      } else if (name === 'failure') came = 'survived';
      else if (name === 'error') came = 'timeout';
      else if (name === 'skipped') came = 'invalid';
    },
    text: () => {},
    close: (name) => {
      if (name === 'testcase') close();
    },
    end: () => {
      if (sumOf(counts) === 0) notes.error('REPORT_EMPTY', 'expected mutants, the report has none', 0);
      if (files.size > REPORT_FILES_MAX)
        notes.error('LIMIT_REACHED', `expected at most ${REPORT_FILES_MAX} files, got ${files.size}`, 0);
      return mutationOf(counts, survivors, Object.fromEntries(files));
    },
  };
};
