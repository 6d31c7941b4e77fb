// Reports of coverage, findings and mutants that lie, break off, or attack.
import { describe, expect, it } from 'vitest';
import { MISSED_LINES_MAX, REPORT_FILES_MAX } from '../../model/limits/limits.ts';
import { codes, json, read, told } from './read-report.fixture.ts';

describe('LCOV', () => {
  it.each([
    ['SF:a.ts\nDA:1,1\n', 'REPORT_INCONSISTENT the report is cut off: expected end_of_record'],
    [
      'SF:a.ts\nDA:1,1\nSF:b.ts\nend_of_record\n',
      'REPORT_INCONSISTENT expected end_of_record before the next SF',
    ],
    ['SF:a.ts\nDA:1,1\nLF:2\nend_of_record\n', 'REPORT_INCONSISTENT LF says 2 lines, and the record has 1'],
    ['SF:a.ts\nDA:1,0\nLH:1\nend_of_record\n', 'REPORT_INCONSISTENT LH says 1 lines, and the record has 0'],
    ['SF:a.ts\nLF:2\nLH:3\nend_of_record\n', 'REPORT_INCONSISTENT expected LH to be at most LF (2), got 3'],
    ['SF:a.ts\nDA:1,-1\nend_of_record\n', 'FIELD_INVALID DA: expected a line and its hits, got "1,-1"'],
    [
      'SF:a.ts\nDA:999999999,1\nend_of_record\n',
      'FIELD_INVALID DA: expected a line of a file, got 999999999',
    ],
    ['SF:a.ts\nhello\nend_of_record\n', 'FIELD_INVALID expected a line of LCOV, got "hello"'],
    ['SF:a.ts\nLF:-2\nend_of_record\n', 'FIELD_INVALID LF: expected a whole number, got "-2"'],
  ])('%j is refused', (text, message) => {
    expect(told(text)).toEqual([`error ${message}`]);
  });

  it('adds up the records of one file, and leaves out what is not the project', () => {
    const text = [
      'TN:one\r\nSF:/project/a.ts\r\nDA:1,1\r\nDA:2,0\r\nend_of_record',
      'TN:two\nSF:a.ts\nDA:1,0\nDA:2,3\nDA:3,0\nend_of_record',
      'SF:/project/node_modules/x.js\nDA:1,0\nend_of_record\nSF:/usr/lib/y.js\nDA:1,0\nend_of_record\n',
    ].join('\n');
    const { value, problems } = read(text);
    expect(value).toMatchObject({
      coverage: {
        lines: { covered: 2, total: 3 },
        files: { 'a.ts': { covered: 2, total: 3, missed: [3] } },
      },
    });
    expect(problems).toMatchObject([
      {
        code: 'PATH_OUTSIDE',
        severity: 'warning',
        line: 12,
        message: expect.stringContaining('2 files are left out'),
      },
    ]);
  });

  it('of nothing but foreign files measures nothing', () => {
    expect(codes('SF:/usr/lib/y.js\nDA:1,1\nend_of_record\n')).toEqual(['REPORT_EMPTY']);
  });

  it('over a limit is refused, not cut', () => {
    const files = Array.from({ length: REPORT_FILES_MAX + 1 }, (_, i) => `SF:f${i}.ts\nend_of_record\n`);
    expect(codes(files.join(''))).toEqual(['LIMIT_REACHED']);
    const lines = Array.from({ length: MISSED_LINES_MAX + 1 }, (_, i) => `DA:${i + 1},0\n`);
    expect(codes(`SF:a.ts\n${lines.join('')}end_of_record\n`)).toEqual(['LIMIT_REACHED']);
  });
});

describe('other coverage', () => {
  const lines = (covered: number, total: number) => ({ lines: { covered, total } });
  const statement = (line: number) => ({ start: { line, column: 0 }, end: { line, column: 1 } });

  it.each([
    [{ total: lines(3, 2), '/project/a.ts': lines(3, 2) }, 'REPORT_INCONSISTENT'],
    [{ total: lines(9, 9), '/project/a.ts': lines(1, 9) }, 'REPORT_INCONSISTENT'],
    [{ total: lines(-1, 9), '/project/a.ts': lines(-1, 9) }, 'FIELD_INVALID'],
    [{ total: lines(0, 0) }, 'REPORT_EMPTY'],
    [{ 'a.ts': { path: 'a.ts', statementMap: { 0: statement(1) }, s: {} } }, 'REPORT_INCONSISTENT'],
    [{ 'a.ts': { path: 'a.ts', statementMap: {}, s: { 0: 1 } } }, 'REPORT_INCONSISTENT'],
    [{ 'a.ts': { path: 'a.ts', statementMap: { 0: statement(0) }, s: { 0: 1 } } }, 'FIELD_INVALID'],
    [{ 'a.ts': { path: 'a.ts', statementMap: { 0: statement(1) }, s: { 0: -1 } } }, 'FIELD_INVALID'],
  ])('%j of Istanbul is refused', (report, code) => {
    expect(new Set(codes(json(report)))).toEqual(new Set([code]));
  });

  it('takes an empty coverage-final.json for one by its name', () => {
    expect(codes('{}', 'coverage/coverage-final.json')).toEqual(['REPORT_EMPTY']);
    expect(codes('{}', 'coverage/coverage-summary.json')).toEqual(['FIELD_MISSING', 'REPORT_EMPTY']);
  });

  const python = (file: object, totals: object): string =>
    json({ meta: { version: '7' }, files: { 'a.py': file }, totals });
  const sum = (covered_lines: number, num_statements: number) => ({ covered_lines, num_statements });

  it.each([
    [{ executed_lines: [1], missing_lines: [2], summary: sum(2, 2) }, sum(2, 2), 'REPORT_INCONSISTENT'],
    [{ executed_lines: [1], missing_lines: [2], summary: sum(1, 2) }, sum(2, 2), 'REPORT_INCONSISTENT'],
    [{ executed_lines: [1], missing_lines: [1], summary: sum(1, 2) }, sum(1, 2), 'REPORT_INCONSISTENT'],
    [{ executed_lines: [-1], missing_lines: [], summary: sum(1, 1) }, sum(1, 1), 'FIELD_INVALID'],
    [{ executed_lines: [1e9], missing_lines: [], summary: sum(1, 1) }, sum(1, 1), 'FIELD_INVALID'],
  ])('%j of coverage.py is refused', (file, totals, code) => {
    expect(new Set(codes(python(file, totals)))).toEqual(new Set([code]));
  });

  const cobertura = (attributes: string, inside: string, sources = '<source>/project</source>'): string =>
    `<coverage ${attributes}><sources>${sources}</sources><packages><package><classes>${inside}</classes></package></packages></coverage>`;
  const LINES = '<lines><line number="1" hits="1"/><line number="2" hits="0"/></lines>';

  it.each([
    [cobertura('lines-valid="3"', `<class filename="a.py">${LINES}</class>`), 'REPORT_INCONSISTENT'],
    [cobertura('lines-covered="2"', `<class filename="a.py">${LINES}</class>`), 'REPORT_INCONSISTENT'],
    [cobertura('', `<class>${LINES}</class>`), 'FIELD_MISSING'],
    [
      cobertura('', '<class filename="a.py"><lines><line number="1" hits="-1"/></lines></class>'),
      'FIELD_INVALID',
    ],
    [
      cobertura('', '<class filename="a.py"><lines><line number="0" hits="1"/></lines></class>'),
      'FIELD_INVALID',
    ],
    [cobertura('', `<class filename="a.py">${LINES}</class>`, '<source>/usr/lib</source>'), 'REPORT_EMPTY'],
    [`<!DOCTYPE coverage [<!ENTITY a "b">]>${cobertura('', '')}`, 'XML_SYNTAX'],
  ])('%j of Cobertura is refused', (text, code) => {
    expect(codes(text)).toContain(code);
  });

  it('counts the lines of a class of Cobertura, not those of its methods again', () => {
    const method = '<methods><method><lines><line number="2" hits="5"/></lines></method></methods>';
    expect(
      read(cobertura('lines-valid="2"', `<class filename="a.py">${method}${LINES}</class>`)),
    ).toMatchObject({
      problems: [],
      value: { coverage: { files: { 'a.py': { covered: 1, total: 2, missed: [2] } } } },
    });
  });

  it('says when it cannot know which of several sources a path is below', () => {
    const sources = '<source>/project/one</source><source>/project/two</source>';
    const { value, problems } = read(cobertura('', `<class filename="a.py">${LINES}</class>`, sources));
    expect(value).toMatchObject({
      coverage: { files: { 'one/a.py': { covered: 1, total: 2, missed: [2] } } },
    });
    expect(problems).toMatchObject([{ code: 'REPORT_INCONSISTENT', severity: 'warning' }]);
  });

  it('never puts a file where prototypes are', () => {
    const text = `{"__proto__": {"path": "/project/__proto__", "statementMap": {}, "s": {}}, "b": {"path": "constructor", "statementMap": {}, "s": {}}}`;
    const { value } = read(text, 'coverage-final.json');
    if (value?.kind !== 'coverage') throw new Error('no coverage');
    expect(Object.keys(value.coverage.files)).toEqual(['constructor']);
    expect(Object.getPrototypeOf(value.coverage.files)).toBe(Object.prototype);
  });
});

describe('SARIF', () => {
  const sarif = (results: unknown, more: object = {}, driver: object = {}): string =>
    json({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'scan', ...driver } }, results, ...more }],
    });
  const result = (more: object = {}) => ({ message: { text: 'm' }, ...more });
  const severities = (text: string): string[] => {
    const { value, problems } = read(text);
    expect(problems).toEqual([]);
    return value?.kind === 'findings' ? value.findings.results.map(({ severity }) => severity) : [];
  };

  it.each([
    ['9.0', 'critical'],
    [10, 'critical'],
    ['8.9', 'high'],
    [7, 'high'],
    ['6.99', 'medium'],
    ['4', 'medium'],
    ['0.1', 'low'],
    ['0.0', 'note'],
  ])('takes a security severity of %j for %s, whatever the level is', (score, severity) => {
    const properties = { 'security-severity': score };
    expect(severities(sarif([result({ level: 'note', properties })]))).toEqual([severity]);
    expect(severities(sarif([result({ ruleId: 'r' })], {}, { rules: [{ id: 'r', properties }] }))).toEqual([
      severity,
    ]);
  });

  it.each([
    ['error', 'high'],
    ['warning', 'medium'],
    ['note', 'note'],
    ['none', 'note'],
  ])('takes the level %s for %s, also where a rule says it', (level, severity) => {
    const rules = [{ id: 'other' }, { id: 'r', defaultConfiguration: { level } }];
    expect(severities(sarif([result({ level })]))).toEqual([severity]);
    expect(severities(sarif([result({ ruleIndex: 1 })], {}, { rules }))).toEqual([severity]);
    expect(severities(sarif([result({ ruleId: 'r/more' })], {}, { rules }))).toEqual([severity]);
    const inExtension = { tool: { driver: { name: 'scan' }, extensions: [{ name: 'x', rules }] } };
    const rule = { id: 'r', index: 1, toolComponent: { index: 0 } };
    expect(severities(sarif([result({ rule })], inExtension))).toEqual([severity]);
  });

  it('takes what says nothing for a warning', () => {
    expect(severities(sarif([result()]))).toEqual(['medium']);
  });

  it('counts neither what was accepted nor what is no failure', () => {
    const accepted = [{ suppressions: [{}] }, { suppressions: [{ status: 'accepted' }] }];
    const others = [{ kind: 'pass' }, { kind: 'review' }, { baselineState: 'absent' }];
    expect(severities(sarif([...accepted, ...others].map(result)))).toEqual([]);
    const open = [
      { suppressions: [] },
      { suppressions: [{ status: 'rejected' }] },
      { suppressions: [{}, { status: 'underReview' }] },
    ];
    expect(severities(sarif(open.map(result)))).toHaveLength(3);
  });

  it('finds files by base, by index and by URI; a finding elsewhere counts without a file', () => {
    const located = (artifactLocation: object) =>
      result({ locations: [{ physicalLocation: { artifactLocation, region: { startLine: 3 } } }] });
    const text = sarif(
      [
        located({ uri: 'a.ts', uriBaseId: 'SRC' }),
        located({ index: 0 }),
        located({ uri: 'file:///project/c%20d.ts' }),
        located({ uri: 'file:///etc/passwd' }),
      ],
      {
        originalUriBaseIds: { ROOT: { uri: 'file:///project/' }, SRC: { uri: 'src', uriBaseId: 'ROOT' } },
        artifacts: [{ location: { uri: 'b.ts' } }],
      },
    );
    const { value } = read(text);
    if (value?.kind !== 'findings') throw new Error('no findings');
    expect(value.findings.results.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'src/a.ts:3',
      'b.ts:3',
      'c d.ts:3',
      'undefined:undefined',
    ]);
    expect(value.findings.counts.medium).toBe(4);
  });

  it('puts the worst first, and counts all', () => {
    const many = Array.from({ length: 2_000 }, () => result({ level: 'note' }));
    const { value } = read(
      sarif([...many, result({ level: 'error', message: { text: 'x{0}', arguments: ['!'] } })]),
    );
    if (value?.kind !== 'findings') throw new Error('no findings');
    expect(value.findings.counts).toMatchObject({ high: 1, note: 2_000 });
    expect(value.findings.results[0]).toMatchObject({ severity: 'high', message: 'x!' });
    expect(value.findings.results.length).toBeLessThan(2_000);
  });

  it.each([
    [sarif(undefined), 'FIELD_MISSING'],
    [sarif(null), 'FIELD_MISSING'],
    [sarif([], { invocations: [{ executionSuccessful: false }] }), 'REPORT_INCONSISTENT'],
    [sarif([result({ properties: { 'security-severity': 'bad' } })]), 'FIELD_INVALID'],
    [sarif([result({ properties: { 'security-severity': 11 } })]), 'FIELD_INVALID'],
    [sarif([result({ level: 'fine' })]), 'FIELD_INVALID'],
    [sarif([{}]), 'FIELD_MISSING'],
    [json({ version: '2.1.0', runs: [] }), 'REPORT_EMPTY'],
    [json({ version: '2.0.0', runs: [] }), 'FIELD_INVALID'],
  ])('%s is refused', (text, code) => {
    expect(codes(text)).toEqual([code]);
  });
});

describe('the mutation-testing report', () => {
  const mutant = (status: string, line: unknown = 1) => ({
    mutatorName: 'M',
    status,
    location: { start: { line, column: 1 } },
  });
  const report = (mutants: readonly unknown[], more: object = {}): string =>
    json({ schemaVersion: '2.0', files: { 'src/a.ts': { mutants } }, ...more });

  it('counts each status', () => {
    const statuses = 'Killed Timeout Survived NoCoverage CompileError RuntimeError Ignored Killed'.split(' ');
    expect(read(report(statuses.map((status) => mutant(status))))).toMatchObject({
      problems: [],
      value: {
        mutation: {
          killed: 2,
          timeout: 1,
          survived: 1,
          noCoverage: 1,
          invalid: 3,
          files: { 'src/a.ts': { detected: 3, undetected: 2 } },
        },
      },
    });
  });

  it('warns of mutants that are still pending', () => {
    expect(read(report([mutant('Pending'), mutant('Killed')]))).toMatchObject({
      value: { mutation: { killed: 1, invalid: 1 } },
      problems: [{ code: 'REPORT_INCONSISTENT', severity: 'warning' }],
    });
  });

  it.each([
    [report([]), 'REPORT_EMPTY'],
    [report([mutant('Killed')], { projectRoot: '/elsewhere' }), 'REPORT_EMPTY'],
    [report([mutant('Great')]), 'FIELD_INVALID'],
    [report([mutant('Killed', -1)]), 'FIELD_INVALID'],
    [report([mutant('Killed')], { schemaVersion: '3' }), 'FIELD_INVALID'],
    [report([{ status: 'Killed' }]), 'FIELD_MISSING'],
  ])('%s is refused', (text, code) => {
    expect(codes(text)).toContain(code);
  });
});
