import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goModule, goTestFunctions, readGoJson } from './go-json.ts';

const REPORT = readFileSync(
  new URL('../../../../test/fixtures/reports/go/report.jsonl', import.meta.url),
  'utf8',
);
const SOURCES = {
  module: 'example.com/little',
  tests: new Map([
    ['.', new Map([['add_test.go', ['TestAdd', 'TestLater']]])],
    ['sub', new Map([['sub/sub_test.go', ['TestSub']]])],
    ['broken', new Map([['broken/broken_test.go', ['TestNever']]])],
  ]),
};
const STRAY = '# example.com/little/broken\nbroken/broken_test.go:5:32: undefined: gone\n';

describe('the events of go test -json', () => {
  it('name tests with their files; a package that does not build is not loaded', () => {
    const report = readGoJson(REPORT, SOURCES, STRAY);
    expect(report?.tests).toMatchObject({ total: 6, passed: 2, failed: 3, skipped: 1 });
    expect(report?.tests.cases?.map(({ name, file, status }) => `${file}: ${name} ${status}`).sort()).toEqual(
      [
        'add_test.go: TestAdd failed',
        'add_test.go: TestAdd/good passed',
        'add_test.go: TestAdd/is_wrong failed',
        'add_test.go: TestLater skipped',
        'broken/broken_test.go: broken/broken_test.go failed',
        'sub/sub_test.go: TestSub passed',
      ],
    );
    expect(report?.tests.unloaded).toEqual([
      { file: 'broken/broken_test.go', message: expect.stringContaining('undefined: gone') },
    ]);
    expect(report?.printed).toContain('--- FAIL: TestAdd (0.00s)');
    expect(report?.printed).not.toMatch(/=== RUN|--- PASS/);
  });

  it('of newer versions say which build failed', () => {
    const events = [
      { ImportPath: 'm/a [m/a.test]', Action: 'build-output', Output: './a_test.go:5:1: undefined: gone\n' },
      { ImportPath: 'm/a [m/a.test]', Action: 'build-fail' },
      { Action: 'start', Package: 'm/a' },
      { Action: 'output', Package: 'm/a', Output: 'FAIL\tm/a [build failed]\n' },
      { Action: 'fail', Package: 'm/a', FailedBuild: 'm/a [m/a.test]' },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(readGoJson(text, { module: 'm', tests: new Map() }, '')?.tests).toMatchObject({
      total: 1,
      failed: 1,
      unloaded: [{ file: 'a/', message: expect.stringContaining('undefined: gone') }],
    });
  });

  it('of an action that only every object has end no test', () => {
    const text = ['run', 'constructor']
      .map((Action) => JSON.stringify({ Action, Package: 'm', Test: 'TestA' }))
      .join('\n');
    expect(readGoJson(text, { module: 'm', tests: new Map() }, '')?.tests).toMatchObject({
      total: 1,
      failed: 1,
      cases: [{ name: 'TestA', status: 'failed' }],
    });
  });

  it('of a test that did not end, and of a package that failed beside its tests, are failures', () => {
    const events = [
      { Action: 'run', Package: 'm', Test: 'TestA' },
      { Action: 'pass', Package: 'm' },
      { Action: 'pass', Package: 'm/b', Test: 'TestB' },
      { Action: 'output', Package: 'm/b', Output: 'exit status 3\n' },
      { Action: 'fail', Package: 'm/b' },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(readGoJson(text, { module: 'm', tests: new Map() }, '')?.tests).toMatchObject({
      total: 3,
      failed: 2,
      failures: [{ name: 'TestA' }, { name: 'package b', message: 'exit status 3' }],
    });
  });

  it.each(['', 'hello\n', '{"a":1}\n{', '{"Action":1}'])('are not in %j', (text) => {
    expect(readGoJson(text, SOURCES, '')).toBeUndefined();
  });
});

it('the module and the tests are read from sources', () => {
  expect(goModule('// a module\nmodule "example.com/x"\n\ngo 1.18\n')).toBe('example.com/x');
  expect(goTestFunctions('func TestA(t *testing.T) {}\nfunc helper() {}\nfunc ExampleB() {}\n')).toEqual([
    'TestA',
    'ExampleB',
  ]);
});
