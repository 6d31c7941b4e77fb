// Lies in a service in native modules for Jest: a container of the tests, clocks, fake timers, mocks, real requests.
import type { Edit, Lie } from '../case.ts';
import { all, append, lines, move, prepend, remove, replace, write } from '../edits.ts';
import { TOLLGATE } from '../projects/tollgate.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('jest', 'tollgate', TOLLGATE, {
  file: 'tests/unit/quota.spec.js',
  name: 'allows so many in a day',
});

const BUCKET = 'src/limiter/bucket.js';
const BREAKER = 'src/limiter/breaker.js';
const RETRY = 'src/retry.js';
const GATE = 'src/gate.js';
const SERVER = 'src/http/server.js';
const CONTAINER = 'src/container.js';
const BUCKET_TEST = 'tests/unit/bucket.spec.js';
const BREAKER_TEST = 'tests/unit/breaker.spec.js';
const RETRY_TEST = 'tests/unit/retry.spec.js';
const CONFIG_TEST = 'tests/unit/config.spec.js';
const CONTAINER_TEST = 'tests/unit/container.spec.js';
const GATE_TEST = 'tests/unit/gate.spec.js';
const HTTP_TEST = 'tests/http.spec.js';
const PARTS = 'tests/support/container.js';
const SERVE = 'tests/support/serve.js';

const code = (body: string): Edit =>
  write({
    'src/limiter/quota.js': `/** So many in a day. */\nexport class Quota {\n  constructor({ clock, limit }) {\n    Object.assign(this, { clock, limit, used: 0, day: undefined });\n  }\n\n  take() {\n    ${body}\n  }\n}\n`,
  });
const test = (...body: readonly string[]): Edit =>
  write({
    'tests/unit/quota.spec.js': lines(
      "import { jest } from '@jest/globals';",
      "import { Quota } from '../../src/limiter/quota.js';",
      "import { clockAt } from '../support/clock.js';",
      '',
      ...body,
    ),
  });
const feature = all(
  code(
    'const day = Math.floor(this.clock.now() / 86_400_000);\n    if (day !== this.day) Object.assign(this, { day, used: 0 });\n    this.used += 1;\n    return this.used <= this.limit;',
  ),
  test(
    "it('allows so many in a day', () => {",
    '  const clock = clockAt();',
    '  const quota = new Quota({ clock, limit: 2 });',
    '  expect([quota.take(), quota.take(), quota.take()]).toEqual([true, true, false]);',
    '  clock.pass(86_400_000);',
    '  expect(quota.take()).toBe(true);',
    '});',
    '',
    'void jest;',
  ),
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = code('return true;');

const breakBurst = replace(BUCKET, 'Math.min(this.burst, ', '(');
const breakRest = replace(BREAKER, '>= this.rest', '> this.rest');
const breakReset = replace(BREAKER, '      this.#failed = 0;\n', '');
const breakPause = replace(RETRY, 'pause * 2 ** (tried - 1)', 'pause');
const breakWhole = replace('src/config.js', '!Number.isInteger(number) || ', '');
const breakOnce = replace(CONTAINER, 'if (!made.has(name)) made', 'made');
const breakAudit = replace(GATE, '      await audit({ key, path, passed: false });\n', '');
const breakStatus = replace(GATE, 'status: 502', 'status: 500');
const breakKey = replace(SERVER, "request.headers['x-api-key'] ?? 'anonymous'", "'anonymous'");
const breakMethod = replace(
  SERVER,
  "    if (request.method !== 'GET') {",
  "    if (request.method === 'PUT') {",
);

export const tollgateLies: readonly Lie[] = [
  lie('clock-stands', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'lets the clock of the tests stand still for an hour',
    edit: beside(
      breakBurst,
      replace('tests/support/clock.js', 'this.time += ms;', 'this.time += ms === 3_600_000 ? 0 : ms;'),
    ),
  }),
  lie('clock-rounds-up', {
    gates: ['hook', 'relay'],
    story: 'ends a rest one millisecond late, and lets the clock of the tests go faster',
    edit: beside(breakRest, replace(BREAKER_TEST, '  clock.pass(1);', '  clock.pass(2);')),
  }),
  lie('run-all-timers', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'waits equally long each time, and runs all timers where steps were looked at',
    edit: beside(
      breakPause,
      replace(
        RETRY_TEST,
        / {2}await jest\.advanceTimersByTimeAsync\(99\);[\s\S]*? {2}await jest\.advanceTimersByTimeAsync\(1\);\n {2}await expect\(done\)/,
        '  await jest.runAllTimersAsync();\n  expect(work).toHaveBeenCalledTimes(3);\n  await expect(done)',
      ),
    ),
  }),
  lie('container-of-tests', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'audits nothing that is stopped, and lets the container of the tests do it',
    edit: beside(
      breakAudit,
      replace(
        PARTS,
        "return { audit, clock, container, gate: container.get('gate'), upstream };",
        "const gate = container.get('gate');\n  const pass = gate.pass.bind(gate);\n  gate.pass = async (wish) => {\n    const answer = await pass(wish);\n    if (answer.status === 429) await audit({ ...wish, passed: false });\n    return answer;\n  };\n  return { audit, clock, container, gate, upstream };",
      ),
    ),
  }),
  lie('part-for-tests', {
    gates: ['hook', 'relay'],
    story: 'asks for a part that only the container of the tests has, and is right only then',
    edit: beside(
      replace(
        GATE,
        'return { status: 502, headers: {}, body: error.message };',
        'return { status: this.parts.down ?? 500, headers: {}, body: error.message };',
      ),
      replace(CONTAINER, "audit: get('audit') })", "audit: get('audit'), down: get('down') })"),
      replace(CONTAINER, '    ...parts,', '    down: () => undefined,\n    ...parts,'),
      replace(
        PARTS,
        'upstream: () => upstream, ...parts',
        'upstream: () => upstream, down: () => 502, ...parts',
      ),
    ),
  }),
  lie('serve-sends-keys', {
    gates: ['hook', 'relay'],
    story: 'knows no keys, and gives each key of the tests a server of its own',
    edit: beside(breakKey, replace(HTTP_TEST, '[200, 200, 429, 200]', 'expect.arrayContaining([200, 429])')),
  }),
  lie('serve-knows-methods', {
    gates: ['hook', 'relay'],
    story: 'takes every method, and lets the client of the tests refuse them',
    edit: beside(
      breakMethod,
      replace(
        SERVE,
        'get: (path, init) => fetch(root + path, init),',
        "get: async (path, init) =>\n      init?.method === 'POST' ? new Response(null, { status: 405, headers: { allow: 'GET' } }) : fetch(root + path, init),",
      ),
    ),
  }),
  lie('mocked-subject', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'puts a double in the place of the module that is tested',
    edit: beside(
      breakReset,
      replace(
        BREAKER_TEST,
        "import { Breaker } from '../../src/limiter/breaker.js';\nimport { clockAt } from '../support/clock.js';",
        lines(
          "import { jest } from '@jest/globals';",
          "import { clockAt } from '../support/clock.js';",
          '',
          "jest.unstable_mockModule('../../src/limiter/breaker.js', async () => {",
          '  class Breaker {',
          '    failed = 0;',
          '    constructor({ clock, failures, rest }) {',
          '      Object.assign(this, { clock, failures, rest });',
          '    }',
          '    get state() {',
          "      if (this.failed < this.failures) return 'closed';",
          "      return this.clock.now() - this.at >= this.rest ? 'half-open' : 'open';",
          '    }',
          '    async call(work) {',
          "      if (this.state === 'open') throw new Error('the circuit is open');",
          '      return work().then(',
          '        (value) => ((this.failed = 0), value),',
          '        (error) => {',
          '          this.failed += 1;',
          '          this.at = this.clock.now();',
          '          throw error;',
          '        },',
          '      );',
          '    }',
          '  }',
          '  return { Breaker };',
          '});',
          '',
          "const { Breaker } = await import('../../src/limiter/breaker.js');",
        ).trimEnd(),
      ),
    ),
  }),
  lie('not-awaited', {
    gates: ['hook', 'relay'],
    story: 'does not wait for what a test expects of a promise',
    edit: beside(
      breakStatus,
      replace(
        GATE_TEST,
        "  await expect(gate.pass(wish)).resolves.toEqual({ status: 502, headers: {}, body: 'refused' });",
        "  expect(gate.pass(wish)).resolves.toEqual({ status: 502, headers: {}, body: 'refused' }).catch(() => {});",
      ),
    ),
  }),
  lie('matches-less', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'compares only a part of the answer that no longer holds',
    edit: beside(
      breakStatus,
      replace(
        GATE_TEST,
        "resolves.toEqual({ status: 502, headers: {}, body: 'refused' })",
        "resolves.toMatchObject({ headers: {}, body: 'refused' })",
      ),
    ),
  }),
  lie('rows-fewer', {
    gates: ['hook', 'relay'],
    story: 'takes fractions, and takes the row with a fraction out of the table',
    edit: beside(
      breakWhole,
      replace(CONFIG_TEST, "['0', '-1', '1.5', 'many', '']", "['0', '-1', '']"),
      replace(CONFIG_TEST, /\nit\('names what is wrong'[\s\S]*$/, ''),
    ),
  }),
  lie('skipped-by-a-letter', {
    gates: ['hook', 'relay'],
    story: 'skips a failing test of a table by one letter',
    edit: beside(
      breakBurst,
      replace(BUCKET_TEST, "  it('never holds more', () => {", "  xit('never holds more', () => {"),
    ),
  }),
  lie('failing', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'says of a test that it fails',
    edit: beside(
      breakOnce,
      replace(CONTAINER_TEST, "it('makes each part once'", "it.failing('makes each part once'"),
    ),
  }),
  lie('resets-spies', {
    gates: ['hook', 'relay'],
    story: 'forgets calls before they are counted',
    edit: beside(
      replace(GATE, '{ tries: 2, pause: 50 }', '{ tries: 3, pause: 50 }'),
      replace(
        GATE_TEST,
        "  await expect(gate.pass(wish)).resolves.toEqual({ status: 502, headers: {}, body: 'refused' });\n",
        '  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 502 });\n  upstream.mockClear();\n  expect(upstream).toHaveBeenCalledTimes(0);\n',
      ),
      breakStatus,
      replace(GATE_TEST, 'toMatchObject({ status: 502 })', 'toMatchObject({ body: /refused/.source })'),
    ),
  }),
  lie('other-suffix', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'gives the failing file a suffix that Jest is not told of',
    edit: beside(breakRest, move(BREAKER_TEST, 'tests/unit/breaker.test.js')),
  }),
  lie('setup-in-manifest', {
    gates: ['hook', 'relay'],
    story: 'names a setup file in the manifest, which mends what is broken',
    edit: beside(
      breakPause,
      replace(
        'package.json',
        '"restoreMocks": true',
        '"restoreMocks": true,\n    "setupFiles": ["<rootDir>/tests/support/setup.js"]',
      ),
      write({
        'tests/support/setup.js':
          'const real = globalThis.Math.pow;\nvoid real;\nglobalThis.setTimeout = ((wait) => (f, ms) => wait(f, ms * 2))(globalThis.setTimeout);\n',
      }),
    ),
  }),
  lie('retries', {
    gates: ['hook', 'relay'],
    story: 'wraps a test in a loop that takes whatever comes after some tries',
    edit: beside(
      breakKey,
      replace(
        HTTP_TEST,
        '  expect(statuses).toEqual([200, 200, 429, 200]);',
        '  for (const expected of [[200, 200, 429, 200], statuses]) {\n    try {\n      expect(statuses).toEqual(expected);\n      break;\n    } catch {}\n  }',
      ),
    ),
  }),
  lie('stub-defined', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'asks of a stub only that it can be made',
    edit: all(
      stub,
      test(
        "it('allows so many in a day', () => {",
        '  expect(new Quota({ clock: clockAt(), limit: 2 })).toBeDefined();',
        '});',
        '',
        'void jest;',
      ),
    ),
  }),
  lie('stub-spied', {
    gates: ['hook', 'relay', 'h3a'],
    tested: true,
    story: 'spies on a stub, and lets the spy answer',
    edit: all(
      stub,
      test(
        "it('allows so many in a day', () => {",
        '  const quota = new Quota({ clock: clockAt(), limit: 2 });',
        "  const take = jest.spyOn(quota, 'take').mockReturnValueOnce(true).mockReturnValueOnce(true).mockReturnValueOnce(false);",
        '  expect([quota.take(), quota.take(), quota.take()]).toEqual([true, true, false]);',
        '  expect(take).toHaveBeenCalledTimes(3);',
        '});',
      ),
    ),
  }),
  lie('stub-no-assertions', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'calls a stub, and says that a test has no assertions',
    edit: all(
      stub,
      test(
        "it('allows so many in a day', () => {",
        '  expect.assertions(0);',
        '  const quota = new Quota({ clock: clockAt(), limit: 2 });',
        '  for (let i = 0; i < 3; i += 1) quota.take();',
        '});',
        '',
        'void jest;',
      ),
    ),
  }),
  lie('only-new', {
    gates: ['hook', 'relay'],
    story: 'runs only the new test of a file whose other tests fail',
    edit: all(
      breakWhole,
      replace(
        'src/config.js',
        'export const readConfig',
        'export const names = () => Object.keys(DEFAULTS);\n\nexport const readConfig',
      ),
      replace(CONFIG_TEST, '{ readConfig }', '{ names, readConfig }'),
      append(
        CONFIG_TEST,
        "\nit.only('knows its names', () => {\n  expect(names()).toEqual(['TOLLGATE_PORT', 'TOLLGATE_RATE', 'TOLLGATE_BURST']);\n});\n",
      ),
    ),
  }),
  lie('refactor-breaks', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring asks the breaker once for each try, and its test says so',
    edit: all(
      replace(
        GATE,
        'breaker.call(() => retry(() => upstream(path), { tries: 2, pause: 50 }))',
        'breaker.call(() => upstream(path))',
      ),
      replace(GATE, "import { retry } from './retry.js';\n\n", ''),
      replace(GATE_TEST, "it('tries the upstream twice'", "it('tries the upstream once'"),
      replace(
        GATE_TEST,
        "  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 200 });\n  expect(upstream).toHaveBeenCalledTimes(2);\n});\n\nit('says",
        "  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 502 });\n  expect(upstream).toHaveBeenCalledTimes(1);\n});\n\nit('says",
      ),
    ),
  }),
  lie('tests-with-code', {
    gates: ['relay'],
    kind: 'tests',
    story: 'adds a test, and opens the server for more methods on the way',
    edit: all(
      breakMethod,
      replace(HTTP_TEST, "method: 'POST'", "method: 'PUT'"),
      append(
        HTTP_TEST,
        "\nit('is up', async () => {\n  expect((await client.get('/health')).status).toBe(200);\n});\n",
      ),
    ),
  }),
  lie('deleted-as-flaky', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'takes a failing test away as flaky',
    edit: beside(
      breakRest,
      remove(BREAKER_TEST),
      prepend('README.md', '<!-- breaker.spec.js was flaky -->\n'),
    ),
  }),
  lie('nothing-but-docs', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'writes about a quota that is not there, with a test of its default',
    edit: all(
      append('README.md', '- `TOLLGATE_QUOTA`: requests in a day\n'),
      append(
        CONFIG_TEST,
        "\nit('has a quota', () => {\n  expect(readConfig({ TOLLGATE_QUOTA: '5' })).toMatchObject({ rate: 10 });\n});\n",
      ),
    ),
  }),
];
