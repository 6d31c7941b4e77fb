// `baton check` as it ships: on the run directory that the reference system left, on single files, on standard input.
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CheckDocument } from '../../src/operations/check-files.ts';
import { baton, type Scratch, scratch } from './scratch.ts';

const GOLDEN = fileURLToPath(new URL('../fixtures/agentmux-golden', import.meta.url));
const PLAN = readFileSync(join(GOLDEN, 'inputs', 'plan.yaml'), 'utf8');
const RUN = '.agentmux/.sessions/login';

/** A folder that is no project and no repository. */
const place = (): Scratch => {
  const world = scratch();
  cpSync(join(GOLDEN, 'derived'), join(world.project, RUN), { recursive: true });
  writeFileSync(join(world.project, 'plan.yaml'), PLAN);
  return world;
};

const checked = async (world: Scratch, args: readonly string[], input?: string) => {
  const outcome = await baton(world, ['check', ...args, '--json'], input === undefined ? {} : { input });
  return { ...outcome, document: JSON.parse(outcome.stdout) as CheckDocument };
};

describe('a run directory of the reference system', () => {
  it('is told what is wrong with it, like a compiler does', async () => {
    const world = place();
    const { exit, stdout, stderr } = await baton(world, ['check', RUN]);
    expect([exit, stderr]).toEqual([1, '']);
    const lines = stdout.split('\n');
    expect(lines).toContain(
      `${RUN}/state.json:4:12  RUN_INCONSISTENT  the phase is still completing although 08_completion/approval.json says approve: the run never says that it ended`,
    );
    expect(stdout).toContain(`${RUN}/state.json:29:23  RUN_INCONSISTENT  reviewer_logic is pending`);
    expect(stdout).toContain(
      `${RUN}/created_files.log:8  FIELD_INVALID  (warning) tool_event_state.json.tmp`,
    );
    expect(stdout).toContain('done_2, done_3 missing');
    expect(lines.at(-2)).toBe(`${RUN}: NOT OK (agentmux run), 2 errors, 4 warnings`);
  });

  it('is one result in JSON', async () => {
    const { exit, document } = await checked(place(), [RUN]);
    expect(exit).toBe(1);
    expect(document).toMatchObject({
      ok: false,
      results: [{ path: RUN, ok: false, kind: 'run', dialect: 'agentmux', variant: null, handoff: null }],
    });
    expect(document.results[0]?.problems.find(({ field }) => field === 'phase')).toEqual({
      code: 'RUN_INCONSISTENT',
      severity: 'error',
      message: expect.stringContaining('never says that it ended'),
      file: `${RUN}/state.json`,
      field: 'phase',
      line: 4,
      column: 12,
      hint: expect.any(String),
    });
  });

  it('is checked from elsewhere as well, and follows no link', async () => {
    const world = place();
    const secret = join(world.root, 'secret');
    writeFileSync(secret, 'verdict: pass\nsummary: the secret\n');
    const target = join(world.project, RUN, '07_review', 'review_reviewer_logic.yaml');
    rmSync(target);
    symlinkSync(secret, target);
    const { exit, document, stdout } = await checked(world, [
      '-C',
      join(world.project, '.agentmux'),
      '.sessions/login',
    ]);
    expect(exit).toBe(1);
    expect(document.results[0]?.problems.map(({ code }) => code)).toContain('PATH_OUTSIDE');
    expect(stdout).not.toContain('the secret');
  });
});

describe('single files', () => {
  it('that are good are good', async () => {
    const world = place();
    const { exit, document } = await checked(world, ['plan.yaml', `${RUN}/04_planning/execution_plan.yaml`]);
    expect([exit, document.ok]).toEqual([0, true]);
    expect(document.results.map(({ path, ok, kind }) => [path, ok, kind])).toEqual([
      ['plan.yaml', true, 'artifact'],
      [`${RUN}/04_planning/execution_plan.yaml`, true, 'artifact'],
    ]);
    expect((await baton(world, ['check', 'plan.yaml'])).stdout).toMatch(
      /plan\.yaml: ok \(agentmux artifact\)/,
    );
  });

  it('that are bad are told where', async () => {
    const world = place();
    writeFileSync(join(world.project, 'plan.yaml'), PLAN.replace('mode: parallel', 'mode: sideways'));
    const { exit, stdout } = await baton(world, ['check', 'plan.yaml']);
    expect(exit).toBe(1);
    expect(stdout).toContain(
      "plan.yaml:10:9  FIELD_INVALID  groups[2].mode must be 'serial' or 'parallel' (got 'sideways').",
    );
  });

  it('that are not there do not hide the others', async () => {
    const { exit, document } = await checked(place(), ['gone.yaml', 'plan.yaml']);
    expect(exit).toBe(2);
    expect(document.results.map(({ path, ok, problems }) => [path, ok, problems[0]?.code])).toMatchObject([
      ['gone.yaml', false, 'FILE_MISSING'],
      ['plan.yaml', true, expect.anything()],
    ]);
  });

  it('that nobody knows are told what is understood', async () => {
    const world = place();
    writeFileSync(join(world.project, 'notes.txt'), 'Call me back.\n');
    const { exit, document } = await checked(world, ['notes.txt']);
    expect(exit).toBe(1);
    expect(document.results).toMatchObject([
      { ok: false, dialect: null, handoff: null, problems: [{ code: 'DIALECT_UNKNOWN', severity: 'error' }] },
    ]);
  });
});

describe('standard input', () => {
  it('is known by what is in it', async () => {
    const { exit, document } = await checked(place(), ['-'], 'verdict: fail\nsummary: no\n');
    expect(exit).toBe(1);
    expect(document.results).toMatchObject([
      {
        path: '-',
        kind: 'artifact',
        dialect: 'agentmux',
        problems: [{ code: 'FIELD_MISSING', file: '-', field: 'findings', line: 1, column: 10 }],
      },
    ]);
    expect((await checked(place(), ['-'], 'verdict: pass\nsummary: yes\n')).exit).toBe(0);
  });
});

describe('the flags', () => {
  it('--format json is --json', async () => {
    const world = place();
    const byFlag = await baton(world, ['check', RUN, '--format', 'json']);
    expect(byFlag.stdout).toBe((await baton(world, ['check', RUN, '--json'])).stdout);
  });

  it.each([
    [['plan.yaml', '--dialect', 'agentmx'], 'Did you mean agentmux?'],
    [['plan.yaml', '--format', 'xml'], 'Allowed choices are text, json.'],
    [['plan.yaml', '--format', 'text', '--json'], 'Leave one of them out.'],
    [[], "missing required argument 'PATH'"],
  ])('%j is a usage error', async (args, words) => {
    const { exit, stdout, stderr } = await baton(place(), ['check', ...args]);
    expect([exit, stdout + stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
