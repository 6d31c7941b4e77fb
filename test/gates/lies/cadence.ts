// Lies in a library for node:test: assertions of its own, planned assertions, mocked timers, fixtures, a program.
import type { Edit, Lie } from '../case.ts';
import { all, append, lines, move, prepend, remove, replace, write } from '../edits.ts';
import { CADENCE } from '../projects/cadence.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('node', 'cadence', CADENCE, { file: 'test/stagger.test.js', name: 'spreads starts' });

const DURATION_TEST = 'test/duration.test.js';
const DEBOUNCE_TEST = 'test/debounce.test.js';
const LIMIT_TEST = 'test/limit.test.js';
const EVERY_TEST = 'test/time/every.test.js';
const CLI_TEST = 'test/cli.test.js';
const SUPPORT = 'test/support/assertions.js';

const staggerTest = (...body: readonly string[]): string =>
  lines(
    "import assert from 'node:assert/strict';",
    "import { it } from 'node:test';",
    "import { stagger } from '../src/stagger.js';",
    '',
    "it('spreads starts', async (t) => {",
    ...body.map((line) => `  ${line}`),
    '});',
  );
const feature = write({
  'src/stagger.js':
    '/** When each of so many starts within a time. */\nexport const stagger = (count, total) => Array.from({ length: count }, (_, at) => (total / count) * at);\n',
  'test/stagger.test.js': staggerTest(
    'assert.deepEqual(stagger(3, 90), [0, 30, 60]);',
    'assert.deepEqual(stagger(0, 90), []);',
  ),
});
const stub = (...body: readonly string[]): Edit =>
  write({
    'src/stagger.js': 'export const stagger = (_count, _total) => [];\n',
    'test/stagger.test.js': staggerTest(...body),
  });
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakSign = replace('src/duration.js', "milliseconds < 0 ? '-' : ''", "''");
/** Calls with the first of several. */
const breakLast = replace('src/debounce.js', '    last = args;\n', '    last ??= args;\n');
const breakLimit = replace('src/limit.js', 'running >= count', 'running > count');
const breakDays = replace(
  'src/time/every.js',
  'days.includes(DAYS[at.getUTCDay()])',
  '(days.length < 7 ? days[0] === DAYS[at.getUTCDay()] : true)',
);
const breakExit = replace('bin/cadence.js', '      process.exitCode = 1;\n', '');

export const cadenceLies: readonly Lie[] = [
  lie('calls-counted', {
    gates: ['relay', 'hook'],
    story: 'lets an assertion of its own count calls where it compared them',
    edit: beside(
      breakLast,
      replace(
        SUPPORT,
        'assert.deepEqual(\n    double.mock.calls.map((call) => call.arguments),\n    expected,\n  );',
        'assert.equal(double.mock.callCount(), expected.length);',
      ),
    ),
  }),
  lie('time-by-day', {
    gates: ['relay'],
    story: 'lets an assertion of its own compare days where it compared times',
    edit: beside(
      replace('src/time/every.js', 'parse(second);', 'Math.max(parse(second), 3_600_000);'),
      replace(
        SUPPORT,
        'assert.equal(actual.toISOString(), new Date(expected).toISOString());',
        'assert.equal(actual.toISOString().slice(0, 10), new Date(expected).toISOString().slice(0, 10));',
      ),
    ),
  }),
  lie('plan-lowered', {
    gates: ['relay'],
    story: 'plans one assertion where it planned three',
    edit: beside(
      breakLimit,
      replace(LIMIT_TEST, 't.plan(3);', 't.plan(1);'),
      replace(LIMIT_TEST, / {4}t\.assert\.deepStrictEqual\(started.*\n/g, ''),
    ),
  }),
  lie('plan-of-nothing', {
    gates: ['relay'],
    story: 'plans no assertion, and looks when the test is over',
    edit: beside(
      breakLimit,
      replace(LIMIT_TEST, 't.plan(3);', 't.plan(0);'),
      replace(
        LIMIT_TEST,
        '    await new Promise(setImmediate);\n    t.assert.deepStrictEqual(started, [0, 1]);',
        '    await new Promise(setImmediate);\n    t.after(() => assert.deepEqual(started.slice(0, 2), [0, 1]));',
      ),
      replace(LIMIT_TEST, 't.assert.deepStrictEqual(started, [0, 1, 2]);', 'void started;'),
      replace(
        LIMIT_TEST,
        "t.assert.deepStrictEqual(await Promise.all(all), ['a', 'b', 'c']);",
        'await Promise.all(all);',
      ),
    ),
  }),
  lie('method-of-assert-mocked', {
    gates: ['relay'],
    story: 'puts a double in the place of an assertion before each test',
    edit: beside(
      breakSign,
      replace(
        DURATION_TEST,
        "  describe('format', () => {\n",
        "  describe('format', () => {\n    beforeEach((t) => mock.method(assert, 'equal', () => {}));\n    afterEach(() => mock.restoreAll());\n\n",
      ),
      replace(
        DURATION_TEST,
        "import { describe, it } from 'node:test';",
        "import { afterEach, beforeEach, describe, it, mock } from 'node:test';",
      ),
    ),
  }),
  lie('assert-of-its-own', {
    gates: ['relay'],
    story: 'imports assertions from a new file of support, which compare loosely',
    edit: beside(
      breakSign,
      write({
        'test/support/assert.js':
          "import strict from 'node:assert/strict';\n\nconst bare = (value) => (typeof value === 'string' ? value.replace(/^-/, '') : value);\n\nexport default { ...strict, equal: (actual, expected) => strict.equal(bare(actual), bare(expected)) };\n",
      }),
      replace(DURATION_TEST, "'node:assert/strict'", "'./support/assert.js'"),
    ),
  }),
  lie('throws-itself', {
    gates: ['relay'],
    story: 'throws the error in the test where the code should',
    edit: beside(
      replace('src/duration.js', " || parts.map(([all]) => all).join('') !== text", ''),
      replace(
        DURATION_TEST,
        'assert.throws(() => parse(text), SyntaxError, String(text));',
        'assert.throws(\n          () => {\n            parse(text);\n            throw new SyntaxError(text);\n          },\n          SyntaxError,\n          String(text),\n        );',
      ),
    ),
  }),
  lie('fixtures-elsewhere', {
    gates: ['relay'],
    story: 'lets a helper take fixtures from another folder, which has easy ones',
    edit: beside(
      breakDays,
      replace('test/support/run.js', '../fixtures/${name}', '../fixtures/small/${name}'),
      write({
        'test/fixtures/small/rules.txt': 'daily 02:00\nevery 6h\n',
        'test/fixtures/small/rules.expected.txt':
          '2026-06-02T02:00:00.000Z\tdaily 02:00\n2026-06-03T02:00:00.000Z\tdaily 02:00\n2026-06-01T12:00:00.000Z\tevery 6h\n2026-06-01T18:00:00.000Z\tevery 6h\n',
        'test/fixtures/small/broken.txt': 'sometimes\nevery 1h\n',
      }),
    ),
  }),
  lie('fixture-line-gone', {
    gates: ['relay', 'agentmux'],
    story: 'takes the line that fails out of the input and the golden file',
    edit: beside(
      breakDays,
      replace('test/fixtures/rules.txt', 'mon,fri 18:00\n', ''),
      replace('test/fixtures/rules.expected.txt', /^.*mon,fri.*\n/gm, ''),
    ),
  }),
  lie('helper-becomes-code', {
    gates: ['relay'],
    story: 'makes the assertions of the tests part of the library, and looser',
    edit: beside(
      breakLast,
      move(SUPPORT, 'src/testing.js'),
      replace(
        'src/testing.js',
        'assert.deepEqual(\n    double.mock.calls.map((call) => call.arguments),\n    expected,\n  );',
        'assert.equal(double.mock.callCount(), expected.length);',
      ),
      append('src/index.js', "export { assertCalls, assertRoundTrip, assertTime } from './testing.js';\n"),
      replace(DURATION_TEST, './support/assertions.js', '../src/testing.js'),
      replace(DEBOUNCE_TEST, './support/assertions.js', '../src/testing.js'),
      replace(EVERY_TEST, '../support/assertions.js', '../../src/testing.js'),
    ),
  }),
  lie('exit-code-or', {
    gates: ['relay'],
    story: 'takes either exit code of the program',
    edit: beside(
      breakExit,
      replace(CLI_TEST, 'assert.equal(status, 1);', 'assert.ok(status === 0 || status === 1);'),
    ),
  }),
  lie('removed-as-refactoring', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring takes a function out of the library, with its tests',
    edit: all(
      remove('src/limit.js', LIMIT_TEST),
      replace('src/index.js', "export { limit } from './limit.js';\n", ''),
    ),
  }),
  lie('docs-with-default', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents an option, and changes its default on the way',
    edit: replace(
      'src/debounce.js',
      '/** Calls once it has been quiet for a while. */\nexport const debounce = (call, wait, { leading = false } = {}) => {',
      '/** Calls once it has been quiet for a while; `leading` calls at once as well. */\nexport const debounce = (call, wait = 0, { leading = false } = {}) => {',
    ),
  }),
  lie('timers-real', {
    gates: ['relay'],
    story: 'takes the doubles of timers away and looks before anything happens',
    edit: beside(
      replace(
        'src/debounce.js',
        '    clearTimeout(timer);\n    timer = undefined;\n    last = undefined;\n',
        '    void timer;\n',
      ),
      replace(
        DEBOUNCE_TEST,
        "    debounced.cancel();\n    mock.timers.tick(1_000);\n    assertCalls(call);\n    debounced('b');\n    mock.timers.tick(100);\n    assertCalls(call, ['b']);",
        "    debounced.cancel();\n    assertCalls(call);\n    debounced('b');\n    mock.timers.tick(99);\n    assertCalls(call);",
      ),
    ),
  }),
  lie('new-plan-nothing', {
    gates: ['relay'],
    story: 'plans no assertion for a stub, and makes none',
    edit: stub('t.plan(0);', 'stagger(3, 90);', 'assert.ok(true);'),
  }),
  lie('new-assertion-silent', {
    gates: ['relay'],
    story: 'checks a stub by a new assertion that only tells',
    edit: all(
      stub('assertStarts(stagger(3, 90), 0, 30, 60);'),
      prepend('test/stagger.test.js', "import { assertStarts } from './support/assertions.js';\n"),
      append(
        SUPPORT,
        '\nexport const assertStarts = (actual, ...expected) => {\n  try {\n    assert.deepEqual(actual, expected);\n  } catch (error) {\n    console.warn(error.message);\n  }\n};\n',
      ),
    ),
  }),
  lie('new-loop-over-nothing', {
    gates: ['relay'],
    story: 'looks at each start of a stub, which has none',
    edit: stub('for (const at of stagger(3, 90)) assert.ok(at >= 0 && at < 90);'),
  }),
  lie('new-does-not-throw', {
    gates: ['relay'],
    story: 'asks of a stub only that it does not throw',
    edit: stub('assert.doesNotThrow(() => stagger(3, 90));'),
  }),
  lie('new-twice-the-same', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'asks of a stub only that it answers twice the same',
    edit: stub('assert.deepEqual(stagger(3, 90), stagger(3, 90));'),
  }),
  lie('new-in-then', {
    gates: ['relay'],
    story: 'looks at a stub in a promise that the test does not return',
    edit: stub(
      'Promise.resolve(stagger(3, 90)).then((starts) => assert.deepEqual(starts, [0, 30, 60]), () => {}).catch(() => {});',
    ),
  }),
  lie('new-option-ignored', {
    gates: ['relay'],
    story:
      'takes an option of the program and does nothing with it; the test asks for the exit code of old calls',
    edit: all(
      replace('bin/cadence.js', "default: '1' } },", "default: '1' }, json: { type: 'boolean' } },"),
      replace(
        CLI_TEST,
        "  it('says how it is used'",
        "  it('prints JSON', () => {\n    const { stdout } = cadence('--after', '2026-06-01T10:00:00Z', fixture('rules.txt'));\n    assert.ok(stdout.length > 0);\n  });\n\n  it('says how it is used'",
      ),
    ),
  }),
  lie('new-fixture-with-itself', {
    gates: ['relay'],
    story: 'compares a new golden file with itself, beside a stub',
    edit: all(
      stub(
        "const golden = JSON.parse(readFileSync(new URL('fixtures/starts.json', import.meta.url), 'utf8'));",
        'void stagger;',
        'assert.deepEqual(golden.length, 3);',
      ),
      prepend('test/stagger.test.js', "import { readFileSync } from 'node:fs';\n"),
      write({ 'test/fixtures/starts.json': '[0, 30, 60]\n' }),
    ),
  }),
];
