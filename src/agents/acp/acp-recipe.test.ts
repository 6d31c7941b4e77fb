// A small real agent over the Agent Client Protocol: `test/fixtures/agents/acp.mjs`, written with the official SDK.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScratchTask, scratchTask } from '../../../test/fixtures/task.ts';
import { agentContract } from '../agent.contract.ts';
import type { Task } from '../agent.ts';
import { commandAgent } from '../command/command-agent.ts';
import { acpRecipe, wordsOf } from './acp-recipe.ts';

const FIXTURE = fileURLToPath(new URL('../../../test/fixtures/agents/acp.mjs', import.meta.url));
const line = (...more: string[]): string =>
  [process.execPath, FIXTURE, ...more].map((word) => `"${word}"`).join(' ');

agentContract(
  'over the Agent Client Protocol',
  {
    task: () => scratchTask(),
    agentFor: (behaviour) =>
      commandAgent(acpRecipe(behaviour === 'is-missing' ? '/no/such/agent' : line(behaviour))),
  },
  { describe, it, expect },
);

const scratches: ScratchTask[] = [];
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
});

const start = async (promptOf: (scratch: ScratchTask) => string, task: Partial<Task> = {}, home?: string) => {
  const scratch = scratchTask(undefined, task);
  scratches.push(scratch);
  const env = { PATH: process.env['PATH'], HOME: home ?? scratch.directory };
  const logDirectory = join(scratch.directory, 'logs');
  const agent = commandAgent(acpRecipe(line(), { env }), { logDirectory });
  const session = await agent.start({ ...scratch.task, prompt: promptOf(scratch) });
  return { session, scratch };
};

describe('a turn over ACP', () => {
  it('ends with what was said last, the session and the usage; the door is given over the pipe', async () => {
    const { session, scratch } = await start(
      ({ task }) => `say First.\nwrite ${task.workingDirectory}/a.txt\nsay Done.`,
    );
    expect(await session.ended).toEqual({
      ...{ end: 'finished', message: 'Done. (turn 1)', session: expect.stringMatching(/^session-/) },
      usage: [{ model: 'unknown', inputTokens: 11, outputTokens: 3 }],
    });
    expect(readFileSync(join(scratch.task.workingDirectory, 'a.txt'), 'utf8')).toBe('written\n');
    const [server] = JSON.parse(readFileSync(join(scratch.directory, '.acp-sessions/servers.json'), 'utf8'));
    expect(server).toMatchObject({ name: 'baton', type: 'http', url: scratch.task.door.mcpUrl });
    expect(server.headers).toEqual([{ name: 'Authorization', value: 'Bearer test-token' }]);
  });

  it('is refused what lies outside its folders, and it is told', async () => {
    const { session, scratch } = await start(({ directory }) => `write ${directory}/outside.txt\nsay Done.`);
    const ended = await session.ended;
    expect(ended).toMatchObject({ end: 'finished', why: expect.stringContaining('it was denied: Write ') });
    expect(ended.message).toContain('I may not write');
    expect(existsSync(join(scratch.directory, 'outside.txt'))).toBe(false);
  });

  it('is refused what its role may not write, and the rule is told', async () => {
    const { session, scratch } = await start(
      ({ task }) => `write ${task.workingDirectory}/a.txt\nwrite ${task.workingDirectory}/b.md\nsay Done.`,
      { permissions: { write: ['*.md'] } },
    );
    expect(await session.ended).toMatchObject({
      end: 'finished',
      why: expect.stringMatching(/it was denied: Write .*a\.txt \(coder may write \*\.md, and not a\.txt/),
    });
    expect(existsSync(join(scratch.task.workingDirectory, 'a.txt'))).toBe(false);
    expect(existsSync(join(scratch.task.workingDirectory, 'b.md'))).toBe(true);
  });

  it.each(['codex', 'qwen'])(
    'of %s, which does not ask, is not begun for a role with permissions',
    async (name) => {
      const scratch = scratchTask(undefined, { permissions: {} });
      scratches.push(scratch);
      const session = await commandAgent(acpRecipe(name)).start(scratch.task);
      expect(await session.ended).toMatchObject({
        end: 'failed',
        why: expect.stringContaining('cannot be held to the permissions of coder'),
      });
    },
  );

  it('is continued in its own session, and what was said before is not said again', async () => {
    const first = await start(() => 'say One.');
    const { session } = await first.session.ended;
    const second = await start(() => 'say Two.', { session: session! }, first.scratch.directory);
    expect(await second.session.ended).toMatchObject({ end: 'finished', message: 'Two. (turn 2)', session });
  });

  it('that cannot find its session fails, with words and without a session', async () => {
    const { session } = await start(() => 'say One.', { session: 'session-of-nobody' });
    const ended = await session.ended;
    expect(ended.end).toBe('failed');
    expect(ended.session).toBeUndefined();
  });

  it('that goes wrong fails with the words of the program', async () => {
    const { session } = await start(() => 'fail');
    expect(await session.ended).toMatchObject({ end: 'failed', why: expect.stringMatching(/node.*rror/) });
  });

  it('is cancelled before it is ended, and can be continued', async () => {
    const { session, scratch } = await start(() => 'say I wait.\nhang');
    const log = () => readFileSync(join(scratch.directory, 'logs', 'coding.coder.1.1.log'), 'utf8');
    const deadline = performance.now() + 20_000;
    while (
      !(existsSync(join(scratch.directory, 'logs')) && log().includes('I wait.')) &&
      performance.now() < deadline
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
    await session.stop();
    expect(await session.ended).toMatchObject({
      end: 'stopped',
      session: expect.stringMatching(/^session-/),
    });
    expect(log()).toContain('"stopReason":"cancelled"');
  });
});

it('a command is cut into words, without a shell', () => {
  expect(wordsOf(`./my-agent --acp "a b" 'c $(d)' ""`)).toEqual(['./my-agent', '--acp', 'a b', 'c $(d)', '']);
});
