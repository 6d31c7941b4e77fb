// One JSON request, never a rejected promise: whether the other side is there is an answer like any other.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly agent?: http.Agent;
}

export type PostResult =
  | { readonly reached: true; readonly status: number; readonly text: string }
  | { readonly reached: false; readonly cause: string };

/** Closed before anything was answered: by a server that has too many connections, or on a connection that was kept. */
type Attempt = PostResult | { readonly reached: 'closed'; readonly cause: string };

/** How long a server that closes without an answer is tried again: it has no room just now, or is broken. */
const CLOSED_MS_MAX = 10_000;
/** And how often at least: on a busy machine few tries fit into that time. */
const CLOSED_TRIES_MIN = 20;
const RETRY_MS = 50;
const RETRY_MS_MAX = 1_000;

/** The pause before a request is sent again. */
export const retryMs = (tries: number): number => Math.min(RETRY_MS * 2 ** tries, RETRY_MS_MAX);

/** Whether somebody who began then, and was closed upon so often, tries again. */
export const triesAgain = (begun: number, tries: number): boolean =>
  tries < CLOSED_TRIES_MIN || performance.now() + retryMs(tries) < begun + CLOSED_MS_MAX;

const CLOSED = ['ECONNRESET', 'EPIPE'];

/** Whether the other side closed the connection before it answered: it is there, and may have room later. */
export const isClosed = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && CLOSED.includes(String(cause.code));

const collect = (
  response: http.IncomingMessage,
  bytesMax: number,
  done: (result: PostResult) => void,
): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) response.destroy(new Error(`the answer is longer than ${bytesMax} bytes`));
    else chunks.push(chunk);
  });
  response.on('end', () =>
    done({ reached: true, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
  );
  response.on('error', (cause) => done({ reached: false, cause: cause.message }));
  response.on('close', () => done({ reached: false, cause: 'the answer broke off' }));
};

const post = (url: string, body: Buffer, options: PostOptions): Promise<Attempt> =>
  new Promise((resolve) => {
    const request = http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...options.headers },
      timeout: options.timeoutMs,
      ...(options.agent === undefined ? {} : { agent: options.agent }),
    });
    request.on('response', (response) => collect(response, options.bytesMax, resolve));
    request.on('timeout', () => {
      resolve({ reached: false, cause: `no answer within ${options.timeoutMs} ms` });
      request.destroy();
    });
    request.on('error', (cause) =>
      resolve({ reached: isClosed(cause) ? 'closed' : false, cause: cause.message }),
    );
    request.end(body);
  });

/**
 * A connection that was closed before anything was answered is opened anew, until the time is up: the other side is
 * there, and has no room just now. Who is asked must take the same request twice for one.
 */
export const postJson = async (url: string, body: unknown, options: PostOptions): Promise<PostResult> => {
  const bytes = Buffer.from(JSON.stringify(body));
  const begun = performance.now();
  const { agent: _kept, ...fresh } = options;
  try {
    let result = await post(url, bytes, options);
    for (let tries = 0; result.reached === 'closed'; tries += 1) {
      const isLate = performance.now() + retryMs(tries) > begun + options.timeoutMs;
      if (isLate || !triesAgain(begun, tries)) return { reached: false, cause: result.cause };
      await sleep(retryMs(tries));
      result = await post(url, bytes, fresh);
    }
    return result;
  } catch (cause) {
    return { reached: false, cause: cause instanceof Error ? cause.message : String(cause) };
  }
};
