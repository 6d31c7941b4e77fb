// The network side of `baton mcp`: one JSON-RPC message out, its answers in. It knows HTTP, sessions and event
// streams, and no tool.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOOR_CALL_MS_MAX, PIPE_LINE_BYTES_MAX } from '../../model/limits/limits.ts';
import { type DoorAddress, doorHeaders, mcpUrl } from '../../model/run/door-call.ts';
import { eventStream } from '../../std/event-stream.ts';
import { isClosed, retryMs, triesAgain } from '../../std/post-json.ts';

const LISTEN_FAILURES_MAX = 5;
const LISTEN_RETRY_MS = 1_000;
const GOODBYE_MS = 2_000;

type Headers = Readonly<Record<string, string>>;

export type Delivered =
  /** Whatever was answered has been passed on. */
  | { readonly result: 'delivered' }
  /** Refused, with the message. */
  | { readonly result: 'refused'; readonly status: number; readonly text: string }
  | { readonly result: 'unreachable'; readonly cause: string };

export interface Link {
  send(body: string, headers: Headers): Promise<Delivered>;
  /** From the answer to `initialize`; a header of everything that follows. */
  setProtocolVersion(version: string): void;
  /** Opens the stream of messages that the server begins. */
  listen(): void;
  close(): Promise<void>;
}

const contentType = ({ headers }: http.IncomingMessage): string => {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
};

const bodyOf = (response: http.IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > PIPE_LINE_BYTES_MAX)
        response.destroy(new Error(`the answer is longer than ${PIPE_LINE_BYTES_MAX} bytes`));
    });
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    response.on('error', reject);
    response.on('close', () => reject(new Error('the answer broke off')));
  });

const streamOf = (
  response: http.IncomingMessage,
  onMessage: (text: string) => void,
  onId?: (id: string) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const events = eventStream(
      PIPE_LINE_BYTES_MAX,
      ({ data, id }) => {
        if (id !== undefined) onId?.(id);
        onMessage(data);
      },
      (bytes) => response.destroy(new Error(`an answer of ${bytes} bytes is too long`)),
    );
    response.on('data', (chunk: Buffer) => events.push(chunk));
    response.on('end', resolve);
    response.on('error', reject);
    response.on('close', () => reject(new Error('the stream broke off')));
  });

interface Connection {
  readonly url: string;
  readonly agent: http.Agent;
  readonly headers: Record<string, string>;
  readonly onMessage: (text: string) => void;
  closed: boolean;
}

const open = (
  connection: Connection,
  method: 'POST' | 'GET' | 'DELETE',
  more: { readonly body?: string; readonly headers?: Headers; readonly timeoutMs?: number },
): Promise<{ response: http.IncomingMessage; request: http.ClientRequest }> =>
  new Promise((resolve, reject) => {
    const body = more.body === undefined ? undefined : Buffer.from(more.body);
    const request = http.request(connection.url, {
      method,
      agent: connection.agent,
      headers: {
        ...connection.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
        ...more.headers,
      },
      ...(more.timeoutMs === undefined ? {} : { timeout: more.timeoutMs }),
    });
    request.on('response', (response) => resolve({ response, request }));
    request.on('timeout', () => request.destroy(new Error(`no answer within ${more.timeoutMs} ms`)));
    request.on('error', reject);
    request.end(body);
  });

/** A connection that was closed before anything was answered is opened anew, until the time is up. */
const post = async (connection: Connection, body: string, own: Headers): Promise<http.IncomingMessage> => {
  const more = {
    body,
    headers: { accept: 'application/json, text/event-stream', ...own },
    timeoutMs: DOOR_CALL_MS_MAX,
  };
  const begun = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      const headers = tries === 0 ? more.headers : { ...more.headers, connection: 'close' };
      return (await open(connection, 'POST', { ...more, headers })).response;
    } catch (cause) {
      if (!isClosed(cause) || !triesAgain(begun, tries)) throw cause;
      await sleep(retryMs(tries));
    }
  }
};

const send = async (connection: Connection, body: string, own: Headers): Promise<Delivered> => {
  try {
    const response = await post(connection, body, own);
    const status = response.statusCode ?? 0;
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') connection.headers['mcp-session-id'] = session;
    if (status < 200 || status > 299) return { result: 'refused', status, text: await bodyOf(response) };
    if (contentType(response) === 'text/event-stream') await streamOf(response, connection.onMessage);
    else {
      const text = await bodyOf(response);
      if (text.trim() !== '') connection.onMessage(text);
    }
    return { result: 'delivered' };
  } catch (cause) {
    return { result: 'unreachable', cause: cause instanceof Error ? cause.message : String(cause) };
  }
};

/** Servers without such a stream say 405. One that breaks off is opened again from where it was, a few times. */
const listen = async (connection: Connection): Promise<void> => {
  let last: string | undefined;
  for (let failures = 0; failures < LISTEN_FAILURES_MAX && !connection.closed; failures += 1) {
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(last === undefined ? {} : { 'last-event-id': last }),
      };
      const { response } = await open(connection, 'GET', { headers });
      response.socket.unref();
      if (response.statusCode !== 200) {
        response.resume();
        return;
      }
      await streamOf(
        response,
        (text) => {
          failures = 0;
          connection.onMessage(text);
        },
        (id) => {
          last = id;
        },
      );
    } catch {
      // Told by the next message that is sent: nobody waits for anything here.
    }
    await new Promise((resolve) => setTimeout(resolve, LISTEN_RETRY_MS).unref());
  }
};

export const openLink = (door: DoorAddress, onMessage: (text: string) => void): Link => {
  const connection: Connection = {
    url: mcpUrl(door),
    agent: new http.Agent({ keepAlive: true }),
    headers: { ...doorHeaders(door) },
    onMessage,
    closed: false,
  };
  return {
    send: (body, headers) => send(connection, body, headers),
    setProtocolVersion: (version) => {
      connection.headers['mcp-protocol-version'] = version;
    },
    listen: () => void listen(connection),
    close: async () => {
      connection.closed = true;
      if (connection.headers['mcp-session-id'] !== undefined)
        await open(connection, 'DELETE', { timeoutMs: GOODBYE_MS }).then(
          ({ response }) => response.resume(),
          () => {},
        );
      connection.agent.destroy();
    },
  };
};
