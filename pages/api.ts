// How pages ask the server: the token in a header, errors as they came, streams that come back by themselves.
import type { ErrorReply } from '../src/model/dashboard/documents.ts';

export class Refused extends Error {
  readonly status: number;
  readonly reply: ErrorReply;
  constructor(status: number, reply: ErrorReply) {
    super(reply.message);
    this.status = status;
    this.reply = reply;
  }
}

export interface Session {
  readonly token: string;
  readonly readOnly: boolean;
  readonly person: string;
  readonly version: string;
}

const KEY = 'baton-session';
let session: Session | undefined;

export const currentSession = (): Session | undefined => session;

const keep = (found: Session): Session => {
  session = found;
  sessionStorage.setItem(KEY, JSON.stringify(found));
  return found;
};

const replyOf = async (response: Response): Promise<ErrorReply> => {
  try {
    return (await response.json()) as ErrorReply;
  } catch {
    return { code: 'INTERNAL', message: `the server answered ${response.status}` };
  }
};

const headers = (): Record<string, string> =>
  session === undefined ? {} : { authorization: `Bearer ${session.token}` };

const checked = async (response: Response): Promise<Response> => {
  if (!response.ok) throw new Refused(response.status, await replyOf(response));
  return response;
};

export const getJson = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const response = await fetch(path, { headers: headers(), ...(signal === undefined ? {} : { signal }) });
  return (await checked(response)).json() as Promise<T>;
};

export const getText = async (path: string): Promise<string> =>
  (await checked(await fetch(path, { headers: headers() }))).text();

export const postJson = async <T>(path: string, body: unknown): Promise<T> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await checked(response)).json() as Promise<T>;
};

/** Tabs of the same browser tell each other: a link that opens a new one needs no new code. */
const channel = new BroadcastChannel('baton');
channel.onmessage = ({ data }) => {
  if (data === 'who' && session !== undefined) channel.postMessage(session);
};

const NEIGHBOUR_MS = 250;

const fromNeighbour = (): Promise<Session | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), NEIGHBOUR_MS);
    channel.addEventListener('message', ({ data }) => {
      if (typeof data !== 'object' || data === null || typeof data.token !== 'string') return;
      clearTimeout(timer);
      resolve(data as Session);
    });
    channel.postMessage('who');
  });

const exchange = async (): Promise<Session | undefined> => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  // The address bar, the history and whoever looks over a shoulder keep no code.
  history.replaceState(null, '', location.pathname + location.search);
  return keep(await postJson<Session>('/api/session', { code }));
};

/** Undefined where nobody has let this browser in. */
export const signIn = async (): Promise<Session | undefined> => {
  const kept = sessionStorage.getItem(KEY);
  if (kept !== null) session = JSON.parse(kept) as Session;
  try {
    const found = await exchange();
    if (found !== undefined) return found;
  } catch (cause) {
    if (session === undefined) throw cause;
  }
  if (session !== undefined) return session;
  const neighbour = await fromNeighbour();
  return neighbour === undefined ? undefined : keep(neighbour);
};

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export type Connection =
  | { readonly is: 'live' }
  | { readonly is: 'lost'; readonly since: number }
  | { readonly is: 'out' };

const SILENT_MS = 35_000;
const RETRY_MS = 500;
const RETRY_MS_MAX = 10_000;

const eventIn = (block: string): StreamEvent | undefined => {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
  }
  const { id = '', event = 'message', data } = fields;
  return data === undefined ? undefined : { id, event, data: JSON.parse(data) };
};

const readStream = async (
  response: Response,
  controller: AbortController,
  tell: (event: StreamEvent) => void,
) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  let timer = setTimeout(() => controller.abort(), SILENT_MS);
  for (;;) {
    const { done, value } = await reader.read();
    clearTimeout(timer);
    if (done) return;
    timer = setTimeout(() => controller.abort(), SILENT_MS);
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) tell(event);
    }
  }
};

/** `pathAfter` is asked for each time, so that a stream goes on after the last event that was taken. */
export const follow = (
  pathAfter: () => string,
  tell: (event: StreamEvent) => void,
  stand: (connection: Connection) => void,
): (() => void) => {
  let ended = false;
  let controller = new AbortController();
  let pause = RETRY_MS;
  let lostSince: number | undefined;
  const run = async (): Promise<void> => {
    while (!ended) {
      controller = new AbortController();
      try {
        const response = await checked(
          await fetch(pathAfter(), { headers: headers(), signal: controller.signal }),
        );
        lostSince = undefined;
        pause = RETRY_MS;
        stand({ is: 'live' });
        await readStream(response, controller, tell);
      } catch (cause) {
        if (cause instanceof Refused && cause.status === 401 && !ended) {
          stand({ is: 'out' });
          return;
        }
      }
      if (ended) return;
      lostSince ??= Date.now();
      stand({ is: 'lost', since: lostSince });
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(RETRY_MS_MAX, pause * 2);
    }
  };
  void run();
  return () => {
    ended = true;
    controller.abort();
  };
};
