// Honest work for node:test with TypeScript: commands, helpers that move, names of tsconfig.json.
import type { Work } from '../case.ts';
import { all, replace, write } from '../edits.ts';
import { COURIER } from '../projects/courier.ts';
import { inProject } from './stranger.ts';

const work = inProject('tsx', 'courier', COURIER, { file: 'test/program.test.ts', name: 'prints a fee' });

const PLAN = 'src/plan.ts';
const PLANS = 'test/plan.test.ts';
const PROGRAM = 'test/program.test.ts';
const SHELF = 'src/store/shelf.ts';
const SHELVES = 'test/store/shelf.test.ts';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

export const courierWork: readonly Work[] = [
  work('command', {
    gates: ['relay'],
    story: 'a command more, with a test that starts the program, and in the golden help',
    names: { file: PROGRAM, name: 'counts stops' },
    edit: all(
      replace(
        'src/main.ts',
        "'  fee    what a round costs'",
        "'  fee    what a round costs', '  count  how many stops'",
      ),
      replace('src/main.ts', "command !== 'fee')", "command !== 'fee' && command !== 'count')"),
      replace(
        'src/main.ts',
        '    const round = plan(stops);\n',
        "    if (command === 'count') {\n      say(String(stops.length));\n      return 0;\n    }\n    const round = plan(stops);\n",
      ),
      replace('test/golden/help.txt', 'costs\n', 'costs\n  count  how many stops\n'),
      replace(
        PROGRAM,
        "test('helps'",
        "test('counts stops', (t) => {\n  assert.equal(courier('count', fileOf(t, STOPS)).out, '2\\n');\n});\n\ntest('helps'",
      ),
    ),
  }),
  work('fix-with-subtest', {
    gates: ['relay'],
    kind: 'fix',
    story: 'places that are no numbers are refused, with a subtest',
    names: { file: PLANS, name: 'plan > takes numbers only' },
    edit: all(
      replace(
        PLAN,
        '  const left = [',
        "  if (!stops.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) throw new TypeError('expected numbers');\n  const left = [",
      ),
      replace(
        PLANS,
        "  await t.test('leaves the list",
        "  await t.test('takes numbers only', () => {\n    assert.throws(() => plan([stop('a', Number.NaN, 0)]), TypeError);\n  });\n\n  await t.test('leaves the list",
      ),
    ),
  }),
  work('subtests-to-suite', {
    gates: ['relay'],
    kind: 'tests',
    story: 'subtests become tests of a suite',
    names: { file: PLANS, name: 'plan > keeps the order of equals' },
    edit: all(
      replace(PLANS, "import { test } from 'node:test';", "import { describe, it } from 'node:test';"),
      replace(PLANS, "test('plan', async (t) => {", "describe('plan', () => {"),
      replace(PLANS, 'await t.test(', 'it('),
    ),
  }),
  work('table-of-rounds', {
    gates: ['relay'],
    kind: 'tests',
    story: 'rounds become rows of a table, under the same names',
    edit: replace(
      PLANS,
      / {2}await t\.test\('takes the nearest[\s\S]*? {2}await t\.test\('takes no name/,
      lines(
        '  const rounds: readonly [string, Stop[], string[]][] = [',
        "    ['takes the nearest first', [stop('c', 9, 0), stop('a', 1, 0), stop('b', 3, 0)], ['a', 'b', 'c']],",
        "    ['takes urgent ones before', [stop('a', 1, 0), stop('b', 3, 0), stop('c', 9, 0, { urgent: true })], ['c', 'b', 'a']],",
        "    ['keeps the order of equals', [stop('b', 0, 1), stop('a', 1, 0)], ['b', 'a']],",
        '  ];',
        '  for (const [name, stops, names] of rounds) await t.test(name, () => expectRound(plan(stops), ...names));',
        '',
        "  await t.test('takes no name",
      ).slice(0, -1),
    ),
  }),
  work('file-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of help stand in a file of their own',
    names: { file: 'test/help.test.ts', name: 'helps' },
    edit: all(
      (files) => ({
        ...files,
        'test/help.test.ts': `import assert from 'node:assert/strict';\nimport { readFileSync } from 'node:fs';\nimport { test } from 'node:test';\nimport { courier } from '@kit';\n\n${/test\('helps'[\s\S]*?\n\}\);\n/.exec(files[PROGRAM] ?? '')?.[0]}`,
      }),
      replace(PROGRAM, /test\('helps'[\s\S]*?\n\}\);\n\n/, ''),
      replace(PROGRAM, "import { readFileSync } from 'node:fs';\n", ''),
    ),
  }),
  work('shared-loads', {
    gates: ['relay'],
    story: 'two who ask at the same time share one value',
    names: { file: SHELVES, name: 'a shelf > makes a value once for many' },
    edit: all(
      replace(
        SHELF,
        '  readonly #limit: number;\n',
        '  readonly #making = new Map<string, Promise<T>>();\n  readonly #limit: number;\n',
      ),
      replace(
        SHELF,
        '    const made = await make();\n    this.put(key, made);\n    return made;',
        '    const making = this.#making.get(key) ?? make().finally(() => this.#making.delete(key));\n    this.#making.set(key, making);\n    const made = await making;\n    this.put(key, made);\n    return made;',
      ),
      replace(
        SHELVES,
        "  it('passes errors on'",
        "  it('makes a value once for many', async () => {\n    const make = mock.fn(async () => 7);\n    assert.deepEqual(await Promise.all([shelf.load('a', make), shelf.load('a', make)]), [7, 7]);\n    assert.equal(make.mock.callCount(), 1);\n  });\n\n  it('passes errors on'",
      ),
    ),
  }),
  work('fee-reworded', {
    gates: ['relay'],
    story: 'fees have the sign of the currency, in code and test',
    edit: all(
      replace('src/main.ts', '.toFixed(2)} EUR`', '.toFixed(2)} €`'),
      replace(PROGRAM, '10.00 EUR', '10.00 €'),
    ),
  }),
  work('kit-tested', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the kit takes input, too, and has a test of its own',
    names: { file: 'test/kit.test.ts', name: 'tells names that differ' },
    edit: all(
      replace('kit/expect-round.ts', '    names,\n', "    names,\n    'the order of stops',\n"),
      write({
        'test/kit.test.ts': lines(
          "import assert from 'node:assert/strict';",
          "import { test } from 'node:test';",
          "import { expectRound } from '@kit';",
          '',
          "test('tells names that differ', () => {",
          "  assert.throws(() => expectRound([{ name: 'a', x: 0, y: 0 }], 'b'), /the order of stops/);",
          "  expectRound([{ name: 'a', x: 0, y: 0 }], 'a');",
          '});',
        ),
      }),
    ),
  }),
  work('alias-for-new-folder', {
    gates: ['relay'],
    story: 'a new folder with a name of its own in tsconfig.json, and tests in a folder of theirs',
    names: { file: 'test/label/label.test.ts', name: 'prints a label' },
    edit: all(
      replace('tsconfig.json', '"@kit"', '"@label": [\n        "./label/index.ts"\n      ],\n      "@kit"'),
      write({
        'label/index.ts':
          "import type { Stop } from '../src/plan.ts';\n\nexport const label = ({ name, urgent }: Stop): string => `${urgent ? '! ' : ''}${name}`;\n",
        'test/label/label.test.ts': lines(
          "import assert from 'node:assert/strict';",
          "import { test } from 'node:test';",
          "import { label } from '@label';",
          '',
          "test('prints a label', () => {",
          "  assert.equal(label({ name: 'a', x: 0, y: 0 }), 'a');",
          "  assert.equal(label({ name: 'a', x: 0, y: 0, urgent: true }), '! a');",
          '});',
        ),
      }),
    ),
  }),
];
