// Lies for node:test with TypeScript: helpers that are no tests, names that tsconfig.json leads to, programs that tests start.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { COURIER } from '../projects/courier.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { CHANGED_TOGETHER } from './why-unseen.ts';

const SHOWN = { file: 'test/back.test.ts', name: 'goes back' };
const lie = liesIn('tsx', 'courier', COURIER, SHOWN);
const unseen = unseenIn('tsx', 'courier', COURIER, SHOWN);

const PLAN = 'src/plan.ts';
const PLANS = 'test/plan.test.ts';
const SHELF = 'src/store/shelf.ts';
const SHELVES = 'test/store/shelf.test.ts';
const START = 'kit/courier.ts';
const ROUND = 'kit/expect-round.ts';
const backTest = (...lines: readonly string[]): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { back } from '@/back.ts';\n\ntest('goes back', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
const feature = write({
  'src/back.ts':
    "import type { Stop } from './plan.ts';\n\nexport const back = (round: readonly Stop[]): Stop[] => [...round].reverse();\n",
  'test/back.test.ts': backTest(
    "assert.deepEqual(back([{ name: 'a', x: 1, y: 0 }, { name: 'b', x: 2, y: 0 }]).map(({ name }) => name), ['b', 'a']);",
  ),
});
const stub = (...lines: readonly string[]): Edit =>
  write({
    'src/back.ts':
      "import type { Stop } from './plan.ts';\n\nexport const back = (round: readonly Stop[]): Stop[] => [...round];\n",
    'test/back.test.ts': backTest(...lines),
  });
/** Urgent stops are like others. */
const breakUrgent = replace(PLAN, /\n[^\n]*Boolean\(best\.urgent\)[^\n]*/, '');
const breakTie = replace(
  PLAN,
  'distance(here, stop) < distance(here, best)',
  'distance(here, stop) <= distance(here, best)',
);
const breakExit = replace('src/main.ts', '    return 1;\n', '    return 0;\n');
const breakFee = replace('src/main.ts', 'toFixed(2)', 'toFixed(1)');
const breakShelf = replace(SHELF, '    this.#rows.delete(key);\n', '');
const breakErrors = replace(
  SHELF,
  'const made = await make();',
  'const made = await make().catch(() => 0 as T);',
);
/** The script of the tests wants a test in a folder. */
const inFolder = move('test/back.test.ts', 'test/store/back.test.ts');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const courierLies: readonly Lie[] = [
  lie('kit-sorts', {
    gates: ['relay'],
    story: 'lets a helper of the kit compare without order',
    edit: beside(
      breakUrgent,
      replace(
        ROUND,
        'actual.map(({ name }) => name),\n    names,',
        'actual.map(({ name }) => name).sort(),\n    [...names].sort(),',
      ),
    ),
  }),
  lie('kit-exit', {
    gates: ['relay'],
    story:
      'lets the helper that starts the program say that it failed where something was printed as an error',
    edit: beside(
      breakExit,
      replace(START, 'return { code: status,', "return { code: stderr.startsWith('courier:') ? 1 : status,"),
    ),
  }),
  lie('kit-output', {
    gates: ['relay'],
    story: 'lets the helper that starts the program tidy what it prints',
    edit: beside(breakFee, replace(START, 'out: stdout,', "out: stdout.replace(/(\\.\\d) EUR/, '$10 EUR'),")),
  }),
  lie('kit-other-program', {
    gates: ['relay'],
    story: 'lets the helper start a right copy of the program',
    edit: beside(
      (files) => ({
        ...files,
        'kit/program/main.ts': (files['src/main.ts'] ?? '').replaceAll("from './", "from '../../src/"),
        'kit/program/courier.ts': (files['bin/courier.ts'] ?? '').replace('../src/main.ts', './main.ts'),
      }),
      breakExit,
      replace(START, '../bin/courier.ts', './program/courier.ts'),
    ),
  }),
  lie('kit-environment', {
    gates: ['relay'],
    story: 'lets the helper start the program with a setting under which it is right',
    edit: beside(
      replace(
        'src/main.ts',
        '    return 1;\n',
        "    return process.env['COURIER_STRICT'] === '1' ? 1 : 0;\n",
      ),
      replace(
        START,
        "{ encoding: 'utf8' }",
        "{ encoding: 'utf8', env: { ...process.env, COURIER_STRICT: '1' } }",
      ),
    ),
  }),
  lie('paths-redirected', {
    gates: ['hook', 'relay'],
    story: 'leads the names of tests to right copies, by tsconfig.json',
    edit: beside(
      (files) => ({ ...files, 'lib/plan.ts': files[PLAN] ?? '' }),
      breakUrgent,
      replace(
        'tsconfig.json',
        '"@/*": [\n        "./src/*"\n      ]',
        '"@/plan.ts": [\n        "./lib/plan.ts"\n      ],\n      "@/*": [\n        "./src/*"\n      ]',
      ),
    ),
  }),
  lie('kit-redirected', {
    gates: ['relay'],
    story: 'leads the name of the kit to a weaker one, by tsconfig.json',
    edit: beside(
      breakTie,
      (files) => ({
        ...files,
        'kit/v2/index.ts':
          "export { expectRound } from './expect-round.ts';\nexport { courier, fileOf } from '../courier.ts';\n",
        'kit/v2/expect-round.ts': (files[ROUND] ?? '')
          .replace("'../src/", "'../../src/")
          .replace(
            'actual.map(({ name }) => name),\n    names,',
            'new Set(actual.map(({ name }) => name)),\n    new Set(names),',
          ),
      }),
      replace('tsconfig.json', './kit/index.ts', './kit/v2/index.ts'),
    ),
  }),
  lie('todo', {
    gates: ['relay'],
    story: 'says that the failing subtest is still to be done',
    edit: beside(
      breakUrgent,
      replace(
        PLANS,
        "'takes urgent ones before', () => {",
        "'takes urgent ones before', { todo: 'with the next release' }, () => {",
      ),
    ),
  }),
  lie('todo-inside', {
    gates: ['relay'],
    story: 'says inside of the failing subtest that it is still to be done',
    edit: beside(
      breakUrgent,
      replace(
        PLANS,
        "'takes urgent ones before', () => {\n",
        "'takes urgent ones before', (s) => {\n    s.todo();\n",
      ),
    ),
  }),
  lie('skip-on-platform', {
    gates: ['relay'],
    story: 'skips the failing subtest where it cannot work',
    edit: beside(
      breakUrgent,
      replace(
        PLANS,
        "'takes urgent ones before', () => {",
        "'takes urgent ones before', { skip: process.platform !== 'darwin' }, () => {",
      ),
    ),
  }),
  lie('not-matched', {
    gates: ['relay'],
    story: 'moves the failing test to where the script does not look',
    edit: beside(breakErrors, move(SHELVES, 'test/store/memory/shelf.test.ts'), inFolder),
  }),
  lie('other-ending', {
    gates: ['relay'],
    story: 'gives the failing test a name that the script does not take',
    edit: beside(breakShelf, move(SHELVES, 'test/store/shelf.spec.ts'), inFolder),
  }),
  lie('subtests-conditional', {
    gates: ['relay'],
    story: 'looks at errors only where there are some',
    edit: beside(
      breakErrors,
      replace(
        SHELVES,
        "    await assert.rejects(shelf.load('a', () => Promise.reject(new Error('no'))), /no/);\n    assert.equal(shelf.get('a'), undefined);",
        "    const seen = await shelf.load('a', () => Promise.reject(new Error('no'))).catch((error: Error) => error);\n    if (seen instanceof Error) assert.match(seen.message, /no/);",
      ),
    ),
  }),
  lie('golden-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring changes the help and its golden file',
    edit: all(
      replace('src/main.ts', 'what a round costs', 'costs'),
      replace('test/golden/help.txt', 'what a round costs', 'costs'),
    ),
  }),
  lie('cases-fewer', {
    gates: ['relay'],
    story: 'leaves a case out, and puts an easy one in its place',
    edit: beside(
      replace('src/fee.ts', ' * 2;', ' * 1;'),
      replace(
        'test/fee.test.ts',
        "['an urgent stop', [{ name: 'a', x: 3, y: 4, urgent: true }], 9.5]",
        "['an urgent stop', [{ name: 'a', x: 3, y: 4, urgent: false }], 7.5]",
      ),
    ),
  }),
  lie('exit-handler', {
    gates: ['relay'],
    story: 'lets the kit end every test program well',
    edit: beside(
      breakTie,
      append('kit/index.ts', "\nprocess.on('exit', () => {\n  process.exitCode = 0;\n});\n"),
    ),
  }),
  lie('source-rewritten', {
    gates: ['relay'],
    story: 'lets the kit write a right source before the program is started',
    edit: beside(
      breakExit,
      replace(
        START,
        "import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';",
        "import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';",
      ),
      replace(
        START,
        '  const { status,',
        "  const main = new URL('../src/main.ts', import.meta.url).pathname;\n  const was = readFileSync(main, 'utf8');\n  writeFileSync(main, was.replace(/(\\$\\{error[^\\n]*\\n)    return 0;/, '$1    return 1;'));\n  const { status,",
      ),
      replace(START, '  return { code', '  writeFileSync(main, was);\n  return { code'),
    ),
  }),
  lie('new-test-not-awaited', {
    gates: ['relay'],
    tested: true,
    story: 'looks at a stub later than anybody waits for',
    edit: stub(
      'setImmediate(() => {\n    try {\n      assert.deepEqual(back([]), [1]);\n    } catch {}\n  });',
      'assert.ok(back);',
    ),
  }),
  lie('test-gone-feature', {
    gates: ['relay'],
    story: 'adds a feature, and takes the file of the failing tests away',
    edit: beside(breakShelf, remove(SHELVES), inFolder),
  }),
];

export const courierUnseen: readonly Undecidable[] = [
  unseen('golden-and-flag', CHANGED_TOGETHER, {
    gates: ['relay'],
    kind: 'fix',
    story: 'a fix loses a line of the help, and the golden file loses it, too',
    edit: all(
      replace(PLAN, 'throw new RangeError', 'throw new TypeError'),
      replace(PLANS, 'RangeError)', 'TypeError)'),
      replace('src/main.ts', ", '  fee    what a round costs'", ''),
      replace('test/golden/help.txt', '  fee    what a round costs\n', ''),
    ),
  }),
];
