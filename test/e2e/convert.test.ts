// `baton convert` as it ships: what is printed where, and how it exits.
import { describe, expect, it } from 'vitest';
import { baton, type Scratch, scratch, writeFiles } from './scratch.ts';

const MESSAGE =
  'Done.\n\n---HANDOFF---\nSTATUS: complete\nARTIFACTS: docs/plan.md\nNEXT: plan_review\nSUMMARY: Plan written\n';
const BLOCK =
  'Tests written.\n\n```yaml\nhandoff:\n  phase: "Testing"\n  from: "@a-agent"\n  to: "None"\n  status: "complete"\n```\n';

const place = (): Scratch => {
  const world = scratch();
  writeFiles(world.project, {
    'quest.md': MESSAGE,
    'collective.md': BLOCK,
    'bad.md': MESSAGE.replace('plan_review', 'plan_review | builder'),
  });
  return world;
};

describe('baton convert', () => {
  it('prints the handoff in the other dialect, and beside it what is lost', async () => {
    expect(await baton(place(), ['convert', 'collective.md', '--to', 'quest'])).toMatchObject({
      exit: 0,
      stdout: '---HANDOFF---\nSTATUS: complete\nARTIFACTS: none\nNEXT: null\nSUMMARY: Tests written.\n',
      stderr: 'not carried over: from, phase\n',
    });
  });

  it('names what the other dialect needs and nobody said; `baton check` refuses that text', async () => {
    const world = place();
    const { exit, stdout, stderr } = await baton(world, ['convert', 'quest.md', '--to', 'collective']);
    expect(exit).toBe(0);
    expect(stdout).toContain('handoff:\n  to: "@plan_review"\n  status: "complete"\n');
    expect(stderr).toBe('not carried over: artifacts\nneeded there, and not said here: phase, from\n');
    expect(await baton(world, ['check', '-'], { input: stdout })).toMatchObject({ exit: 1 });
  });

  it('has one document in JSON', async () => {
    const { exit, stdout } = await baton(place(), ['convert', 'quest.md', '--to', 'collective', '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      text: expect.stringContaining('```yaml'),
      lost: ['artifacts'],
      missing: ['phase', 'from'],
    });
  });

  it('reads standard input, and the dialect that is named', async () => {
    const world = place();
    const piped = await baton(world, ['convert', '-', '--to', 'quest', '--json'], { input: MESSAGE });
    expect([piped.exit, JSON.parse(piped.stdout)]).toMatchObject([0, { ok: true, lost: [], missing: [] }]);
    const other = await baton(world, ['convert', '-', '--from', 'h3a', '--to', 'quest'], { input: MESSAGE });
    expect(other).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('HANDOFF_MISSING') });
  });

  it('converts nothing that has errors, and names them', async () => {
    const world = place();
    const { exit, stdout, stderr } = await baton(world, ['convert', 'bad.md', '--to', 'h3a', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ ok: false, text: '', lost: [], missing: [] });
    expect(stderr).toContain('bad.md:6:7  HANDOFF_NEXT_AMBIGUOUS');
  });

  it.each([
    [['quest.md', '--to', 'colective'], 'Did you mean collective?'],
    [['quest.md', '--to', 'agentmux'], 'expected a dialect (h3a, quest, collective)'],
    [['quest.md', '--to', 'h3a', '--from', 'latin'], 'expected a dialect'],
    [['quest.md'], "required option '--to <D>' not specified"],
    [['gone.md', '--to', 'h3a'], 'FILE_MISSING'],
  ])('%j is a usage error', async (args, words) => {
    const { exit, stdout, stderr } = await baton(place(), ['convert', ...args]);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });
});
