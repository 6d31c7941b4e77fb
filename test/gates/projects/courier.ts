// A program in TypeScript for node:test and tsx: subtests, a library of helpers in the repository, tests that start the program.
import type { Files } from '../case.ts';

const manifest = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const COURIER: Files = {
  'package.json': manifest({
    name: 'courier',
    version: '0.9.0',
    private: true,
    type: 'module',
    bin: { courier: './bin/courier.ts' },
    scripts: { test: 'node --import tsx --test test/*.test.ts test/*/*.test.ts' },
  }),
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules && ln -s {tsx}/tsx node_modules/tsx'\n",
  '.gitignore': 'node_modules/\n',
  'README.md': '# Courier\n\nPlans rounds.\n',
  'tsconfig.json': manifest({
    compilerOptions: {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      noEmit: true,
      allowImportingTsExtensions: true,
      paths: { '@/*': ['./src/*'], '@kit': ['./kit/index.ts'] },
    },
    include: ['bin', 'src', 'kit', 'test'],
  }),
  'bin/courier.ts': `#!/usr/bin/env -S node --import tsx
import { main } from '../src/main.ts';

process.exitCode = main(process.argv.slice(2), (line) => console.log(line), (line) => console.error(line));
`,
  'src/main.ts': `import { readFileSync } from 'node:fs';
import { type Stop, plan } from './plan.ts';
import { fee } from './fee.ts';

const HELP = ['usage: courier COMMAND FILE', '', '  plan   the order of stops', '  fee    what a round costs'];

export const main = (args: readonly string[], say: (line: string) => void, complain: (line: string) => void): number => {
  const [command, file] = args;
  if (command === 'help') {
    HELP.forEach(say);
    return 0;
  }
  if ((command !== 'plan' && command !== 'fee') || file === undefined) {
    HELP.forEach(complain);
    return 2;
  }
  try {
    const stops: Stop[] = JSON.parse(readFileSync(file, 'utf8'));
    const round = plan(stops);
    if (command === 'plan') say(round.map(({ name }) => name).join(' → '));
    else say(\`\${fee(round).toFixed(2)} EUR\`);
    return 0;
  } catch (error) {
    complain(\`courier: \${error instanceof Error ? error.message : error}\`);
    return 1;
  }
};
`,
  'src/plan.ts': `export interface Stop {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly urgent?: boolean;
}

export const distance = (a: Pick<Stop, 'x' | 'y'>, b: Pick<Stop, 'x' | 'y'>): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Urgent stops first, then always the nearest. */
export const plan = (stops: readonly Stop[]): Stop[] => {
  const names = new Set(stops.map(({ name }) => name));
  if (names.size !== stops.length) throw new RangeError('a name is there twice');
  const left = [...stops];
  const round: Stop[] = [];
  let here: Pick<Stop, 'x' | 'y'> = { x: 0, y: 0 };
  while (left.length > 0) {
    const next = left.reduce((best, stop) => {
      if (Boolean(best.urgent) !== Boolean(stop.urgent)) return stop.urgent ? stop : best;
      return distance(here, stop) < distance(here, best) ? stop : best;
    });
    left.splice(left.indexOf(next), 1);
    round.push(next);
    here = next;
  }
  return round;
};
`,
  'src/fee.ts': `import { distance, type Stop } from './plan.ts';

export const fee = (round: readonly Stop[]): number => {
  const depot = { x: 0, y: 0 };
  const length = round.reduce((sum, stop, at) => sum + distance(round[at - 1] ?? depot, stop), 0);
  return 5 + 0.5 * length + round.filter(({ urgent }) => urgent).length * 2;
};
`,
  'src/store/shelf.ts': `export class Shelf<T> {
  readonly #rows = new Map<string, T>();
  readonly #limit: number;

  constructor(limit = 100) {
    this.#limit = limit;
  }

  put(key: string, value: T): void {
    this.#rows.delete(key);
    this.#rows.set(key, value);
    if (this.#rows.size > this.#limit) this.#rows.delete(this.#rows.keys().next().value as string);
  }

  get(key: string): T | undefined {
    return this.#rows.get(key);
  }

  async load(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const made = await make();
    this.put(key, made);
    return made;
  }
}
`,
  'kit/index.ts':
    "export { expectRound } from './expect-round.ts';\nexport { courier, fileOf } from './courier.ts';\n",
  'kit/expect-round.ts': `import assert from 'node:assert/strict';
import type { Stop } from '../src/plan.ts';

export const expectRound = (actual: readonly Stop[], ...names: readonly string[]): void => {
  assert.deepEqual(
    actual.map(({ name }) => name),
    names,
  );
};
`,
  'kit/courier.ts': `import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the program as people do. */
export const courier = (...args: readonly string[]): Ended => {
  const bin = new URL('../bin/courier.ts', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', bin, ...args], { encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
};

export const fileOf = (t: TestContext, value: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'courier-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stops.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
};
`,
  'test/plan.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectRound } from '@kit';
import { plan, type Stop } from '@/plan.ts';

const stop = (name: string, x: number, y: number, more: Partial<Stop> = {}): Stop => ({ name, x, y, ...more });

test('plan', async (t) => {
  await t.test('takes the nearest first', () => {
    expectRound(plan([stop('c', 9, 0), stop('a', 1, 0), stop('b', 3, 0)]), 'a', 'b', 'c');
  });

  await t.test('takes urgent ones before', () => {
    expectRound(plan([stop('a', 1, 0), stop('b', 3, 0), stop('c', 9, 0, { urgent: true })]), 'c', 'b', 'a');
  });

  await t.test('keeps the order of equals', () => {
    expectRound(plan([stop('b', 0, 1), stop('a', 1, 0)]), 'b', 'a');
  });

  await t.test('takes no name twice', () => {
    assert.throws(() => plan([stop('a', 1, 0), stop('a', 2, 0)]), RangeError);
  });

  await t.test('leaves the list as it was', () => {
    const stops = Object.freeze([stop('b', 2, 0), stop('a', 1, 0)]);
    plan(stops);
    expectRound(stops, 'b', 'a');
  });
});
`,
  'test/fee.test.ts': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fee } from '@/fee.ts';

describe('fee', () => {
  const cases: readonly [string, Parameters<typeof fee>[0], number][] = [
    ['nothing', [], 5],
    ['one stop', [{ name: 'a', x: 3, y: 4 }], 7.5],
    ['two stops', [{ name: 'a', x: 3, y: 4 }, { name: 'b', x: 3, y: 8 }], 9.5],
    ['an urgent stop', [{ name: 'a', x: 3, y: 4, urgent: true }], 9.5],
  ];
  for (const [name, round, wanted] of cases) it(\`is \${wanted} for \${name}\`, () => assert.equal(fee(round), wanted));
});
`,
  'test/store/shelf.test.ts': `import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { Shelf } from '@/store/shelf.ts';

describe('a shelf', () => {
  let shelf: Shelf<number>;

  beforeEach(() => {
    shelf = new Shelf(2);
  });

  it('forgets the oldest', () => {
    shelf.put('a', 1);
    shelf.put('b', 2);
    shelf.put('a', 3);
    shelf.put('c', 4);
    assert.deepEqual(['a', 'b', 'c'].map((key) => shelf.get(key)), [3, undefined, 4]);
  });

  it('makes a value once', async () => {
    const make = mock.fn(async () => 7);
    assert.equal(await shelf.load('a', make), 7);
    assert.equal(await shelf.load('a', make), 7);
    assert.equal(make.mock.callCount(), 1);
  });

  it('passes errors on', async () => {
    await assert.rejects(shelf.load('a', () => Promise.reject(new Error('no'))), /no/);
    assert.equal(shelf.get('a'), undefined);
  });
});
`,
  'test/program.test.ts': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { courier, fileOf } from '@kit';

const STOPS = [
  { name: 'far', x: 6, y: 8 },
  { name: 'near', x: 3, y: 4 },
];

test('prints a round', (t) => {
  assert.deepEqual(courier('plan', fileOf(t, STOPS)), { code: 0, out: 'near → far\\n', err: '' });
});

test('prints a fee', (t) => {
  const { code, out } = courier('fee', fileOf(t, STOPS));
  assert.equal(code, 0);
  assert.equal(out, '10.00 EUR\\n');
});

test('helps', () => {
  assert.equal(courier('help').out, readFileSync(new URL('golden/help.txt', import.meta.url), 'utf8'));
  assert.equal(courier('nonsense').code, 2);
});

test('says what is wrong', (t) => {
  const { code, out, err } = courier('plan', fileOf(t, [STOPS[0], STOPS[0]]));
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /^courier: a name is there twice/);
});
`,
  'test/golden/help.txt':
    'usage: courier COMMAND FILE\n\n  plan   the order of stops\n  fee    what a round costs\n',
};
