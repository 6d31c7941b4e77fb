// The MCP SDK's own client against the mount on a real HTTP server, in both revisions of the protocol.
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CODER, FakeDoor, PLANNER, STALE_TOKEN } from '../../test/fixtures/fake-door.ts';
import { type Listening, listen } from '../../test/fixtures/mcp-listen.ts';
import type { Problem } from '../model/problem.ts';
import type { Answer } from '../model/run/answer.ts';
import { type McpMount, mcpPath, mountMcp } from './mount-mcp.ts';

/** What a stranger sees. `vitest -u` writes it again. */
const GOLDEN = '../../test/golden/mcp-tools';
const PLAN = { summary: 'Adds numbers.', tasks: [{ key: 'T001', files: ['src/add.js'] }] };

let door: FakeDoor;
let mount: McpMount;
let http: Listening;
let clients: Client[];

beforeEach(async () => {
  door = new FakeDoor();
  clients = [];
  mount = mountMcp(door, { version: '1.2.3' });
  http = await listen((request, response) => void mount(request, response));
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await mount.close();
  await http.close();
});

const connect = async (mode: VersionNegotiationMode, who = PLANNER): Promise<Client> => {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } });
  const url = new URL(mcpPath(who.assignment), http.url);
  const requestInit = { headers: { authorization: `Bearer ${who.token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  clients.push(client);
  return client;
};

const textOf = (result: { content: readonly unknown[] }): string =>
  (result.content as { type: string; text: string }[]).map((block) => block.text).join('\n');

const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 6_000 && !condition(); tries += 1)
    await new Promise((done) => setTimeout(done, 10));
  expect(condition()).toBe(true);
};

const MODES: [string, VersionNegotiationMode, string][] = [
  ['a client of 2025-11-25', 'legacy', '2025-11-25'],
  ['a client that finds out', 'auto', '2026-07-28'],
  ['a client of 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
];

describe.each(MODES)('%s', (_name, mode, version) => {
  test('speaks its revision and is told what its role is', async () => {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'baton', version: '1.2.3' });
    expect(client.getInstructions()).toContain(
      'You work as "planner" (assignment planning.planner.1, attempt 2)',
    );
  });

  test('lists the tools of its role as the golden file has them', async () => {
    const { tools } = await (await connect(mode)).listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(`${GOLDEN}/fixture-planner.json`);
    const others = await (await connect(mode, CODER)).listTools();
    expect(others.tools.map((tool) => tool.name)).toEqual(['submit_done', 'await_verdict', 'status']);
  });

  test('accepted', async () => {
    const client = await connect(mode);
    await client.listTools();
    const result = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toEqual({
      status: 'accepted',
      message: 'accepted',
      submission: 's1',
      outcome: 'plan',
      seq: 7,
      next: 'This piece of work is accepted. You can end your turn.',
    });
    expect(textOf(result)).toContain('ACCEPTED: accepted\n\nOutcome: plan (entry 7 of the journal).');
    expect(door.calls.at(-1)?.args).toEqual(PLAN);
  });

  test('rejected with 30 problems: each is in the text, and in the structure', async () => {
    const problems = Array.from({ length: 30 }, (_, at): Problem => {
      const hint = `Write "fixed ${at}".`;
      return {
        code: 'FIELD_INVALID',
        severity: 'error',
        message: `wrong ${at}`,
        file: 'plan.yaml',
        line: at + 1,
        column: 3,
        hint,
      };
    });
    door.answer = () => ({
      status: 'rejected',
      message: 'the plan is not met',
      submission: 's1',
      problems,
      seq: 8,
    });
    const client = await connect(mode);
    await client.listTools();
    const result = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ status: 'rejected', problems });
    const text = textOf(result);
    for (const { message, line, hint } of problems)
      expect(text).toContain(`plan.yaml:${line}:3  FIELD_INVALID  ${message}\n    → ${hint}\n`);
    expect(text.split('\n').at(-1)).toBe(
      'Next: Fix every problem listed, then call the same tool again. Do not end your turn: nothing was accepted.',
    );
  });

  test('judging, then await_verdict gives the verdict', async () => {
    const accepted: Answer = {
      status: 'accepted',
      message: 'met',
      submission: 's1',
      outcome: 'plan',
      seq: 9,
    };
    door.answer = ({ tool }) =>
      tool === 'await_verdict'
        ? accepted
        : {
            status: 'judging',
            message: 'evidence is being gathered',
            submission: 's1',
            left: ['the tests on base'],
          };
    const client = await connect(mode);
    await client.listTools();
    const first = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(first.isError).toBeFalsy();
    expect(textOf(first)).toContain('  - the tests on base');
    expect(textOf(first)).toContain('Next: Call `await_verdict`; do not end your turn.');
    const second = await client.callTool({ name: 'await_verdict' });
    expect(second.structuredContent).toMatchObject({ status: 'accepted', seq: 9 });
  });

  test('refused is a tool result in words', async () => {
    door.answer = () => ({
      status: 'refused',
      code: 'ASSIGNMENT_CLOSED',
      message: 'planning is over',
      hint: 'End your turn.',
    });
    const client = await connect(mode);
    await client.listTools();
    const result = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe('REFUSED (ASSIGNMENT_CLOSED): planning is over\n\nNext: End your turn.');
  });

  test('arguments that do not fit the schema: every problem, with path, expected and received', async () => {
    const client = await connect(mode);
    const bad = { summary: 7, tasks: [{ key: '../x', files: 'a', sise: 'small' }, {}], extra: 1 };
    const result = await client.callTool({ name: 'submit_plan', arguments: bad });
    expect(result.isError).toBe(true);
    const text = textOf(result);
    for (const line of [
      'summary  FIELD_INVALID  summary: expected string, got 7',
      'tasks[0].key  FIELD_INVALID  tasks[0].key: expected letters, digits,',
      'tasks[0].files  FIELD_INVALID  tasks[0].files: expected array, got "a"',
      'tasks[0].sise  FIELD_UNKNOWN  unknown key "sise"\n    → Write "size".',
      'tasks[1].key  FIELD_MISSING  tasks[1].key is missing: expected string',
      'tasks[1].files  FIELD_MISSING  tasks[1].files is missing: expected array',
      'extra  FIELD_UNKNOWN  unknown key "extra"',
    ])
      expect(text).toContain(line);
    expect(door.calls).toHaveLength(1);
  });

  test('a tool of another role is a protocol error that names its own, and the door has seen it', async () => {
    const client = await connect(mode);
    const calling = client.callTool({ name: 'submit_done', arguments: { summary: 'x' } });
    await expect(calling).rejects.toMatchObject({ code: -32602 });
    await expect(calling).rejects.toThrow(/"planner" has no tool "submit_done"[\s\S]*await_verdict/);
    expect(door.calls.map((call) => call.tool)).toEqual(['submit_done']);
  });

  test('progress reaches a client that asked for it', async () => {
    door.answer = async ({ options }) => {
      for (const left of ['2 left', '1 left']) {
        options.onProgress?.(left);
        await new Promise((done) => setTimeout(done, 5));
      }
      return { status: 'accepted', message: 'ok', submission: 's', outcome: 'plan', seq: 1 };
    };
    const client = await connect(mode);
    const seen: unknown[] = [];
    const onprogress = (progress: unknown) => seen.push(progress);
    await client.callTool({ name: 'submit_plan', arguments: PLAN }, { onprogress });
    expect(seen).toEqual([
      { progress: 1, message: '2 left' },
      { progress: 2, message: '1 left' },
    ]);
    expect((await client.callTool({ name: 'submit_plan', arguments: PLAN })).isError).toBeFalsy();
  });

  test('a cancelled call ends the wait', async () => {
    let waiting: AbortSignal | undefined;
    door.answer = ({ options }) =>
      new Promise((resolve) => {
        waiting = options.signal;
        options.signal?.addEventListener('abort', () =>
          resolve({ status: 'idle', message: 'waited no longer' }),
        );
      });
    const client = await connect(mode);
    const controller = new AbortController();
    const calling = client.callTool({ name: 'submit_plan', arguments: PLAN }, { signal: controller.signal });
    const ended = expect(calling).rejects.toThrow();
    await until(() => waiting !== undefined);
    controller.abort();
    await ended;
    await until(() => waiting?.aborted === true);
    expect(door.calls).toHaveLength(1);
    door.answer = () => ({ status: 'idle', message: 'still here' });
    expect(textOf(await client.callTool({ name: 'status' }))).toContain('still here');
  });

  test('a client that goes away ends the wait', async () => {
    let waiting: AbortSignal | undefined;
    door.answer = ({ options }) =>
      new Promise((resolve) => {
        waiting = options.signal;
        options.signal?.addEventListener('abort', () => resolve({ status: 'idle', message: 'nobody there' }));
      });
    const client = await connect(mode);
    const ended = expect(client.callTool({ name: 'submit_plan', arguments: PLAN })).rejects.toThrow();
    await until(() => waiting !== undefined);
    await client.close();
    await ended;
    await until(() => waiting?.aborted === true);
  });

  test('a token whose attempt is over: no tools, and its call is refused in words', async () => {
    const client = await connect(mode, { assignment: PLANNER.assignment, token: STALE_TOKEN });
    expect((await client.listTools()).tools).toEqual([]);
    const result = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('REFUSED (TOKEN_STALE): attempt 1 of planning.planner.1 is over');
  });

  test('two clients at once get their own answers', async () => {
    door.answer = async ({ args }) => {
      await new Promise((done) => setTimeout(done, 5));
      return { status: 'idle', message: String(args['summary']) };
    };
    const [planner, coder] = await Promise.all([connect(mode), connect(mode, CODER)]);
    const calls = Array.from({ length: 20 }, async (_, at) => {
      const plan = await planner.callTool({ name: 'submit_plan', arguments: { ...PLAN, summary: `p${at}` } });
      const done = await coder.callTool({ name: 'submit_done', arguments: { summary: `c${at}` } });
      expect([plan.structuredContent, done.structuredContent]).toMatchObject([
        { message: `p${at}` },
        { message: `c${at}` },
      ]);
    });
    await Promise.all(calls);
  });

  test('a holder that fails says so; the call can be repeated', async () => {
    door.answer = () => {
      throw new Error('disk full');
    };
    const client = await connect(mode);
    const result = await client.callTool({ name: 'submit_plan', arguments: PLAN });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('REFUSED (INTERNAL): the call could not be carried out: disk full');
  });
});
