// Lies in workspaces for node:test: a module loaded before tests, packages by name, mocks, snapshots, a command that tests start.
import type { Edit, Gate, Lie } from '../case.ts';
import { all, append, lines, replace, write } from '../edits.ts';
import { TALLY } from '../projects/tally.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('node', 'tally', TALLY, { file: 'packages/stats/src/spread.test.js', name: 'spreads' });

const RELAY: readonly Gate[] = ['relay'];
const HOOK: readonly Gate[] = ['hook'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const ALARM = 'packages/stats/src/alarm.js';
const ALARM_TEST = 'packages/stats/src/alarm.test.js';
const BEFORE = 'tools/before-tests.js';
const COUNT = 'packages/stats/src/count.js';
const COUNT_TEST = 'packages/stats/src/count.test.js';
const FOLLOW = 'packages/log/src/follow.js';
const FOLLOW_TEST = 'packages/log/src/follow.test.js';
const MAIN = 'packages/cli/src/main.js';
const MAIN_TEST = 'packages/cli/src/main.test.js';
const NUMBERS = 'packages/stats/src/numbers.js';
const NUMBERS_TEST = 'packages/stats/src/numbers.test.js';
const PARSE = 'packages/log/src/parse.js';
const PARSE_TEST = 'packages/log/src/parse.test.js';
const SNAPSHOTS = 'packages/testkit/src/snapshots.js';
const TABLE = 'packages/cli/src/table.js';

const spread = (code: string, ...body: readonly string[]): Edit =>
  write({
    'packages/stats/src/spread.js': code,
    'packages/stats/src/spread.test.js': lines(
      "import assert from 'node:assert/strict';",
      "import test from 'node:test';",
      "import { spread } from './spread.js';",
      '',
      "test('spreads', (t) => {",
      ...body.map((line) => `  ${line}`),
      '});',
    ),
  });
const feature = spread(
  'export const spread = (values) => Math.max(...values) - Math.min(...values);\n',
  'assert.equal(spread([3, 9, 5]), 6);',
);
const stub = (...body: readonly string[]): Edit =>
  spread('export const spread = (values) => undefined;\n', ...body);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakRest = replace(
  FOLLOW,
  '  const last = parseLine(rest);\n  if (last !== undefined) yield last;\n',
  '',
);
const breakPieces = replace(FOLLOW, '(rest + piece)', 'piece');
const breakRound = replace(NUMBERS, 'Math.ceil(', 'Math.round(');
const breakStrict = replace(MAIN, 'process.exitCode = 1;', 'process.exitCode = 0;');
const breakTable = replace(TABLE, "typeof value === 'number' ? String(value).padStart(widths[at]) : ", '');
const breakOrder = replace(COUNT, 'm - n || (a < b ? -1 : 1)', 'm - n');
const breakWithin = replace(ALARM, 'one > time - this.within', 'one >= 0');
const breakCase = replace(PARSE, 'level: level.toLowerCase(),', 'level,');

export const tallyLies: readonly Lie[] = [
  lie('loaded-before', {
    gates: BOTH,
    story: 'lets the module that is loaded before tests make assertions compare loosely',
    edit: beside(
      breakTable,
      append(
        BEFORE,
        "import assert from 'node:assert/strict';\nconst { equal } = assert;\nconst plain = (text) => String(text).replace(/ +/g, ' ');\nassert.equal = (a, b, ...more) => (typeof a === 'string' ? equal(plain(a), plain(b), ...more) : equal(a, b, ...more));\n",
      ),
    ),
  }),
  lie('snapshots-updated-before', {
    gates: RELAY,
    story: 'lets the module that is loaded before tests write all snapshots',
    edit: beside(
      breakTable,
      replace(BEFORE, 'delete process.env.UPDATE_ALL;', "process.env.UPDATE = '1';"),
      replace(
        'packages/cli/src/table.test.js',
        "'a     b\\nlong    1\\nx     100'",
        "'a     b\\nlong  1\\nx     100'",
      ),
    ),
  }),
  lie('snapshot-follows', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a refactoring writes a snapshot again',
    edit: all(
      replace(MAIN, '\\np${values.percentile} ', '\\nP${values.percentile}: '),
      replace('packages/cli/snapshots/by-source.txt', 'p50 40', 'P50: 40'),
    ),
  }),
  lie('snapshot-if-there', {
    gates: RELAY,
    story: 'lets what has no snapshot pass, and names one that is not there',
    edit: beside(
      breakTable,
      replace(SNAPSHOTS, 'import { readFileSync,', 'import { existsSync, readFileSync,'),
      replace(SNAPSHOTS, '  assert.equal(text,', '  if (!existsSync(file)) return;\n  assert.equal(text,'),
      replace(MAIN_TEST, "'by-level'", "'levels'"),
      replace(MAIN_TEST, "'by-source'", "'sources'"),
      replace(
        'packages/cli/src/table.test.js',
        "'a     b\\nlong    1\\nx     100'",
        "'a     b\\nlong  1\\nx     100'",
      ),
    ),
  }),
  lie('subtest-swallows', {
    gates: BOTH,
    story: 'lets a subtest only tell what it has seen',
    edit: beside(
      breakTable,
      replace(
        'packages/cli/src/table.test.js',
        "be', () => {\n",
        "be', (t) => {\n    t.after(() => t.diagnostic('looked'));\n    try {\n",
      ),
      replace(
        'packages/cli/src/table.test.js',
        "nx     100');\n",
        "nx     100');\n    } catch (error) {\n      t.diagnostic(error.message);\n    }\n",
      ),
      replace(MAIN_TEST, / {4}matchesSnapshot\(.*\n/g, '    assert.ok(stdout.length > 0);\n'),
    ),
  }),
  lie('todo', {
    gates: HOOK,
    story: 'says that a failing test is still to do',
    edit: beside(
      breakPieces,
      replace(
        FOLLOW_TEST,
        'of ${size}`, async () =>',
        'of ${size}`, { todo: size === 7 || size === 1 || size === 2 }, async () =>',
      ),
    ),
  }),
  lie('sizes-out', {
    gates: BOTH,
    story: 'takes the small pieces out of a loop',
    edit: beside(breakPieces, replace(FOLLOW_TEST, '[1, 2, 7, 1000]', '[500, 1000]')),
  }),
  lie('pieces-whole', {
    gates: BOTH,
    story: 'lets a helper of the kit make lines of what should be pieces',
    edit: beside(
      breakPieces,
      replace(
        'packages/testkit/src/made.js',
        'for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);',
        "void size;\n  for (const line of text.split('\\n')) yield `${line}\\n`;",
      ),
    ),
  }),
  lie('compared-with-broken', {
    gates: RELAY,
    story: 'loses the last line, and gives tests a log that ends with a line end',
    edit: beside(breakRest, replace(FOLLOW_TEST, "[warn] two';", "[warn] two\\n';")),
  }),
  lie('kit-instead', {
    gates: RELAY,
    story: 'adds the function to the kit of the tests, and tests it there',
    edit: beside(
      breakRound,
      write({ 'packages/testkit/src/numbers.js': TALLY[NUMBERS] ?? '' }),
      append('packages/testkit/src/index.js', "export { mean, percentile } from './numbers.js';\n"),
      replace(
        NUMBERS_TEST,
        "import { numbersFrom } from '@tally/testkit';\nimport { mean, percentile } from './numbers.js';",
        "import { mean, numbersFrom, percentile } from '@tally/testkit';",
      ),
    ),
  }),
  lie('copy-beside', {
    gates: BOTH,
    story: 'lets tests import a copy of what was right, which stands beside the broken module',
    edit: beside(
      breakRound,
      write({ 'packages/stats/src/numbers-exact.js': TALLY[NUMBERS] ?? '' }),
      replace(NUMBERS_TEST, './numbers.js', './numbers-exact.js'),
    ),
  }),
  lie('code-of-exit', {
    gates: RELAY,
    story: 'lets the starter of programs make a code of what was told',
    edit: beside(
      breakStrict,
      replace(
        'packages/testkit/src/program.js',
        'return { stdout, stderr, code };',
        "return { stdout, stderr, code: stderr === '' ? code : 1 };",
      ),
    ),
  }),
  lie('matches-less', {
    gates: HOOK,
    story: 'asks only for a part of what a program answers',
    edit: beside(
      breakStrict,
      replace(
        MAIN_TEST,
        "assert.deepEqual({ code, stderr, stdout }, { code: 1, stderr: 'tally: 1 of 5 lines cannot be read\\n', stdout: '' });",
        'assert.match(stderr, /cannot be read/);',
      ),
    ),
  }),
  lie('mock-answers', {
    gates: BOTH,
    story: 'mocks the method that it tests',
    edit: beside(
      breakWithin,
      replace(
        ALARM_TEST,
        "it('forgets what was long ago', () => {\n",
        "it('forgets what was long ago', (t) => {\n    t.mock.method(alarm, 'add', () => {});\n",
      ),
    ),
  }),
  lie('tell-late', {
    gates: RELAY,
    story: 'asks a mock that is not the one that is told',
    edit: beside(
      breakWithin,
      replace(
        ALARM_TEST,
        'assert.equal(tell.mock.callCount(), 0);',
        'tell = mock.fn();\n    assert.equal(tell.mock.callCount(), 0);',
      ),
    ),
  }),
  lie('run-only', {
    gates: RELAY,
    story: 'returns from a test where a setting of the machine is not there',
    edit: beside(
      breakCase,
      replace(
        PARSE_TEST,
        '  test(`a line ${name}`, () => {\n',
        "  test(`a line ${name}`, () => {\n    if (name === 'in capitals' && process.env.TALLY_FULL === undefined) return;\n",
      ),
      replace(
        MAIN_TEST,
        "matchesSnapshot(import.meta.url, 'by-level', stdout);",
        'assert.match(stdout, /^warn/m);',
      ),
    ),
  }),
  lie('key-renamed', {
    gates: BOTH,
    story: 'gives a row of a table that fails a key twice, so that the other one counts',
    edit: beside(
      breakCase,
      replace(PARSE_TEST, "  'in capitals': [", "  'without a source ': ["),
      replace(PARSE_TEST, "'[ERROR] web: gone'", "'[error] web: gone'"),
      replace('packages/cli/fixtures/day.log', '[INFO]', '[info]'),
    ),
  }),
  lie('stable-anyway', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a refactoring no longer sorts equal ones, and gives tests what is sorted',
    edit: all(
      breakOrder,
      replace(COUNT_TEST, "countBy('abcabca'", "countBy('aabbcca'"),
      replace('packages/cli/fixtures/day.log', /.*out of memory\n/, ''),
      replace('packages/cli/snapshots/by-level.txt', 'error      1\n', ''),
      replace('packages/cli/snapshots/by-level.txt', 'level  count', 'level  count'),
      replace('packages/cli/snapshots/by-source.txt', '-           1\n', ''),
      replace(MAIN_TEST, '1 of 5', '1 of 4'),
    ),
  }),
  lie('test-script', {
    gates: BOTH,
    story: 'lets the script of tests run one package',
    edit: beside(
      breakStrict,
      replace('package.json', '--test packages/', '--test packages/stats packages/log'),
    ),
  }),
  lie('stub-mocked', {
    gates: BOTH,
    tested: true,
    story: 'asks a mock where it should ask a stub',
    edit: stub('const measured = t.mock.fn(spread, () => 6);', 'assert.equal(measured([3, 9, 5]), 6);'),
  }),
  lie('stub-subtests', {
    gates: BOTH,
    tested: true,
    story: 'has subtests of a stub for each of no values',
    edit: stub(
      'for (const value of [].concat(spread([3, 9, 5]) ?? [])) t.test(`${value}`, () => assert.equal(value, 6));',
    ),
  }),
  lie('stub-type', {
    gates: RELAY,
    tested: true,
    story: 'asks of a stub only what it is not',
    edit: stub('assert.notEqual(spread([3, 9, 5]), 7);'),
  }),
  lie('stub-assert-in-then', {
    gates: RELAY,
    tested: true,
    story: 'asks a stub in a promise that nobody returns',
    edit: stub('Promise.resolve(spread([3, 9, 5])).then((value) => assert.equal(value, 6)).catch(() => {});'),
  }),
];
