// `baton mcp`: JSON-RPC lines on standard input and output, the run's holder at the other end. A pipe that knows no
// contract: it runs in an agent's environment and must not be able to judge anything. It is never silent: what cannot
// be delivered is answered with an error that says why.
import type { Readable, Writable } from 'node:stream';
import { PIPE_LINE_BYTES_MAX, PIPE_MESSAGES_MAX } from '../../model/limits/limits.ts';
import { type DoorAddress, notHeld, type Refused, refused } from '../../model/run/door-call.ts';
import { lineSplitter } from '../../std/line-splitter.ts';
import { plainLine } from '../../std/terminal-text.ts';
import type { Exit } from '../exit-codes.ts';
import { headersOf } from './pipe-headers.ts';
import { type Delivered, type Link, openLink } from './pipe-link.ts';

export interface PipeStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

type Id = string | number;
interface Message {
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: { readonly requestId?: Id };
  readonly result?: { readonly protocolVersion?: unknown };
  readonly error?: unknown;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** Of the range that JSON-RPC leaves to servers. */
const NOT_DELIVERED = -32000;

const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null;

const messagesOf = (value: unknown): Message[] => (Array.isArray(value) ? value : [value]).filter(isObject);

const hasId = (message: Message): message is Message & { id: Id } =>
  typeof message.id === 'string' || typeof message.id === 'number';

const errorLine = (id: Id | null, error: RpcError): string => JSON.stringify({ jsonrpc: '2.0', id, error });

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const rpcError = (why: Refused): RpcError => {
  const data = { code: why.code, ...(why.hint === undefined ? {} : { hint: why.hint }) };
  return { code: NOT_DELIVERED, message: `${why.message} (${why.code})`, data };
};

const isRpcError = (value: unknown): value is RpcError =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** Why a message was not delivered, in the door's own words where there are any. */
const errorOf = (delivered: Exclude<Delivered, { result: 'delivered' }>): RpcError => {
  if (delivered.result === 'unreachable') return rpcError(notHeld(delivered.cause));
  const { status, text } = delivered;
  const said = parse(text);
  if (isObject(said) && isRpcError(said.error)) return said.error;
  const words = `HTTP ${status}: ${text.slice(0, 500).trim() || 'no words'}`;
  return rpcError(refused(status === 401 || status === 403 ? 'TOKEN_INVALID' : 'INTERNAL', words));
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const NOBODY = refused(
  'RUN_NOT_HELD',
  'nobody holds a run here: expected BATON_URL and BATON_TOKEN in the environment, got none',
  'This pipe serves the agents of a run; start one with `baton run`, or go on with one with `baton resume`.',
);

const NO_ANSWER = refused('INTERNAL', 'the door took the request and ended without an answer to it');

interface Outgoing {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the requests in it. */
  readonly ids: readonly Id[];
  /** The handshake ends with this one. */
  readonly isReady: boolean;
}

class Pipe {
  private readonly streams: PipeStreams;
  private readonly link: Link | undefined;
  /** Requests that still wait for their answer. */
  private readonly waiting = new Set<Id>();
  private readonly underWay = new Set<Promise<void>>();
  /** The handshake goes first and alone: everything after it needs its session. */
  private handshake: Promise<void> = Promise.resolve();
  private initializing: Id | undefined;

  constructor(door: DoorAddress | undefined, streams: PipeStreams) {
    this.streams = streams;
    this.link = door === undefined ? undefined : openLink(door, (text) => this.pass(text));
  }

  private print(line: string): void {
    this.streams.output.write(`${line}\n`);
  }

  /** From the holder to the client. A message is one line, whatever it was on the way. */
  private pass(text: string): void {
    const value = parse(text);
    if (value === undefined) {
      this.complain('the door sent something that is not JSON');
      return;
    }
    for (const message of messagesOf(value)) {
      if (message.method !== undefined || !hasId(message)) continue;
      this.waiting.delete(message.id);
      const version = message.result?.protocolVersion;
      if (message.id === this.initializing && typeof version === 'string')
        this.link?.setProtocolVersion(version);
    }
    this.print(text.includes('\n') ? JSON.stringify(value) : text);
  }

  private complain(words: string): void {
    this.streams.errors.write(`baton mcp: ${plainLine(words)}\n`);
  }

  private refuse(ids: readonly Id[], error: RpcError): void {
    for (const id of ids.filter((one) => this.waiting.delete(one))) this.print(errorLine(id, error));
    if (ids.length === 0) this.complain(error.message);
  }

  private async deliver({ line, headers, ids, isReady }: Outgoing): Promise<void> {
    if (this.link === undefined) return this.refuse(ids, rpcError(NOBODY));
    const delivered = await this.link.send(line, headers);
    if (delivered.result !== 'delivered') return this.refuse(ids, errorOf(delivered));
    const unanswered = ids.filter((id) => this.waiting.has(id));
    if (unanswered.length > 0) this.refuse(unanswered, rpcError(NO_ANSWER));
    if (isReady) this.link.listen();
  }

  private take(line: string): void {
    if (line.trim() === '') return;
    const value = parse(line);
    const messages = messagesOf(value);
    if (value === undefined || messages.length === 0) {
      const isJson = value !== undefined;
      const [code, words] = isJson ? [INVALID_REQUEST, 'not a message'] : [PARSE_ERROR, 'not JSON'];
      const message = `expected a JSON-RPC message on one line, got a line that is ${words}`;
      this.print(errorLine(null, { code, message }));
      return;
    }
    const requests = messages.filter((message) => message.method !== undefined).filter(hasId);
    const ids = requests.map(({ id }) => id);
    for (const id of ids) this.waiting.add(id);
    // Nobody waits any longer for what the client has taken back, and the door need not answer it.
    for (const { method, params } of messages)
      if (method === 'notifications/cancelled' && params?.requestId !== undefined)
        this.waiting.delete(params.requestId);
    const begins = requests.find(({ method }) => method === 'initialize');
    if (begins !== undefined) this.initializing = begins.id;
    const isReady = messages.some(({ method }) => method === 'notifications/initialized');
    const outgoing = { line, headers: headersOf(value), ids, isReady };
    const turn = this.handshake.then(() => this.deliver(outgoing));
    if (begins !== undefined || isReady) this.handshake = turn;
    this.track(turn);
  }

  private track(turn: Promise<void>): void {
    this.underWay.add(turn);
    if (this.underWay.size >= PIPE_MESSAGES_MAX) this.streams.input.pause();
    void turn.finally(() => {
      this.underWay.delete(turn);
      if (this.underWay.size < PIPE_MESSAGES_MAX) this.streams.input.resume();
    });
  }

  private tooLong(bytes: number): void {
    const message = `expected a line of at most ${PIPE_LINE_BYTES_MAX} bytes, got ${bytes}`;
    this.print(errorLine(null, { code: INVALID_REQUEST, message, data: { code: 'SUBMISSION_TOO_LARGE' } }));
  }

  /** Resolves with the exit code when the client is gone and everything under way is answered. */
  run(): Promise<Exit> {
    const { input, output } = this.streams;
    const splitter = lineSplitter(
      PIPE_LINE_BYTES_MAX,
      (line) => this.take(line),
      (bytes) => this.tooLong(bytes),
    );
    return new Promise((resolve) => {
      const end = () => resolve(this.link === undefined ? 2 : 0);
      output.on('error', end);
      input.on('data', (chunk: Buffer) => splitter.push(chunk));
      input.on('error', end);
      input.on('end', () => {
        splitter.end();
        void Promise.all(this.underWay)
          .then(() => this.link?.close())
          .then(end);
      });
    });
  }
}

export const runMcpPipe = (door: DoorAddress | undefined, streams: PipeStreams): Promise<Exit> =>
  new Pipe(door, streams).run();
