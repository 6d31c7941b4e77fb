// Which new tests are run once more with idle functions, on which tree, and what follows from it.
import { describe, expect, it } from 'vitest';
import { command } from '../../checks/evidence.fixture.ts';
import { temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import type { TestRow } from '../../model/evidence.ts';
import { IDLE_RUN_MS_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { testsSideOf } from '../side/tests-side.ts';
import { listTree, readBlob } from '../trees/tree-files.ts';
import { type IdleOptions, markIdleTests } from './idle-run.ts';

const BASE = { 'src/cart.js': 'export const total = () => 1;\n', 'README.md': 'x\n' };
const HEAD = {
  ...BASE,
  'src/cart.js': `${BASE['src/cart.js']}export const net = () => 2;\n`,
  'src/ship.js': 'export const ship = (a) => a * 2;\n',
  'test/ship.test.js': "import { ship } from '../src/ship.js';\nconst helper = () => 1;\n",
};

const row = (more: Partial<TestRow> = {}): TestRow => ({
  ...{ name: 'ships', file: 'test/ship.test.js', base: 'gone', oldTests: 'gone', oldCode: 'unloaded' },
  ...{ head: 'passed', text: 'changed', ...more },
});

const tried = async (rows: readonly TestRow[], passes: boolean, more: Partial<IdleOptions> = {}) => {
  const made = await temporaryRepository();
  const [base, head] = [await made.tree(BASE), await made.tree(HEAD)];
  const runs: { tree: Digest; only: readonly string[] }[] = [];
  const marked = await markIdleTests(
    {
      ...{ repository: made.repository, side: await testsSideOf(made.repository, base, head, []), head },
      ...{ scratchDirectory: made.scratch, onHead: command(), takesFiles: true, isNamed: false },
      runOnOldCode: async () => undefined,
      run: async (tree, { only }) => {
        runs.push({ tree, only });
        const status = passes ? 'passed' : 'failed';
        const cases = [{ name: 'ships', file: 'test/ship.test.js', status } as const];
        return command({
          tests: { total: 1, passed: 1, failed: 0, skipped: 0, failures: [], cases },
        });
      },
      ...more,
    },
    rows,
  );
  const texts = await Promise.all(
    runs.map(async ({ tree }) => {
      const files = await listTree(made.repository, tree);
      return Promise.all(
        ['src/cart.js', 'src/ship.js', 'test/ship.test.js'].map((path) =>
          readBlob(made.repository, files.get(path)!.oid, 1_000),
        ),
      );
    }),
  );
  return { marked, runs, texts };
};

describe('new tests that fail on the old code for the lack of a name', () => {
  it('run with the new functions of the code idle: those that pass are marked', async () => {
    const { marked, runs, texts } = await tried([row(), row({ name: 'other' })], true);
    expect(marked.map(({ silent }) => silent)).toEqual([true, undefined]);
    const file = ['test/ship.test.js'];
    expect(runs.map(({ only }) => only)).toEqual([file, file, file]);
    const [throwing] = texts.filter(([cart]) => cart?.includes('throw'));
    expect(throwing?.[0]).toContain('export const total = () => 1;\nexport const net = () => { throw');
    expect(throwing?.[1]).toContain('export const ship = (a) => { throw');
    expect(throwing?.[2]).toBe(HEAD['test/ship.test.js']);
    expect(texts.filter(([cart]) => cart?.includes('return;'))).toHaveLength(1);
    expect(texts.filter(([cart]) => cart?.includes('net = () => { return 0; }'))).toHaveLength(1);
  });

  it('that fail then look at what the change adds', async () => {
    expect((await tried([row()], false)).marked).toEqual([row()]);
  });

  it('run as well where they print that something is undefined, if their file speaks of a new function', async () => {
    const asks = row({ oldCode: 'failed', message: 'expected undefined to be defined' });
    const { marked, runs } = await tried([asks], true);
    expect(runs).toHaveLength(3);
    expect(marked).toEqual([{ ...asks, asksOnly: true }]);
    expect((await tried([asks], false)).marked).toEqual([asks]);
    const other = row({ ...asks, file: 'test/other.test.js' });
    expect((await tried([other], true)).runs).toEqual([]);
  });

  it('are not run where another test shows the change, unless each of them is named', async () => {
    const shown = row({ name: 'shown', oldCode: 'failed', message: 'expected 2, got 1' });
    expect((await tried([row(), shown], true)).runs).toEqual([]);
    expect((await tried([row(), shown], true, { isNamed: true })).runs).toHaveLength(3);
    const lacking = row({ oldCode: 'failed', message: 'TypeError: ship is not a function' });
    expect((await tried([lacking], true)).marked[0]?.silent).toBe(true);
    const [brought, gone] = [row({ oldCode: 'gone', brought: true }), row({ oldCode: 'gone' })];
    expect((await tried([brought], true)).marked[0]?.silent).toBe(true);
    expect((await tried([gone], true)).runs).toEqual([]);
  });

  it('are not run where the whole suite would have to, and takes long', async () => {
    const onHead = command({ durationMs: IDLE_RUN_MS_MAX + 1 });
    expect((await tried([row()], true, { onHead, takesFiles: false })).runs).toEqual([]);
    expect((await tried([row()], true, { onHead })).runs).toHaveLength(3);
  });
});
