import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScratchTask, scratchTask } from '../../../test/fixtures/task.ts';
import { taskEnvironment } from '../agent.ts';
import { attemptLog } from '../attempt-log.ts';
import { commandAgent } from './command-agent.ts';

const scratches: ScratchTask[] = [];
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
});
const scratch = (): ScratchTask => {
  const made = scratchTask();
  scratches.push(made);
  return made;
};

const node = (code: string, outputBytesMax?: number) =>
  commandAgent({
    name: 'node',
    launch: (task) => ({
      file: process.execPath,
      args: ['-e', code],
      cwd: task.workingDirectory,
      env: taskEnvironment(task),
      stdin: task.prompt,
      ...(outputBytesMax === undefined ? {} : { outputBytesMax }),
    }),
  });

describe('a command as an agent', () => {
  it('that prints without end is ended', async () => {
    const agent = node('const f = () => process.stdout.write("x".repeat(1e6), f); f()', 5_000_000);
    const { end, why } = await (await agent.start(scratch().task)).ended;
    expect(end).toBe('failed');
    expect(why).toContain('OUTPUT_EXCEEDED');
  });

  it('gets its prompt on standard input, however long, and need not read it', async () => {
    const { task } = scratch();
    const prompt = 'x'.repeat(3_000_000);
    const reads =
      'let n = 0; process.stdin.on("data", (c) => { n += c.length }).on("end", () => process.exit(n === 3e6 ? 0 : 1))';
    expect(await (await node(reads).start({ ...task, prompt })).ended).toEqual({ end: 'finished' });
    expect(await (await node('process.exit(0)').start({ ...task, prompt })).ended).toEqual({
      end: 'finished',
    });
  });

  it('never gives its token away in what it leaves behind, nor escapes to a terminal', async () => {
    const code =
      'console.error("\\u001b[31mtoken " + process.env.BATON_TOKEN + "\\u001b]0;x\\u0007"); process.exit(1)';
    const { why } = await (await node(code).start(scratch().task)).ended;
    expect(why).toBe('node exited with 1; its last lines:\ntoken [token]');
  });
});

describe("an attempt's log", () => {
  it('is bounded, and says that it is', () => {
    const { task, directory } = scratch();
    const log = attemptLog(task, directory, 1000);
    for (let i = 0; i < 100; i += 1) log.line(`line ${i} ${'x'.repeat(40)}`);
    log.flush();
    const text = readFileSync(log.path!, 'utf8');
    expect(text.length).toBeLessThan(1200);
    expect(text).toContain('the output is longer than 1000 bytes; the rest is not kept');
    expect(log.tail()).toContain('line 99');
  });

  it('has a name that stays in its folder', () => {
    const { task, directory } = scratch();
    const log = attemptLog({ ...task, assignment: '../../evil/x' }, directory);
    expect(log.path).toBe(join(directory, '.._.._evil_x.1.log'));
  });

  it('that cannot be written does not stop the work', () => {
    const log = attemptLog(scratch().task, '/dev/null/nowhere');
    log.line('kept in memory');
    log.flush();
    expect(log).toMatchObject({ tail: expect.any(Function) });
    expect(log.tail()).toBe('kept in memory');
  });
});
