// The library as it ships, and `check` and `convert`, where there is no project: no baton.yaml, no git, nothing writable.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../fixtures/golden.ts';
import { builtLibrary } from './built-library.ts';
import { builtProgram } from './built-program.ts';
import { runReadOnly, snapshot } from './read-only.ts';
import { environmentOf, type Scratch, scratch, writeFiles } from './scratch.ts';

const cases = JSON.parse(
  readFileSync(new URL('../fixtures/handoff-cases.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly input: string }[];
const inputOf = (name: string): string => cases.find((one) => one.name === name)!.input;

const MESSAGE =
  'Done.\n\n---HANDOFF---\nSTATUS: complete\nARTIFACTS: docs/plan.md\nNEXT: plan_review\nSUMMARY: Plan written\n';

const place = (): Scratch => {
  const world = scratch();
  writeFiles(world.project, {
    'message.md': MESSAGE,
    'broken.md': inputOf('quest: undecided NEXT'),
    'SESSION_HANDOFF.json': inputOf('h3a: seed H1'),
    'docs/plan.md': 'The plan.\n',
  });
  return world;
};

/** The program, in the project, while nothing below the test's own folder can be written: project, home, state, scratch. */
const run = async (world: Scratch, program: string, args: readonly string[], input?: string) => {
  const before = snapshot(world.root);
  const ended = await runReadOnly(world.root, [process.execPath, program, ...args], {
    cwd: world.project,
    env: environmentOf(world),
    ...(input === undefined ? {} : { input }),
  });
  expect(snapshot(world.root)).toEqual(before);
  return ended;
};

const example = (): string => join(builtLibrary(), 'examples', 'library', 'read-handoff.mjs');

describe('a read-only folder', () => {
  it('is really one', async () => {
    const world = place();
    const script =
      "try { require('fs').writeFileSync('x', ''); console.log('written') } catch (e) { console.log(e.code) }";
    const { stdout, by } = await runReadOnly(world.root, [process.execPath, '-e', script], {
      cwd: world.project,
      env: environmentOf(world),
    });
    expect(stdout.trim()).toBe(by === 'mount' ? 'EROFS' : 'EACCES');
  });

  it.each([
    [['check', 'message.md', '--root', '.', '--require', 'complete'], 0, 'message.md: ok (quest handoff)'],
    [['check', 'message.md', '--json'], 0, '"dialect": "quest"'],
    [['check', 'broken.md'], 1, 'HANDOFF_NEXT_AMBIGUOUS'],
    [['check', 'broken.md', '--format', 'sarif'], 1, '"version": "2.1.0"'],
    [['check', 'broken.md', '--format', 'github'], 1, '::error file=broken.md,line=6,'],
    [['check', '*.md', 'SESSION_HANDOFF.json'], 1, '2 of 3 ok'],
    [['convert', 'SESSION_HANDOFF.json', '--to', 'h3a'], 0, '"handoff_id": "H1"'],
    [['convert', 'message.md', '--to', 'collective'], 0, '  status: "complete"'],
    [['lint', 'message.md'], 0, ''],
  ])('is enough for baton %j', async (args, exit, words) => {
    const ended = await run(place(), builtProgram(), args);
    expect(ended.exit, ended.stderr).toBe(exit);
    expect(ended.stdout).toContain(words);
  });

  it('is enough for what comes through a pipe', async () => {
    const ended = await run(place(), builtProgram(), ['check', '-', '--json'], MESSAGE);
    expect([ended.exit, ended.stderr]).toEqual([0, '']);
  });

  it('is enough for a program that uses the library', async () => {
    const ended = await run(place(), example(), ['message.md']);
    expect(ended).toMatchObject({ exit: 0, stderr: '' });
    expect(ended.stdout).toContain('quest: complete, to plan_review, with docs/plan.md');
  });
});

describe('the example of the library', () => {
  it('prints what it says it does', async () => {
    const { exit, stdout, stderr } = await run(place(), example(), []);
    expect([exit, stderr]).toEqual([0, '']);
    expectGolden('library/read-handoff.txt', stdout);
  });

  it.each([
    ['broken.md', 'error HANDOFF_NEXT_AMBIGUOUS at 6:'],
    ['docs/plan.md', 'no handoff'],
  ])('is not content with %s', async (file, words) => {
    const { exit, stdout, stderr } = await run(place(), example(), [file]);
    expect([exit, stderr]).toEqual([1, '']);
    expect(stdout).toContain(words);
  });
});
