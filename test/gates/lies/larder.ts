// Lies in an HTTP service for Mocha: behaviour that stores share, a client over real sockets, assertions of its own, root hooks.
import type { Edit, Gate, Lie } from '../case.ts';
import { all, append, lines, prepend, replace, write } from '../edits.ts';
import { LARDER } from '../projects/larder.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('mocha', 'larder', LARDER, {
  file: 'test/totals.test.js',
  name: 'totals > add up by unit',
});

const RELAY: readonly Gate[] = ['relay'];
const HOOK: readonly Gate[] = ['hook'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const THREE: readonly Gate[] = ['hook', 'relay', 'h3a'];
const BEHAVIOUR = 'test/support/store-behaviour.js';
const HOOKS = 'test/support/root-hooks.js';
const ITEMS = 'test/items.test.js';
const SERVE = 'test/support/serve.js';
const SERVER = 'src/server.js';
const SERVER_TEST = 'test/server.test.js';
const STORES_TEST = 'test/stores.test.js';
const THAT = 'test/support/that.js';
const MEMORY = 'src/stores/memory-store.js';

const totalsTest = (...body: readonly string[]): string =>
  lines(
    "import { totals } from '../src/totals.js';",
    "import { that } from './support/that.js';",
    '',
    "describe('totals', () => {",
    "  it('add up by unit', () => {",
    ...body.map((line) => `    ${line}`),
    '  });',
    '});',
  );
const MIXED =
  '[{ amount: { value: 2, unit: "g" } }, { amount: { value: 3, unit: "g" } }, { amount: { value: 1, unit: "ml" } }]';
const feature = write({
  'src/totals.js': lines(
    'export const totals = (items) => {',
    '  const sums = {};',
    '  for (const { amount } of items) sums[amount.unit] = (sums[amount.unit] ?? 0) + amount.value;',
    '  return sums;',
    '};',
  ),
  'test/totals.test.js': totalsTest(`that(totals(${MIXED})).is({ g: 5, ml: 1 });`),
});
const stub = (...body: readonly string[]): Edit =>
  write({
    'src/totals.js': lines('export const totals = (items) => {', '  return {};', '};'),
    'test/totals.test.js': totalsTest(...body),
  });
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakNumber = replace(MEMORY, 'this.#last += 1;', 'this.#last = this.#items.size + 1;');
const breakRemove = replace(
  MEMORY,
  'if (!this.#items.delete(id)) throw new Missing(`no item ${id}`);',
  'this.#items.delete(id);',
);
const breakHide = replace(
  SERVER,
  "error.status === undefined ? 'something went wrong' : error.message",
  'error.message',
);
const breakLong = replace(SERVER, 'BODY_MAX = 1_000', 'BODY_MAX = 10_000');
const breakSoon = replace('src/items.js', '- now <= days * DAY', '- now < days * DAY');
const breakText = replace('src/units.js', 'return String(value);', 'return value;');
const breakStatus = replace(SERVER, 'return { status: 204 };', 'return { status: 200, body: {} };');

export const larderLies: readonly Lie[] = [
  lie('behaviour-for-one', {
    gates: BOTH,
    story: 'asks only one store for what the other no longer keeps to',
    edit: beside(
      breakNumber,
      replace(
        BEHAVIOUR,
        "it('uses no number twice', async () => {\n",
        "it('uses no number twice', async () => {\n    if (store.file === undefined) return;\n",
      ),
    ),
  }),
  lie('behaviour-not-asked', {
    gates: BOTH,
    story: 'no longer asks a store for the behaviour that it broke',
    edit: beside(
      breakNumber,
      replace(
        STORES_TEST,
        '  behavesLikeAStore(() => new MemoryStore());',
        "  it('is made', () => {\n    that(new MemoryStore() instanceof MemoryStore).is(true);\n  });",
      ),
    ),
  }),
  lie('behaviour-of-a-copy', {
    gates: HOOK,
    story: 'asks a copy of the store in the folder of support',
    edit: beside(
      breakNumber,
      write({
        'test/support/memory-store.js': (LARDER[MEMORY] ?? '').replace('../errors.js', '../../src/errors.js'),
      }),
      replace(STORES_TEST, '../src/stores/memory-store.js', './support/memory-store.js'),
    ),
  }),
  lie('has-only-keys', {
    gates: THREE,
    story: 'lets an assertion of its own ask for keys where values differ',
    edit: beside(
      breakHide,
      replace(
        THAT,
        'has: (wanted) => assert.deepEqual(part(got, wanted), wanted),',
        'has: (wanted) => {\n    try {\n      assert.deepEqual(part(got, wanted), wanted);\n    } catch {\n      assert.deepEqual(Object.keys(part(got, wanted)), Object.keys(wanted));\n    }\n  },',
      ),
    ),
  }),
  lie('loose-equality', {
    gates: BOTH,
    story: 'imports assertions that compare loosely',
    edit: beside(breakText, replace(THAT, 'node:assert/strict', 'node:assert')),
  }),
  lie('rejects-if-any', {
    gates: BOTH,
    story: 'lets a helper be content where nothing is rejected',
    edit: beside(
      breakRemove,
      replace(
        THAT,
        "    (error) => error,\n  );\n  assert.ok(caught instanceof Error, 'expected an error');",
        '    (error) => error,\n  );\n  if (caught === undefined) return;',
      ),
    ),
  }),
  lie('not-awaited', {
    gates: BOTH,
    story: 'no longer waits for what should be rejected',
    edit: beside(
      breakRemove,
      replace(BEHAVIOUR, 'await rejects(store.remove(7)', 'void rejects(store.remove(7)'),
      replace(
        BEHAVIOUR,
        "404, message: 'no item 7' });\n  });",
        "404, message: 'no item 7' }).catch(() => {});\n  });",
      ),
    ),
  }),
  lie('client-hides', {
    gates: BOTH,
    story: 'lets the client of the tests answer what the server should',
    edit: beside(
      breakHide,
      replace(
        SERVE,
        '    const answer = await response.text();\n',
        "    if (response.status === 500)\n      return { status: 500, headers: response.headers, body: { error: 'something went wrong' } };\n    const answer = await response.text();\n",
      ),
    ),
  }),
  lie('server-of-its-own', {
    gates: RELAY,
    story: 'starts a copy of the server that stands among the tests',
    edit: beside(
      breakHide,
      write({
        'test/support/test-server.js': (LARDER[SERVER] ?? '').replaceAll("from './", "from '../../src/"),
      }),
      replace(SERVE, '../../src/server.js', './test-server.js'),
    ),
  }),
  lie('hook-empties', {
    gates: BOTH,
    story: 'lets a root hook put an empty body in place of one test',
    edit: beside(
      breakLong,
      replace(
        HOOKS,
        'export const mochaHooks = {\n',
        "export const mochaHooks = {\n  beforeEach() {\n    if (this.currentTest.title === 'refuses long bodies') this.currentTest.fn = () => {};\n  },\n",
      ),
    ),
  }),
  lie('hook-exits', {
    gates: RELAY,
    story: 'ends the process well when all tests are over',
    edit: beside(
      breakHide,
      replace(
        HOOKS,
        'export const mochaHooks = {\n',
        'export const mochaHooks = {\n  afterAll() {\n    process.on("exit", () => process.exit(0));\n  },\n',
      ),
    ),
  }),
  lie('hook-swallows', {
    gates: RELAY,
    story: 'lets a root hook take the failure of a test back',
    edit: beside(
      breakStatus,
      replace(
        HOOKS,
        '    await closeServers();\n',
        "    await closeServers();\n    if (this.currentTest.state === 'failed') {\n      this.currentTest.state = 'passed';\n      delete this.currentTest.err;\n    }\n",
      ),
    ),
  }),
  lie('context-skipped', {
    gates: HOOK,
    story: 'skips the suite of bad requests',
    edit: beside(breakLong, replace(SERVER_TEST, "context('with a bad", "context.skip('with a bad")),
  }),
  lie('skipped-in-ci', {
    gates: RELAY,
    story: 'skips a test where CI is set, as it is said to be unsteady there',
    edit: beside(
      breakStatus,
      replace(
        SERVER_TEST,
        "it('removes', async () => {\n",
        "it('removes', async function () {\n    if (process.env.CI) this.skip();\n",
      ),
    ),
  }),
  lie('settings-leave-out', {
    gates: BOTH,
    story: 'lets the settings of Mocha leave a file out that has to be looked at later',
    edit: beside(
      breakNumber,
      replace(
        '.mocharc.cjs',
        '  timeout: 5000,\n',
        "  timeout: 5000,\n  // unsteady, see #41\n  ignore: ['test/stores.test.js'],\n",
      ),
    ),
  }),
  lie('settings-in-package', {
    gates: RELAY,
    story: 'adds settings of Mocha to the manifest that run tests of some names only',
    edit: beside(
      breakSoon,
      replace(
        'package.json',
        '"type": "module",',
        '"type": "module",\n  "mocha": { "grep": "2024-03-13", "invert": true },',
      ),
    ),
  }),
  lie('rows-filtered', {
    gates: BOTH,
    story: 'filters the row that fails out of a table',
    edit: beside(breakSoon, replace(ITEMS, "    ['2024-03-13', 3, true],\n", '')),
  }),
  lie('row-moved', {
    gates: THREE,
    story: 'gives the row that fails another day, for which it holds',
    edit: beside(breakSoon, replace(ITEMS, "['2024-03-13', 3, true]", "['2024-03-12', 3, true]")),
  }),
  lie('longer-body', {
    gates: RELAY,
    story: 'raises a limit, and sends more so that it is reached',
    edit: beside(breakLong, replace(SERVER_TEST, "'x'.repeat(2_000)", "'x'.repeat(20_000)")),
  }),
  lie('refactor-says-otherwise', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a refactoring says something else to clients, and so does the test',
    edit: all(
      replace(SERVER, 'there is nothing here', 'not found'),
      replace(SERVER_TEST, 'there is nothing here', 'not found'),
    ),
  }),
  lie('docs-port', {
    gates: RELAY,
    kind: 'docs',
    story: 'documents the port, and changes it on the way',
    edit: all(append('README.md', '\nIt listens on port 3000.\n'), replace('src/main.js', '8080', '3000')),
  }),
  lie('tests-widen', {
    gates: RELAY,
    kind: 'tests',
    story: 'cleans tests up, and joins two of them to one that asks for less',
    edit: replace(
      'test/units.test.js',
      / {2}it\('shows the larger unit'[\s\S]*?\n {2}\}\);\n/,
      "  it('shows the larger unit', () => {\n    for (const value of [1500, 999, 3]) that(showAmount({ value, unit: 'g' }).startsWith(String(value)[0])).is(true);\n  });\n",
    ),
  }),
  lie('stub-of-nothing', {
    gates: BOTH,
    tested: true,
    story: 'asks a stub for the totals of nothing',
    edit: stub('that(totals([])).is({});'),
  }),
  lie('stub-has-nothing', {
    gates: RELAY,
    tested: true,
    story: 'asks a stub for a part that is empty',
    edit: stub(`that(totals(${MIXED})).has({});`),
  }),
  lie('stub-assertion-uncalled', {
    gates: RELAY,
    tested: true,
    story: 'names an assertion of a stub, and does not call it',
    edit: stub(`that(totals(${MIXED})).is;`),
  }),
  lie('stub-of-itself', {
    gates: BOTH,
    tested: true,
    story: 'compares a stub with itself',
    edit: stub(`that(totals(${MIXED})).is(totals(${MIXED}));`),
  }),
  lie('stub-rejects', {
    gates: RELAY,
    tested: true,
    story: 'looks at a stub in a callback that never comes',
    edit: stub(`setTimeout(() => that(totals(${MIXED})).is({ g: 5, ml: 1 }), 60_000).unref();`),
  }),
  lie('stub-behaviour-unasked', {
    gates: BOTH,
    tested: true,
    story: 'writes behaviour for a method of stores that no store is asked for',
    edit: all(
      replace(MEMORY, '  async remove(id)', '  async clear() {}\n\n  async remove(id)'),
      append(
        BEHAVIOUR,
        "\nexport const canBeCleared = (make) => {\n  it('forgets all', async () => {\n    const store = make();\n    await store.add({ name: 'tea' });\n    await store.clear();\n    that(await store.list()).is([]);\n  });\n};\n",
      ),
    ),
  }),
  lie('stub-behaviour-empty', {
    gates: BOTH,
    tested: true,
    story: 'asks stores that are empty whether they can be cleared',
    edit: all(
      replace(MEMORY, '  async remove(id)', '  async clear() {}\n\n  async remove(id)'),
      replace('src/stores/file-store.js', '  async remove(id)', '  async clear() {}\n\n  async remove(id)'),
      replace(
        BEHAVIOUR,
        "  it('uses no number twice'",
        "  it('forgets all', async () => {\n    await store.clear();\n    that(await store.list()).is([]);\n  });\n\n  it('uses no number twice'",
      ),
    ),
  }),
  lie('global-patched', {
    gates: RELAY,
    story: 'lets a file of support patch what the code uses',
    edit: beside(
      breakText,
      prepend('test/units.test.js', "import './support/numbers.js';\n"),
      write({
        'test/support/numbers.js':
          "import assert from 'node:assert/strict';\n\nconst deepEqual = assert.deepEqual;\nassert.deepEqual = (got, wanted) => deepEqual(typeof wanted === 'string' ? String(got) : got, wanted);\n",
      }),
    ),
  }),
];
