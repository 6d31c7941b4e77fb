// The door as an MCP server: its tools listed, its answers as tool results. Nothing is judged here.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { BatonError, causeText } from '../errors.ts';
import type { Answer } from '../model/run/answer.ts';
import { answerText } from '../prompts/answer-text.ts';
import { serverInstructions } from '../prompts/server-instructions.ts';
import type { DoorApi, ToolSpec, Visitor } from '../runtime/door-api.ts';
import { answerOutput, answerOutputSchema, publishedSchema } from './answer-output.ts';

export interface DoorGuest {
  readonly token: string;
  /** Missing when the token is genuine but no longer good: its calls are refused by the door, in words. */
  readonly visitor: Visitor | undefined;
}

export interface DoorServerOptions {
  /** Baton's own. */
  readonly version: string;
  readonly waitMs?: number | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

const outputSchema = publishedSchema(answerOutputSchema);
const inputSchemas = new WeakMap<z.ZodObject, Tool['inputSchema']>();

const inputSchema = (schema: z.ZodObject): Tool['inputSchema'] => {
  const known = inputSchemas.get(schema) ?? (publishedSchema(schema) as Tool['inputSchema']);
  inputSchemas.set(schema, known);
  return known;
};

const listed = (tool: ToolSpec): Tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(tool.input),
  outputSchema,
  annotations: { title: tool.title, ...tool.annotations },
});

const toolResult = (answer: Answer): CallToolResult => ({
  content: [{ type: 'text', text: answerText(answer) }],
  structuredContent: answerOutput(answer),
  ...(answer.status === 'rejected' || answer.status === 'refused' ? { isError: true } : {}),
});

/** The holder's own failure: the agent must know that nothing was taken, and may try again. */
const failed = (cause: unknown): CallToolResult => {
  const known = cause instanceof BatonError ? cause : undefined;
  return toolResult({
    status: 'refused',
    code: known?.code ?? 'INTERNAL',
    message: `the call could not be carried out: ${causeText(cause)}`,
    hint:
      known?.hint ??
      'Call the same tool again with the same arguments; a call that was taken is not taken twice.',
  });
};

/** Notifications for one call, only while it runs and only to a client that asked for them. */
const progressOf = (context: ServerContext): { send: (message: string) => void; stop: () => void } => {
  const progressToken = context.mcpReq._meta?.progressToken;
  let progress = 0;
  let running = progressToken !== undefined;
  const send = (message: string): void => {
    if (!running || progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that went away is no fault of the call.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  return {
    send,
    stop: () => {
      running = false;
    },
  };
};

/** Ends when the client cancels the call or goes away. It ends the wait; what was handed in stays handed in. */
const waitSignal = (context: ServerContext): AbortSignal => {
  const request = context.http?.req;
  return request === undefined
    ? context.mcpReq.signal
    : AbortSignal.any([context.mcpReq.signal, request.signal]);
};

export const createDoorServer = (door: DoorApi, guest: DoorGuest, options: DoorServerOptions): Server => {
  const { token, visitor } = guest;
  const server = new Server(
    { name: 'baton', title: 'Baton', version: options.version },
    {
      capabilities: { tools: {} },
      ...(visitor === undefined ? {} : { instructions: serverInstructions(visitor) }),
    },
  );
  server.setRequestHandler('tools/list', async () => {
    // Asked again each time: a session may outlive what its token was good for.
    const now = await door.admit(token);
    return { tools: 'tools' in now ? now.tools.map(listed) : [] };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const progress = progressOf(context);
    const signal = waitSignal(context);
    const waitMs = options.waitMs === undefined ? {} : { waitMs: options.waitMs };
    try {
      const callOptions = { onProgress: progress.send, signal, ...waitMs };
      const answer = await door.call(token, name, args, callOptions);
      // The protocol wants an error here, not a result; the words are the same.
      if (answer.status === 'refused' && answer.code === 'TOOL_UNKNOWN')
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, answerText(answer), answer);
      return toolResult(answer);
    } catch (cause) {
      if (cause instanceof ProtocolError || signal.aborted) throw cause;
      options.onError?.(cause instanceof Error ? cause : new Error(String(cause)));
      return failed(cause);
    } finally {
      progress.stop();
    }
  });
  return server;
};
