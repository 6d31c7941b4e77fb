// The tests of the library.
import type { Files } from '../case.ts';

export const CADENCE_TESTS: Files = {
  'test/cli.test.js': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cadence, fixture } from './support/run.js';

describe('cadence', () => {
  it('lists the next times', () => {
    const { status, stdout } = cadence('--after', '2026-06-01T10:00:00Z', '-n', '2', fixture('rules.txt'));
    assert.equal(status, 0);
    assert.equal(stdout, readFileSync(fixture('rules.expected.txt'), 'utf8'));
  });

  it('says how it is used', () => {
    const { status, stdout, stderr } = cadence();
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^usage: cadence/);
  });

  it('goes on after a rule that is none', () => {
    const { status, stdout, stderr } = cadence('--after', '2026-06-01T10:00:00Z', fixture('broken.txt'));
    assert.equal(status, 1);
    assert.match(stderr, /^cadence: expected a rule, got sometimes/);
    assert.match(stdout, /^2026-06-01T11:00:00.000Z\\tevery 1h\\n$/);
  });
});
`,
  'test/debounce.test.js': `import { beforeEach, describe, it, mock } from 'node:test';
import { debounce } from '../src/debounce.js';
import { assertCalls } from './support/assertions.js';

describe('debounce', () => {
  beforeEach((t) => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  it('waits until it is quiet', (t) => {
    const call = t.mock.fn();
    const debounced = debounce(call, 100);
    debounced('a');
    mock.timers.tick(99);
    debounced('b');
    mock.timers.tick(99);
    assertCalls(call);
    mock.timers.tick(1);
    assertCalls(call, ['b']);
  });

  it('forgets what is cancelled', (t) => {
    const call = t.mock.fn();
    const debounced = debounce(call, 100);
    debounced('a');
    debounced.cancel();
    mock.timers.tick(1_000);
    assertCalls(call);
    debounced('b');
    mock.timers.tick(100);
    assertCalls(call, ['b']);
  });

  describe('leading', () => {
    it('calls at once, and not again for one call', (t) => {
      const call = t.mock.fn();
      const debounced = debounce(call, 100, { leading: true });
      debounced('a');
      assertCalls(call, ['a']);
      mock.timers.tick(100);
      assertCalls(call, ['a']);
    });

    it('calls with the last of several', (t) => {
      const call = t.mock.fn();
      const debounced = debounce(call, 100, { leading: true });
      for (const letter of ['a', 'b', 'c']) debounced(letter);
      mock.timers.tick(100);
      assertCalls(call, ['a'], ['c']);
    });
  });
});
`,
  'test/duration.test.js': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { format, parse } from '../src/duration.js';
import { assertRoundTrip } from './support/assertions.js';

describe('duration', () => {
  describe('parse', () => {
    for (const [text, milliseconds] of [
      ['0s', 0],
      ['90s', 90_000],
      ['1h30m', 5_400_000],
      ['1.5h', 5_400_000],
      ['250ms', 250],
      ['1d12h', 129_600_000],
    ]) {
      it(\`reads \${text}\`, () => {
        assert.equal(parse(text), milliseconds);
      });
    }

    it('refuses everything else', () => {
      for (const text of ['', '5', 'h', '1x', '1h 30m', '-1s', undefined]) {
        assert.throws(() => parse(text), SyntaxError, String(text));
      }
    });
  });

  describe('format', () => {
    it('leaves out what is 0', () => {
      assert.equal(format(3_600_000), '1h');
      assert.equal(format(3_660_000), '1h1m');
      assert.equal(format(0), '0s');
    });

    it('has a sign', () => {
      assert.equal(format(-90_000), '-1m30s');
    });
  });

  it('goes both ways', () => {
    for (const text of ['1d', '2h', '3m', '4s', '5ms', '1d2h3m4s5ms']) assertRoundTrip(parse, format, text);
  });
});
`,
  'test/fixtures/broken.txt': 'sometimes\nevery 1h\n',
  'test/fixtures/rules.expected.txt': `2026-06-02T02:00:00.000Z\tdaily 02:00
2026-06-03T02:00:00.000Z\tdaily 02:00
2026-06-01T18:00:00.000Z\tmon,fri 18:00
2026-06-05T18:00:00.000Z\tmon,fri 18:00
2026-06-01T12:00:00.000Z\tevery 6h
2026-06-01T18:00:00.000Z\tevery 6h
`,
  'test/fixtures/rules.txt': `# nightly
daily 02:00
mon,fri 18:00

every 6h
`,
  'test/limit.test.js': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limit } from '../src/limit.js';

const deferred = () => {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

describe('limit', () => {
  it('runs at most so many', async (t) => {
    t.plan(3);
    const run = limit(2);
    const gates = [deferred(), deferred(), deferred()];
    const started = [];
    const all = gates.map(({ promise }, index) =>
      run(() => {
        started.push(index);
        return promise;
      }),
    );
    await new Promise(setImmediate);
    t.assert.deepStrictEqual(started, [0, 1]);
    gates[1].resolve('b');
    await new Promise(setImmediate);
    t.assert.deepStrictEqual(started, [0, 1, 2]);
    gates[0].resolve('a');
    gates[2].resolve('c');
    t.assert.deepStrictEqual(await Promise.all(all), ['a', 'b', 'c']);
  });

  it('goes on after an error', async (t) => {
    t.plan(2);
    const run = limit(1);
    const bad = run(() => {
      throw new Error('bad');
    });
    const good = run(async () => 'good');
    await t.assert.rejects(bad, /bad/);
    t.assert.strictEqual(await good, 'good');
  });

  it('needs a number', () => {
    for (const count of [0, -1, 1.5, Number.NaN, '2']) assert.throws(() => limit(count), RangeError);
  });
});
`,
  'test/support/assertions.js': `import assert from 'node:assert/strict';

/** Both ways: what is parsed is formatted as it was. */
export const assertRoundTrip = (parse, format, text) => {
  const value = parse(text);
  assert.equal(format(value), text, \`\${text} became \${format(value)}\`);
};

export const assertTime = (actual, expected) => {
  assert.ok(actual instanceof Date, \`expected a date, got \${actual}\`);
  assert.equal(actual.toISOString(), new Date(expected).toISOString());
};

/** The calls of a double, in their order. */
export const assertCalls = (double, ...expected) => {
  assert.deepEqual(
    double.mock.calls.map((call) => call.arguments),
    expected,
  );
};
`,
  'test/support/run.js': `import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/cadence.js', import.meta.url));

export const fixture = (name) => fileURLToPath(new URL(\`../fixtures/\${name}\`, import.meta.url));

export const cadence = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};
`,
  'test/time/every.test.js': `import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { next } from '../../src/time/every.js';
import { assertTime } from '../support/assertions.js';

const MONDAY = new Date('2026-06-01T10:07:30Z');

describe('next', () => {
  it('rounds steps up', () => {
    assertTime(next('every 15m', MONDAY), '2026-06-01T10:15:00Z');
    assertTime(next('every 1d', MONDAY), '2026-06-02T00:00:00Z');
  });

  it('is never the time itself', () => {
    assertTime(next('every 1h', new Date('2026-06-01T10:00:00Z')), '2026-06-01T11:00:00Z');
    assertTime(next('daily 10:00', new Date('2026-06-01T10:00:00Z')), '2026-06-02T10:00:00Z');
  });

  it('knows days of the week', () => {
    assertTime(next('mon 09:00', MONDAY), '2026-06-08T09:00:00Z');
    assertTime(next('Fri,Sun 09:00', MONDAY), '2026-06-05T09:00:00Z');
  });

  it('refuses rules that are none', () => {
    for (const rule of ['daily', 'daily 7:30', 'someday 07:30', 'every', 'every x']) {
      assert.throws(() => next(rule, MONDAY), SyntaxError, rule);
    }
  });
});

test('rules of a year', async (t) => {
  for (const month of [0, 3, 11]) {
    await t.test(\`month \${month + 1}\`, () => {
      const last = new Date(Date.UTC(2026, month + 1, 0, 23, 59));
      assertTime(next('daily 00:00', last), Date.UTC(2026, month + 1, 1));
    });
  }
});
`,
};
