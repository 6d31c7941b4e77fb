// Nobody but the gate writes "accepted": not a pipe with foreign code in it, not a token that is forged, borrowed or old.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../../src/model/run/event.ts';
import { createTokens } from '../../src/runtime/tokens.ts';
import { processesOf } from '../crash/processes.ts';
import { type HeldRun, holdRunForForgery, send } from './forgery/held-run.ts';
import { baton } from './scratch.ts';

const EVIL = fileURLToPath(new URL('forgery/evil.cjs', import.meta.url));
const [ONE, TWO, PLANNER] = ['coding.coder.one.1', 'coding.coder.two.1', 'planning.planner.1'] as const;

let held: HeldRun;
let url: string;
beforeAll(async () => {
  held = await holdRunForForgery();
  url = held.environmentOf(ONE, 2)['BATON_URL']!;
});
afterAll(() => held?.end());

const tokenOf = (assignment: string, attempt = 1): string =>
  held.environmentOf(assignment, attempt)['BATON_TOKEN']!;

const call = async (token: string | undefined, tool: string, args: object = {}) => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { text } = await send(`${url}/v1/call`, { tool, args }, headers);
  return JSON.parse(text) as { status: string; code: string; message: string };
};

const refusals = (): { by: unknown; tool: string | undefined; code: string; message: string }[] =>
  held
    .entries()
    .flatMap(({ by, input, events }) =>
      events
        .filter(
          (event): event is Extract<Event, { kind: 'submission-refused' }> =>
            event.kind === 'submission-refused',
        )
        .map(({ code, message }) => ({ by, tool: 'tool' in input ? input.tool : undefined, code, message })),
    );

const acceptedNow = (): string[] =>
  held
    .entries()
    .flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'submission-accepted' ? [event.assignment] : [])),
    );

const forged = (): Record<string, string> => {
  const genuine = tokenOf(ONE, 2);
  const [prefix, , attempt, assignment, mac] = genuine.split('.') as [string, string, string, string, string];
  const flipped = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
  return {
    'no token at all': 'accept-me-please',
    'another signature': [prefix, 'coder', attempt, assignment, flipped].join('.'),
    'another role': [prefix, 'reviewer', attempt, assignment, mac].join('.'),
    'another attempt': [prefix, 'coder', '3', assignment, mac].join('.'),
    'another assignment': [prefix, 'coder', attempt, Buffer.from(TWO).toString('base64url'), mac].join('.'),
    'a secret of its own': createTokens().issue({ role: 'coder', assignment: ONE, attempt: 2 }),
    'a cut signature': genuine.slice(0, -1),
  };
};

describe('at the door', () => {
  it.each([
    'no token at all',
    'another signature',
    'another role',
    'another attempt',
    'another assignment',
    'a secret of its own',
    'a cut signature',
  ])('a forged token is refused: %s', async (kind) => {
    const before = refusals().length;
    const answer = await call(forged()[kind]!, 'submit_done');
    expect(answer).toMatchObject({ status: 'refused', code: 'TOKEN_INVALID' });
    expect(answer.message.length).toBeGreaterThan(20);
    expect(refusals().slice(before)).toEqual([
      { by: { unknown: true }, tool: 'submit_done', code: 'TOKEN_INVALID', message: answer.message },
    ]);
  });

  it('a submission without a token is refused', async () => {
    expect(await call(undefined, 'submit_done')).toMatchObject({ status: 'refused', code: 'TOKEN_MISSING' });
    expect(refusals().at(-1)).toMatchObject({ by: { unknown: true }, code: 'TOKEN_MISSING' });
  });

  it("the last attempt's token is refused, and says which attempt is the current one", async () => {
    const answer = await call(tokenOf(ONE, 1), 'submit_done');
    expect(answer).toMatchObject({ status: 'refused', code: 'TOKEN_STALE' });
    expect(answer.message).toContain('attempt 2 is the current one');
    expect(refusals().at(-1)).toMatchObject({
      by: { role: 'coder', assignment: ONE, attempt: 1 },
      code: 'TOKEN_STALE',
    });
  });

  it('what is handed in after the phase has moved on is refused, also when it would have been accepted before', async () => {
    const answer = await call(tokenOf(PLANNER), 'submit_plan', { more: 'an afterthought' });
    expect(answer).toMatchObject({ status: 'refused', code: 'ASSIGNMENT_CLOSED' });
    expect(answer.message).toContain('the run has moved on');
    expect(refusals().at(-1)).toMatchObject({
      by: { role: 'planner', assignment: PLANNER },
      code: 'ASSIGNMENT_CLOSED',
    });
    expect(await call(tokenOf(PLANNER), 'ask', { question: 'May I?' })).toMatchObject({ status: 'refused' });
    // The very same again is no new submission: it gets the answer that it had.
    expect(await call(tokenOf(PLANNER), 'submit_plan')).toMatchObject({ status: 'accepted' });
  });

  it("another role's tool is refused", async () => {
    const answer = await call(tokenOf(ONE, 2), 'submit_review');
    expect(answer).toMatchObject({ status: 'refused', code: 'TOOL_UNKNOWN' });
    expect(answer.message).toContain('submit_done');
    expect(refusals().at(-1)).toMatchObject({
      by: { assignment: ONE },
      tool: 'submit_review',
      code: 'TOOL_UNKNOWN',
    });
  });

  it.each([
    ["another role's", PLANNER, 1],
    ["another assignment's", TWO, 1],
  ] as const)("%s token at this assignment's address is refused", async (_, owner, attempt) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'submit_done', arguments: {} },
    };
    const authorization = `Bearer ${tokenOf(owner, attempt)}`;
    const { status, text } = await send(`${url}/mcp/${ONE}`, message, { authorization });
    expect([401, 403]).toContain(status);
    expect(text).toContain(ONE);
    expect(refusals().at(-1)).toMatchObject({ by: { assignment: owner }, code: 'TOKEN_INVALID' });
  });

  it.each([
    ['Host', { host: 'evil.example' }],
    ['Host', { host: '127.0.0.1:1' }],
    ['Origin', { origin: 'https://evil.example' }],
    ['Origin', { origin: 'null' }],
  ])('a strange %s header is refused, with a good token too: %o', async (name, header) => {
    const before = held.entries().length;
    for (const path of ['/v1/call', `/mcp/${ONE}`, '/v1/person']) {
      const headers = { authorization: `Bearer ${tokenOf(ONE, 2)}`, ...(header as Record<string, string>) };
      const { status, text } = await send(`${url}${path}`, { tool: 'status', args: {} }, headers);
      expect(status).toBe(403);
      expect(text).toContain('ORIGIN_REFUSED');
      expect(text).toContain(name);
    }
    expect(held.entries()).toHaveLength(before);
  });
});

describe('an agent', () => {
  it.each([
    ['approve', ONE],
    ['reject', ONE],
    ['answer', ONE, '--text', 'yes'],
    ['stop', 'r'],
  ])('cannot use a command of people: %s', async (...args) => {
    const before = held.entries().length;
    const outcome = await baton(held.world, [...args, '--json'], { env: { BATON_TOKEN: tokenOf(ONE, 2) } });
    expect(outcome.exit).toBe(2);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'PERSON_EXPECTED' } });
    expect(held.entries()).toHaveLength(before);
  });

  it("cannot use a person's address with its token", async () => {
    const word = { verb: 'stop', person: 'root' };
    const { status, text } = await send(`${url}/v1/person`, word, {
      authorization: `Bearer ${tokenOf(ONE, 2)}`,
    });
    expect([status, text]).toEqual([403, expect.stringContaining('PERSON_EXPECTED')]);
  });

  it('cannot change a verdict with foreign code in its pipe', async () => {
    const accepted = acceptedNow();
    const { BATON_URL, BATON_TOKEN, BATON_ASSIGNMENT } = held.environmentOf(TWO);
    const lines = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'evil', version: '1' },
        },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'submit_done', arguments: {} } },
    ];
    const outcome = await baton(held.world, ['mcp'], {
      env: { BATON_URL, BATON_TOKEN, BATON_ASSIGNMENT, NODE_OPTIONS: `--require ${EVIL}` },
      input: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    });
    // The pipe is believed by whoever loaded the code into it, and by nobody else.
    expect(outcome.stdout, outcome.stderr).toContain('"status":"accepted"');
    expect(outcome.stdout).toContain('TESTS_FAILED');
    const mine = held
      .entries()
      .flatMap(({ events }) => events.filter((event) => 'assignment' in event && event.assignment === TWO));
    const rejected = mine.filter(
      (event): event is Extract<Event, { kind: 'submission-rejected' }> =>
        event.kind === 'submission-rejected',
    );
    expect(rejected.map(({ rejection }) => rejection.problems[0]!.code)).toEqual(['TESTS_FAILED']);
    expect(acceptedNow()).toEqual(accepted);
    const codes = refusals().map(({ code, tool }) => `${tool} ${code}`);
    expect(codes).toEqual(
      expect.arrayContaining([
        'submit_done TOKEN_INVALID',
        'submit_review TOKEN_INVALID',
        'submission-accepted TOOL_UNKNOWN',
        'observe TOOL_UNKNOWN',
      ]),
    );
    const status = await baton(held.world, ['status', 'r', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      phase: 'coding',
      handoffs: { accepted: 1, rejected: 1 },
    });
  });
});

const filesBelow = (at: string): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

describe('a token', () => {
  it('is in no file of the state directory and the project, and in no list of arguments', () => {
    const tokens = held.tokens();
    const macs = tokens.map((token) => token.split('.').at(-1)!);
    const files = [held.world.state, held.world.project, held.world.home, held.world.tmp].flatMap(filesBelow);
    expect(files.some((path) => path.endsWith('.log'))).toBe(true);
    const logs = files
      .filter((path) => path.endsWith('.log'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('');
    expect(logs).toContain('my token is [token]');
    const holding = files.filter((path) => macs.some((mac) => readFileSync(path).includes(mac)));
    expect(holding).toEqual([]);
    const processes = processesOf(held.world.root);
    expect(processes.length).toBeGreaterThan(2);
    expect(processes.filter(({ command }) => macs.some((mac) => command.includes(mac)))).toEqual([]);
    expect(held.holder.printed().stderr).not.toContain(macs[0]);
  });
});
