// `baton lint` as it ships: on role files and a workflow from before their contract was one.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LintDocument } from '../../src/operations/check/lint-files.ts';
import { baton, type Scratch, scratch } from './scratch.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/quest-roles', import.meta.url));

const place = (from = 'before'): Scratch => {
  const world = scratch();
  cpSync(join(FIXTURES, from), world.project, { recursive: true });
  return world;
};
const texts = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );

describe('a project whose prompts disagree', () => {
  it('is told every place, like a compiler does', async () => {
    const world = place();
    const { exit, stdout, stderr } = await baton(world, ['lint']);
    expect([exit, stderr]).toEqual([1, '']);
    const lines = stdout.split('\n');
    expect(lines).toContain(
      '.ai/roles/arbiter_agent.md:31:1  LINT_CONTEXT_CLAIM  expected paths to read, as prompts hold no contents; got the section "Important: Context Is In Your Prompt"',
    );
    expect(lines).toContain('.ai/roles/fixer_agent.md: NOT OK (fixer), 5 errors, 5 fixable with --fix');
    expect(lines.at(-2)).toBe('0 of 7 files ok, 7 files looked at');
    expect(texts(world.project)).toEqual(texts(join(FIXTURES, 'before')));
  });

  it('is rewritten with --fix to exactly what is meant; a second run is clean', async () => {
    const world = place();
    const { exit, stdout } = await baton(world, ['lint', '--fix']);
    expect(exit).toBe(0);
    expect(stdout).toContain('.ai/roles/planner_agent.md:26  rewritten  LINT_JSON_CONTRACT');
    expect(stdout).toContain('.skills/quest/delegation/workflow.md: ok, 7 rewritten');
    expect(texts(world.project)).toEqual(texts(join(FIXTURES, 'after')));
    const again = await baton(world, ['lint', '--json']);
    const document = JSON.parse(again.stdout) as LintDocument;
    expect([again.exit, document.ok, document.results.length]).toEqual([0, true, 7]);
    expect(document.results.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('has the problems in JSON, each with its place, its hint and whether it can be fixed', async () => {
    const { exit, stdout } = await baton(place(), ['lint', '.ai/roles/code_review_agent.md', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      results: [
        {
          path: '.ai/roles/code_review_agent.md',
          ok: false,
          role: 'code reviewer',
          problems: [
            { code: 'LINT_HANDOFF_MISSING', severity: 'error', line: 15, column: 1, fixable: true },
            { code: 'LINT_JSON_CONTRACT', line: 18, column: 3, hint: expect.any(String) },
            { code: 'LINT_FIELD_DIFFERS', field: 'ARTIFACTS', line: 20, column: 63 },
          ],
        },
      ],
    });
  });

  it('is found from a folder below, and from elsewhere', async () => {
    const world = place();
    execFileSync('git', ['init', '--quiet'], { cwd: world.project });
    mkdirSync(join(world.project, 'src'));
    const { exit, stdout } = await baton(world, ['lint', '-C', 'src']);
    expect(exit).toBe(1);
    expect(stdout).toContain('../.ai/roles/planner_agent.md: NOT OK (planner)');
  });
});

describe('what is not there', () => {
  it('is a usage error, with or without a name', async () => {
    const world = scratch();
    expect(await baton(world, ['lint'])).toMatchObject({ exit: 2, stdout: '' });
    const { exit, stdout } = await baton(world, ['lint', 'gone.md', '--json']);
    expect(exit).toBe(2);
    expect((JSON.parse(stdout) as LintDocument).results[0]?.problems[0]?.code).toBe('FILE_MISSING');
  });

  it('in bytes that are no text is told, not a crash', async () => {
    const world = place('after');
    writeFileSync(join(world.project, '.ai/roles/planner_agent.md'), new Uint8Array([0xff, 0, 0x80]));
    const { exit, stdout } = await baton(world, ['lint']);
    expect(exit).toBe(2);
    expect(stdout).toContain('FILE_NOT_UTF8');
  });
});
