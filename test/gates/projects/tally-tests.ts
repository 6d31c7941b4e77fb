// The tests of tally, and what they share.
import type { Files } from '../case.ts';

export const TALLY_TESTS: Files = {
  'packages/cli/fixtures/day.log': `2024-03-01T10:00:00Z [info] db: ready (12 ms)
2024-03-01T10:00:01Z [INFO] web: GET / (40 ms)
2024-03-01T10:00:02Z [warn] web: slow (900 ms)
something else
2024-03-01T10:00:03Z [error] out of memory
`,
  'packages/cli/snapshots/by-level.txt': 'level  count\ninfo       2\nerror      1\nwarn       1\n',
  'packages/cli/snapshots/by-source.txt':
    'source  count\nweb         2\n-           1\ndb          1\n\np50 40 ms\n',
  'packages/cli/src/main.test.js': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesSnapshot, startProgram } from '@tally/testkit';

const tally = (args, input) => startProgram(new URL('./main.js', import.meta.url), args, input);
const DAY = new URL('../fixtures/day.log', import.meta.url).pathname;

describe('tally', () => {
  it('counts levels', async () => {
    const { stdout, code } = await tally([DAY]);
    assert.equal(code, 0);
    matchesSnapshot(import.meta.url, 'by-level', stdout);
  });

  it('counts something else, with a percentile', async () => {
    const { stdout } = await tally(['--by', 'source', '--percentile', '50', DAY]);
    matchesSnapshot(import.meta.url, 'by-source', stdout);
  });

  it('reads what comes in', async () => {
    const { stdout } = await tally([], '2024-03-01T10:00:00Z [warn] hot\\n');
    assert.match(stdout, /^warn +1$/m);
  });

  it('is strict where it should be', async () => {
    const { code, stderr, stdout } = await tally(['--strict', DAY]);
    assert.deepEqual({ code, stderr, stdout }, { code: 1, stderr: 'tally: 1 of 5 lines cannot be read\\n', stdout: '' });
  });
});
`,
  'packages/cli/src/table.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { table } from './table.js';

test('table', async (t) => {
  await t.test('is as wide as it must be', () => {
    assert.equal(table(['a', 'b'], [['long', 1], ['x', 100]]), 'a     b\\nlong    1\\nx     100');
  });

  await t.test('has a head alone', () => {
    assert.equal(table(['a', 'b'], []), 'a  b');
  });
});
`,
  'packages/log/src/follow.test.js': `import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { piecesOf } from '@tally/testkit';
import { follow } from './follow.js';

const LOG = '2024-03-01T10:00:00Z [info] one\\nnonsense\\n2024-03-01T10:00:01Z [warn] two';

describe('follow', () => {
  let whole;

  before(async () => {
    whole = await Array.fromAsync?.(follow([LOG])) ?? await collect(follow([LOG]));
  });

  it('gives entries in order', () => {
    assert.deepEqual(whole.map(({ message }) => message), ['one', 'two']);
  });

  for (const size of [1, 2, 7, 1000])
    it(\`does not mind pieces of \${size}\`, async () => {
      assert.deepEqual(await collect(follow(piecesOf(LOG, size))), whole);
    });
});

const collect = async (entries) => {
  const all = [];
  for await (const entry of entries) all.push(entry);
  return all;
};
`,
  'packages/log/src/parse.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { LEVELS, parseLine } from './parse.js';

const AT = '2024-03-01T10:00:00Z';
const time = Date.UTC(2024, 2, 1, 10);

const CASES = {
  'with all': ['[info] db: ready (12 ms)', { level: 'info', source: 'db', message: 'ready', ms: 12 }],
  'without a source': ['[warn] it is hot', { level: 'warn', message: 'it is hot' }],
  'in capitals': ['[ERROR] web: gone', { level: 'error', source: 'web', message: 'gone' }],
};

for (const [name, [rest, wanted]] of Object.entries(CASES))
  test(\`a line \${name}\`, () => {
    assert.deepEqual(parseLine(\`\${AT} \${rest}\`), { time, ...wanted });
  });

test('no line', async (t) => {
  for (const line of ['', 'hello', \`\${AT} [loud] hello\`, 'yesterday [info] hello'])
    await t.test(JSON.stringify(line), () => assert.equal(parseLine(line), undefined));
});

test('every level', (t) => {
  for (const level of LEVELS) {
    t.diagnostic(level);
    assert.equal(parseLine(\`\${AT} [\${level}] x\`).level, level);
  }
});
`,
  'packages/stats/src/alarm.test.js': `import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Alarm } from './alarm.js';

describe('Alarm', () => {
  let alarm;
  let tell;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    tell = mock.fn();
    alarm = new Alarm({ most: 2, within: 1000, rest: 500, tell });
  });

  afterEach(() => {
    alarm.stop();
    mock.timers.reset();
  });

  it('tells when there is more', () => {
    for (const time of [0, 100, 200]) alarm.add(time);
    assert.deepEqual(tell.mock.calls.map((call) => call.arguments), [[3]]);
  });

  it('forgets what was long ago', () => {
    for (const time of [0, 600, 1000, 1700]) alarm.add(time);
    assert.equal(tell.mock.callCount(), 0);
  });

  it('rests when it has told', () => {
    for (const time of [0, 1, 2, 3]) alarm.add(time);
    assert.equal(tell.mock.callCount(), 1);
    mock.timers.tick(500);
    alarm.add(4);
    assert.equal(tell.mock.callCount(), 2);
  });
});
`,
  'packages/stats/src/count.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { countBy } from './count.js';

test('counts, the most frequent first', () => {
  assert.deepEqual([...countBy('abcabca', (letter) => letter)], [['a', 3], ['b', 2], ['c', 2]]);
});

test('counts by what a function says', (t) => {
  const keyOf = t.mock.fn((number) => (number % 2 === 0 ? 'even' : 'odd'));
  assert.deepEqual(countBy([1, 2, 3], keyOf), new Map([['odd', 2], ['even', 1]]));
  assert.ok(keyOf.mock.callCount() >= 3);
});
`,
  'packages/stats/src/numbers.test.js': `import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { numbersFrom } from '@tally/testkit';
import { mean, percentile } from './numbers.js';

suite('numbers', () => {
  test('have a mean', () => {
    assert.equal(mean([1, 2, 6]), 3);
    assert.equal(mean([]), undefined);
  });

  for (const [percent, wanted] of [[1, 10], [25, 10], [26, 20], [50, 20], [100, 40]])
    test(\`p\${percent} is \${wanted}\`, () => {
      assert.equal(percentile([40, 10, 30, 20], percent), wanted);
    });

  test('have no other percentiles', () => {
    for (const percent of [0, 101, Number.NaN]) assert.throws(() => percentile([1], percent), RangeError);
  });

  test('are one of them', () => {
    for (const seed of [1, 2, 3]) {
      const values = numbersFrom(seed, 20);
      assert.ok(values.includes(percentile(values, 90)), \`seed \${seed}\`);
    }
  });
});
`,
  'packages/testkit/package.json': `${JSON.stringify({ name: '@tally/testkit', version: '1.2.0', private: true, type: 'module', exports: './src/index.js' }, null, 2)}\n`,
  'packages/testkit/src/index.js': `export { numbersFrom, piecesOf } from './made.js';
export { startProgram } from './program.js';
export { matchesSnapshot } from './snapshots.js';
`,
  'packages/testkit/src/made.js': `/** A text in pieces of one size. */
export function* piecesOf(text, size) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Numbers that look random and are the same each time. */
export const numbersFrom = (seed, count) => {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return state % 1000;
  });
};
`,
  'packages/testkit/src/program.js': `import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Starts a program, and gives back what became of it. */
export const startProgram = async (program, args, input = '') => {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args]);
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.on('close', done)),
  ]);
  return { stdout, stderr, code };
};
`,
  'packages/testkit/src/snapshots.js': `import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** What was printed once, in the folder of snapshots beside the sources. */
export const matchesSnapshot = (module, name, text) => {
  const file = new URL(\`../snapshots/\${name}.txt\`, module);
  if (process.env.UPDATE) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
};
`,
  'tools/before-tests.js': `// Nobody's own settings have a say in what tests see.
process.env.TZ = 'UTC';
delete process.env.UPDATE_ALL;
`,
};
