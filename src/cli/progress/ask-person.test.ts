import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { RelayInMemory } from '../../../test/fixtures/relay-in-memory.ts';
import { createPersonAsker } from './ask-person.ts';
import type { Reply } from './person-reply.ts';

const atApproval = (): RelayInMemory => {
  const run = new RelayInMemory();
  run.plan();
  run.code();
  return run;
};

const setUp = (refuse: (reply: Reply) => string | undefined = () => undefined) => {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const calls: string[] = [];
  const screen = {
    ...{ changed: () => {}, say: () => {}, close: () => {} },
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  };
  const speak = vi.fn(async (_state: unknown, _item: unknown, reply: Reply) => refuse(reply));
  const asker = createPersonAsker({ input, output, screen, speak, interrupt: () => {} });
  return { input, asker, speak, calls, shown: () => shown };
};

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: PATIENCE_MS });

describe('asking a person at the terminal', () => {
  test('asks when only people are awaited, and again until it is an answer', async () => {
    const { input, asker, speak, calls, shown } = setUp();
    asker.onState(atApproval().state);
    await soon(() => expect(shown()).toContain('y / n and why > '));
    expect(shown()).toContain('The change is ready');
    input.write('perhaps\r');
    await soon(() => expect(shown().split('n and why >').length).toBeGreaterThan(2));
    expect(speak).not.toHaveBeenCalled();
    input.write('no: too long\r');
    await soon(() => expect(calls).toEqual(['pause', 'resume']));
    expect(speak.mock.calls[0]?.[2]).toEqual({ verb: 'reject', text: 'too long' });
  });

  test('says why an answer was not taken, and asks again', async () => {
    const { input, asker, shown, calls } = setUp((reply) =>
      reply.verb === 'approve' ? 'not \x1b[2Jnow' : undefined,
    );
    asker.onState(atApproval().state);
    await soon(() => expect(shown()).toContain('y / n and why > '));
    input.write('y\r');
    await soon(() => expect(shown()).toContain('not now'));
    input.write('n\r');
    await soon(() => expect(calls).toEqual(['pause', 'resume']));
  });

  test('takes the question back when it was answered elsewhere', async () => {
    const { asker, calls, shown, speak } = setUp();
    const run = atApproval();
    asker.onState(run.state);
    await soon(() => expect(shown()).toContain('y / n and why > '));
    run.give({ kind: 'answer', item: 'approving.human.1', choice: 'approve', text: '', args: {} });
    asker.onState(run.state);
    await soon(() => expect(calls).toEqual(['pause', 'resume']));
    expect(speak).not.toHaveBeenCalled();
  });

  test('asks nothing while agents are at work', async () => {
    const { asker, calls } = setUp();
    const run = new RelayInMemory();
    run.plan();
    asker.onState(run.state);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toEqual([]);
  });
});
