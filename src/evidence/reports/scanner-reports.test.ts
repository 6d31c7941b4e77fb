// Reports of npm audit, bandit, semgrep and mutmut. Those of npm and bandit were made by them; the others are made by hand
// from the documented forms.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutationScore } from '../../model/measured.ts';
import { isError } from '../../model/problem.ts';
import { readReport } from './read-report.ts';

const read = (text: string, file = 'report') => readReport(text, { file, root: '/project' });
const json = (value: unknown) => read(JSON.stringify(value));
const faults = (value: unknown): string[] =>
  json(value)
    .problems.filter(isError)
    .map(({ code, message }) => `${code} ${message}`);
const fixture = (path: string): string =>
  readFileSync(new URL(`../../../test/fixtures/reports/${path}`, import.meta.url), 'utf8');
const findings = (text: string) => {
  const { value, problems } = read(text);
  expect(problems.filter(isError)).toEqual([]);
  return value?.kind === 'findings' ? value.findings : undefined;
};
const mutation = (text: string) => {
  const { value, problems } = read(text);
  expect(problems.filter(isError)).toEqual([]);
  return value?.kind === 'mutation' ? value.mutation : undefined;
};

describe('npm audit', () => {
  const audit = (vulnerabilities: object, counts: object) => ({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: {
      vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0, ...counts },
    },
  });
  const minimist = {
    name: 'minimist',
    severity: 'critical',
    isDirect: false,
    via: [
      {
        source: 1,
        title: 'Prototype Pollution in minimist',
        url: 'https://example.org/1',
        severity: 'critical',
      },
    ],
    effects: ['mkdirp'],
    range: '<0.2.4',
    nodes: ['node_modules/minimist'],
  };

  it('of a project without dependencies has no finding', () => {
    expect(findings(fixture('npm-audit/report-clean.json'))).toMatchObject({
      ...{ format: 'npm-audit', tools: ['npm audit'], results: [] },
      counts: { critical: 0, high: 0, medium: 0, low: 0, note: 0 },
    });
  });

  it('lists packages, the worst first, without a file', () => {
    const mkdirp = { name: 'mkdirp', severity: 'moderate', via: ['minimist'] };
    const report = audit({ mkdirp, minimist }, { moderate: 1, critical: 1, total: 2 });
    expect(findings(JSON.stringify(report))).toMatchObject({
      counts: { critical: 1, high: 0, medium: 1, low: 0, note: 0 },
      results: [
        {
          ...{ rule: 'npm:minimist', severity: 'critical' },
          message: 'minimist: Prototype Pollution in minimist',
        },
        { rule: 'npm:mkdirp', severity: 'medium', message: 'mkdirp: by minimist' },
      ],
    });
  });

  it('that could not be made, or contradicts its own counts, is no evidence', () => {
    expect(read(fixture('npm-audit/report-failed.json')).problems).toMatchObject([
      { code: 'REPORT_INCONSISTENT', message: expect.stringContaining('requires an existing lockfile') },
    ]);
    expect(faults(audit({ minimist }, { critical: 0 }))).toEqual([
      'REPORT_INCONSISTENT metadata says 0 vulnerabilities that are critical, and 1 are listed',
    ]);
    expect(faults(audit({}, { critical: 1 }))).toEqual([
      'REPORT_INCONSISTENT metadata says 1 vulnerabilities that are critical, and 0 are listed',
    ]);
    expect(faults({ ...audit({}, {}), auditReportVersion: 3 })[0]).toContain('FIELD_INVALID');
  });
});

describe('bandit', () => {
  it('as it writes it itself', () => {
    expect(findings(fixture('bandit/report.json'))).toMatchObject({
      ...{ format: 'bandit', tools: ['bandit'] },
      counts: { critical: 0, high: 1, medium: 1, low: 2, note: 0 },
      results: [
        {
          ...{ rule: 'B602:subprocess_popen_with_shell_equals_true', severity: 'high' },
          ...{ file: 'app.py', line: 6 },
        },
        { severity: 'medium', line: 10 },
        { severity: 'low' },
        { severity: 'low' },
      ],
    });
    expect(findings(fixture('bandit/report-clean.json'))?.results).toEqual([]);
  });

  it('with a finding taken out, or a file that it could not read, is no evidence', () => {
    const report = JSON.parse(fixture('bandit/report.json')) as { results: { issue_severity: string }[] };
    const clean = { ...report, results: report.results.filter((one) => one.issue_severity !== 'HIGH') };
    expect(faults(clean)).toEqual([
      'REPORT_INCONSISTENT the totals say 1 findings of severity HIGH, and 0 are listed',
    ]);
    expect(faults({ ...report, errors: [{ filename: 'x.py', reason: 'syntax error' }] })).toEqual([
      'REPORT_INCONSISTENT bandit could not look into "x.py": "syntax error"',
    ]);
  });
});

describe('semgrep', () => {
  const result = (severity: string, more: object = {}) => ({
    check_id: 'javascript.lang.security.audit.eval',
    path: 'src/run.js',
    start: { line: 3, col: 1, offset: 20 },
    end: { line: 3, col: 9, offset: 28 },
    extra: { message: 'eval of what others write', severity, metadata: {}, ...more },
  });
  const report = (results: object[], errors: object[] = []) => ({
    ...{ version: '1.68.0', results, errors, paths: { scanned: ['src/run.js'] }, skipped_rules: [] },
  });

  it('has a severity in either of its scales, a file and a line', () => {
    const severities = ['CRITICAL', 'ERROR', 'HIGH', 'WARNING', 'MEDIUM', 'LOW', 'INFO'];
    const found = findings(JSON.stringify(report(severities.map((severity) => result(severity)))));
    expect(found?.counts).toEqual({ critical: 1, high: 2, medium: 2, low: 1, note: 1 });
    expect(found?.results[0]).toEqual({
      ...{ rule: 'javascript.lang.security.audit.eval', severity: 'critical' },
      ...{ message: 'eval of what others write', file: 'src/run.js', line: 3 },
    });
    expect(findings(JSON.stringify(report([result('ERROR', { is_ignored: true })])))?.results).toEqual([]);
  });

  it('that looked into nothing, or says that it failed, is no evidence', () => {
    expect(faults({ ...report([]), paths: { scanned: [] } })).toEqual([
      'REPORT_EMPTY expected files that were scanned, semgrep looked into none',
    ]);
    expect(faults(report([], [{ code: 2, level: 'error', message: 'no rules' }]))).toEqual([
      'REPORT_INCONSISTENT semgrep says that something went wrong: "no rules"',
    ]);
    expect(faults(report([], [{ level: 'warn', message: 'a file was too large' }]))).toEqual([]);
    expect(faults(report([result('SOMETIMES')]))[0]).toContain('FIELD_INVALID');
  });
});

describe('mutmut', () => {
  const run =
    '⠋ Generating mutants\n⠙ 3/10  🎉 2 🫥 0  ⏰ 0  🤔 0  🙁 1  🔇 0\n⠹ 10/10  🎉 7 🫥 1  ⏰ 1  🤔 0  🙁 1  🔇 0\n';

  it('of both versions, by the last line of its run', () => {
    const three = mutation(run)!;
    expect(three).toMatchObject({ format: 'mutmut', killed: 7, timeout: 1, survived: 1, noCoverage: 1 });
    expect(mutationScore(three)).toBe(80);
    const two = mutation('- Mutation testing starting -\n⠏ 20/20  🎉 18  ⏰ 0  🤔 1  🙁 1  🔇 0\n')!;
    expect(two).toMatchObject({ killed: 18, survived: 2 });
    expect(mutationScore(two)).toBe(90);
    expect(read(run.split('\n').slice(0, 2).join('\n')).problems).toMatchObject([
      { severity: 'warning', message: '7 mutants were not checked: the run did not end' },
    ]);
  });

  it('by its results, where all of them are listed', () => {
    const all = '    calc.x_add__mutmut_1: killed\n    calc.x_add__mutmut_2: survived\n';
    expect(mutation(all)).toMatchObject({
      ...{ killed: 1, survived: 1, survivors: [{ mutator: 'calc.x_add__mutmut_2' }] },
    });
    expect(read('    calc.x_add__mutmut_2: survived\n').problems).toMatchObject([
      { code: 'REPORT_INCONSISTENT', message: expect.stringContaining('only those that live') },
    ]);
  });

  it('by the statistics that it exports', () => {
    const stats = {
      ...{ killed: 17, survived: 2, total: 20, no_tests: 0, skipped: 0, suspicious: 0, timeout: 1 },
      ...{ check_was_interrupted_by_user: 0, segfault: 0 },
    };
    expect(mutation(JSON.stringify(stats))).toMatchObject({ killed: 17, survived: 2, timeout: 1 });
    expect(faults({ ...stats, total: 5 })).toEqual([
      'REPORT_INCONSISTENT total says 5 mutants, and there are 20',
    ]);
  });

  it('by its JUnit XML, which is no report of tests', () => {
    const xml = `<?xml version="1.0" ?>
<testsuites disabled="0" errors="1" failures="1" tests="3" time="0.0">
  <testsuite disabled="0" errors="1" failures="1" name="mutmut" skipped="0" tests="3" time="0">
    <testcase name="Mutant #1" file="calc.py" line="2"/>
    <testcase name="Mutant #2" file="calc.py" line="3"><failure type="failure" message="bad_survived">- a\n+ b</failure></testcase>
    <testcase name="Mutant #3" file="calc.py" line="4"><error type="timeout" message="bad_timeout"/></testcase>
  </testsuite>
</testsuites>`;
    expect(mutation(xml)).toMatchObject({
      ...{ killed: 1, survived: 1, timeout: 1, files: { 'calc.py': { detected: 2, undetected: 1 } } },
      survivors: [{ file: 'calc.py', line: 3, mutator: 'Mutant #2' }],
    });
    expect(read(xml.replace('name="mutmut"', 'name="pytest"')).value?.kind).toBe('tests');
  });

  it('of words alone is nothing', () => {
    expect(read('killed most of them, 95%\n').problems).toMatchObject([{ code: 'REPORT_UNKNOWN' }]);
  });
});
