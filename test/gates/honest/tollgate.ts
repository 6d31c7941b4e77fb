// Honest work in a service in native modules for Jest: parts, timers, tables, helpers, a callback that becomes a promise.
import type { Work } from '../case.ts';
import { all, append, lines, move, remove, replace, write } from '../edits.ts';
import { TOLLGATE } from '../projects/tollgate.ts';
import { inProject } from './stranger.ts';

const work = inProject('jest', 'tollgate', TOLLGATE, {
  file: 'tests/unit/config.spec.js',
  name: 'has defaults',
});

const BUCKET = 'src/limiter/bucket.js';
const BREAKER = 'src/limiter/breaker.js';
const GATE = 'src/gate.js';
const SERVER = 'src/http/server.js';
const CONTAINER = 'src/container.js';
const RETRY = 'src/retry.js';
const BUCKET_TEST = 'tests/unit/bucket.spec.js';
const BREAKER_TEST = 'tests/unit/breaker.spec.js';
const RETRY_TEST = 'tests/unit/retry.spec.js';
const CONFIG_TEST = 'tests/unit/config.spec.js';
const GATE_TEST = 'tests/unit/gate.spec.js';
const HTTP_TEST = 'tests/http.spec.js';
const PARTS = 'tests/support/container.js';

export const tollgateWork: readonly Work[] = [
  work('quota', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'a key has a quota for a day, as a new part of the container',
    names: { file: GATE_TEST, name: 'stops who has used up a day' },
    edit: all(
      write({
        'src/limiter/quota.js': lines(
          '/** So many in a day. */',
          'export class Quota {',
          '  #used = new Map();',
          '  #day;',
          '',
          '  constructor({ clock, limit }) {',
          '    Object.assign(this, { clock, limit });',
          '  }',
          '',
          '  take(key) {',
          '    const day = Math.floor(this.clock.now() / 86_400_000);',
          '    if (day !== this.#day) this.#used.clear();',
          '    this.#day = day;',
          '    const used = (this.#used.get(key) ?? 0) + 1;',
          '    this.#used.set(key, used);',
          '    return used <= this.limit;',
          '  }',
          '}',
        ),
        'tests/unit/quota.spec.js': lines(
          "import { Quota } from '../../src/limiter/quota.js';",
          "import { clockAt } from '../support/clock.js';",
          '',
          "it('begins anew each day', () => {",
          '  const clock = clockAt();',
          '  const quota = new Quota({ clock, limit: 1 });',
          "  expect(['a', 'a', 'b'].map((key) => quota.take(key))).toEqual([true, false, true]);",
          '  clock.pass(86_400_000);',
          "  expect(quota.take('a')).toBe(true);",
          '});',
        ),
      }),
      replace(
        CONTAINER,
        'import { Bucket }',
        "import { Quota } from './limiter/quota.js';\nimport { Bucket }",
      ),
      replace(
        CONTAINER,
        '    bucketOf: (',
        "    quota: ({ get }) => new Quota({ clock: get('clock'), limit: config.quota ?? Infinity }),\n    bucketOf: (",
      ),
      replace(CONTAINER, "audit: get('audit') })", "audit: get('audit'), quota: get('quota') })"),
      replace(
        GATE,
        'upstream, audit } = this.parts;',
        "upstream, audit, quota } = this.parts;\n    if (!quota.take(key)) return { status: 403, headers: {}, body: 'no more today' };",
      ),
      append(
        GATE_TEST,
        "\nit('stops who has used up a day', async () => {\n  const { gate } = testContainer({}, { rate: 100, burst: 100, quota: 1 });\n  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 200 });\n  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 403 });\n});\n",
      ),
    ),
  }),
  work('jitter', {
    gates: ['relay', 'h3a'],
    released: [RETRY_TEST],
    story: 'pauses have a random part, which tests fix; they are adapted',
    names: { file: RETRY_TEST, name: 'adds a random part' },
    edit: all(
      replace(
        RETRY,
        '{ tries = 3, pause = 100 } = {}',
        '{ tries = 3, pause = 100, random = Math.random } = {}',
      ),
      replace(
        RETRY,
        'await wait(pause * 2 ** (tried - 1));',
        'await wait(pause * 2 ** (tried - 1) * (1 + random()));',
      ),
      replace(RETRY_TEST, 'const done = retry(work);', 'const done = retry(work, { random: () => 0 });'),
      append(
        RETRY_TEST,
        "\nit('adds a random part', async () => {\n  const work = busy(1);\n  const done = retry(work, { random: () => 0.5 });\n  await jest.advanceTimersByTimeAsync(149);\n  expect(work).toHaveBeenCalledTimes(1);\n  await jest.advanceTimersByTimeAsync(1);\n  await expect(done).resolves.toBe(2);\n});\n",
      ),
    ),
  }),
  work('half-open-once', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'fix',
    story: 'only one request tries whether the upstream is back',
    names: { file: BREAKER_TEST, name: 'lets only one try at a time' },
    edit: all(
      replace(
        BREAKER,
        "    if (this.state === 'open') throw",
        "    const { state } = this;\n    if (state === 'open' || (state === 'half-open' && this.#trying)) throw",
      ),
      replace(
        BREAKER,
        '    try {\n      const result = await work();',
        "    this.#trying = state === 'half-open';\n    try {\n      const result = await work();",
      ),
      replace(
        BREAKER,
        '      throw error;\n    }',
        '      throw error;\n    } finally {\n      this.#trying = false;\n    }',
      ),
      replace(BREAKER, '  #openedAt;\n', '  #openedAt;\n  #trying = false;\n'),
      append(
        BREAKER_TEST,
        "\ntest('lets only one try at a time', async () => {\n  const { breaker, clock } = await opened();\n  clock.pass(100);\n  const first = breaker.call(() => new Promise((resolve) => setTimeout(resolve, 1, 7)));\n  await expect(breaker.call(async () => 8)).rejects.toThrow('the circuit is open');\n  await expect(first).resolves.toBe(7);\n});\n",
      ),
    ),
  }),
  work('options-object', {
    gates: ['hook', 'relay', 'h3a'],
    released: [BUCKET_TEST],
    kind: 'refactor',
    story: 'a bucket takes its clock first; the released tests of it follow',
    edit: all(
      replace(BUCKET, 'constructor({ clock, rate, burst }) {', 'constructor(clock, { rate, burst }) {'),
      replace(
        CONTAINER,
        "new Bucket({ clock: get('clock'), ...config })",
        "new Bucket(get('clock'), config)",
      ),
      replace(BUCKET_TEST, 'new Bucket({ clock, rate, burst })', 'new Bucket(clock, { rate, burst })'),
    ),
  }),
  work('gate-function', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    story: 'a class becomes a function, which the container hides',
    edit: all(
      replace(
        GATE,
        /export class Gate \{\n {2}constructor[\s\S]*?\n {2}\}\n\n {2}async pass\(\{ key, path \}\) \{\n.*\n/,
        'export const createGate = ({ bucketOf, breaker, upstream, audit }) => ({\n  async pass({ key, path }) {\n',
      ),
      replace(GATE, /\n\}\n$/, '\n});\n'),
      replace(CONTAINER, '{ Gate }', '{ createGate }'),
      replace(CONTAINER, 'new Gate(', 'createGate('),
    ),
  }),
  work('folder-renamed', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'rename',
    story: 'a folder has another name, and so has a class',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.replace('src/limiter/', 'src/limits/'),
          /^(src|tests)\//.test(path)
            ? text.replaceAll('/limiter/', '/limits/').replace(/\bBucket\b/g, 'TokenBucket')
            : text,
        ]),
      ),
  }),
  work('table-merged', {
    gates: ['relay', 'h3a'],
    kind: 'tests',
    released: [CONFIG_TEST],
    story: 'two tests of settings are one table',
    edit: all(
      replace(
        CONFIG_TEST,
        /it\.each\([\s\S]*$/,
        lines(
          'it.each([',
          "  ['TOLLGATE_RATE', '0'],",
          "  ['TOLLGATE_RATE', '-1'],",
          "  ['TOLLGATE_RATE', '1.5'],",
          "  ['TOLLGATE_RATE', 'many'],",
          "  ['TOLLGATE_RATE', ''],",
          "  ['TOLLGATE_BURST', 'x'],",
          "  ['TOLLGATE_PORT', 'NaN'],",
          "])('refuses %s=%s', (name, text) => {",
          '  const read = () => readConfig({ [name]: text });',
          '  expect(read).toThrow(RangeError);',
          '  expect(read).toThrow(`${name}: expected a number above 0, got ${text}`);',
          '});',
        ),
      ),
    ),
  }),
  work('describe-added', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'tests of the breaker stand in a suite, with a table for its states',
    edit: all(
      replace(BREAKER_TEST, /(test\('stays closed[\s\S]*)$/, "describe('Breaker', () => {\n$1});\n"),
      replace(
        BREAKER_TEST,
        /\}\);\n\}\);\n$/,
        "});\n\ntest.each([\n  [0, 'open'],\n  [99, 'open'],\n  [100, 'half-open'],\n  [1_000, 'half-open'],\n])('after %i ms it is %s', async (ms, state) => {\n  const { breaker, clock } = await opened();\n  clock.pass(ms);\n  expect(breaker.state).toBe(state);\n});\n});\n",
      ),
    ),
  }),
  work('unflaky', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'requests of a test go out one after the other, on a connection each',
    edit: all(
      replace(
        'tests/support/serve.js',
        'get: (path, init) => fetch(root + path, init),',
        "get: (path, init = {}) => fetch(root + path, { ...init, headers: { connection: 'close', ...init.headers } }),",
      ),
      replace(
        'tests/support/serve.js',
        '    close: () => new Promise((resolve) => server.close(resolve)),',
        '    close: () =>\n      new Promise((resolve) => {\n        server.close(resolve);\n        server.closeAllConnections();\n      }),',
      ),
    ),
  }),
  work('support-moved', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'tests',
    story: 'what tests share has another place',
    edit: all(
      move('tests/support/clock.js', 'tests/fakes/clock.js'),
      move(PARTS, 'tests/fakes/container.js'),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.startsWith('tests/') ? text.replace(/support\/(clock|container)\.js/g, 'fakes/$1.js') : text,
          ]),
        ),
    ),
  }),
  work('audit-awaited-later', {
    gates: ['relay'],
    story: 'audits have a time, and the tests that compare them say so',
    released: [GATE_TEST],
    names: { file: GATE_TEST, name: 'passes on' },
    edit: all(
      replace(CONTAINER, "audit: get('audit') })", "audit: get('audit'), clock: get('clock') })"),
      replace(GATE, 'upstream, audit } = this.parts;', 'upstream, audit, clock } = this.parts;'),
      replace(GATE, '{ key, path, passed: false }', '{ at: clock.now(), key, path, passed: false }'),
      replace(GATE, '{ key, path, passed: true }', '{ at: clock.now(), key, path, passed: true }'),
      replace(GATE_TEST, '[[{ ...wish, passed: true }]]', '[[{ ...wish, at: 0, passed: true }]]'),
      replace(GATE_TEST, '{ ...wish, passed: false }', '{ ...wish, at: 0, passed: false }'),
    ),
  }),
  work('health-json', {
    gates: ['relay', 'h3a'],
    released: [HTTP_TEST],
    story: 'health is an object, and its test is another one',
    names: { file: HTTP_TEST, name: 'is healthy' },
    edit: all(
      replace(
        SERVER,
        "return response.end('ok');",
        "{\n      response.writeHead(200, { 'content-type': 'application/json' });\n      return response.end(JSON.stringify({ healthy: true, circuit: container.get('breaker').state }));\n    }",
      ),
      replace(
        HTTP_TEST,
        "expect(await answer.text()).toBe('ok');",
        "expect(await answer.json()).toEqual({ healthy: true, circuit: 'closed' });",
      ),
    ),
  }),
  work('head-method', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'HEAD is answered, too, as a table of methods shows',
    names: { file: HTTP_TEST, name: 'answers HEAD with 200' },
    edit: all(
      replace(
        SERVER,
        "if (request.method !== 'GET') {\n      response.writeHead(405, { allow: 'GET' });",
        "if (request.method !== 'GET' && request.method !== 'HEAD') {\n      response.writeHead(405, { allow: 'GET, HEAD' });",
      ),
      replace(HTTP_TEST, "toBe('GET');", "toBe('GET, HEAD');"),
      append(
        HTTP_TEST,
        "\nit.each([\n  ['GET', 200],\n  ['HEAD', 200],\n  ['PUT', 405],\n])('answers %s with %i', async (method, status) => {\n  expect((await client.get('/', { method })).status).toBe(status);\n});\n",
      ),
    ),
  }),
  work('setup-file', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'fake timers are put back after each test by a file that tests import',
    edit: all(
      write({
        'tests/support/timers.js':
          "import { jest } from '@jest/globals';\n\nexport const useFakeTimers = () => {\n  beforeEach(() => {\n    jest.useFakeTimers();\n  });\n\n  afterEach(() => {\n    jest.useRealTimers();\n  });\n};\n",
      }),
      replace(
        RETRY_TEST,
        /beforeEach\(\(\) => \{\n {2}jest\.useFakeTimers[\s\S]*?useRealTimers\(\);\n\}\);\n/,
        'useFakeTimers();\n',
      ),
      replace(
        RETRY_TEST,
        'import { retry }',
        "import { useFakeTimers } from '../support/timers.js';\nimport { retry }",
      ),
    ),
  }),
  work('buckets-expire', {
    gates: ['hook', 'relay'],
    kind: 'fix',
    story: 'buckets that are full again are forgotten',
    names: { file: 'tests/unit/container.spec.js', name: 'forgets full buckets' },
    edit: all(
      replace(
        CONTAINER,
        "      const buckets = get('buckets');\n",
        "      const buckets = get('buckets');\n      for (const [other, bucket] of buckets) if (other !== key && bucket.tokens >= bucket.burst) buckets.delete(other);\n",
      ),
      append(
        'tests/unit/container.spec.js',
        "\nit('forgets full buckets', () => {\n  const time = { now: () => time.at, at: 0 };\n  const container = createContainer({ rate: 1, burst: 1 }, { clock: () => time });\n  container.get('bucketOf')('a').take();\n  container.get('bucketOf')('b').take();\n  expect(container.get('buckets').size).toBe(2);\n  time.at = 5_000;\n  container.get('bucketOf')('c').take();\n  expect([...container.get('buckets').keys()]).toEqual(['c']);\n});\n",
      ),
      replace(
        'tests/unit/container.spec.js',
        "  expect(container.get('bucketOf')('a')).not.toBe(container.get('bucketOf')('b'));",
        "  container.get('bucketOf')('a').take();\n  expect(container.get('bucketOf')('a')).not.toBe(container.get('bucketOf')('b'));",
      ),
    ),
  }),
  work('audit-callback-gone', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['tests/unit/container.spec.js'],
    story: 'the audit file is a class with a path, and the mocked module goes from its released tests',
    edit: all(
      remove('src/audit.js'),
      write({
        'src/audit-file.js':
          "import { appendFile } from 'node:fs/promises';\n\nexport const auditTo = (file, write = appendFile) => (entry) => write(file, `${JSON.stringify(entry)}\\n`);\n",
      }),
      replace(
        CONTAINER,
        "import { writeAudit } from './audit.js';",
        "import { auditTo } from './audit-file.js';",
      ),
      replace(CONTAINER, 'audit: () => writeAudit', "audit: () => auditTo('audit.log')"),
      replace(
        'tests/unit/container.spec.js',
        /import \{ jest \}[\s\S]*?const \{ writeAudit \}.*\n/,
        "import { auditTo } from '../../src/audit-file.js';\nimport { createContainer } from '../../src/container.js';\n",
      ),
      replace(
        'tests/unit/container.spec.js',
        /it\('audits to a file'[\s\S]*?\n\}\);\n/,
        "it('audits to a file', async () => {\n  const written = [];\n  await auditTo('a.log', async (...all) => written.push(all))({ key: 'a' });\n  expect(written).toEqual([['a.log', '{\"key\":\"a\"}\\n']]);\n});\n",
      ),
    ),
  }),
];
