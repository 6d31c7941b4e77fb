// action.yml: what a job of GitHub runs is run here, with the files that GitHub gives a step.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { builtProgram } from './built-program.ts';
import { environmentOf, type Scratch, scratch, writeFiles } from './scratch.ts';
import { startWaitingRun } from './waiting-run.ts';

const text = readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8');

/** What GitHub takes for a composite action. */
const actionSchema = z.strictObject({
  ...{ name: z.string().min(1), description: z.string().min(1), author: z.string() },
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(z.string(), z.strictObject({ description: z.string().min(1), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string().min(1), value: z.string() })),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.tuple([
      z.strictObject({
        ...{ id: z.string(), shell: z.literal('bash'), run: z.string() },
        env: z.record(z.string(), z.string()),
      }),
    ]),
  }),
});
const action = actionSchema.parse(parse(text));
const [step] = action.runs.steps;

const runAction = (world: Scratch, inputs: Readonly<Record<string, string>>) => {
  const program = `${world.root}/baton`;
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtProgram()}' "$@"\n`);
  chmodSync(program, 0o755);
  const files = { GITHUB_STEP_SUMMARY: `${world.root}/summary`, GITHUB_OUTPUT: `${world.root}/output` };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const given = { ...inputs, program };
  const env = Object.entries(step.env).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? '';
    expect(Object.keys(action.inputs)).toContain(input);
    return [name, new Map(Object.entries(given)).get(input) ?? action.inputs[input]?.default];
  });
  const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: world.project,
    encoding: 'utf8',
    env: environmentOf(world, { ...files, ...Object.fromEntries(env) }),
  });
  const read = (path: string): string => readFileSync(path, 'utf8');
  return { ...ended, summary: read(files.GITHUB_STEP_SUMMARY), output: read(files.GITHUB_OUTPUT) };
};

describe('the action', () => {
  it('puts no input into a script', () => {
    expect(step.run).not.toContain('${{');
  });

  it('annotates what is wrong, writes the summary and SARIF, and fails', () => {
    const world = scratch();
    writeFiles(world.project, {
      'good.md':
        'Done.\n\n---HANDOFF---\nSTATUS: complete\nARTIFACTS: none\nNEXT: builder\nSUMMARY: Planned it.\n',
      'bad.md':
        '---HANDOFF---\nSTATUS: complete\nARTIFACTS: none\nNEXT: planner | builder\nSUMMARY: <img src=x> @all\n',
    });
    const good = runAction(world, { check: 'good.md' });
    expect(good.status, good.stdout + good.stderr).toBe(0);
    expect(good.summary).toContain('### Baton: Handoffs are as agreed');
    const bad = runAction(world, { check: '\n  good.md\n  b*.md\n', sarif: 'out.sarif' });
    expect(bad.status).toBe(1);
    expect(bad.stdout).toMatch(/^::error file=bad\.md,line=4,.*title=HANDOFF_NEXT_AMBIGUOUS::/m);
    expect(bad.summary).toMatch(/^\| ❌ HANDOFF\\_NEXT\\_AMBIGUOUS \| bad.md:4 \|/m);
    expect(bad.summary).toContain('2 inputs, 1 error');
    expect(bad.output).toBe('sarif=out.sarif\n');
    const sarif = JSON.parse(readFileSync(`${world.project}/out.sarif`, 'utf8'));
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'HANDOFF_NEXT_AMBIGUOUS', level: 'error' }]);
    expect(runAction(world, {}).status).toBe(2);
    runAction(world, { check: '$(touch gone).md' });
    expect(existsSync(`${world.project}/gone`)).toBe(false);
  });

  it('verifies runs', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const fine = runAction(world, { verify: 'r' });
    expect(fine.status, fine.stdout + fine.stderr).toBe(0);
    expect(fine.summary).toMatch(
      /### Baton: Run r is verified\n\n1 input, 0 errors.*\n\n\d+ entries, head `sha256:/,
    );
  });
});
