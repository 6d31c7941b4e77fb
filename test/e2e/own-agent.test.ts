// A program of the user's own as an agent, as baton.yaml describes it: it hands in by its last message, or with `baton submit`.
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtLibrary } from './built-library.ts';
import { builtProgram } from './built-program.ts';
import { baton, makeRepository, readJournal, runState, scratch, writeFiles } from './scratch.ts';

const MESSAGE = readFileSync(
  fileURLToPath(new URL('../../examples/message/message.mjs', import.meta.url)),
  'utf8',
);

/** It writes what it is asked for the second time, because it was told what is missing. */
const SPEAKS = `import { writeFileSync } from 'node:fs';
let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const again = prompt.includes('HANDOFF_MISSING') || prompt.includes('note.md');
if (again) writeFileSync('note.md', 'Hello.\\n');
console.log('Here it is.\\n\\n---HANDOFF---\\nSTATUS: complete\\nARTIFACTS: note.md\\nNEXT: null\\nSUMMARY: Written.');
`;

it('hands in by its last message', async () => {
  const world = scratch();
  makeRepository(world.project, {
    '.gitignore': 'node_modules/\n',
    'message.mjs': MESSAGE,
    'baton.yaml': `agents:\n  default: { command: { run: ["${process.execPath}", "${world.root}/agent.mjs"] } }\n`,
  });
  writeFiles(world.root, { 'agent.mjs': SPEAKS });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  const ran = await baton(world, ['run', 'Write a note', '--name', 'm', '--workflow', './message.mjs']);
  expect(ran.exit, ran.stderr).toBe(0);
  expect(readFileSync(join(world.project, '.baton/runs/m/note.md'), 'utf8')).toBe('Hello.\n');
  const kinds = readJournal(runState(world, 'm')).flatMap(({ events }) => events.map(({ kind }) => kind));
  expect(kinds.filter((kind) => kind === 'submission-accepted')).toHaveLength(1);
  expect((await baton(world, ['verify', 'm'])).exit).toBe(0);
});

/** Its prompt is a file; it hands in with the command line. */
const SUBMITS = `import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
const prompt = readFileSync(process.argv[2], 'utf8');
writeFileSync(process.env.BATON_RUN_DIRECTORY + '/plan.yaml', 'version: 1\\nsummary: Nothing\\nitems:\\n  - key: a\\n    title: A\\n    task: Do A.\\n');
const tool = /submit_\\w+/.exec(prompt)[0];
const { status } = spawnSync(process.execPath, [process.env.BATON_PROGRAM, 'submit', tool], { stdio: 'inherit' });
process.exit(status);
`;

it('hands in with `baton submit`, and gets its prompt as a file', async () => {
  const world = scratch();
  const run = `["${process.execPath}", "${world.root}/agent.mjs", "{prompt}"]`;
  makeRepository(world.project, {
    'package.json': '{ "name": "p", "scripts": { "test": "node --test" } }\n',
    'baton.yaml': [
      `agents:`,
      `  mine: { command: { run: ${run}, prompt: file, output: text, env: [BATON_OWN] } }`,
      `roles: { planner: mine, coder: human, reviewer: human }`,
      '',
    ].join('\n'),
  });
  writeFiles(world.root, {
    'agent.mjs': SUBMITS.replace('process.env.BATON_PROGRAM', JSON.stringify(builtProgram())),
  });
  const ran = await baton(world, ['run', 'Do A', '--name', 'r', '--detach']);
  expect(ran.exit, ran.stderr).toBe(0);
  const accepted = () =>
    readJournal(runState(world, 'r')).flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'submission-accepted' ? [event.assignment] : [])),
    );
  const deadline = performance.now() + 60_000;
  while (accepted().length === 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const log = (await baton(world, ['log', 'r'])).stdout + (await baton(world, ['logs', 'r'])).stdout;
  expect(accepted(), log).toEqual(['planning.planner.1']);
  await baton(world, ['stop', 'r']);
});

/** It says what it was started with, and hands nothing in. */
const TELLS = 'run echo "$MODE" >> "$HOME/started"';

it('is started as a registry of the Agent Client Protocol says, whatever becomes of the file', async () => {
  const world = scratch();
  const fixture = fileURLToPath(new URL('../fixtures/agents/acp.mjs', import.meta.url));
  const registry = (mode: string): string =>
    JSON.stringify({
      version: '1.0.0',
      agents: ['x86_64', 'aarch64'].map((machine) => ({
        id: `tiny-${machine === 'x86_64' ? 'agent' : 'other'}`,
        distribution: {
          binary: Object.fromEntries(
            ['x86_64', 'aarch64'].map((one) => [
              `linux-${one}`,
              { cmd: './tiny-agent', env: { MODE: mode } },
            ]),
          ),
        },
      })),
    });
  makeRepository(world.project, {
    'package.json': '{ "name": "p", "scripts": { "test": "node --test" } }\n',
    'baton.yaml': 'agents: { default: "acp:registry.json#tiny-agent" }\n',
    'registry.json': registry('first'),
  });
  writeFiles(world.home, { 'acp-steps': TELLS });
  writeFiles(world.root, { 'bin/tiny-agent': `#!/bin/sh\nexec "${process.execPath}" "${fixture}"\n` });
  chmodSync(join(world.root, 'bin/tiny-agent'), 0o755);
  const env = { PATH: `${join(world.root, 'bin')}:${process.env['PATH']}` };
  const started = (): string[] => readFileSync(join(world.home, 'started'), 'utf8').trim().split('\n');
  expect((await baton(world, ['run', 'Do A', '--name', 'r'], { env })).exit).not.toBe(0);
  writeFiles(world.project, { 'registry.json': registry('second') });
  const before = started().length;
  await baton(world, ['resume', 'r'], { env });
  expect(started().length).toBeGreaterThan(before);
  expect(new Set(started())).toEqual(new Set(['first']));
  const wrong = await baton(world, ['run', 'Do A', '--agent', 'acp:registry.json#tiny-agnet'], { env });
  expect(wrong).toMatchObject({ exit: 3, stderr: expect.stringContaining('Did you mean tiny-agent?') });
});
