// One turn over the Agent Client Protocol, with the official SDK. This file is loaded when an `acp:` agent is.
import {
  type AnyMessage,
  type ClientContext,
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { causeText } from '../../errors.ts';
import { AGENT_MESSAGE_CHARS_MAX } from '../../model/limits/limits.ts';
import type { Decision } from '../../model/permissions/decide.ts';
import { clipStart } from '../../std/terminal-text.ts';
import type { Task } from '../agent.ts';
import {
  countOf,
  deny,
  isRecord,
  moneyOf,
  recordOf,
  recordsOf,
  stringOf,
  type Told,
  usageOf,
} from '../command/output-reader.ts';
import { DOOR_SERVER } from '../command/program.ts';
import { type Asked, askedOf, decideAsked, optionFor } from './permission.ts';

export interface Conversation {
  /** A line that the program printed. */
  hear(line: string): void;
  /** Resolves when the turn is over, whatever became of it. */
  readonly over: Promise<void>;
  /** Asks the program to end its turn. */
  cancel(): Promise<void>;
  /** The program is gone. */
  close(): void;
}

export interface ConversationOptions {
  readonly task: Task;
  readonly told: Told;
  readonly model: string;
  readonly write: (line: string) => void;
}

/** The reply to `cancel` comes within a tenth of a second, or not at all. */
const CANCEL_MS = 1_000;

const doorServer = ({ door }: Task) => ({
  type: 'http' as const,
  name: DOOR_SERVER,
  url: door.mcpUrl,
  headers: [{ name: 'Authorization', value: `Bearer ${door.token}` }],
});

/** A session of an earlier attempt where the program can; it fails, with words, where it cannot. */
const openSession = async (context: ClientContext, task: Task, told: Told): Promise<string> => {
  const { agentCapabilities } = await context.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: {},
    clientInfo: { name: 'baton', version: '1' },
  });
  const place = { cwd: task.workingDirectory, mcpServers: [doorServer(task)] };
  if (task.session === undefined) {
    const opened: unknown = await context.request(methods.agent.session.new, place);
    const sessionId = stringOf(recordOf(opened)['sessionId']);
    if (sessionId === undefined) throw new Error('it opened no session');
    told.session = sessionId;
    return sessionId;
  }
  if (agentCapabilities?.loadSession !== true)
    throw new Error('it cannot continue a session, and does not say that it could');
  await context.request(methods.agent.session.load, { sessionId: task.session, ...place });
  told.session = task.session;
  return task.session;
};

/** Programs answer "Internal error", and put what happened beside it. */
const failureText = (cause: unknown): string => {
  const data = cause instanceof RequestError ? cause.data : undefined;
  const details = stringOf(recordOf(data)['details']);
  return details === undefined ? causeText(cause) : `${causeText(cause)}: ${details}`;
};

const takeUsage = (told: Told, response: unknown, model: string): void => {
  const answer = recordOf(response);
  const usage = recordOf(answer['usage']);
  const quota = recordOf(recordOf(recordOf(answer['_meta'])['quota'])['token_count']);
  const inputTokens = countOf(usage['inputTokens']) ?? countOf(quota['input_tokens']);
  const outputTokens = countOf(usage['outputTokens']) ?? countOf(quota['output_tokens']);
  if (inputTokens === undefined && outputTokens === undefined) return;
  const cachedInputTokens = countOf(usage['cachedReadTokens']);
  const { costUsd } = told.usage?.[0] ?? {};
  told.usage = [usageOf(model, { inputTokens, outputTokens, cachedInputTokens, costUsd })];
};

const takeUpdate = (told: Told, update: unknown, model: string): void => {
  const { sessionUpdate, content, cost } = recordOf(update);
  if (sessionUpdate === 'agent_message_chunk')
    told.message = clipStart(
      `${told.message ?? ''}${stringOf(recordOf(content)['text']) ?? ''}`,
      AGENT_MESSAGE_CHARS_MAX,
    );
  // What it said before it used a tool is not its last message.
  if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') delete told.message;
  const costUsd = recordOf(cost)['currency'] === 'USD' ? moneyOf(recordOf(cost)['amount']) : undefined;
  if (sessionUpdate === 'usage_update' && costUsd !== undefined) told.usage = [usageOf(model, { costUsd })];
};

/** What calls were called when they were told of, by their ids. */
type Announced = Map<string, string>;
const ANNOUNCED_MAX = 10_000;

const announce = (announced: Announced, update: unknown): void => {
  const { sessionUpdate, toolCallId, title } = recordOf(update);
  const [id, name] = [stringOf(toolCallId), stringOf(title)];
  if (sessionUpdate !== 'tool_call' || id === undefined || name === undefined) return;
  // The first word counts: a call that is told of again is the same call.
  if (!announced.has(id) && announced.size < ANNOUNCED_MAX) announced.set(id, name);
};

/** What no rule decides is put to a person, and the program waits as it would for one of its own. */
const decideWith = async (task: Task, asked: Asked): Promise<Decision> => {
  const decision = decideAsked(task, asked);
  const { wish } = decision;
  return wish === undefined || task.askPerson === undefined ? decision : task.askPerson(wish);
};

const decide = async (task: Task, told: Told, announced: Announced, params: unknown) => {
  const { toolCall, options } = recordOf(params);
  const id = stringOf(recordOf(toolCall)['toolCallId']) ?? '';
  const asked = askedOf(recordOf(toolCall), task.workingDirectory, announced.get(id));
  const { allowed, because } = await decideWith(task, asked);
  if (!allowed) deny(told, task.permissions === undefined ? asked.title : `${asked.title} (${because})`);
  const optionId = optionFor(
    recordsOf(options),
    allowed ? 'allow' : 'reject',
    task.permissions !== undefined,
  );
  return {
    outcome:
      optionId === undefined
        ? ({ outcome: 'cancelled' } as const)
        : ({ outcome: 'selected', optionId } as const),
  };
};

const parsed = (line: string): AnyMessage | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value['jsonrpc'] === '2.0' ? (value as unknown as AnyMessage) : undefined;
  } catch {
    return undefined;
  }
};

/** When the turn is over, nobody reads any more. */
const quietly = (act: () => void): void => {
  try {
    act();
  } catch {
    // The stream was closed by its reader.
  }
};

export const converse = ({ task, told, model, write }: ConversationOptions): Conversation => {
  let push: ReadableStreamDefaultController<AnyMessage> | undefined;
  let isClosed = false;
  const announced: Announced = new Map();
  let cancelled = async (): Promise<void> => {};
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      push = controller;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write: (message) => write(`${JSON.stringify(message)}\n`),
  });
  const turn = async (context: ClientContext): Promise<void> => {
    const sessionId = await openSession(context, task, told);
    // What came before is an earlier turn, told again.
    delete told.message;
    const prompt = [{ type: 'text' as const, text: task.prompt }];
    const answered = context.request(methods.agent.session.prompt, { sessionId, prompt });
    cancelled = async () => {
      await context.notify(methods.agent.session.cancel, { sessionId });
      await Promise.race([
        answered.catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, CANCEL_MS).unref()),
      ]);
    };
    const response: unknown = await answered;
    const { stopReason } = recordOf(response);
    takeUsage(told, response, model);
    told.isOver = true;
    if (stopReason !== 'end_turn') told.failure = `it stopped: ${String(stopReason)}`;
  };
  const over = client({ name: 'baton' })
    .onRequest(methods.client.session.requestPermission, ({ params }) =>
      decide(task, told, announced, params),
    )
    .onNotification(methods.client.session.update, ({ params }) => {
      announce(announced, params.update);
      takeUpdate(told, params.update, model);
    })
    .connectWith({ readable, writable }, turn)
    .catch((cause) => {
      // A program that is gone is told by its exit and its last lines.
      if (!isClosed) told.failure = failureText(cause);
    });
  return {
    hear: (line) => {
      const message = isClosed ? undefined : parsed(line);
      if (message !== undefined) quietly(() => push?.enqueue(message));
    },
    over,
    cancel: () => cancelled().catch(() => {}),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      quietly(() => push?.close());
    },
  };
};
