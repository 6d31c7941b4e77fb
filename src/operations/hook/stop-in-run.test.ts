import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../model/run/answer.ts';
import { stopInRun } from './stop-in-run.ts';

/** A door that gives these answers to `await_verdict`, the last one again and again. */
const doorWith = async (...answers: readonly Answer[]) => {
  let next = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { tool } = JSON.parse(body) as { tool: string };
      const status: Answer = { status: 'idle', message: 'Hand in with `submit_done`.' };
      response.end(
        JSON.stringify(tool === 'status' ? status : answers[Math.min(next++, answers.length - 1)]),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't', assignment: 'a' };
};

const FIRST = '{"stop_hook_active":false}';
const AGAIN = '{"stop_hook_active":true}';
const accepted: Answer = { status: 'accepted', message: '', submission: 's', outcome: 'done', seq: 1 };
const rejected: Answer = {
  ...{ status: 'rejected', message: 'it does not pass', submission: 's', seq: 1 },
  problems: [
    { code: 'TESTS_FAILED', severity: 'error', message: 'adds: 3 !== 4', file: 'add.test.js', line: 4 },
  ],
};
const judging: Answer = { status: 'judging', message: '', submission: 's', left: ['test'] };

describe('an agent of a run that wants to stop', () => {
  test('may go when its work was accepted', async () => {
    expect(await stopInRun(await doorWith(accepted), FIRST)).toEqual({});
  });

  test('waits for the verdict, and is told every problem', async () => {
    const { decision, reason } = await stopInRun(await doorWith(judging, rejected), FIRST);
    expect(decision).toBe('block');
    expect(reason).toContain('add.test.js:4  TESTS_FAILED  adds: 3 !== 4');
  });

  test('is told how to hand in when it has not', async () => {
    const idle: Answer = { status: 'idle', message: 'nothing of yours is being judged' };
    const { reason } = await stopInRun(await doorWith(idle), FIRST);
    expect(reason).toContain('Hand in with `submit_done`.');
  });

  test('may go when its session is over, as it was told', async () => {
    expect(await stopInRun(await doorWith({ ...rejected, over: true }), FIRST)).toEqual({});
  });

  test('is held back once, not for ever', async () => {
    expect(await stopInRun(await doorWith(rejected), AGAIN)).toEqual({});
  });

  test('may go when nobody holds the run any more', async () => {
    expect(await stopInRun({ url: 'http://127.0.0.1:9', token: 't', assignment: 'a' }, FIRST)).toEqual({});
  });
});
