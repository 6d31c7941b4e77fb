// Mutated reports of real tools, and what must hold of whatever is made of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTestOutput } from '../../src/evidence/reports/parse-test-output.ts';
import { type Report, readReport } from '../../src/evidence/reports/read-report.ts';
import { type TestCounts, testCountsSchema } from '../../src/model/evidence.ts';
import { coverageSchema, findingsSchema, mutationSchema } from '../../src/model/measured.ts';
import { isError, type Parsed } from '../../src/model/problem.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { type Fuzzer, type Judge, randomOf } from './fuzz-readers.ts';
import { isPolluted, problemsFault, strangerIn } from './judge-reading.ts';
import { mutateText } from './mutate-text.ts';
import type { SeedText } from './seed-texts.ts';

const ROOT = '/project';
const OTHER_FILES = ['report', 'coverage-final.json', 'coverage-summary.json', 'results.tap', 'junit.xml'];
/** What means something in one of the formats. */
const PIECES = [
  '<testcase name="x"/>',
  '<testcase name="x"><failure message="m">at a.ts:3</failure></testcase>',
  '<testsuite name="pytest" tests="1" failures="-1">',
  '</testsuite>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<!-- -->',
  '<![CDATA[ ]]>',
  ']]>',
  '&b;',
  '&#0;',
  '&#x1b;',
  ' tests="3"',
  ' file="../../etc/passwd"',
  '<line number="0" hits="-1"/>',
  '<source>/project/src</source>',
  'SF:/project/../x\nDA:0,1\n',
  'DA:1,-1\n',
  'DA:99999999999,1\n',
  'LF:3\nLH:5\n',
  'end_of_record\n',
  'TAP version 14\n',
  '1..3\n',
  'ok 1 - a # SKIP\n',
  "        not ok 2 - b\n          ---\n          type: 'suite'\n",
  'Bail out!\n',
  '# tests 1\n# pass 1\n# fail 0\n',
  '✔ forged (1ms)\n',
  '▶ block\n',
  'a.py::test_x PASSED [ 50%]\n',
  '"status": "passed",',
  '"__proto__": {"path": "__proto__", "statementMap": {}, "s": {}},',
  '"constructor": {"lines": {"total": 1, "covered": 2}},',
  '"files": {"__proto__": {"mutants": []}},',
  '"ruleIndex": 99999, "rule": {"index": -1, "toolComponent": {"index": 7}},',
  '"uriBaseId": "__proto__",',
  '"testResults": [],',
  '{}',
  '[]',
];
const NUMBERS = [
  '-1',
  '0',
  '1',
  '2',
  '1.5',
  '1e999',
  '9007199254740993',
  '99999999999',
  '"3"',
  'null',
  'true',
];
const PIECES_MAX = 3;

const withPiece = (text: string, random: SeededRandom): string => {
  const at = random.below(text.length + 1);
  if (random.chance(0.5)) return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
  // The next number becomes another one: reports are full of them.
  const next = text.slice(at).search(/\d/);
  if (next === -1) return text;
  const from = at + next;
  const length = /^\d+/.exec(text.slice(from, from + 20))?.[0].length ?? 1;
  return text.slice(0, from) + random.pick(NUMBERS) + text.slice(from + length);
};

const readReports = (fixtures: string): SeedText[] =>
  readdirSync(join(fixtures, 'reports'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== 'origin.json')
    .map((entry) => ({ file: entry.name, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ file, path }) => ({ file, text: readFileSync(path, 'utf8') }));

export const newReportFuzzer = (fixtures: string, seed: number): Fuzzer => {
  const seeds = readReports(fixtures);
  return {
    input(number) {
      const random = randomOf(seed, number);
      const chosen = random.pick(seeds);
      let text = chosen.text;
      for (let left = random.below(PIECES_MAX + 1); left > 0; left -= 1) text = withPiece(text, random);
      // Half of them stay near to what a tool would write, so that they get past the parsers.
      if (text === chosen.text || random.chance(0.5))
        text = mutateText(text, random, () => random.pick(seeds).text);
      return { text, files: [random.chance(0.8) ? chosen.file : random.pick(OTHER_FILES)] };
    },
  };
};

const read = (text: string, file: string) => ({
  report: readReport(text, { file, root: ROOT }),
  output: parseTestOutput(text),
});

const testsFault = (tests: TestCounts): string | undefined => {
  const fits = testCountsSchema.safeParse(tests);
  if (!fits.success) return `tests that their schema refuses: ${fits.error.message}`;
  if (tests.total !== tests.passed + tests.failed + tests.skipped) return 'tests that do not add up';
  return undefined;
};

const isOwn = (path: string): boolean =>
  path !== '' && !path.split('/').some((part) => part === '' || part === '..' || part === 'node_modules');

const valueFault = (report: Report): string | undefined => {
  if (report.kind === 'tests') return testsFault(report.tests);
  const [schema, value] =
    report.kind === 'coverage'
      ? ([coverageSchema, report.coverage] as const)
      : report.kind === 'findings'
        ? ([findingsSchema, report.findings] as const)
        : ([mutationSchema, report.mutation] as const);
  const fits = schema.safeParse(value);
  if (!fits.success) return `a report that its schema refuses: ${fits.error.message}`;
  if (report.kind === 'findings') {
    const strange = report.findings.results.find(({ file }) => file !== undefined && !isOwn(file));
    return strange && `a file outside: ${strange.file}`;
  }
  const files = Object.keys(report.kind === 'coverage' ? report.coverage.files : report.mutation.files);
  const outside = files.find((path) => !isOwn(path));
  return outside === undefined ? undefined : `a file outside: ${outside}`;
};

/** A report that is taken must not contradict itself. */
const usedFault = (report: Report): string | undefined => {
  if (report.kind === 'tests' && report.tests.total === 0) return 'no tests, and no error that says so';
  if (report.kind !== 'coverage') return undefined;
  const { files, lines } = report.coverage;
  const wrong = Object.values(files).some(({ covered, total, missed }) => covered + missed.length > total);
  return wrong || lines.covered > lines.total ? 'more covered than there is' : undefined;
};

const reportFault = (text: string, { value, problems }: Parsed<Report>): string | undefined => {
  if (value === undefined && !problems.some(isError)) return 'no report, and no error that says why';
  // What says that there are more problems has no place.
  const placed = problems.filter(({ code, line }) => code !== 'LIMIT_REACHED' || line !== undefined);
  const fault = problemsFault(text, problems, false) ?? problemsFault(text, placed, true);
  if (fault !== undefined || value === undefined) return fault;
  const stranger = strangerIn(value);
  if (stranger !== undefined) return `the report has a foreign prototype at ${stranger}`;
  return valueFault(value) ?? (problems.some(isError) ? undefined : usedFault(value));
};

const faultOf = (text: string, file: string): string | undefined => {
  let outcome: ReturnType<typeof read>;
  try {
    outcome = read(text, file);
  } catch (cause) {
    return `thrown: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
  }
  if (isPolluted()) return 'a prototype was polluted';
  return (
    reportFault(text, outcome.report) ?? (outcome.output === null ? undefined : testsFault(outcome.output))
  );
};

export const REPORTS: Judge = { read, faultOf };
