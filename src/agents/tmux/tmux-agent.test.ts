// A small real program in real panes: `test/fixtures/agents/pane.mjs`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ScratchTask, scratchTask } from '../../../test/fixtures/task.ts';
import { agentContract } from '../agent.contract.ts';
import { type Task, taskEnvironment } from '../agent.ts';
import { commandAgent } from '../command/command-agent.ts';
import { findProcesses } from '../orphans.ts';
import { tmuxWord } from './control-client.ts';
import { paneRecipe } from './pane-recipe.ts';
import { startInPane } from './pane-session.ts';
import { closePanes } from './panes.ts';
import { attachArguments, socketName } from './socket-name.ts';

const FIXTURE = fileURLToPath(new URL('../../../test/fixtures/agents/pane.mjs', import.meta.url));

const agentWith = (behaviour?: string, logDirectory?: string, stopHook?: string) =>
  commandAgent(
    paneRecipe(
      'fixture',
      'Fixture',
      {
        ready: /^> $|^>$/m,
        dialogs: [],
        launch: (task, _, { tell, tellEnd }) => ({
          file: behaviour === 'is-missing' ? '/no/such/program' : process.execPath,
          args: [FIXTURE, tell, tellEnd, ...(behaviour === undefined ? [] : [behaviour])],
          cwd: task.workingDirectory,
          env: { PATH: process.env['PATH'] ?? '', HOME: task.workingDirectory, ...taskEnvironment(task) },
          stdin: '',
          graceMs: 200,
        }),
      },
      stopHook,
    ),
    { start: startInPane, ...(logDirectory === undefined ? {} : { logDirectory }) },
  );

afterAll(closePanes);

agentContract(
  'in a pane',
  { task: () => scratchTask(), agentFor: (behaviour) => agentWith(behaviour) },
  { describe, it, expect },
);

const scratches: ScratchTask[] = [];
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
});

const start = async (prompt: string, more: Partial<Task> = {}, stopHook?: string) => {
  const scratch = scratchTask(undefined, { prompt, ...more });
  scratches.push(scratch);
  const logs = join(scratch.directory, 'logs');
  mkdirSync(logs);
  const session = await agentWith(undefined, logs, stopHook).start(scratch.task);
  const log = () => readFileSync(join(logs, readdirSync(logs)[0] ?? ''), 'utf8');
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-L', socketName(scratch.task.runDirectory), ...args], { encoding: 'utf8' }).stdout;
  return { session, scratch, log, tmux };
};

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('it never came');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const panesIn = (tmux: (...args: string[]) => string): string[] =>
  tmux('list-panes', '-s', '-t', '=baton', '-F', '#{pane_id} #{@baton}').trim().split('\n');

describe('an agent in a pane', () => {
  it('takes its prompt as one paste, and ends with what it said last; its screen is in the log', async () => {
    const { session, log, scratch } = await start('say First.\nsay $(touch ran) `touch ran` Done.');
    expect(await session.ended).toEqual({
      ...{ end: 'finished', message: '$(touch ran) `touch ran` Done. (turn 1)', session: 'session-1' },
    });
    expect(log()).toContain('prompt accepted');
    expect(log()).toContain('I said: $(touch ran)');
    expect(readdirSync(scratch.task.workingDirectory)).toEqual(['.pane-session']);
  });

  it('stands on the right under its name, says when it waits for a person, and is gone afterwards', async () => {
    const { session, tmux } = await start('ask\nhang');
    await until(() => panesIn(tmux).some((line) => line.includes('[coder] coding.coder.1 (waits for you)')));
    expect(panesIn(tmux)).toHaveLength(2);
    const notes = () => tmux('capture-pane', '-p', '-J', '-t', panesIn(tmux)[0]?.split(' ')[0] ?? '');
    await until(() => notes().includes('[coder] coding.coder.1: waits for you'));
    await session.stop();
    expect(panesIn(tmux)).toHaveLength(1);
  });

  it('whose pane is closed was interrupted, and its session can be continued', async () => {
    const { session, tmux, scratch, log } = await start('hang');
    await until(() => log().includes('prompt accepted'));
    const [, pane = ''] = panesIn(tmux);
    tmux('kill-pane', '-t', pane.split(' ')[0] ?? '');
    expect(await session.ended).toMatchObject({
      ...{ end: 'failed', session: 'session-1' },
      why: 'the pane of Fixture was closed before its turn was over',
    });
    expect(findProcesses(({ marker }) => marker === scratch.task.marker)).toEqual([]);
  });

  it('plays also where the first server ends as it starts', async () => {
    const programs = scratchTask();
    scratches.push(programs);
    const [real] = spawnSync('which', ['tmux'], { encoding: 'utf8' }).stdout.split('\n');
    const once = join(programs.directory, 'once');
    const lines = ['#!/bin/sh', `[ -e '${once}' ] || { : > '${once}'; exit 1; }`, `exec '${real}' "$@"`];
    writeFileSync(join(programs.directory, 'tmux'), `${lines.join('\n')}\n`, { mode: 0o755 });
    const path = process.env['PATH'];
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    process.env['PATH'] = `${programs.directory}:${path}`;
    const { session } = await start('say First.');
    expect(await session.ended).toMatchObject({ end: 'finished' });
    expect(existsSync(once)).toBe(true);
  });

  it('that a person quits has not finished', async () => {
    const { session } = await start('quit');
    expect(await session.ended).toMatchObject({
      end: 'failed',
      why: 'Fixture exited with 0 and did not say that its turn was over',
    });
  });

  it('is not over while its gate holds it back', async () => {
    const gate = `printf '{"decision":"block","reason":"not yet"}'`;
    const { session, tmux } = await start('say Done.', {}, gate);
    await until(() => tmux('capture-pane', '-p', '-t', '=baton:.{right}').includes('I said: Done.'));
    let isOver = false;
    void session.ended.then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isOver).toBe(false);
    await session.stop();
  });

  it('shows its token to nobody who lists processes', async () => {
    const { session, log } = await start('hang');
    await until(() => log().includes('prompt accepted'));
    for (const { pid } of findProcesses(({ marker }) => marker !== undefined)) {
      const line = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      expect(line).not.toContain('test-token');
    }
    await session.stop();
  });
});

it('the server of a run ends with the process that holds it', async () => {
  const { session, tmux, scratch } = await start('hang');
  expect(tmux('list-sessions')).toContain('baton:');
  await session.stop();
  await closePanes();
  expect(tmux('list-sessions')).toBe('');
  expect(attachArguments(scratch.task.runDirectory)).toContain('attach-session');
});

it('a word of tmux stands for exactly its text', () => {
  expect(tmuxWord('a "b" $HOME \\ #{x}\n\u0007')).toBe('"a \\"b\\" \\$HOME \\\\ #{x}\\n\\007"');
});
