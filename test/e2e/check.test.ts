// `baton check` as it ships: on the run directory that the reference system left, on single files, on standard input.
import { cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CheckDocument } from '../../src/operations/check/check-files.ts';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';

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
    [['plan.yaml', '--format', 'xml'], 'Allowed choices are text, json, sarif, github.'],
    [['plan.yaml', '--format', 'text', '--json'], 'Leave one of them out.'],
    [['plan.yaml', '--format', 'sarif', '--json'], 'Leave one of them out.'],
    [['plan.yaml', '--require', 'done'], 'Allowed choices are pending, in_progress, complete'],
    [['plan.yaml', '--root', 'gone'], '--root: expected a directory at gone'],
    [['plan.yaml', '--root', 'plan.yaml'], '--root: expected a directory, got the file plan.yaml'],
    [[], "missing required argument 'PATH'"],
  ])('%j is a usage error', async (args, words) => {
    const { exit, stdout, stderr } = await baton(place(), ['check', ...args]);
    expect([exit, stdout + stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

const BLOCK = (status: string): string =>
  `Done.\n\n---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: docs/plan.md\nNEXT: plan_review\nSUMMARY: Plan written\n`;

describe('handoffs', () => {
  const messages = (): Scratch => {
    const world = scratch();
    writeFiles(world.project, {
      'good.md': BLOCK('complete'),
      'blocked.md': BLOCK('blocked'),
      'bad.md': BLOCK('complete | blocked'),
      '.quest/one/handoff.json':
        '{"status": "complete", "artifacts": ["docs/plan.md"], "next": "plan_review", "summary": "Plan"}',
    });
    return world;
  };

  it('must have the status that is required; what has another is named', async () => {
    const world = messages();
    const required = (...paths: string[]) => baton(world, ['check', ...paths, '--require', 'complete']);
    expect(await required('good.md')).toMatchObject({ exit: 0, stderr: '' });
    expect(await required('good.md', 'blocked.md')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('2 of 2 ok'),
      stderr: 'blocked.md: expected the status complete, got blocked\n',
    });
    expect((await required('bad.md')).stderr).toBe(
      'bad.md: expected the status complete, got no handoff that can be read\n',
    );
  });

  it('must come from a role that may name the next', async () => {
    const world = messages();
    const by = async (role: string) => (await baton(world, ['check', 'good.md', '--role', role])).exit;
    expect([await by('planner'), await by('code_review')]).toEqual([0, 1]);
  });

  it('must list artifacts that are there below --root, and not empty', async () => {
    const world = messages();
    const under = async (root: string) => {
      const { exit, document } = await checked(world, ['good.md', '--root', root]);
      return [exit, document.results[0]?.problems.map(({ code, line, column }) => [code, line, column])];
    };
    writeFiles(world.project, { 'there/docs/plan.md': 'x', 'empty/docs/plan.md': '', 'gone/x': '' });
    expect(await under('there')).toEqual([0, []]);
    expect(await under('empty')).toEqual([1, [['FILE_EMPTY', 5, 12]]]);
    expect(await under('gone')).toEqual([1, [['ARTIFACT_MISSING', 5, 12]]]);
  });

  it('are found by patterns that the shell did not expand', async () => {
    const { exit, document } = await checked(messages(), ['*.md', '.quest/*/handoff.json', 'none/*.md']);
    expect(exit).toBe(2);
    expect(document.results.map(({ path, ok }) => [path, ok])).toEqual([
      ['bad.md', false],
      ['blocked.md', true],
      ['good.md', true],
      ['.quest/one/handoff.json', true],
      ['none/*.md', false],
    ]);
  });

  it('of another dialect than the named one are none', async () => {
    const { exit, document } = await checked(messages(), ['good.md', '--dialect', 'h3a']);
    expect([exit, document.results[0]?.problems[0]?.code]).toEqual([1, 'DIALECT_UNKNOWN']);
  });

  it('over 32 MB are refused, others are read', async () => {
    const world = messages();
    for (const [name, megabytes] of [
      ['large.md', 33],
      ['full.md', 32],
    ] as const) {
      writeFileSync(join(world.project, name), '');
      truncateSync(join(world.project, name), megabytes * 1024 * 1024);
    }
    const { exit, document } = await checked(world, ['large.md', 'full.md', 'good.md']);
    expect(exit).toBe(2);
    expect(document.results.map(({ problems }) => problems[0]?.code)).toEqual([
      'FILE_TOO_LARGE',
      'DIALECT_UNKNOWN',
      undefined,
    ]);
    const piped = await checked(world, ['-'], 'x'.repeat(33 * 1024 * 1024));
    expect([piped.exit, piped.document.results[0]?.problems[0]?.code]).toEqual([2, 'FILE_TOO_LARGE']);
  });
});

describe('run directories of other systems', () => {
  const quest = (next: string | null): Scratch => {
    const world = scratch();
    const handoff = {
      status: 'complete',
      artifacts: ['.quest/one/phase_01_plan/plan.md'],
      next,
      summary: 'Plan',
    };
    const state = {
      quest_id: 'one',
      phase: 'plan',
      status: 'in_progress',
      plan_iteration: 1,
      fix_iteration: 0,
    };
    writeFiles(world.project, {
      '.quest/one/state.json': JSON.stringify(state),
      '.quest/one/phase_01_plan/plan.md': 'The plan\n',
      '.quest/one/phase_01_plan/handoff.json': JSON.stringify(handoff),
      '.collective/two/handoffs/1.md':
        'Done.\n\n```yaml\nhandoff:\n  phase: "Testing"\n  from: "@a-agent"\n  to: "None"\n  status: "complete"\n```\n',
      'other/notes.md': 'Nothing.\n',
    });
    return world;
  };

  it('are known, several at once', async () => {
    const { exit, document } = await checked(quest('plan_review'), ['.quest/*', '.collective/two']);
    expect(exit).toBe(0);
    expect(document.results).toMatchObject([
      { path: '.quest/one', ok: true, kind: 'run', dialect: 'quest', handoff: null, problems: [] },
      { path: '.collective/two', ok: true, kind: 'run', dialect: 'collective', handoff: null, problems: [] },
    ]);
  });

  it('are told where they contradict their contracts', async () => {
    const { exit, stdout } = await baton(quest('fixer'), ['check', '.quest/one']);
    expect(exit).toBe(1);
    expect(stdout).toContain('.quest/one/phase_01_plan/handoff.json:1:');
    expect(stdout).toContain('HANDOFF_NEXT_NOT_ALLOWED  NEXT: planner may name plan_review, got fixer');
    expect(stdout).toContain('.quest/one: NOT OK (quest run), 1 error');
  });

  it('that nobody knows are told what is', async () => {
    const { exit, document } = await checked(quest('fixer'), ['other']);
    expect(exit).toBe(1);
    const [found] = document.results[0]?.problems ?? [];
    expect(found).toMatchObject({ code: 'DIALECT_UNKNOWN', file: 'other' });
    for (const name of ['.agentmux/.sessions/<run>', 'runs/<run>', '.quest/<id>', 'handoffs/*.md'])
      expect(found?.hint).toContain(name);
  });
});

const MESSAGE = `---HANDOFF---
STATUS: complete
ARTIFACTS: a.md, b.md
NEXT: planner
SUMMARY: Both are written.
`;

describe('artifacts of a handoff', () => {
  it('that were not changed since a commit are errors, at their place', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.md': 'a', 'b.md': 'b' });
    writeFiles(world.project, { 'message.md': MESSAGE, 'b.md': 'B' });
    const since = await checked(world, ['message.md', '--since', 'HEAD']);
    expect(since.exit).toBe(1);
    expect(since.document.results[0]?.problems).toEqual([
      expect.objectContaining({ code: 'ARTIFACT_UNCHANGED', field: 'artifacts', line: 3, column: 12 }),
    ]);
    writeFiles(world.project, { 'a.md': 'A' });
    expect((await checked(world, ['message.md', '--since', 'HEAD'])).exit).toBe(0);
    rmSync(join(world.project, 'a.md'));
    expect(
      (await checked(world, ['message.md', '--since', 'HEAD'])).document.results[0]?.problems,
    ).toMatchObject([{ code: 'ARTIFACT_MISSING' }]);
  });

  it('cannot be compared with what is no commit, or without git', async () => {
    const world = scratch();
    writeFiles(world.project, { 'message.md': MESSAGE, 'a.md': 'a', 'b.md': 'b' });
    const plain = await baton(world, ['check', 'message.md', '--since', 'HEAD']);
    expect([plain.exit, plain.stderr]).toEqual([3, expect.stringContaining('PROJECT_NOT_GIT')]);
    makeRepository(world.project, { 'c.md': 'c' });
    const unknown = await baton(world, ['check', 'message.md', '--since', 'nowhere']);
    expect([unknown.exit, unknown.stderr]).toEqual([2, expect.stringContaining('expected a commit')]);
  });
});

describe('words that a project calls vague', () => {
  const TASK = readFileSync(
    fileURLToPath(new URL('../fixtures/h3a/run/state/CURRENT_TASK.json', import.meta.url)),
    'utf8',
  );
  const withCriterion = (criterion: string): string => {
    const task = JSON.parse(TASK) as { definition_of_done: unknown[] };
    return JSON.stringify({ ...task, definition_of_done: [...task.definition_of_done, criterion] }, null, 2);
  };
  const vague = async (world: Scratch): Promise<(string | undefined)[]> =>
    (await checked(world, ['CURRENT_TASK.json'])).document.results[0]!.problems.filter(
      ({ code }) => code === 'HANDOFF_VAGUE',
    ).map(({ message }) => /\(([^()]*)\)$/.exec(message)?.[1]);

  it('are found beside those that everybody does, where its baton.yaml adds them', async () => {
    const world = scratch();
    const criterion = 'Snappy dashboard across tenants';
    writeFiles(world.project, { 'CURRENT_TASK.json': withCriterion(criterion) });
    expect(await vague(world)).toEqual([]);
    writeFiles(world.project, { 'baton.yaml': 'lint:\n  vagueWords:\n    vague: [Snappy]\n' });
    expect(await vague(world)).toEqual(['snappy']);
    writeFiles(world.project, {
      'baton.yaml': 'lint:\n  vagueWords:\n    kinds: { criterion: { besideMark: 0, alone: 9 } }\n',
    });
    expect(await vague(world)).toContain(undefined);
  });

  it('are also found in a handoff and in a whole run', async () => {
    const world = scratch();
    const run = fileURLToPath(new URL('../fixtures/h3a/run', import.meta.url));
    cpSync(run, join(world.project, 'run'), { recursive: true });
    cpSync(join(run, '..', 'handoffs', 'h1.json'), join(world.project, 'SESSION_HANDOFF.json'));
    const found = async (path: string): Promise<number> =>
      (await checked(world, [path])).document.results[0]!.problems.filter(
        ({ code }) => code === 'HANDOFF_VAGUE',
      ).length;
    const before = [await found('run'), await found('SESSION_HANDOFF.json')];
    writeFiles(world.project, {
      'baton.yaml':
        'lint:\n  vagueWords:\n    kinds: { step: { besideMark: 0, alone: 99 }, criterion: { besideMark: 99, alone: 99 } }\n',
    });
    expect(before).toEqual([0, 0]);
    expect(await found('run')).toBeGreaterThan(0);
    expect(await found('SESSION_HANDOFF.json')).toBeGreaterThan(0);
  });

  it.each([
    ['lint:\n  vagueWord: {}\n', 'vagueWords'],
    ['lint:\n  vagueWords:\n    vage: [snappy]\n', 'vague'],
    ['lint:\n  vagueWords:\n    vague: [two words]\n', 'expected one word'],
    ['lint:\n  vagueWords:\n    kinds: { step: { alone: -1, besideMark: 0 } }\n', 'kinds.step.alone'],
  ])('that are written wrong are told, and nothing is checked: %j', async (text, words) => {
    const world = scratch();
    writeFiles(world.project, { 'baton.yaml': text, 'CURRENT_TASK.json': TASK });
    const { exit, stdout, stderr } = await baton(world, ['check', 'CURRENT_TASK.json']);
    expect([exit, stdout]).toEqual([3, '']);
    expect(stderr).toContain('CONFIG_INVALID');
    expect(stderr).toContain(words);
  });
});
