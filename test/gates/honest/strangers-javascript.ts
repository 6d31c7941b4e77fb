// Strangers' work in JavaScript and TypeScript: CommonJS with subtests, Vitest beside the source, Jest with mocks.
import type { Files, Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { PROJECTS } from '../projects/projects.ts';
import { inProject } from './stranger.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const DURATION: Files = {
  'package.json': json({
    name: 'duration',
    version: '2.1.0',
    private: true,
    main: 'index.js',
    scripts: { test: 'node --test test/' },
  }),
  'baton.yaml': 'commands:\n  test: npm test\n',
  '.gitignore': 'node_modules/\n',
  'README.md': '# duration\n\nReads durations.\n',
  'index.js': "module.exports = { ...require('./lib/duration'), ...require('./lib/store') };\n",
  'lib/duration.js': `'use strict';

const UNITS = { h: 3600000, m: 60000, s: 1000 };

/** Reads a duration. */
function parse(text) {
  var sum = 0;
  for (const [, count, unit] of text.matchAll(/(\\d+)([hms])/g)) sum += Number(count) * UNITS[unit];
  if (sum === 0) throw new TypeError('no duration: ' + text);
  return sum;
}

function format(ms) {
  const hours = Math.floor(ms / UNITS.h);
  const minutes = Math.floor((ms % UNITS.h) / UNITS.m);
  return hours + 'h' + minutes + 'm';
}

function later(ms, call) {
  return setTimeout(call, ms);
}

module.exports = { parse, format, later };
`,
  'lib/store.js': `'use strict';

const fs = require('node:fs');

class Store {
  constructor(entries) {
    this.entries = entries;
  }

  static load(path) {
    return new Store(JSON.parse(fs.readFileSync(path, 'utf8')));
  }

  save(path) {
    fs.writeFileSync(path, JSON.stringify(this.entries));
  }

  get(name) {
    return this.entries.find((entry) => entry.name === name);
  }
}

module.exports = { Store };
`,
  'test/duration.test.js': `'use strict';

const assert = require('node:assert');
const { describe, it, test } = require('node:test');
const { parse, format, later } = require('../lib/duration');

describe('parse', () => {
  it('reads hours', () => {
    assert.equal(parse('2h'), 7200000);
  });

  it('reads hours and minutes', () => {
    assert.equal(parse('1h30m'), 5400000);
  });

  it('refuses other text', () => {
    assert.throws(() => parse('soon'), TypeError);
  });
});

test('format', async (t) => {
  await t.test('writes hours', () => {
    assert.equal(format(7200000), '2h0m');
  });
  await t.test('writes minutes', () => {
    assert.equal(format(5400000), '1h30m');
  });
});

test('calls later', async () => {
  const began = Date.now();
  await new Promise((resolve) => later(50, resolve));
  assert.ok(Date.now() - began >= 45);
});
`,
  'test/store.test.js': `'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { beforeEach, describe, it } = require('node:test');
const { Store } = require('../lib/store');

describe('Store', () => {
  let folder;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'));
  });

  it('loads entries', () => {
    const store = Store.load(path.join(__dirname, 'fixtures', 'store.json'));
    assert.deepEqual(store.get('tea'), { name: 'tea', time: '3m' });
  });

  it('saves entries', { timeout: 500 }, () => {
    const file = path.join(folder, 'a.json');
    new Store([{ name: 'egg', time: '6m' }]).save(file);
    assert.deepEqual(Store.load(file).get('egg'), { name: 'egg', time: '6m' });
  });
});
`,
  'test/fixtures/store.json': '[{ "name": "tea", "time": "3m" }]\n',
};

const T = 'test/duration.test.js';
const S = 'test/store.test.js';
const duration = inProject('node', 'duration', DURATION, { file: T, name: 'parse > reads hours' });

const toEsm = (from: string): string =>
  from
    .replace("'use strict';\n\n", '')
    .replace(
      /const (\{[^}]*\}|\w+) = require\('([^']*)'\);/g,
      (_, names: string, path: string) =>
        `import ${names} from '${path.startsWith('.') ? `${path}.js` : path}';`,
    )
    .replace(/module\.exports = (\{[^}]*\});/, 'export $1;')
    .replaceAll('__dirname', 'import.meta.dirname');

const onDuration: readonly Work[] = [
  duration('strict-assertions', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'strict assertions, and what an error says',
    edit: all(
      replace(T, 'assert.equal(', 'assert.strictEqual('),
      replace(T, "parse('soon'), TypeError", "parse('soon'), { name: 'TypeError', message: /no duration/ }"),
      replace(S, 'assert.deepEqual(', 'assert.deepStrictEqual('),
    ),
  }),
  duration('assert-strict-module', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'the strict module of assertions',
    edit: all(
      replace(T, "require('node:assert')", "require('node:assert/strict')"),
      replace(S, "require('node:assert')", "require('node:assert').strict"),
    ),
  }),
  duration('async-as-refactor', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: [S],
    story: 'a store is loaded without blocking, and tests wait for it; the plan calls it a refactoring',
    edit: all(
      replace(
        'lib/store.js',
        'static load(path) {\n    return new Store(JSON.parse(fs.readFileSync(path',
        'static async load(path) {\n    return new Store(JSON.parse(await fs.promises.readFile(path',
      ),
      replace(S, /\(\) => \{\n {4}const store = Store/, 'async () => {\n    const store = await Store'),
      replace(S, '{ timeout: 500 }, () =>', '{ timeout: 500 }, async () =>'),
      replace(S, 'Store.load(file).get', '(await Store.load(file)).get'),
    ),
  }),
  duration('async-shown', {
    gates: ['h3a', 'relay'],
    released: [S],
    story: 'a store is loaded without blocking, and a test shows it',
    edit: all(
      replace(
        'lib/store.js',
        'static load(path) {\n    return new Store(JSON.parse(fs.readFileSync(path',
        'static async load(path) {\n    return new Store(JSON.parse(await fs.promises.readFile(path',
      ),
      replace(S, /\(\) => \{\n {4}const store = Store/, 'async () => {\n    const store = await Store'),
      replace(S, '{ timeout: 500 }, () =>', '{ timeout: 500 }, async () =>'),
      replace(
        S,
        "  it('saves entries'",
        "  it('does not block', async () => {\n    const loading = Store.load(path.join(__dirname, 'fixtures', 'store.json'));\n    assert.ok(loading instanceof Promise);\n    assert.ok((await loading) instanceof Store);\n  });\n\n  it('saves entries'",
      ),
      replace(S, 'Store.load(file).get', '(await Store.load(file)).get'),
    ),
    names: { file: S, name: 'Store > does not block' },
  }),
  duration('rename-file-and-class', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'the store is a shelf: class, file and its tests',
    edit: all(
      move('lib/store.js', 'lib/shelf.js'),
      replace('lib/shelf.js', /\bStore\b/g, 'Shelf'),
      replace('index.js', './lib/store', './lib/shelf'),
      move(S, 'test/shelf.test.js'),
      replace('test/shelf.test.js', /\bStore\b/g, 'Shelf'),
      replace('test/shelf.test.js', '../lib/store', '../lib/shelf'),
    ),
  }),
  duration('rename-class-and-suite', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'the store is a shelf: class, and the suite of its tests',
    edit: all(replace('lib/store.js', /\bStore\b/g, 'Shelf'), replace(S, /\bStore\b/g, 'Shelf')),
  }),
  duration('rename-file-and-test-file', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'a module has another name, and so has the file of its tests',
    edit: all(
      move('lib/store.js', 'lib/shelf.js'),
      replace('index.js', './lib/store', './lib/shelf'),
      move(S, 'test/shelf.test.js'),
      replace('test/shelf.test.js', '../lib/store', '../lib/shelf'),
    ),
  }),
  duration('test-helper', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'temporary folders come from a helper, which removes them',
    edit: all(
      write({
        'test/support/folder.js': `'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  return folder;
}

module.exports = { temporaryFolder };
`,
      }),
      replace(S, "const fs = require('node:fs');\nconst os = require('node:os');\n", ''),
      replace(
        S,
        "require('../lib/store');\n",
        "require('../lib/store');\nconst { temporaryFolder } = require('./support/folder');\n",
      ),
      replace(S, "fs.mkdtempSync(path.join(os.tmpdir(), 'store-'))", 'temporaryFolder()'),
    ),
  }),
  duration('grouped', {
    gates: ['agentmux', 'hook'],
    kind: 'tests',
    story: 'subtests become a suite',
    edit: all(
      replace(T, "test('format', async (t) => {", "describe('format', () => {"),
      replace(T, 'await t.test(', 'it('),
    ),
  }),
  duration('suite-renamed', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'a suite has a better title',
    edit: replace(T, "describe('parse'", "describe('parse(text)'"),
    names: { file: T, name: 'parse(text) > reads hours' },
  }),
  duration('titles', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'tests of a suite have other titles, all in one way',
    edit: all(
      replace(T, "it('reads hours'", "it('should read hours'"),
      replace(T, "it('reads hours and minutes'", "it('should read hours and minutes'"),
      replace(T, "it('refuses other text'", "it('should refuse other text'"),
    ),
    names: { file: T, name: 'parse > should read hours' },
  }),
  duration('fix-subtest', {
    gates: ['h3a', 'hook'],
    kind: 'fix',
    tested: true,
    story: 'minutes are rounded, shown by a subtest',
    edit: all(
      replace(
        'lib/duration.js',
        'function format(ms) {\n',
        'function format(exact) {\n  const ms = Math.round(exact / UNITS.m) * UNITS.m;\n',
      ),
      replace(
        T,
        "  await t.test('writes minutes'",
        "  await t.test('rounds', () => {\n    assert.equal(format(3599000), '1h0m');\n  });\n  await t.test('writes minutes'",
      ),
    ),
    names: { file: T, name: 'format > rounds' },
  }),
  duration('option', {
    gates: ['h3a', 'relay'],
    story: 'an option that is optional, with a test in the suite',
    edit: all(
      replace('lib/duration.js', 'function parse(text) {', 'function parse(text, { empty = false } = {}) {'),
      replace('lib/duration.js', 'if (sum === 0)', 'if (sum === 0 && !empty)'),
      replace(
        T,
        "  it('refuses other text'",
        "  it('takes nothing where that is allowed', () => {\n    assert.equal(parse('', { empty: true }), 0);\n  });\n\n  it('refuses other text'",
      ),
    ),
    names: { file: T, name: 'parse > takes nothing where that is allowed' },
  }),
  duration('esm', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['test/'],
    story: 'the whole package becomes modules',
    edit: (files) =>
      all(
        replace('package.json', '"main": "index.js"', '"type": "module",\n  "main": "index.js"'),
        write({
          'index.js': "export * from './lib/duration.js';\nexport * from './lib/store.js';\n",
          'lib/duration.js': toEsm(files['lib/duration.js']!),
          'lib/store.js': toEsm(files['lib/store.js']!),
          [T]: toEsm(files[T]!),
          [S]: toEsm(files[S]!),
        }),
      )(files),
  }),
  duration('mock-timers', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'a test turns the clock instead of waiting',
    edit: replace(
      T,
      /test\('calls later'[\s\S]*$/,
      `test('calls later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const call = t.mock.fn();
  later(50, call);
  t.mock.timers.tick(49);
  assert.equal(call.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.equal(call.mock.callCount(), 1);
});
`,
    ),
  }),
  duration('timeout', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'a test has more time on slow machines',
    edit: replace(S, 'timeout: 500', 'timeout: 5_000'),
  }),
  duration('lint-fixed', {
    gates: ['h3a', 'agentmux'],
    kind: 'refactor',
    story: 'template strings and arrows everywhere, as the linter wants',
    edit: all(
      replace('lib/duration.js', "'no duration: ' + text", '`no duration: ${text}`'),
      replace('lib/duration.js', "hours + 'h' + minutes + 'm'", '`${hours}h${minutes}m`'),
      replace('lib/duration.js', 'var sum', 'let sum'),
      replace(T, /, \(\) => \{\n {4}(assert\.equal.*);\n {2}\}\);/g, ', () => $1);'),
      replace(S, "const file = path.join(folder, 'a.json')", "const file = path.join(folder, 'entry.json')"),
    ),
  }),
  duration('linter-added', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['eslint.config.js', 'package.json'],
    story: 'a linter and its script',
    edit: all(
      write({ 'eslint.config.js': "module.exports = [{ rules: { 'no-var': 'error' } }];\n" }),
      replace(
        'package.json',
        '"test": "node --test test/"',
        '"test": "node --test test/",\n    "lint": "eslint ."',
      ),
      replace('lib/duration.js', 'var sum', 'let sum'),
    ),
  }),
  duration('fixture-field', {
    gates: ['h3a', 'hook'],
    tested: true,
    story: 'entries have tags, and so has the fixture',
    edit: all(
      replace(
        'lib/store.js',
        '  get(name) {',
        '  tagged(tag) {\n    return this.entries.filter(({ tags = [] }) => tags.includes(tag));\n  }\n\n  get(name) {',
      ),
      write({
        'test/fixtures/store.json':
          '[{ "name": "tea", "time": "3m", "tags": ["hot"] }, { "name": "ice", "time": "3h" }]\n',
      }),
      replace(S, "{ name: 'tea', time: '3m' }", "{ name: 'tea', time: '3m', tags: ['hot'] }"),
      replace(
        S,
        "  it('saves entries'",
        "  it('finds by tag', () => {\n    const store = Store.load(path.join(__dirname, 'fixtures', 'store.json'));\n    assert.deepEqual(store.tagged('hot').map(({ name }) => name), ['tea']);\n  });\n\n  it('saves entries'",
      ),
    ),
    names: { file: S, name: 'Store > finds by tag' },
  }),
  duration('jsdoc', {
    gates: ['h3a', 'hook'],
    kind: 'docs',
    story: 'documents a function where it stands',
    edit: replace(
      'lib/duration.js',
      '/** Reads a duration. */',
      '/**\n * Reads a duration.\n * @param {string} text such as `1h30m`\n * @returns {number} milliseconds\n */',
    ),
  }),
  duration('types', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    story: 'declarations of types for those who use it',
    edit: all(
      write({
        'index.d.ts':
          'export function parse(text: string): number;\nexport function format(ms: number): string;\n',
      }),
      replace('package.json', '"main": "index.js"', '"main": "index.js",\n  "types": "index.d.ts"'),
    ),
  }),
  duration('feature-removed', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['calls later'],
    story: 'a function that nobody needs goes with its test',
    edit: all(
      replace('lib/duration.js', /function later[\s\S]*?\n\}\n\n/, ''),
      replace('lib/duration.js', 'format, later }', 'format }'),
      replace(T, 'format, later }', 'format }'),
      replace(T, /\ntest\('calls later'[\s\S]*$/, ''),
    ),
  }),
];

const ROUTES: Files = {
  'package.json': json({
    name: 'routes',
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { test: 'vitest run' },
  }),
  'baton.yaml': PROJECTS.vitest.files['baton.yaml']!,
  'tsconfig.json': json({
    compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
  }),
  'vitest.config.ts':
    "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { setupFiles: ['./vitest.setup.ts'] } });\n",
  'vitest.setup.ts': `import { expect } from 'vitest';

expect.extend({
  toBeRoute(route: string) {
    return { pass: route.startsWith('/'), message: () => \`expected \${route} to begin with a slash\` };
  },
});
`,
  '.gitignore': 'node_modules/\n',
  'README.md': '# routes\n',
  'src/route.ts': `export interface Route {
  readonly path: string;
  readonly query: Record<string, string>;
}

export function parseRoute(text: string): Route {
  const [path = '', query = ''] = text.split('?');
  return { path, query: parseQuery(query) };
}

export function parseQuery(text: string): Record<string, string> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

export function printRoute({ path, query }: Route): string {
  const text = Object.entries(query).map(([name, value]) => \`\${name}=\${value}\`).join('&');
  return text === '' ? path : \`\${path}?\${text}\`;
}
`,
  'src/route.test.ts': `import { describe, expect, it } from 'vitest';
import { parseQuery, parseRoute, printRoute } from './route';

describe('parseRoute', () => {
  it('reads a path', () => {
    expect(parseRoute('/a')).toEqual({ path: '/a', query: {} });
  });

  it('reads a query', () => {
    expect(parseRoute('/a?b=c')).toMatchInlineSnapshot(\`
      {
        "path": "/a",
        "query": {
          "b": "c",
        },
      }
    \`);
  });
});

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
  ])('reads %j', (text, wanted) => {
    expect(parseQuery(text)).toEqual(wanted);
  });
});

describe('printRoute', () => {
  it('prints a path', () => {
    expect(printRoute({ path: '/a', query: {} })).toBe('/a');
    (expect(printRoute({ path: '/a', query: {} })) as never).toBeRoute();
  });

  it('prints one value', () => {
    expect(printRoute({ path: '/a', query: { b: 'c' } })).toBe('/a?b=c');
  });

  it('prints two values', () => {
    expect(printRoute({ path: '/a', query: { b: 'c', d: 'e' } })).toBe('/a?b=c&d=e');
  });
});
`,
  'src/http.ts':
    'export async function getJson(url: string): Promise<unknown> {\n  return (await fetch(url)).json();\n}\n',
  'src/client.ts': `import { getJson } from './http';

export async function userName(id: number): Promise<string> {
  const user = (await getJson(\`/users/\${id}\`)) as { name: string };
  return user.name;
}

export async function retry<T>(call: () => Promise<T>, times: number, wait = 20): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (times <= 1) throw cause;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return retry(call, times - 1, wait);
  }
}
`,
  'src/client.test.ts': `import { beforeEach, expect, it, vi } from 'vitest';
import { retry, userName } from './client';
import { getJson } from './http';

vi.mock('./http', () => ({ getJson: vi.fn() }));

beforeEach(() => {
  vi.mocked(getJson).mockReset();
});

it('asks for a user', async () => {
  vi.mocked(getJson).mockResolvedValue({ name: 'Ada' });
  expect(await userName(7)).toBe('Ada');
  expect(getJson).toHaveBeenCalledWith('/users/7');
});

it('tries again', async () => {
  const call = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up');
  expect(await retry(call, 3)).toBe('up');
  expect(call).toHaveBeenCalledTimes(2);
});
`,
};

const R = 'src/route.test.ts';
const C = 'src/client.test.ts';
const routes = inProject('vitest', 'routes', ROUTES, { file: R, name: 'parseRoute > reads a path' });

const onRoutes: readonly Work[] = [
  routes('fix-each', {
    gates: ['h3a'],
    kind: 'fix',
    story: 'values may be escaped, with a row of it.each',
    edit: all(
      replace(
        'src/route.ts',
        "pair.split('=') as [string, string]",
        "pair.split('=').map(decodeURIComponent) as [string, string]",
      ),
      replace(R, "    ['a=1', { a: '1' }],\n", "    ['a=1', { a: '1' }],\n    ['a=%20', { a: ' ' }],\n"),
    ),
    names: { file: R, name: 'parseQuery > reads "a=%20"' },
  }),
  routes('each', {
    gates: ['h3a'],
    kind: 'tests',
    released: [R],
    story: 'two tests become rows',
    edit: replace(
      R,
      / {2}it\('prints one value'[\s\S]*$/,
      `  it.each([
    [{ b: 'c' }, '/a?b=c'],
    [{ b: 'c', d: 'e' }, '/a?b=c&d=e'],
  ])('prints %j', (query, wanted) => {
    expect(printRoute({ path: '/a', query })).toBe(wanted);
  });
});
`,
    ),
  }),
  routes('matcher', {
    gates: ['relay'],
    story: 'a feature whose test uses a new matcher of the setup file',
    edit: all(
      append(
        'src/route.ts',
        "\nexport function join(...parts: string[]): string {\n  return parts.map((part) => `/${part}`).join('');\n}\n",
      ),
      replace(
        'vitest.setup.ts',
        '  toBeRoute(',
        "  toHaveDepth(route: string, depth: number) {\n    return { pass: route.split('/').length - 1 === depth, message: () => `expected depth ${depth}` };\n  },\n  toBeRoute(",
      ),
      replace(R, 'import { parseQuery', 'import { join, parseQuery'),
      append(
        R,
        "\nit('joins parts', () => {\n  expect(join('a', 'b')).toBe('/a/b');\n  (expect(join('a', 'b')) as never).toHaveDepth(2);\n});\n",
      ),
    ),
    names: { file: R, name: 'joins parts' },
  }),
  routes('rename-mocked-module', {
    gates: ['h3a'],
    kind: 'rename',
    story: 'a module that a test mocks has another name, and its function too',
    edit: all(
      move('src/http.ts', 'src/fetching.ts'),
      replace('src/fetching.ts', 'getJson', 'fetchJson'),
      replace('src/client.ts', './http', './fetching'),
      replace('src/client.ts', 'getJson', 'fetchJson'),
      replace(C, './http', './fetching'),
      replace(C, 'getJson', 'fetchJson'),
    ),
  }),
  routes('described', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'tests get a suite around them',
    edit: all(
      replace(C, 'import { beforeEach, expect', 'import { beforeEach, describe, expect'),
      replace(
        C,
        /beforeEach\(\(\) => \{[\s\S]*$/,
        `describe('client', () => {
  beforeEach(() => {
    vi.mocked(getJson).mockReset();
  });

  it('asks for a user', async () => {
    vi.mocked(getJson).mockResolvedValue({ name: 'Ada' });
    expect(await userName(7)).toBe('Ada');
    expect(getJson).toHaveBeenCalledWith('/users/7');
  });

  it('tries again', async () => {
    const call = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up');
    expect(await retry(call, 3)).toBe('up');
    expect(call).toHaveBeenCalledTimes(2);
  });
});
`,
      ),
    ),
  }),
  routes('inline-snapshot', {
    gates: ['h3a'],
    released: [R],
    story: 'routes know their fragment, and the inline snapshot says so',
    edit: all(
      replace(
        'src/route.ts',
        '  readonly path: string;',
        '  readonly path: string;\n  readonly fragment?: string;',
      ),
      replace(
        'src/route.ts',
        "const [path = '', query = ''] = text.split('?');",
        "const [rest = '', fragment] = text.split('#');\n  const [path = '', query = ''] = rest.split('?');",
      ),
      replace(
        'src/route.ts',
        'return { path, query: parseQuery(query) };',
        'return { path, query: parseQuery(query), ...(fragment === undefined ? {} : { fragment }) };',
      ),
      replace(R, "parseRoute('/a?b=c')).toMatch", "parseRoute('/a?b=c#d')).toMatch"),
      replace(R, '      {\n        "path"', '      {\n        "fragment": "d",\n        "path"'),
    ),
    names: { file: R, name: 'parseRoute > reads a query' },
  }),
  routes('fake-timers', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'a test turns the clock instead of waiting',
    edit: all(
      replace(
        C,
        "  expect(await retry(call, 3)).toBe('up');",
        "  vi.useFakeTimers();\n  const tried = retry(call, 3, 1_000);\n  await vi.advanceTimersByTimeAsync(1_000);\n  expect(await tried).toBe('up');",
      ),
      replace(C, 'toHaveBeenCalledTimes(2);\n', 'toHaveBeenCalledTimes(2);\n  vi.useRealTimers();\n'),
    ),
  }),
  routes('test-utils', {
    gates: ['relay'],
    kind: 'tests',
    story: 'what tests share stands beside them in the source folder',
    edit: all(
      write({
        'src/test-utils.ts':
          "import type { Route } from './route';\n\nexport const route = (query: Record<string, string> = {}): Route => ({ path: '/a', query });\n",
      }),
      replace(R, "from './route';\n", "from './route';\nimport { route } from './test-utils';\n"),
      replace(R, "printRoute({ path: '/a', query: {} })", 'printRoute(route())'),
      replace(R, "printRoute({ path: '/a', query: { b: 'c' } })", "printRoute(route({ b: 'c' }))"),
      replace(
        R,
        "printRoute({ path: '/a', query: { b: 'c', d: 'e' } })",
        "printRoute(route({ b: 'c', d: 'e' }))",
      ),
    ),
  }),
  routes('moved-out', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'tests move from beside the source to a folder of their own',
    edit: all(
      move(R, 'tests/route.test.ts'),
      replace('tests/route.test.ts', "'./route'", "'../src/route'"),
      move(C, 'tests/client.test.ts'),
      replace('tests/client.test.ts', "'./http'", "'../src/http'"),
      replace('tests/client.test.ts', "'./client'", "'../src/client'"),
    ),
    names: { file: 'tests/route.test.ts', name: 'parseRoute > reads a path' },
  }),
  routes('runner-option', {
    gates: ['relay'],
    kind: 'tests',
    released: ['vitest.config.ts'],
    story: 'mocks are put back by the runner, no longer by the test',
    edit: all(
      replace('vitest.config.ts', 'test: {', 'test: { mockReset: true,'),
      replace(C, 'beforeEach(() => {\n  vi.mocked(getJson).mockReset();\n});\n\n', ''),
      replace(C, 'beforeEach, ', ''),
    ),
  }),
  routes('split-module', {
    gates: ['h3a'],
    kind: 'refactor',
    story: 'a module is split, the old one re-exports, its tests are split too',
    edit: (files) => {
      const query = /export function parseQuery[\s\S]*?\n\}\n\n/;
      const tests = /describe\('parseQuery'[\s\S]*?\n\}\);\n\n/;
      return all(
        write({
          'src/query.ts': query.exec(files['src/route.ts']!)![0].trimEnd().concat('\n'),
          'src/query.test.ts': `import { describe, expect, it } from 'vitest';\nimport { parseQuery } from './query';\n\n${tests.exec(files[R]!)![0].trimEnd()}\n`,
        }),
        replace('src/route.ts', query, ''),
        replace(
          'src/route.ts',
          'export interface',
          "import { parseQuery } from './query';\n\nexport { parseQuery };\n\nexport interface",
        ),
        replace(R, tests, ''),
        replace(R, 'import { parseQuery, parseRoute', 'import { parseRoute'),
      )(files);
    },
  }),
  routes('split-module-for-good', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['src/route.test.ts', 'src/query.test.ts'],
    story: 'a module is split, and its tests are split too; nobody else uses it',
    edit: (files) => {
      const query = /export function parseQuery[\s\S]*?\n\}\n\n/;
      const tests = /describe\('parseQuery'[\s\S]*?\n\}\);\n\n/;
      return all(
        write({
          'src/query.ts': query.exec(files['src/route.ts']!)![0].trimEnd().concat('\n'),
          'src/query.test.ts': `import { describe, expect, it } from 'vitest';\nimport { parseQuery } from './query';\n\n${tests.exec(files[R]!)![0].trimEnd()}\n`,
        }),
        replace('src/route.ts', query, ''),
        replace(
          'src/route.ts',
          'export interface',
          "import { parseQuery } from './query';\n\nexport interface",
        ),
        replace(R, tests, ''),
        replace(R, 'import { parseQuery, parseRoute', 'import { parseRoute'),
      )(files);
    },
  }),
  routes('extensions', {
    gates: ['hook'],
    kind: 'refactor',
    story: 'imports name the ending of the file, everywhere',
    edit: all(
      replace('src/client.ts', './http', './http.ts'),
      replace(C, "'./http'", "'./http.ts'"),
      replace(C, "'./client'", "'./client.ts'"),
      replace(R, "'./route'", "'./route.ts'"),
    ),
  }),
];

const MAILER: Files = {
  'package.json': json({
    name: 'mailer',
    version: '3.0.0',
    private: true,
    scripts: { test: 'jest' },
    jest: { testEnvironment: 'node' },
  }),
  'baton.yaml': PROJECTS.jest.files['baton.yaml']!,
  '.gitignore': 'node_modules/\n',
  'README.md': '# mailer\n',
  'lib/transport.js': "exports.send = () => {\n  throw new Error('no network');\n};\n",
  'lib/mailer.js': `const transport = require('./transport');
const { greeting } = require('./template');

function welcome(user, done) {
  try {
    transport.send(user.mail, greeting(user));
    setImmediate(() => done(null, true));
  } catch (error) {
    setImmediate(() => done(error));
  }
}

module.exports = { welcome };
`,
  'lib/template.js': `function greeting(user) {
  return 'Dear ' + user.name + ',\\nwelcome.\\n';
}

function footer() {
  return '--\\nThe shop\\n';
}

module.exports = { greeting, footer };
`,
  '__tests__/mailer.test.js': `jest.mock('../lib/transport');

const transport = require('../lib/transport');
const { welcome } = require('../lib/mailer');

describe('welcome', () => {
  afterEach(() => jest.resetAllMocks());

  it('sends a mail', (done) => {
    welcome({ name: 'Ada', mail: 'ada@example.com' }, (error, sent) => {
      expect(error).toBeNull();
      expect(sent).toBe(true);
      expect(transport.send).toHaveBeenCalledWith('ada@example.com', expect.stringContaining('Ada'));
      done();
    });
  });

  it('tells of an error', (done) => {
    transport.send.mockImplementation(() => {
      throw new Error('down');
    });
    welcome({ name: 'Ada', mail: 'ada@example.com' }, (error) => {
      expect(error.message).toBe('down');
      done();
    });
  });
});
`,
  '__tests__/template.test.js': `const { footer, greeting } = require('../lib/template');

test('greeting', () => {
  expect(greeting({ name: 'Ada' })).toMatchSnapshot();
});

test('footer', () => {
  expect(footer()).toMatchSnapshot();
});
`,
  '__tests__/__snapshots__/template.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`footer 1\`] = \`
"--
The shop
"
\`;

exports[\`greeting 1\`] = \`
"Dear Ada,
welcome.
"
\`;
`,
};

const M = '__tests__/mailer.test.js';
const P = '__tests__/template.test.js';
const SNAP = '__tests__/__snapshots__/template.test.js.snap';
const mailer = inProject('jest', 'mailer', MAILER, { file: M, name: 'welcome > sends a mail' });

const onMailer: readonly Work[] = [
  mailer('new-snapshot', {
    gates: ['h3a'],
    story: 'a feature whose test is a snapshot',
    edit: all(
      replace(
        'lib/template.js',
        'module.exports = { greeting',
        "function goodbye(user) {\n  return 'Goodbye, ' + user.name + '.\\n';\n}\n\nmodule.exports = { goodbye, greeting",
      ),
      replace(P, '{ footer, greeting }', '{ footer, goodbye, greeting }'),
      append(P, "\ntest('goodbye', () => {\n  expect(goodbye({ name: 'Ada' })).toMatchSnapshot();\n});\n"),
      replace(
        SNAP,
        'exports[`greeting 1`]',
        'exports[`goodbye 1`] = `\n"Goodbye, Ada.\n"\n`;\n\nexports[`greeting 1`]',
      ),
    ),
    names: { file: P, name: 'goodbye' },
  }),
  mailer('snapshot-refreshed', {
    gates: ['h3a'],
    released: [P, SNAP],
    story: 'other words in a mail, and in its snapshot',
    edit: all(replace('lib/template.js', "'Dear '", "'Hello '"), replace(SNAP, 'Dear Ada', 'Hello Ada')),
    names: { file: P, name: 'greeting' },
  }),
  mailer('injected', {
    gates: ['h3a'],
    kind: 'refactor',
    released: [M],
    story: 'the transport is handed in, so that no module is mocked',
    edit: all(
      write({
        'lib/mailer.js': `const { greeting } = require('./template');

const createMailer = (transport) => ({
  welcome(user, done) {
    try {
      transport.send(user.mail, greeting(user));
      setImmediate(() => done(null, true));
    } catch (error) {
      setImmediate(() => done(error));
    }
  },
});

module.exports = { createMailer };
`,
      }),
      replace(
        M,
        /jest\.mock[\s\S]*?lib\/mailer'\);\n/,
        "const { createMailer } = require('../lib/mailer');\n\nconst transport = { send: jest.fn() };\nconst { welcome } = createMailer(transport);\n",
      ),
    ),
  }),
  mailer('promises-in-tests', {
    gates: ['h3a'],
    kind: 'tests',
    released: [M],
    story: 'tests wait for a promise instead of calling done',
    edit: write({
      [M]: `const { promisify } = require('node:util');

jest.mock('../lib/transport');

const transport = require('../lib/transport');
const { welcome } = require('../lib/mailer');

const welcomed = promisify(welcome);

describe('welcome', () => {
  afterEach(() => jest.resetAllMocks());

  it('sends a mail', async () => {
    expect(await welcomed({ name: 'Ada', mail: 'ada@example.com' })).toBe(true);
    expect(transport.send).toHaveBeenCalledWith('ada@example.com', expect.stringContaining('Ada'));
  });

  it('tells of an error', async () => {
    transport.send.mockImplementation(() => {
      throw new Error('down');
    });
    await expect(welcomed({ name: 'Ada', mail: 'ada@example.com' })).rejects.toThrow('down');
  });
});
`,
    }),
  }),
  mailer('spec-names', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'files of tests have another ending, with their snapshots',
    edit: all(
      move(M, '__tests__/mailer.spec.js'),
      move(P, '__tests__/template.spec.js'),
      move(SNAP, '__tests__/__snapshots__/template.spec.js.snap'),
    ),
    names: { file: '__tests__/mailer.spec.js', name: 'welcome > sends a mail' },
  }),
  mailer('snapshot-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['footer'],
    story: 'dead code goes with its test and its snapshot',
    edit: all(
      replace('lib/template.js', /function footer[\s\S]*?\n\}\n\n/, ''),
      replace('lib/template.js', 'greeting, footer', 'greeting'),
      replace(P, '{ footer, greeting }', '{ greeting }'),
      replace(P, /\ntest\('footer'[\s\S]*$/, ''),
      replace(SNAP, /exports\[`footer 1`\][\s\S]*?`;\n\n/, ''),
    ),
  }),
  mailer('manual-mock', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a mock of its own in the usual folder',
    edit: all(
      write({ 'lib/__mocks__/transport.js': 'exports.send = jest.fn();\n' }),
      replace(
        M,
        'expect(sent).toBe(true);\n',
        'expect(sent).toBe(true);\n      expect(transport.send).toHaveBeenCalledTimes(1);\n',
      ),
    ),
  }),
  mailer('explicit-snapshots', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'what is short stands in the test, no longer in a snapshot',
    edit: all(
      replace(P, 'expect(footer()).toMatchSnapshot()', "expect(footer()).toBe('--\\nThe shop\\n')"),
      replace(
        P,
        "expect(greeting({ name: 'Ada' })).toMatchSnapshot()",
        "expect(greeting({ name: 'Ada' })).toBe('Dear Ada,\\nwelcome.\\n')",
      ),
      remove(SNAP),
    ),
  }),
  mailer('fix', {
    gates: ['hook'],
    kind: 'fix',
    tested: true,
    story: 'who has no name is greeted too',
    edit: all(
      replace('lib/template.js', "'Dear ' + user.name", "'Dear ' + (user.name || 'customer')"),
      append(
        P,
        "\ntest.each([[undefined], ['']])('greets without a name (%p)', (name) => {\n  expect(greeting({ name })).toMatch(/^Dear customer,/);\n});\n",
      ),
    ),
  }),
  mailer('modern', {
    gates: ['agentmux'],
    kind: 'refactor',
    story: 'template strings and destructuring, formatted anew with its tests',
    edit: all(
      replace(
        'lib/template.js',
        "'Dear ' + user.name + ',\\nwelcome.\\n'",
        '`Dear ${user.name},\\nwelcome.\\n`',
      ),
      replace(
        P,
        "test('greeting', () => {\n  expect(greeting({ name: 'Ada' })).toMatchSnapshot();\n});",
        "test('greeting', () =>\n  expect(greeting({ name: 'Ada' })).toMatchSnapshot());",
      ),
      replace(
        M,
        "'ada@example.com', expect.stringContaining('Ada')",
        "\n        'ada@example.com',\n        expect.stringContaining('Ada'),\n      ",
      ),
    ),
  }),
];

export const strangersInJavascript: readonly Work[] = [...onDuration, ...onRoutes, ...onMailer];
