// Reports that tools write while a command runs. What was there before is removed, so that what is there afterwards was
// written by this very run.
import { readdir, rm } from 'node:fs/promises';
import { BatonError } from '../../errors.ts';
import { unloadedOf } from '../../evidence/reports/parse-test-output.ts';
import { type Report, readReport } from '../../evidence/reports/read-report.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { COMMAND_REPORTS_MAX, REPORT_BYTES_MAX, REPORT_RESULTS_MAX } from '../../model/limits/limits.ts';
import { FINDING_SEVERITIES, type Findings } from '../../model/measured.ts';
import { isError } from '../../model/problem.ts';
import { containedPath } from '../../std/disk/contained-path.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';

/** Where tools put their reports when nobody says otherwise; the one that says most comes first. */
const KNOWN_PLACES = [
  ...['coverage/coverage-final.json', 'coverage/lcov.info', 'lcov.info', 'coverage/cobertura-coverage.xml'],
  ...['coverage.xml', 'coverage.json', 'coverage/coverage-summary.json', 'junit.xml'],
  'reports/mutation/mutation.json',
];
const KNOWN_NAMES = /^(?:test-results[\w.-]*\.xml|[\w.-]+\.sarif)$/;

type Measured = Pick<CommandEvidence, 'coverage' | 'findings' | 'mutation'> & {
  readonly tests?: NonNullable<CommandEvidence['tests']>;
};

export interface ReportsRead {
  /** From reports that the project's configuration names. */
  readonly named: Measured;
  /** From reports that lie where tools usually put them. */
  readonly found: Measured;
  readonly faults: readonly string[];
}

const knownIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  const fitting = names.filter((name) => KNOWN_NAMES.test(name)).sort();
  return [...KNOWN_PLACES, ...fitting].slice(0, COMMAND_REPORTS_MAX);
};

/** Only what is inside of the folder is removed: a link may lead to somebody else's file. */
export const clearReports = async (folder: string, named: readonly string[]): Promise<string[]> => {
  const cleared: string[] = [];
  for (const name of [...named, ...(await knownIn(folder))]) {
    const { path } = containedPath(folder, name);
    if (path === undefined) continue;
    await rm(path, { recursive: true, force: true });
    cleared.push(name);
  }
  return cleared;
};

const addCounts = (one: Findings['counts'], two: Findings['counts']): Findings['counts'] => {
  const sum = { ...one };
  for (const severity of FINDING_SEVERITIES) sum[severity] += two[severity];
  return sum;
};

const addFindings = (one: Findings, two: Findings): Findings => ({
  format: one.format,
  tools: [...new Set([...one.tools, ...two.tools])],
  counts: addCounts(one.counts, two.counts),
  results: [...one.results, ...two.results]
    .sort((a, b) => FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity))
    .slice(0, REPORT_RESULTS_MAX),
});

type Tests = NonNullable<CommandEvidence['tests']>;

const addTests = (one: Tests, two: Tests): Tests => ({
  total: one.total + two.total,
  passed: one.passed + two.passed,
  failed: one.failed + two.failed,
  skipped: one.skipped + two.skipped,
  failures: [...one.failures, ...two.failures],
  ...(one.cases === undefined || two.cases === undefined ? {} : { cases: [...one.cases, ...two.cases] }),
  ...unloadedOf(one, two),
});

/** Tests and findings of several reports add up; of coverage and mutants the first report counts. */
export const addReport = (measured: Measured, report: Report): Measured => {
  switch (report.kind) {
    case 'tests':
      return { ...measured, tests: measured.tests ? addTests(measured.tests, report.tests) : report.tests };
    case 'findings':
      return {
        ...measured,
        findings: measured.findings ? addFindings(measured.findings, report.findings) : report.findings,
      };
    case 'coverage':
      return { ...measured, coverage: measured.coverage ?? report.coverage };
    case 'mutation':
      return { ...measured, mutation: measured.mutation ?? report.mutation };
  }
};

type Read = { readonly report: Report } | { readonly fault: string } | undefined;

/** Undefined where there is no such file. */
export const readReportFile = async (folder: string, name: string, root: string): Promise<Read> => {
  const { path, problem } = containedPath(folder, name);
  if (path === undefined) return { fault: `${name}: ${problem}` };
  try {
    const text = (await readBounded(path, REPORT_BYTES_MAX)).toString('utf8');
    const { value, problems } = readReport(text, { file: name, root });
    const wrong = problems.find(isError);
    if (value !== undefined && wrong === undefined) return { report: value };
    return { fault: `${name} cannot be used: ${wrong?.message ?? 'there is nothing in it'}` };
  } catch (cause) {
    if (!(cause instanceof BatonError)) throw cause;
    return cause.code === 'FILE_MISSING'
      ? undefined
      : { fault: `${name}: ${cause.message.replaceAll(`${folder}/`, '')}` };
  }
};

/** `folder` is the project in the clean place, `root` the same as the command saw it. */
export const readReports = async (
  folder: string,
  root: string,
  named: readonly string[],
): Promise<ReportsRead> => {
  const faults: string[] = [];
  let fromNamed: Measured = {};
  let found: Measured = {};
  for (const name of named.slice(0, COMMAND_REPORTS_MAX)) {
    const read = await readReportFile(folder, name, root);
    if (read === undefined) faults.push(`${name} was not written by this run`);
    else if ('fault' in read) faults.push(read.fault);
    else fromNamed = addReport(fromNamed, read.report);
  }
  for (const name of await knownIn(folder)) {
    const read = named.includes(name) ? undefined : await readReportFile(folder, name, root);
    if (read !== undefined && 'report' in read) found = addReport(found, read.report);
  }
  return { named: fromNamed, found, faults };
};

/** A report that was printed: from the first line that can begin one. */
export const printedReport = (output: string, root: string): Report | undefined => {
  const start = /^(?:\{|\[\s*$|<\?xml|<testsuite|<coverage)/m.exec(output)?.index;
  if (start === undefined) return undefined;
  const end = Math.max(output.lastIndexOf('}'), output.lastIndexOf('>'), output.lastIndexOf(']'));
  const { value, problems } = readReport(output.slice(start, end + 1), { file: 'stdout', root });
  return problems.some(isError) ? undefined : value;
};
