import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScratchTask, scratchTask } from '../../../test/fixtures/task.ts';
import { customCommandOf, customCommandSchema, customSpec } from '../../model/custom-agent.ts';
import type { Task } from '../agent.ts';
import { commandAgent } from './command-agent.ts';
import { customRecipe } from './custom-program.ts';

const scratches: ScratchTask[] = [];
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
});

const play = async (code: string, more: object = {}, task: Partial<Task> = {}) => {
  const scratch = scratchTask(undefined, task);
  scratches.push(scratch);
  const command = customCommandSchema.parse({ run: [process.execPath, '-e', code], ...more });
  const env = { PATH: process.env['PATH'], MY_KEY: 'k', OTHER: 'o' };
  const agent = commandAgent(customRecipe(command, env), { filesDirectory: scratch.directory });
  return (await agent.start(scratch.task)).ended;
};

const SAYS_INPUT = 'process.stdin.on("data", (c) => process.stdout.write(c))';

describe('a program of the user', () => {
  it('gets its prompt on standard input, as an argument or as a file, and says its last message', async () => {
    expect(await play(SAYS_INPUT, {}, { prompt: 'Do\nit.' })).toEqual({
      end: 'finished',
      message: 'Do\nit.',
    });
    const argument = 'console.log("got", process.argv.at(-1))';
    expect(await play(argument, { prompt: 'arg' }, { prompt: 'x y' })).toMatchObject({ message: 'got x y' });
    const file = 'console.log(process.argv.at(-1), require("fs").readFileSync(process.argv.at(-1), "utf8"))';
    const { message } = await play(file, { prompt: 'file' }, { prompt: 'from a file' });
    expect(message).toMatch(/prompt\.md from a file$/);
    expect(existsSync(message!.split(' ')[0]!)).toBe(false);
  });

  it('gets its prompt where its arguments say so', async () => {
    const run = [
      process.execPath,
      '-e',
      'console.log(process.argv.slice(1).join("|"))',
      '--',
      '-p={prompt}',
      'last',
    ];
    expect((await play('', { run, prompt: 'arg' }, { prompt: '$& {prompt}' })).message).toBe(
      '-p=$& {prompt}|last',
    );
  });

  it('fails with words when its prompt is too long for an argument', async () => {
    const ended = await play('', { prompt: 'arg' }, { prompt: 'x'.repeat(200_000) });
    expect(ended).toMatchObject({ end: 'failed', why: expect.stringContaining('at most 120000 bytes') });
  });

  it('is not started for a role that may not do everything: it does not ask', async () => {
    const ended = await play(SAYS_INPUT, {}, { permissions: {} });
    expect(ended).toMatchObject({ end: 'failed', why: expect.stringContaining('does not ask Baton') });
  });

  it('gets the variables that it names, and the door; no others', async () => {
    const code = 'console.log(JSON.stringify(process.env))';
    const env = JSON.parse((await play(code, { env: ['MY_KEY'] })).message!);
    expect(env).toMatchObject({ MY_KEY: 'k', BATON_TOKEN: '[token]', BATON_MCP_URL: expect.any(String) });
    expect(env).not.toHaveProperty('OTHER');
  });

  it('that fails has no message', async () => {
    const ended = await play('console.log("almost"); process.exit(2)');
    expect(ended).toEqual({ end: 'failed', why: expect.stringMatching(/exited with 2[\s\S]*almost/) });
  });

  it('that prints lines of JSON tells its message, session, usage and errors', async () => {
    const lines = (...all: object[]) =>
      `for (const l of ${JSON.stringify(all)}) console.log(JSON.stringify(l))`;
    const good = lines(
      { type: 'start', session: 'S' },
      { text: 'working' },
      { result: 'Done.', model: 'm', usage: { input_tokens: 5, output_tokens: 2, cost_usd: 0.25 } },
    );
    expect(await play(good, { output: 'jsonl' })).toEqual({
      ...{ end: 'finished', message: 'Done.', session: 'S' },
      usage: [{ model: 'm', inputTokens: 5, outputTokens: 2, costUsd: 0.25 }],
    });
    const bad = lines({ session: 'S' }, { error: { message: 'no key' } });
    expect(await play(bad, { output: 'jsonl' })).toMatchObject({
      ...{ end: 'failed', session: 'S', why: expect.stringContaining('no key') },
    });
    expect((await play('console.log("plain")', { output: 'jsonl' })).end).toBe('failed');
  });

  it('is resumed with the arguments for it', async () => {
    const run = [process.execPath, '-e', 'console.log(process.argv.slice(1).join("|"))', '--'];
    const more = { run, resume: ['--continue', '{session}'] };
    expect((await play('', more)).message).toBeUndefined();
    expect((await play('', more, { session: 'S' })).message).toBe('--continue|S');
  });
});

it('is one SPEC, which a run keeps', () => {
  const command = customCommandSchema.parse({ run: ['./agent', '--fast'] });
  expect(customCommandOf(customSpec({ command }))).toEqual(command);
  for (const spec of ['command:claude', 'command:{', 'command:{"run":[]}', 'acp:{"run":["x"]}', 'human'])
    expect(customCommandOf(spec)).toBeUndefined();
});
