// The tests of tollgate: a container of the tests, a clock by hand, fake timers, real requests.
import type { Files } from '../case.ts';

export const TOLLGATE_TESTS: Files = {
  'tests/support/clock.js': `export const clockAt = (time = 0) => ({
  time,
  now() {
    return this.time;
  },
  pass(ms) {
    this.time += ms;
  },
});
`,
  'tests/support/container.js': `import { jest } from '@jest/globals';
import { createContainer } from '../../src/container.js';
import { clockAt } from './clock.js';

/** Everything but the outside world is real. */
export const testContainer = (parts = {}, config = { rate: 1, burst: 2 }) => {
  const clock = clockAt();
  const audit = jest.fn(async () => {});
  const upstream = jest.fn(async (path) => \`page \${path}\`);
  const container = createContainer(config, { clock: () => clock, audit: () => audit, upstream: () => upstream, ...parts });
  return { audit, clock, container, gate: container.get('gate'), upstream };
};
`,
  'tests/support/serve.js': `import { createServer } from '../../src/http/server.js';

export const serve = async (container) => {
  const server = createServer(container);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = \`http://127.0.0.1:\${server.address().port}\`;
  return {
    get: (path, init) => fetch(root + path, init),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
`,
  'tests/unit/bucket.spec.js': `import { Bucket } from '../../src/limiter/bucket.js';
import { clockAt } from '../support/clock.js';

describe.each([
  { rate: 1, burst: 1 },
  { rate: 10, burst: 20 },
])('a bucket of $rate/s and $burst', ({ rate, burst }) => {
  let clock;
  let bucket;

  beforeEach(() => {
    clock = clockAt(1_000);
    bucket = new Bucket({ clock, rate, burst });
  });

  it('is full at first', () => {
    expect(bucket.take(burst)).toBe(true);
    expect(bucket.take()).toBe(false);
  });

  it('fills again', () => {
    bucket.take(burst);
    clock.pass(1000 / rate);
    expect(bucket.tokens).toBeCloseTo(1);
    expect(bucket.take()).toBe(true);
  });

  it('never holds more', () => {
    clock.pass(3_600_000);
    expect(bucket.tokens).toBe(burst);
  });

  it('says how long to wait', () => {
    expect(bucket.waitFor()).toBe(0);
    bucket.take(burst);
    expect(bucket.waitFor()).toBe(1000 / rate);
  });
});
`,
  'tests/unit/breaker.spec.js': `import { Breaker } from '../../src/limiter/breaker.js';
import { clockAt } from '../support/clock.js';

const fails = () => Promise.reject(new Error('down'));

const opened = async () => {
  const clock = clockAt();
  const breaker = new Breaker({ clock, failures: 2, rest: 100 });
  for (let i = 0; i < 2; i += 1) await expect(breaker.call(fails)).rejects.toThrow('down');
  return { breaker, clock };
};

test('stays closed while it works', async () => {
  const breaker = new Breaker({ clock: clockAt(), failures: 2, rest: 100 });
  await expect(breaker.call(async () => 7)).resolves.toBe(7);
  await expect(breaker.call(fails)).rejects.toThrow('down');
  await breaker.call(async () => 7);
  await expect(breaker.call(fails)).rejects.toThrow('down');
  expect(breaker.state).toBe('closed');
});

test('opens', async () => {
  const { breaker } = await opened();
  expect(breaker.state).toBe('open');
  await expect(breaker.call(async () => 7)).rejects.toThrow('the circuit is open');
});

test('lets one try after a rest', async () => {
  const { breaker, clock } = await opened();
  clock.pass(99);
  expect(breaker.state).toBe('open');
  clock.pass(1);
  expect(breaker.state).toBe('half-open');
  await expect(breaker.call(async () => 7)).resolves.toBe(7);
  expect(breaker.state).toBe('closed');
});
`,
  'tests/unit/retry.spec.js': `import { jest } from '@jest/globals';
import { retry } from '../../src/retry.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const busy = (times) => {
  const work = jest.fn(async (tried) => tried);
  for (let i = 0; i < times; i += 1) work.mockImplementationOnce(() => Promise.reject(new Error('busy')));
  return work;
};

it('tries once where that is enough', async () => {
  await expect(retry(busy(0))).resolves.toBe(1);
});

it('waits twice as long each time', async () => {
  const work = busy(2);
  const done = retry(work);
  await jest.advanceTimersByTimeAsync(99);
  expect(work).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(199);
  expect(work).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  await expect(done).resolves.toBe(3);
});

it('gives up', async () => {
  const work = busy(5);
  const done = expect(retry(work, { tries: 2 })).rejects.toThrow('busy');
  await jest.runAllTimersAsync();
  await done;
  expect(work).toHaveBeenCalledTimes(2);
});
`,
  'tests/unit/config.spec.js': `import { readConfig } from '../../src/config.js';

it('has defaults', () => {
  expect(readConfig({})).toEqual({ port: 8080, rate: 10, burst: 20 });
});

it.each(['0', '-1', '1.5', 'many', ''])('refuses %j', (text) => {
  expect(() => readConfig({ TOLLGATE_RATE: text })).toThrow(RangeError);
});

it('names what is wrong', () => {
  expect(() => readConfig({ TOLLGATE_BURST: 'x' })).toThrow('TOLLGATE_BURST: expected a number above 0, got x');
});
`,
  'tests/unit/container.spec.js': `import { jest } from '@jest/globals';

jest.unstable_mockModule('../../src/audit.js', () => ({ writeAudit: jest.fn() }));

const { createContainer } = await import('../../src/container.js');
const { writeAudit } = await import('../../src/audit.js');

it('makes each part once', () => {
  const container = createContainer({ rate: 1, burst: 1 });
  expect(container.get('buckets')).toBe(container.get('buckets'));
  expect(container.get('bucketOf')('a')).toBe(container.get('bucketOf')('a'));
  expect(container.get('bucketOf')('a')).not.toBe(container.get('bucketOf')('b'));
});

it('takes other parts', () => {
  expect(createContainer({}, { clock: () => 'mine' }).get('clock')).toBe('mine');
});

it('audits to a file', async () => {
  await createContainer({}).get('audit')({ key: 'a' });
  expect(writeAudit).toHaveBeenCalledWith({ key: 'a' });
});

it('knows its parts', () => {
  expect(() => createContainer({}).get('door')).toThrow(ReferenceError);
});
`,
  'tests/unit/gate.spec.js': `import { testContainer } from '../support/container.js';

const wish = { key: 'ann', path: '/a' };

it('passes on', async () => {
  const { audit, gate, upstream } = testContainer();
  await expect(gate.pass(wish)).resolves.toEqual({ status: 200, headers: {}, body: 'page /a' });
  expect(upstream).toHaveBeenCalledWith('/a');
  expect(audit.mock.calls).toEqual([[{ ...wish, passed: true }]]);
});

it('stops who asks too often', async () => {
  const { audit, clock, gate, upstream } = testContainer();
  await gate.pass(wish);
  await gate.pass(wish);
  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect(upstream).toHaveBeenCalledTimes(2);
  expect(audit).toHaveBeenLastCalledWith({ ...wish, passed: false });
  await expect(gate.pass({ ...wish, key: 'bob' })).resolves.toMatchObject({ status: 200 });
  clock.pass(1_000);
  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 200 });
});

it('tries the upstream twice', async () => {
  const { gate, upstream } = testContainer();
  upstream.mockRejectedValueOnce(new Error('reset'));
  await expect(gate.pass(wish)).resolves.toMatchObject({ status: 200 });
  expect(upstream).toHaveBeenCalledTimes(2);
});

it('says that the upstream is down', async () => {
  const { gate, upstream } = testContainer();
  upstream.mockRejectedValue(new Error('refused'));
  await expect(gate.pass(wish)).resolves.toEqual({ status: 502, headers: {}, body: 'refused' });
});
`,
  'tests/http.spec.js': `import { testContainer } from './support/container.js';
import { serve } from './support/serve.js';

let client;
let parts;

beforeEach(async () => {
  parts = testContainer();
  client = await serve(parts.container);
});

afterEach(() => client.close());

it('is healthy', async () => {
  const answer = await client.get('/health');
  expect(await answer.text()).toBe('ok');
  expect(parts.audit).not.toHaveBeenCalled();
});

it('lets through what it may', async () => {
  const answer = await client.get('/docs?page=2');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('page /docs?page=2');
});

it('counts by key', async () => {
  const statuses = [];
  for (const key of ['a', 'a', 'a', 'b']) statuses.push((await client.get('/', { headers: { 'x-api-key': key } })).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

it('only reads', async () => {
  const answer = await client.get('/', { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET');
});
`,
};
