// The "everything server" of the MCP conformance suite, on Baton's own HTTP transport and guard. Run as a program it
// prints its address; test/conformance/run.mjs starts it.
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  type EventStore,
  InMemoryServerEventBus,
  inputRequired,
  type JSONRPCMessage,
  McpServer,
  ResourceTemplate,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { strangerRefusal, writeRefusal } from '../../src/http/http-guard.ts';
import { HttpTransport } from '../../src/mcp/http-transport.ts';
import { listen } from '../fixtures/mcp-listen.ts';
import {
  addAskingTools,
  addContentTools,
  addRoundTools,
  addStreamTools,
  form,
  PNG,
  text,
} from './fixture-tools.ts';

const codec = createRequestStateCodec<string>({ key: randomBytes(32) });

const addResources = (server: McpServer): void => {
  const plain = (name: string, words: string) => {
    const uri = `test://${name}`;
    const about = { title: name, description: `The ${name}.`, mimeType: 'text/plain' };
    server.registerResource(name, uri, about, async () => ({
      contents: [{ uri, mimeType: 'text/plain', text: words }],
    }));
  };
  plain('static-text', 'This is the content of the static text resource.');
  plain('watched-resource', 'Watched resource content');
  const binary = { uri: 'test://static-binary', mimeType: 'image/png', blob: PNG };
  server.registerResource(
    'static-binary',
    binary.uri,
    { description: 'A pixel.', mimeType: 'image/png' },
    async () => ({
      contents: [binary],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const about = { description: 'Data by id.', mimeType: 'application/json' };
  server.registerResource('template', template, about, async (uri, { id }) => {
    const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: uri.toString(), mimeType: 'application/json', text: words }] };
  });
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
};

const addPrompts = (server: McpServer): void => {
  const message = (content: ReturnType<typeof text> | { type: 'image'; data: string; mimeType: string }) => ({
    role: 'user' as const,
    content,
  });
  server.registerPrompt('test_simple_prompt', { description: 'Says one thing.' }, async () => ({
    messages: [message(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Says what it is given.', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    async ({ arg1, arg2 }) => ({
      messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri }) => {
      const resource = {
        uri: resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      return { messages: [{ role: 'user', content: { type: 'resource', resource } }] };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows a pixel.' }, async () => ({
    messages: [message({ type: 'image', data: PNG, mimeType: 'image/png' }), message(text('What is this?'))],
  }));
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks first.' },
    async (context) => {
      const came = acceptedContent(context.mcpReq.inputResponses, 'user_context');
      if (came !== undefined) return { messages: [message(text(String(came['context'])))] };
      const question = form('What context should the prompt use?', { context: { type: 'string' } });
      return inputRequired({ inputRequests: { user_context: question } });
    },
  );
};

const createServer = (bus: ServerEventBus): McpServer => {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: codec.verify },
    },
  );
  addContentTools(server);
  addStreamTools(server, (what) => bus.publish({ kind: `${what}_list_changed` }));
  addAskingTools(server);
  addRoundTools(server, (state) => codec.mint(state));
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
};

/** Remembers what was sent on each stream, so that a client can ask for the rest. */
const createEventStore = (): EventStore => {
  const events: { id: string; streamId: string; message: JSONRPCMessage }[] = [];
  return {
    async storeEvent(streamId, message) {
      const id = String(events.length);
      events.push({ id, streamId, message });
      return id;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const streamId = events[Number(lastEventId)]?.streamId ?? '';
      const missed = events.slice(Number(lastEventId) + 1).filter((event) => event.streamId === streamId);
      for (const { id, message } of missed) if ('jsonrpc' in message) await send(id, message);
      return streamId;
    },
  };
};

const main = async (): Promise<void> => {
  const bus = new InMemoryServerEventBus();
  const transport = new HttpTransport<undefined>({
    serverFor: () => createServer(bus),
    bus,
    eventStore: createEventStore,
    retryIntervalMs: 500,
    onError: (error) => process.env['VERBOSE'] && console.error(error.message),
  });
  const { url } = await listen((request, response) => {
    const stranger = strangerRefusal(request);
    if (stranger !== undefined) return writeRefusal(request, response, stranger);
    void transport.serve(request, response, { owner: '', guest: undefined });
  });
  process.stdout.write(`${url}/mcp\n`);
};

await main();
