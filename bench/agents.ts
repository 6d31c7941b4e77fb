// What it costs to start an agent's program, in a pid namespace of its own and behind the fence, against a bare spawn of the same, and
// what an MCP call costs against a bare server; and what a working tree of 20,000 files costs against git's own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../src/agents/agent.ts';
import { type CommandAgentOptions, commandAgent } from '../src/agents/command/command-agent.ts';
import { requireUserId } from '../src/agents/fence/agent-user.ts';
import { usableFence, usableUser } from '../src/agents/fence/usable-fence.ts';
import type { Bench } from './bench.ts';
import { readyTreeRow } from './large-worktree.ts';
import { mcpCallRow } from './mcp-call.ts';
import { interleave, type Row } from './measure.ts';

const ROUNDS = 15;
const PROGRAM = ['-e', '0'];

const ended = (file: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve) => {
    spawn(file, [...args], { cwd, stdio: 'ignore' }).on('exit', () => resolve());
  });

const taskIn = (scratch: string): Task => {
  const project = join(scratch, 'project');
  const runDirectory = join(project, '.baton', 'runs', 'r');
  mkdirSync(runDirectory, { recursive: true });
  writeFileSync(join(project, 'a.txt'), 'a\n');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b', ...args], { cwd: project });
  git('init', '-q');
  git('add', 'a.txt');
  git('commit', '-qm', 'start');
  return {
    ...{ run: 'r', runDirectory, project, workingDirectory: runDirectory, assignment: 'a.b.1', role: 'b' },
    ...{ ordinal: 1, attempt: 1, prompt: '', inputs: {}, tools: [], outputs: ['out.txt'], marker: 'bench/a' },
    door: { url: 'http://127.0.0.1:45679', mcpUrl: 'http://127.0.0.1:45679/mcp', token: 'none' },
  };
};

const played = async (task: Task, options: CommandAgentOptions): Promise<void> => {
  const recipe = {
    name: 'bare',
    launch: () => ({
      ...{ file: process.execPath, args: PROGRAM, cwd: task.workingDirectory, stdin: '' },
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' },
    }),
  };
  const { end, why } = await (await commandAgent(recipe, options).start(task)).ended;
  if (end !== 'finished') throw new Error(`expected an attempt that finished, got ${end}: ${why}`);
};

const rowOf = async (what: string, task: Task, options: CommandAgentOptions): Promise<Row> => {
  const { oursMs, floorMs } = await interleave(
    () => played(task, options),
    () => ended(process.execPath, PROGRAM, task.workingDirectory),
    { rounds: ROUNDS },
  );
  return {
    what,
    figure: `${oursMs.toFixed(1)} ms`,
    floor: `${floorMs.toFixed(1)} ms, bare spawn`,
    ratio: oursMs / floorMs,
    target: 'printed',
    met: undefined,
  };
};

export const agentsRows = async ({ scratch, baton }: Bench): Promise<Row[]> => {
  const task = taskIn(scratch);
  const rows = [
    await mcpCallRow(),
    await rowOf('an attempt from start to end', task, {}),
    await rowOf('the same, pid namespace of its own', task, { namespace: async () => true }),
  ];
  const usable = await usableFence(process.env['PATH'] ?? '');
  if (!usable.ok) return [...rows, await readyTreeRow(join(scratch, 'trees'))];
  const fence = {
    directory: join(scratch, 'fences'),
    stateRoot: join(scratch, 'state'),
    packageRoot: join(baton, '..', '..'),
    node: process.execPath,
    hosts: [],
    read: [],
  };
  rows.push(await rowOf('the same, behind the fence', task, { fence }));
  if ((await usableUser(process.env['PATH'] ?? '', task.project)).ok) {
    const asOther = { ...fence, userId: requireUserId() };
    rows.push(await rowOf('the same, as another user', task, { fence: asOther }));
  }
  return [...rows, await readyTreeRow(join(scratch, 'trees'))];
};
