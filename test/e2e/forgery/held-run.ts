// A run that is held at a place where much can be forged: the plan is accepted, one coder is in its second attempt, the
// other has red tests, and both wait. Every agent has written down its token, beside the run.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../../src/model/run/entry.ts';
import { makeScratch, readJournal, runState, type Scratch, type Started, startBaton } from '../scratch.ts';
import { makeSmallRelay } from '../small-relay.ts';

const SAVE =
  '- run: env > "{tokens}/$BATON_ASSIGNMENT" && mv "{tokens}/$BATON_ASSIGNMENT" "{tokens}/$BATON_ASSIGNMENT.$BATON_ATTEMPT"';
/** Says its token aloud: what an agent prints is kept for people. */
const BABBLE = '- run: echo "my token is $BATON_TOKEN"';
const DIE_ONCE = '- run: test -f "{tokens}/died" || { touch "{tokens}/died"; kill -9 $PPID; }';

const scenario = (tokens: string): string =>
  `roles:
  planner:
    - ${SAVE}
      ${BABBLE}
      - write:
          plan.yaml: |
            version: 1
            summary: Two files
            items:
              - { key: one, title: One, task: Write one. }
              - { key: two, title: Two, task: Write two. }
      - submit: submit_plan
  coder:
    - ${SAVE}
      ${BABBLE}
      ${DIE_ONCE}
      - hang: true
    - - write: { "project:checks/two.sh": "exit 1\\n" }
      ${SAVE}
      - hang: true
  reviewer:
    - - hang: true
`.replaceAll('{tokens}', tokens);

export interface HeldRun {
  readonly world: Scratch;
  readonly holder: Started;
  /** The environment of an attempt. */
  environmentOf(assignment: string, attempt?: number): Record<string, string>;
  tokens(): string[];
  entries(): Entry[];
  end(): Promise<void>;
}

const ATTEMPTS = [
  'planning.planner.1.1',
  'coding.coder.one.1.1',
  'coding.coder.one.1.2',
  'coding.coder.two.1.1',
];

const readEnvironment = (path: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

export const holdRunForForgery = async (): Promise<HeldRun> => {
  const world = makeScratch();
  const tokens = join(world.root, 'tokens');
  mkdirSync(tokens);
  const spec = makeSmallRelay(world, scenario(tokens));
  const holder = startBaton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  while (!ATTEMPTS.every((name) => existsSync(join(tokens, name)))) {
    if (holder.child.exitCode !== null) throw new Error(holder.printed().stderr);
    await sleep(20);
  }
  const environmentOf = (assignment: string, attempt = 1) =>
    readEnvironment(join(tokens, `${assignment}.${attempt}`));
  return {
    world,
    holder,
    environmentOf,
    tokens: () => ATTEMPTS.map((name) => readEnvironment(join(tokens, name))['BATON_TOKEN']!),
    entries: () => readJournal(runState(world, 'r')),
    end: async () => {
      holder.child.kill('SIGTERM');
      await holder.ended;
      world.remove();
    },
  };
};

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** One request, with whatever headers; `fetch` would not send all of them. */
export const send = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const request = http.request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        answer += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
    });
    request.end(text);
  });
