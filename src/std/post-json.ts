// One JSON request, never a rejected promise: whether the other side is there is an answer like any other.
import http from 'node:http';

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly agent?: http.Agent;
}

export type PostResult =
  | { readonly reached: true; readonly status: number; readonly text: string }
  | { readonly reached: false; readonly cause: string };

type Attempt = PostResult | { readonly reached: 'stale' };

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
      resolve(request.reusedSocket ? { reached: 'stale' } : { reached: false, cause: cause.message }),
    );
    request.end(body);
  });

/** A kept connection may have been closed by the other side just now; only then is the request sent again, once. */
export const postJson = async (url: string, body: unknown, options: PostOptions): Promise<PostResult> => {
  const bytes = Buffer.from(JSON.stringify(body));
  try {
    const first = await post(url, bytes, options);
    if (first.reached !== 'stale') return first;
    const { agent: _kept, ...fresh } = options;
    const second = await post(url, bytes, fresh);
    return second.reached === 'stale' ? { reached: false, cause: 'the connection broke off' } : second;
  } catch (cause) {
    return { reached: false, cause: cause instanceof Error ? cause.message : String(cause) };
  }
};
