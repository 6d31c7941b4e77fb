// The tools that the conformance suite expects of a server. Their names and answers are the suite's.
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

/** A red pixel, and no sound at all. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
export const text = (words: string) => ({ type: 'text' as const, text: words });
const said = (words: string): CallToolResult => ({ content: [text(words)] });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

type Properties = Record<string, Record<string, unknown>>;
export const form = (message: string, properties: Properties, required: string[] = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } as never });
const sample = (prompt: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 });

const STRING = { type: 'string' };

export const addContentTools = (server: McpServer): void => {
  const tool = (name: string, content: CallToolResult['content']) =>
    server.registerTool(
      name,
      { description: `Answers with the content that ${name} is about.` },
      async () => ({ content }),
    );
  const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
};

const withLogs = async (context: ServerContext): Promise<CallToolResult> => {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await context.mcpReq.log('info', words);
    await sleep(50);
  }
  return said('done');
};

const withProgress = async (context: ServerContext): Promise<CallToolResult> => {
  const progressToken = context.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    const params = { progressToken: progressToken ?? 0, progress, total: 100 };
    if (progressToken !== undefined)
      await context.mcpReq.notify({ method: 'notifications/progress', params });
    await sleep(50);
  }
  return said(String(progressToken));
};

const PERSON_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: STRING, city: STRING } },
  },
  properties: {
    name: STRING,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: STRING,
    email: STRING,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** A string that the client also sends as the header `Mcp-Param-Region`. */
const HEADER_STRING = { type: 'string' as const, 'x-mcp-header': 'Region' };

export const addStreamTools = (server: McpServer, changed: (what: 'tools' | 'prompts') => void): void => {
  const tool = (name: string, run: (context: ServerContext) => Promise<CallToolResult>) =>
    server.registerTool(name, { description: `Does what ${name} is about.` }, run);
  tool('test_tool_with_logging', withLogs);
  tool('test_logging_tool', withLogs);
  tool('test_tool_with_progress', withProgress);
  tool('test_reconnection', async (context) => {
    context.http?.closeSSE?.();
    await sleep(100);
    return said('The stream was taken up again.');
  });
  tool('test_trigger_tool_change', async () => {
    changed('tools');
    return said('The list of tools has changed.');
  });
  tool('test_trigger_prompt_change', async () => {
    changed('prompts');
    return said('The list of prompts has changed.');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with the keywords of 2020-12.', inputSchema: fromJsonSchema(PERSON_SCHEMA) },
    async (args) => said(JSON.stringify(args)),
  );
  server.registerTool(
    'test_custom_headers',
    {
      description: 'Has a parameter that is also sent as a header.',
      inputSchema: fromJsonSchema<{ region: string }>({
        type: 'object',
        properties: { region: HEADER_STRING },
        required: ['region'],
      }),
    },
    async ({ region }) => said(region),
  );
};

const DEFAULTS: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = OPTIONS.map((option) => ({ const: option, title: `The ${option}` }));
const ENUMS: Properties = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: { type: 'string', enum: OPTIONS, enumNames: ['One', 'Two', 'Three'] },
  untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: TITLED } },
};

/** Asks for one thing, and says what came. */
const asks =
  (key: string, request: InputRequest) =>
  async (context: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const came = inputResponse(context.mcpReq.inputResponses, key);
    if (came.kind === 'missing') return inputRequired({ inputRequests: { [key]: request } });
    return said(JSON.stringify(came));
  };

export const addAskingTools = (server: McpServer): void => {
  const tool = (name: string, key: string, request: InputRequest) =>
    server.registerTool(name, { description: `Asks for what ${name} is about.` }, asks(key, request));
  tool('test_elicitation_sep1034_defaults', 'form', form('Please review the form', DEFAULTS, []));
  tool('test_elicitation_sep1330_enums', 'form', form('Please choose', ENUMS, []));
  tool('test_input_required_result_elicitation', 'user_name', form('What is your name?', { name: STRING }));
  tool('test_streaming_elicitation', 'user_name', form('What is your name?', { name: STRING }));
  tool('test_input_required_result_sampling', 'capital_question', sample('What is the capital of France?'));
  tool('test_missing_capability', 'capital_question', sample('What is the capital of France?'));
  tool('test_input_required_result_list_roots', 'client_roots', inputRequired.listRoots());
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) => asks('answer', form(message, { response: STRING }))(context),
  );
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => asks('answer', sample(prompt))(context),
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only for what the client can do.' },
    async (context) => {
      const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
      const can = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
      return inputRequired({
        inputRequests: {
          ...(can.sampling === undefined ? {} : { greeting: sample('Say hello.') }),
          ...(can.elicitation === undefined
            ? {}
            : { user_name: form('What is your name?', { name: STRING }) }),
        },
      });
    },
  );
};

type Mint = (state: string) => Promise<string>;

export const addRoundTools = (server: McpServer, mint: Mint): void => {
  const confirming = async (context: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    if (context.mcpReq.requestState() === 'asked') return said('state-ok');
    const inputRequests = { confirm: form('Please confirm', { ok: { type: 'boolean' } }) };
    return inputRequired({ inputRequests, requestState: await mint('asked') });
  };
  server.registerTool(
    'test_input_required_result_request_state',
    { description: 'Keeps its state.' },
    confirming,
  );
  server.registerTool(
    'test_input_required_result_tampered_state',
    { description: 'Checks its state.' },
    confirming,
  );
  server.registerTool(
    'test_input_required_result_multiple_inputs',
    { description: 'Asks for three things.' },
    async (context) => {
      if (context.mcpReq.requestState() === 'asked') return said('Thank you.');
      const inputRequests = {
        user_name: form('What is your name?', { name: STRING }),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      };
      return inputRequired({ inputRequests, requestState: await mint('asked') });
    },
  );
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice.' },
    async (context) => {
      const { inputResponses, requestState } = context.mcpReq;
      const round = requestState<string>();
      if (round === 'two')
        return said(`Your colour is ${acceptedContent(inputResponses, 'step2')?.['color']}.`);
      const [step, question, next] =
        round === 'one'
          ? (['step2', form('Step 2: What is your favorite color?', { color: STRING }), 'two'] as const)
          : (['step1', form('Step 1: What is your name?', { name: STRING }), 'one'] as const);
      return inputRequired({ inputRequests: { [step]: question }, requestState: await mint(next) });
    },
  );
};
