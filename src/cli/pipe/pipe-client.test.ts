// The official client, through the pipe, to the server that agents really meet.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeDoor, PLANNER } from '../../../test/fixtures/fake-door.ts';
import { type Listening, listen } from '../../../test/fixtures/mcp-listen.ts';
import { type BuiltPipe, buildPipe } from '../../../test/fixtures/pipe-process.ts';
import { type McpMount, mountMcp } from '../../mcp/mount-mcp.ts';

let pipe: BuiltPipe;
let server: Listening;
let mount: McpMount;
let client: Client;
beforeAll(async () => {
  pipe = await buildPipe();
  mount = mountMcp(new FakeDoor(), { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
afterEach(() => client.close());
afterAll(async () => {
  await mount.close();
  await server.close();
  pipe.remove();
});

const connect = async (options: ConstructorParameters<typeof Client>[1]): Promise<Client> => {
  client = new Client({ name: 'test', version: '1' }, options);
  const { token, assignment } = PLANNER;
  const env = { BATON_URL: server.url, BATON_TOKEN: token, BATON_ASSIGNMENT: assignment };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [pipe.launcher, 'mcp'], env }),
  );
  return client;
};

describe.each([
  ['legacy', {}],
  ['modern', { versionNegotiation: { mode: 'auto' as const } }],
])('through the pipe a client of the %s era', (era, options) => {
  it('lists the tools and calls them', async () => {
    const connected = await connect(options);
    expect(connected.getProtocolEra()).toBe(era);
    const { tools } = await connected.listTools();
    expect(tools.map((tool) => tool.name)).toContain('submit_plan');
    const answer = await connected.callTool({
      name: 'submit_plan',
      arguments: { summary: 'größer', tasks: [{ key: 'a', files: [] }] },
    });
    expect(answer.structuredContent).toMatchObject({ status: 'accepted' });
  });
});
