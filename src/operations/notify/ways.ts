// The ways a notification is sent: each ends within its time, and says in words why it failed.
import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeText } from '../../errors.ts';
import { NOTIFY_MS_MAX, WEBHOOK_TRIES_MAX } from '../../model/limits/runtime.ts';
import type { NotifyConfig } from '../../model/notify-config.ts';
import { retryMs } from '../../std/post-json.ts';
import type { News } from './news.ts';

interface Around {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whoever sends has no more time: what is on its way is given up. */
  readonly signal: AbortSignal;
}

export interface Way {
  readonly name: string;
  /** Undefined when it was delivered. */
  readonly send: (news: News) => Promise<string | undefined>;
}

const kill = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
};

/** Without a shell: what agents wrote is an argument, or comes on stdin. */
const run = (words: readonly string[], { env, signal }: Around, input: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const [program = '', ...args] = words;
    const child = spawn(program, args, { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    const done = (problem: string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(problem);
    };
    const giveUp = (): void => {
      kill(child.pid);
      done(`${program} took too long`);
    };
    const timer = setTimeout(giveUp, NOTIFY_MS_MAX);
    signal.addEventListener('abort', giveUp);
    child.on('error', (cause) => done(causeText(cause)));
    child.on('exit', (code, signal) =>
      done(code === 0 ? undefined : `${program} ended with ${signal ?? code}`),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });

/** What the desktop takes for markup is text. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const OSASCRIPT = [
  ...['-e', 'on run argv'],
  ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
  ...['-e', 'end run'],
];

const desktopWords = ({ title, text, address }: News): readonly string[] => {
  const body = [text, ...(address === undefined ? [] : [address])].join('\n');
  return process.platform === 'darwin'
    ? ['osascript', ...OSASCRIPT, title, body]
    : ['notify-send', '--app-name=Baton', '--', title, escaped(body)];
};

/** Over the time and the body, so that neither can be exchanged. */
export const webhookSignature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

const post = async (
  url: string,
  secret: string,
  body: string,
  around: Around,
): Promise<string | undefined> => {
  const signal = AbortSignal.any([around.signal, AbortSignal.timeout(NOTIFY_MS_MAX)]);
  const delivery = randomUUID();
  let problem: string | undefined;
  for (let tries = 0; tries < WEBHOOK_TRIES_MAX && !signal.aborted; tries += 1) {
    if (tries > 0) await sleep(retryMs(tries));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    try {
      const { ok, status } = await fetch(url, {
        ...{ method: 'POST', body, signal, redirect: 'manual' },
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': 'baton' },
          ...{ 'x-baton-delivery': delivery, 'x-baton-timestamp': timestamp },
          'x-baton-signature': webhookSignature(secret, timestamp, body),
        },
      });
      if (ok) return undefined;
      problem = `the server answered ${status}`;
      // What it does not want now it does not want later, either.
      if (status < 500 && status !== 429) return problem;
    } catch (cause) {
      problem = causeText(cause);
    }
  }
  return problem;
};

export const waysOf = (config: NotifyConfig, around: Around): readonly Way[] => {
  const { run: words, webhook, desktop } = config;
  const ways: Way[] = [];
  if (desktop === true) ways.push({ name: 'desktop', send: (news) => run(desktopWords(news), around, '') });
  if (words !== undefined)
    ways.push({ name: 'run', send: (news) => run(words, around, `${JSON.stringify(news)}\n`) });
  if (webhook !== undefined)
    ways.push({
      name: 'webhook',
      send: async (news) => {
        const secret = around.env[webhook.secret];
        return secret === undefined || secret === ''
          ? `expected a key in the variable ${webhook.secret}, it is not set`
          : post(webhook.url, secret, JSON.stringify(news), around);
      },
    });
  return ways;
};
