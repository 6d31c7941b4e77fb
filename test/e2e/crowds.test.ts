// A crowd at the door: strangers who only connect, requests that are never finished, the same call two hundred times at
// once, and few descriptors. No run ends, and every client that asks something is answered.
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../src/model/run/answer.ts';
import { postJson } from '../../src/std/post-json.ts';
import { builtProgram } from './built-program.ts';
import {
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  startProgram,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const DESCRIPTORS = 200;
const STRANGERS = 400;
const HALF_SENT = 3_000;
const IDENTICAL = 200;
/** Only a hang takes that long. */
const PATIENCE_MS = 300_000;

const PLAN = 'version: 1\nsummary: One\nitems:\n  - { key: one, title: One, task: Write it. }\n';

/** The coder hands over its token, and waits with its files in place until it is told to go on. */
const scenarioOf = (world: Scratch): string =>
  JSON.stringify({
    roles: {
      planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
      coder: [
        [
          { write: { 'project:one.txt': 'one\n', 'project:checks/one.sh': 'test -f one.txt\n' } },
          {
            run: `printf %s "$BATON_TOKEN" > '${world.root}/token.new' && mv '${world.root}/token.new' '${world.root}/token'; while ! test -e '${world.root}/go'; do sleep 0.1; done`,
          },
          { submit: 'submit_done' },
        ],
      ],
      reviewer: [
        [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
      ],
    },
    human: [{ approve: {} }],
  });

const until = async (what: () => boolean): Promise<void> => {
  for (let waited = 0; !what(); waited += 50) {
    if (waited > PATIENCE_MS) throw new Error('waited in vain');
    await sleep(50);
  }
};

const holdRun = async (world: Scratch, descriptors: number | 'unlimited' = DESCRIPTORS) => {
  makeRepository(world.project, SMALL_PROJECT);
  writeFiles(world.root, { 'scenario.yaml': scenarioOf(world) });
  const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
  const started = startProgram(world, 'sh', [
    '-c',
    `${descriptors === 'unlimited' ? '' : `ulimit -n ${descriptors}; `}exec '${process.execPath}' '${builtProgram()}' run One --name r --agent '${agent}' --json`,
  ]);
  await until(() => existsSync(join(world.root, 'token')) || started.child.exitCode !== null);
  const { url } = JSON.parse(readFileSync(join(runState(world, 'r'), 'holder.json'), 'utf8')) as {
    url: string;
  };
  return { ...started, url, token: readFileSync(join(world.root, 'token'), 'utf8') };
};

const sockets: Socket[] = [];

/** Connects and sends this much of a request; what happens to the connection is of no interest. */
const knock = (url: string, text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => resolve(socket));
    socket.on('close', () => resolve(socket));
    socket.on('connect', () => (text === '' ? resolve(socket) : socket.write(text, () => resolve(socket))));
  });

const crowd = (url: string, count: number, text: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => knock(url, text)));

const submit = async (url: string, token: string, tool: string): Promise<Answer> => {
  const options = {
    timeoutMs: PATIENCE_MS,
    bytesMax: 1_000_000,
    headers: { authorization: `Bearer ${token}` },
  };
  const result = await postJson(`${url}/v1/call`, { tool, args: {} }, options);
  if (!result.reached) throw new Error(`not answered: ${result.cause}`);
  return JSON.parse(result.text) as Answer;
};

/** Until it is settled, as `baton submit` does it. */
const settle = async (url: string, token: string): Promise<Answer> => {
  let answer = await submit(url, token, 'submit_done');
  while (answer.status === 'judging') answer = await submit(url, token, 'await_verdict');
  return answer;
};

/** How often the coder's work is in the journal. */
const handedIn = (world: Scratch): number =>
  readJournal(runState(world, 'r'))
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === 'submission-received' && event.assignment === 'coding.coder.one.1')
    .length;

describe('a holder with few descriptors in a crowd', () => {
  it('answers everybody who asks something, and its run completes', async () => {
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const world = scratch();
    const { url, token, ended, child } = await holdRun(world);
    const half = `POST /v1/call HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 1000\r\n\r\n{"tool":`;
    await crowd(url, STRANGERS, '');
    expect((await submit(url, token, 'status')).status).toBe('idle');
    // Some stop within the head, some within the body.
    const knocking = [crowd(url, HALF_SENT / 2, half), crowd(url, HALF_SENT / 2, half.slice(0, 40))];
    const during = await submit(url, token, 'status');
    await Promise.all(knocking);
    expect(during.status).toBe('idle');
    expect(child.exitCode).toBeNull();

    const answers = await Promise.all(Array.from({ length: IDENTICAL }, () => settle(url, token)));
    // Whoever found no room until the work was over is told so.
    const late = answers.filter(({ status }) => status !== 'accepted');
    expect(late.length).toBeLessThan(IDENTICAL);
    for (const answer of late)
      expect(answer).toMatchObject({
        status: 'refused',
        code: expect.stringMatching(/ASSIGNMENT_CLOSED|RUN_ENDED/),
      });
    writeFiles(world.root, { go: '' });
    const outcome = await ended;
    expect([outcome.exit, JSON.parse(outcome.stdout)], outcome.stderr).toEqual([
      0,
      expect.objectContaining({ status: 'complete' }),
    ]);
    expect(handedIn(world)).toBe(1);
  });

  it('accepts the same call two hundred times at once as one', async () => {
    const world = scratch();
    const { url, token, ended } = await holdRun(world, 'unlimited');
    const answers = await Promise.all(Array.from({ length: IDENTICAL }, () => settle(url, token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 'accepted' });
    writeFiles(world.root, { go: '' });
    expect((await ended).exit).toBe(0);
    expect(handedIn(world)).toBe(1);
  });

  it('lets go of requests that are never finished', async () => {
    const world = scratch();
    const { url, child } = await holdRun(world);
    onTestFinished(() => void child.kill('SIGKILL'));
    const half = `POST /v1/call HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 1000\r\n\r\n{"tool":`;
    const kept = [await knock(url, ''), await knock(url, half), await knock(url, half.slice(0, 40))];
    for (const socket of kept) socket.resume();
    await until(() => kept.every((socket) => socket.destroyed || socket.readableEnded));
    expect(child.exitCode).toBeNull();
  });
});
