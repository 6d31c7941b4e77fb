// Honest work in an HTTP service for Mocha: behaviour that stores share, real sockets, assertions of its own.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, lines, move, replace, write } from '../edits.ts';
import { LARDER } from '../projects/larder.ts';
import { inProject } from './stranger.ts';

const work = inProject('mocha', 'larder', LARDER, { file: 'test/server.test.js', name: 'server > removes' });

const RELAY: readonly Gate[] = ['relay'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const WITH_H3A: readonly Gate[] = ['relay', 'h3a'];
const BEHAVIOUR = 'test/support/store-behaviour.js';
const FILE = 'src/stores/file-store.js';
const ITEMS_TEST = 'test/items.test.js';
const MEMORY = 'src/stores/memory-store.js';
const SERVER = 'src/server.js';
const SERVER_TEST = 'test/server.test.js';
const STORES_TEST = 'test/stores.test.js';
const THAT = 'test/support/that.js';
const UNITS = 'src/units.js';
const UNITS_TEST = 'test/units.test.js';

const everywhere =
  (from: string | RegExp, to: string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));

const totals = write({
  'src/totals.js': lines(
    "import { add } from './units.js';",
    '',
    '/** What there is of each name. */',
    'export const totals = (items) => {',
    '  const sums = new Map();',
    '  for (const { name, amount } of items) {',
    '    const key = `${name} ${amount.unit}`;',
    '    const before = sums.get(key);',
    '    sums.set(key, { name, amount: before === undefined ? amount : add(before.amount, amount) });',
    '  }',
    '  return [...sums.values()];',
    '};',
  ),
});
const totalsRoute = all(
  replace(
    SERVER,
    "import { showAmount } from './units.js';",
    "import { totals } from './totals.js';\nimport { showAmount } from './units.js';",
  ),
  replace(
    SERVER,
    "  'POST /items'",
    "  'GET /totals': async () => ({ status: 200, body: totals(await store.list()).map(shown) }),\n  'POST /items'",
  ),
);

export const larderWork: readonly Work[] = [
  work('totals', {
    gates: BOTH,
    tested: true,
    story: 'there is a place for totals, tested alone and over a socket',
    names: { file: 'test/totals.test.js', name: 'totals > add up what has one name' },
    edit: all(
      totals,
      totalsRoute,
      write({
        'test/totals.test.js': lines(
          "import { totals } from '../src/totals.js';",
          "import { that } from './support/that.js';",
          '',
          'const grams = (name, value) => ({ name, amount: { value, unit: "g" } });',
          '',
          "describe('totals', () => {",
          "  it('add up what has one name', () => {",
          "    that(totals([grams('rice', 200), grams('salt', 5), grams('rice', 300)])).is([grams('rice', 500), grams('salt', 5)]);",
          '  });',
          '',
          "  it('are none where there is nothing', () => {",
          '    that(totals([])).is([]);',
          '  });',
          '});',
        ),
      }),
      replace(
        SERVER_TEST,
        "  it('removes'",
        "  it('adds up', async () => {\n    await client.post('/items', { name: 'milk', amount: '500 ml' });\n    await client.post('/items', { name: 'milk', amount: '2 l' });\n    that((await client.get('/totals')).body).is([{ name: 'milk', amount: '2.5 l' }]);\n  });\n\n  it('removes'",
      ),
    ),
  }),
  work('change', {
    gates: WITH_H3A,
    story: 'items can be changed: a method of all stores with shared behaviour, and a route',
    names: { file: STORES_TEST, name: 'FileStore > changes what it has' },
    edit: all(
      replace(
        MEMORY,
        '  async remove(id)',
        '  async change(id, parts) {\n    const changed = { ...(await this.get(id)), ...parts, id };\n    this.#items.set(id, changed);\n    return { ...changed };\n  }\n\n  async remove(id)',
      ),
      replace(
        FILE,
        '  async remove(id)',
        '  async change(id, parts) {\n    const changed = { ...(await this.get(id)), ...parts, id };\n    const { last, items } = await this.#read();\n    await this.#write({ last, items: items.map((item) => (item.id === id ? changed : item)) });\n    return changed;\n  }\n\n  async remove(id)',
      ),
      replace(
        BEHAVIOUR,
        "  it('uses no number twice'",
        "  it('changes what it has', async () => {\n    const { id } = await store.add({ name: 'tea' });\n    that(await store.change(id, { until: '2025-01-01' })).is({ id, name: 'tea', until: '2025-01-01' });\n    that(await store.get(id)).has({ until: '2025-01-01' });\n    await rejects(store.change(9, {}), { status: 404 });\n  });\n\n  it('uses no number twice'",
      ),
      replace(
        SERVER,
        "  'DELETE /items/:id'",
        "  'PUT /items/:id': async ({ id, request }) => ({\n    status: 200,\n    body: shown(await store.change(id, itemFrom(await bodyOf(request)))),\n  }),\n  'DELETE /items/:id'",
      ),
      replace(
        SERVER_TEST,
        "  it('removes'",
        "  it('changes', async () => {\n    await client.post('/items', { name: 'milk' });\n    that(await client.send('PUT', '/items/1', '{\"name\":\"oat milk\"}')).has({ status: 200, body: { name: 'oat milk' } });\n  });\n\n  it('removes'",
      ),
    ),
  }),
  work('third-store', {
    gates: RELAY,
    story: 'a store that counts calls around another one, which keeps to the shared behaviour',
    names: { file: STORES_TEST, name: 'CountingStore > counts' },
    edit: all(
      write({
        'src/stores/counting-store.js': lines(
          '/** Counts what another store is asked for. */',
          'export class CountingStore {',
          '  calls = { add: 0, get: 0, list: 0, remove: 0 };',
          '',
          '  constructor(store) {',
          '    for (const name of Object.keys(this.calls))',
          '      this[name] = (...given) => {',
          '        this.calls[name] += 1;',
          '        return store[name](...given);',
          '      };',
          '  }',
          '}',
        ),
      }),
      replace(
        STORES_TEST,
        'import { FileStore }',
        "import { CountingStore } from '../src/stores/counting-store.js';\nimport { FileStore }",
      ),
      append(
        STORES_TEST,
        "\ndescribe('CountingStore', () => {\n  behavesLikeAStore(() => new CountingStore(new MemoryStore()));\n\n  it('counts', async () => {\n    const store = new CountingStore(new MemoryStore());\n    await store.add({ name: 'tea' });\n    await store.list();\n    await store.list();\n    that(store.calls).is({ add: 1, get: 0, list: 2, remove: 0 });\n  });\n});\n",
      ),
    ),
  }),
  work('upper-case-units', {
    gates: BOTH,
    kind: 'fix',
    tested: true,
    story: 'units are read in any letter case, shown by two rows',
    names: { file: UNITS_TEST, name: 'units > reads 2 KG' },
    edit: all(
      replace(UNITS, 'UNITS[unit] === undefined', 'UNITS[unit.toLowerCase()] === undefined'),
      replace(UNITS, '= UNITS[unit];', '= UNITS[unit.toLowerCase()];'),
      replace(
        UNITS_TEST,
        "    { text: '12', value: 12, unit: '' },\n",
        "    { text: '12', value: 12, unit: '' },\n    { text: '2 KG', value: 2000, unit: 'g' },\n    { text: '3 Ml', value: 3, unit: 'ml' },\n",
      ),
    ),
  }),
  work('message-names-units', {
    gates: WITH_H3A,
    story: 'a message names the units that there are, and the tests say so',
    released: ['units > knows no other units'],
    names: { file: UNITS_TEST, name: 'units > knows no other units' },
    edit: all(
      replace(
        UNITS,
        '`unknown unit ${unit}`',
        "`unknown unit ${unit}, expected one of ${Object.keys(UNITS).filter(Boolean).join(', ')}`",
      ),
      replace(UNITS_TEST, "'unknown unit stone'", "'unknown unit stone, expected one of g, kg, ml, l'"),
    ),
  }),
  work('async-items', {
    gates: RELAY,
    story: 'what clients send is checked in time, so that it is promised; the planner released its tests',
    released: [ITEMS_TEST],
    names: { file: ITEMS_TEST, name: 'items > say all that is wrong' },
    edit: all(
      replace(
        'src/items.js',
        'export const itemFrom = (body) => {',
        'export const itemFrom = async (body) => {',
      ),
      replace(
        SERVER,
        'store.add(itemFrom(await bodyOf(request)))',
        'store.add(await itemFrom(await bodyOf(request)))',
      ),
      replace(
        ITEMS_TEST,
        "amount', () => {\n    that(itemFrom(",
        "amount', async () => {\n    that(await itemFrom(",
      ),
      replace(
        ITEMS_TEST,
        "that(await itemFrom({ name: 'pan' }).amount)",
        "that((await itemFrom({ name: 'pan' })).amount)",
      ),
      replace(
        ITEMS_TEST,
        "wrong', () => {\n    throws(() => itemFrom(",
        "wrong', async () => {\n    await rejects(itemFrom(",
      ),
      replace(ITEMS_TEST, 'that, throws }', 'rejects, that }'),
    ),
  }),
  work('stores-move', {
    gates: BOTH,
    kind: 'refactor',
    story: 'stores stand in a folder with a shorter name, and tests import them from there',
    edit: all(
      move(FILE, 'src/store/file.js'),
      move(MEMORY, 'src/store/memory.js'),
      everywhere('stores/file-store.js', 'store/file.js'),
      everywhere('stores/memory-store.js', 'store/memory.js'),
    ),
  }),
  work('server-split', {
    gates: BOTH,
    kind: 'refactor',
    story: 'routes and the reading of bodies become modules of their own',
    edit: all((files) => {
      const text = files[SERVER] ?? '';
      const body = text.slice(text.indexOf('const BODY_MAX'), text.indexOf('const shown'));
      const routes = text.slice(text.indexOf('const shown'), text.indexOf('export const createServer'));
      return {
        ...files,
        'src/http/body.js': `import { Invalid } from '../errors.js';\n\n${body.replace('const bodyOf', 'export const bodyOf').trimEnd()}\n`,
        'src/http/routes.js': `import { isSoon, itemFrom } from '../items.js';\nimport { showAmount } from '../units.js';\nimport { bodyOf } from './body.js';\n\n${routes.replace('const routes', 'export const routes').trimEnd()}\n`,
        [SERVER]: `import { createServer as createHttpServer } from 'node:http';\nimport { Missing } from './errors.js';\nimport { routes } from './http/routes.js';\n\n${text.slice(text.indexOf('export const createServer'))}`,
      };
    }),
  }),
  work('that-split', {
    gates: RELAY,
    kind: 'tests',
    story: 'assertions about errors stand in a file of their own',
    edit: all(
      (files) => {
        const text = files[THAT] ?? '';
        const at = text.indexOf('export const throws');
        return {
          ...files,
          [THAT]: `${text.slice(0, at).trimEnd()}\n`,
          'test/support/errors.js': `import assert from 'node:assert/strict';\nimport { that } from './that.js';\n\n${text.slice(at)}`,
        };
      },
      replace(
        ITEMS_TEST,
        "import { that, throws } from './support/that.js';",
        "import { throws } from './support/errors.js';\nimport { that } from './support/that.js';",
      ),
      replace(
        UNITS_TEST,
        "import { that, throws } from './support/that.js';",
        "import { throws } from './support/errors.js';\nimport { that } from './support/that.js';",
      ),
      replace(
        BEHAVIOUR,
        "import { rejects, that } from './that.js';",
        "import { rejects } from './errors.js';\nimport { that } from './that.js';",
      ),
    ),
  }),
  work('rows-by-name', {
    gates: RELAY,
    kind: 'tests',
    story: 'rows of a table have names for their values, and one more row',
    edit: all(
      replace(ITEMS_TEST, /\['(2024-03-\d\d)', (\d), (true|false)\]/g, "{ until: '$1', days: $2, soon: $3 }"),
      replace(
        ITEMS_TEST,
        '[undefined, 30, false]',
        "{ days: 30, soon: false },\n    { until: '2024-03-10', days: 0, soon: true }",
      ),
      replace(ITEMS_TEST, 'forEach(([until, days, soon]) =>', 'forEach(({ until, days, soon }) =>'),
    ),
  }),
  work('bad-requests-table', {
    gates: BOTH,
    kind: 'tests',
    story: 'two tests of bad requests become rows of a table, under the same names',
    edit: replace(
      SERVER_TEST,
      / {4}it\('says what is wrong'[\s\S]*?\n {4}\}\);\n\n {4}it\('asks for JSON'[\s\S]*?\n {4}\}\);\n/,
      "    const bad = [\n      { name: 'says what is wrong', text: '{\"name\":5}', error: 'name: expected a text' },\n      { name: 'asks for JSON', text: '{', error: 'expected JSON' },\n    ];\n    for (const { name, text, error } of bad)\n      it(name, async () => {\n        that(await client.send('POST', '/items', text)).has({ status: 400, body: { error } });\n      });\n",
    ),
  }),
  work('fixtures', {
    gates: RELAY,
    kind: 'tests',
    story: 'the items of a test stand in a file',
    edit: all(
      write({
        'test/fixtures/items.json': `${JSON.stringify([{ name: 'milk', until: '2024-03-12' }, { name: 'rice', until: '2025-03-12' }, { name: 'salt' }], null, 2)}\n`,
      }),
      replace(
        SERVER_TEST,
        "    await client.post('/items', { name: 'milk', until: '2024-03-12' });\n    await client.post('/items', { name: 'rice', until: '2025-03-12' });\n    await client.post('/items', { name: 'salt' });\n",
        "    const items = JSON.parse(await readFile(new URL('./fixtures/items.json', import.meta.url), 'utf8'));\n    for (const item of items) await client.post('/items', item);\n",
      ),
      replace(
        SERVER_TEST,
        'import { MemoryStore }',
        "import { readFile } from 'node:fs/promises';\nimport { MemoryStore }",
      ),
    ),
  }),
  work('add-removed', {
    gates: WITH_H3A,
    kind: 'refactor',
    released: ['units > adds what is of one kind'],
    story: 'nobody adds amounts; the function goes with its test, which the planner released',
    edit: all(
      replace(UNITS, /\nexport const add = [\s\S]*$/, ''),
      replace('src/index.js', '{ add, parseAmount, showAmount }', '{ parseAmount, showAmount }'),
      replace(UNITS_TEST, /\n {2}it\('adds what is of one kind'[\s\S]*?\n {2}\}\);\n/, ''),
      replace(UNITS_TEST, '{ add, parseAmount, showAmount }', '{ parseAmount, showAmount }'),
    ),
  }),
  work('file-read-once', {
    gates: BOTH,
    kind: 'refactor',
    story: 'a file is read once and kept, which is faster',
    edit: all(
      replace(FILE, 'export class FileStore {\n', 'export class FileStore {\n  #state;\n\n'),
      replace(
        FILE,
        '    const text = await',
        '    if (this.#state !== undefined) return this.#state;\n    const text = await',
      ),
      replace(
        FILE,
        '    return JSON.parse(text);',
        '    this.#state = JSON.parse(text);\n    return this.#state;',
      ),
      replace(FILE, '.part`, this.file);\n', '.part`, this.file);\n    this.#state = state;\n'),
    ),
  }),
  work('body-max', {
    gates: BOTH,
    tested: true,
    story: 'how long bodies may be is an option with the old limit where it is not given',
    names: { file: SERVER_TEST, name: 'server > takes longer bodies where it should' },
    edit: all(
      replace(SERVER, 'const BODY_MAX = 1_000;', 'const BODY_MAX = 1_000;'),
      replace(SERVER, 'const bodyOf = async (request) =>', 'const bodyOf = async (request, max) =>'),
      replace(SERVER, 'text.length > BODY_MAX', 'text.length > max'),
      replace(SERVER, 'bodyOf(request)', 'bodyOf(request, bodyMax)'),
      replace(SERVER, 'const routes = (store, now) =>', 'const routes = (store, now, bodyMax) =>'),
      replace(SERVER, '{ now = Date.now } = {}', '{ now = Date.now, bodyMax = BODY_MAX } = {}'),
      replace(SERVER, 'routes(store, now);', 'routes(store, now, bodyMax);'),
      replace(
        SERVER_TEST,
        "  it('hides what",
        "  it('takes longer bodies where it should', async () => {\n    const patient = await serve(new MemoryStore(), { bodyMax: 5_000 });\n    that((await patient.post('/items', { name: 'x'.repeat(2_000) })).status).is(201);\n    that((await patient.post('/items', { name: 'x'.repeat(9_000) })).status).is(413);\n  });\n\n  it('hides what",
      ),
    ),
  }),
  work('memory-renamed', {
    gates: RELAY,
    kind: 'rename',
    story: 'a class and its file have another name, and so has the suite of it',
    edit: all(
      move(MEMORY, 'src/stores/brief-store.js'),
      everywhere('memory-store.js', 'brief-store.js'),
      everywhere('MemoryStore', 'BriefStore'),
    ),
  }),
  work('deleted-is-shown', {
    gates: WITH_H3A,
    story: 'what was removed is shown once more; the test of it says so',
    released: ['server > removes'],
    edit: all(
      replace(
        SERVER,
        '    await store.remove(id);\n    return { status: 204 };',
        '    const item = await store.get(id);\n    await store.remove(id);\n    return { status: 200, body: shown(item) };',
      ),
      replace(
        SERVER_TEST,
        "that((await client.del('/items/1')).status).is(204);",
        "that(await client.del('/items/1')).has({ status: 200, body: { id: 1, name: 'milk' } });",
      ),
    ),
  }),
  work('soon-checked', {
    gates: BOTH,
    kind: 'fix',
    story: 'a number of days that is none is refused, shown by a test',
    names: { file: SERVER_TEST, name: 'server > with a bad request > asks for a number of days' },
    edit: all(
      replace(
        SERVER,
        '    const items = await store.list();\n',
        "    if (soon !== null && !/^\\d+$/.test(soon)) throw new Invalid('soon: expected a number of days');\n    const items = await store.list();\n",
      ),
      replace(
        SERVER_TEST,
        "    it('knows no other places'",
        "    it('asks for a number of days', async () => {\n      that(await client.get('/items?soon=tuesday')).has({ status: 400, body: { error: 'soon: expected a number of days' } });\n    });\n\n    it('knows no other places'",
      ),
    ),
  }),
  work('behaviour-takes-name', {
    gates: RELAY,
    kind: 'tests',
    story: 'shared behaviour makes its own suites, under the names that there were',
    edit: all(
      replace(
        BEHAVIOUR,
        'export const behavesLikeAStore = (make) => {\n',
        'export const behavesLikeAStore = (name, make) =>\n  describe(name, () => {\n',
      ),
      replace(BEHAVIOUR, /\};\n$/, '});\n'),
      replace(
        STORES_TEST,
        "describe('MemoryStore', () => {\n  behavesLikeAStore(() => new MemoryStore());\n});",
        "behavesLikeAStore('MemoryStore', () => new MemoryStore());",
      ),
      replace(
        STORES_TEST,
        '  behavesLikeAStore(() => new FileStore',
        "  behavesLikeAStore('as a store', () => new FileStore",
      ),
    ),
  }),
  work('docs', {
    gates: BOTH,
    kind: 'docs',
    story: 'the readme shows requests, and functions say their types',
    edit: all(
      append('README.md', '\n    curl localhost:8080/items?soon=3\n'),
      replace(
        UNITS,
        'export const showAmount',
        '/**\n * @param {{ value: number, unit: string }} amount\n * @returns {string}\n */\nexport const showAmount',
      ),
    ),
  }),
  work('engines', {
    gates: RELAY,
    kind: 'dependencies',
    story: 'the manifest names the least version of Node and a newer version of itself',
    edit: all(
      replace('package.json', '"version": "0.9.0"', '"version": "0.10.0"'),
      replace('package.json', '"type": "module",', '"type": "module",\n  "engines": { "node": ">=20" },'),
    ),
  }),
  work('server-test-split', {
    gates: RELAY,
    kind: 'tests',
    story: 'bad requests are tested in a file of their own',
    edit: (files) => {
      const text = files[SERVER_TEST] ?? '';
      const from = text.indexOf("  context('with a bad request'");
      const to = text.indexOf("  it('hides what");
      const head = text.slice(0, text.indexOf("  it('adds and shows'"));
      return {
        ...files,
        [SERVER_TEST]: text.slice(0, from) + text.slice(to),
        'test/bad-requests.test.js': `${head}${text.slice(from, to).trimEnd()}\n});\n`,
      };
    },
  }),
  work('totals-removed-later', {
    gates: RELAY,
    kind: 'refactor',
    released: [SERVER_TEST],
    story: 'single items are no longer shown; the planner released the tests of the server',
    edit: all(
      replace(SERVER, / {2}'GET \/items\/:id'.*\n/, ''),
      replace(SERVER_TEST, "    that((await client.get('/items/1')).body).is(added.body);\n", ''),
      replace(
        SERVER_TEST,
        "    that(await client.get('/items/1')).has({ status: 404, body: { error: 'no item 1' } });\n",
        "    that((await client.get('/items')).body).is([]);\n",
      ),
    ),
  }),
];
