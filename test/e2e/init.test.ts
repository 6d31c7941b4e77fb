// What `baton init` says at the end, and what it asks where the files of a project do not tell how it is tested.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, makeRepository, type Scratch, scratch } from './scratch.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';

const configOf = (world: Scratch): string => readFileSync(join(world.project, 'baton.yaml'), 'utf8');

describe('baton init', () => {
  it('shows the commands that it chose, why, and the next step', async () => {
    const world = scratch();
    makeRepository(world.project, { 'go.mod': 'module x\n', Makefile: 'test:\n\tgo test ./...\n' });
    const { exit, stdout } = await baton(world, ['init', '--yes']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('test     go test -v ./...   (go.mod)\n')]);
    expect(stdout).toMatch(/\nNext: .*baton doctor --run\n$/);
    const { stdout: again } = await baton(world, ['init', '--json']);
    expect(JSON.parse(again)).toMatchObject({
      commands: { test: 'go test -v ./...' },
      next: expect.any(String),
    });
  });

  it.runIf(HAS_TERMINAL)('asks for the command where nothing tells it', async () => {
    const world = scratch();
    makeRepository(world.project, { 'main.zig': '' });
    const { child, ended, printed } = startOnTerminal(world, ['init', '--no-run']);
    const answers = ['sh -c true', 'y'];
    child.stdout?.on('data', () => {
      const asked = printed().stdout.split(/runs them\?|Write this\?/).length - 1;
      for (let given = 2 - answers.length; given < asked; given += 1)
        child.stdin?.write(`${answers.shift()}\n`);
    });
    const { exit, stdout } = await ended;
    expect([exit, stdout]).toEqual([
      0,
      expect.stringContaining('No tests were found. Which command runs them?'),
    ]);
    expect(configOf(world)).toContain('\n  test: sh -c true\n');
  });

  it('says that it found none, where nobody can be asked', async () => {
    const world = scratch();
    makeRepository(world.project, { 'main.zig': '' });
    const { stdout } = await baton(world, ['init']);
    expect(stdout).toMatch(/test {5}none found\n\nNext: write commands\.test into baton\.yaml/);
    expect(configOf(world)).not.toContain('node --test');
  });

  it('teaches agents to hand over, once, and takes the lesson out again', async () => {
    const world = scratch();
    const agents = join(world.project, 'AGENTS.md');
    makeRepository(world.project, { 'go.mod': 'module x\n', 'AGENTS.md': '# Ours\n' });
    const actions = async (...words: readonly string[]): Promise<Record<string, string>> => {
      const { exit, stdout, stderr } = await baton(world, ['init', '--teach', '--yes', '--json', ...words]);
      expect(exit, stdout + stderr).toBe(0);
      const { changes } = JSON.parse(stdout) as { changes: { path: string; action: string }[] };
      return Object.fromEntries(changes.map(({ path, action }) => [path, action]));
    };
    const skill = '.claude/skills/baton-handover/SKILL.md';
    expect(await actions()).toMatchObject({ 'AGENTS.md': 'update', [skill]: 'create' });
    expect(readFileSync(agents, 'utf8')).toMatch(
      /^# Ours\n\n<!-- baton:begin[\s\S]*`submit_plan`[\s\S]*baton:end -->\n$/,
    );
    expect(await actions()).toMatchObject({ 'AGENTS.md': 'keep', [skill]: 'keep' });
    expect(await actions('--remove')).toEqual({ 'AGENTS.md': 'update', [skill]: 'remove' });
    expect(readFileSync(agents, 'utf8')).toBe('# Ours\n');
  });
});
