// Tells people about a run beside its work: nothing of the run waits for it, and nothing fails because of it.
import { NOTIFICATIONS_MAX, NOTIFY_DRAIN_MS_MAX } from '../../model/limits/runtime.ts';
import type { NotifyConfig } from '../../model/notify-config.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import { dashboardOf, itemPath } from '../dashboard/served-file.ts';
import { type News, newsIn } from './news.ts';
import { type Way, waysOf } from './ways.ts';

export interface Notifier {
  onState(state: State): void;
  /** Resolves when everything is sent, or its time is up. */
  close(): Promise<void>;
}

interface Outbox {
  add(news: News): void;
  readonly sent: Promise<void>;
}

/** One after the other; one that fails is told once, and the others are still tried. */
const createOutbox = (way: Way, warn: (words: string) => void): Outbox => {
  const waiting: News[] = [];
  let sending = Promise.resolve();
  let isSending = false;
  let told: string | undefined;
  const sendAll = async (): Promise<void> => {
    for (let news = waiting.shift(); news !== undefined; news = waiting.shift()) {
      const problem = await way.send(news);
      if (problem !== undefined && problem !== told) warn(`notify: ${way.name}: ${problem}`);
      told = problem;
    }
    isSending = false;
  };
  return {
    add: (news) => {
      waiting.push(news);
      if (waiting.length > NOTIFICATIONS_MAX) waiting.shift();
      if (isSending) return;
      isSending = true;
      sending = sendAll();
    },
    get sent() {
      return sending;
    },
  };
};

const addressed = async (place: Place, news: News): Promise<News> => {
  const served = await dashboardOf(place);
  if (served === undefined) return news;
  const path =
    news.item === undefined ? `/runs/${encodeURIComponent(news.run)}` : itemPath(news.run, news.item);
  return { ...news, address: `${served.url}${path}` };
};

export const createNotifier = (
  config: NotifyConfig,
  place: Place,
  warn: (words: string) => void,
): Notifier => {
  const over = new AbortController();
  const outboxes = waysOf(config, { env: place.env, signal: over.signal }).map((way) =>
    createOutbox(way, warn),
  );
  let before: State | undefined;
  let adding = Promise.resolve();
  return {
    onState: (state) => {
      const news = before === undefined || outboxes.length === 0 ? [] : newsIn(state, before);
      before = state;
      for (const one of news)
        adding = adding.then(async () => {
          const full = await addressed(place, one);
          for (const outbox of outboxes) outbox.add(full);
        });
    },
    close: async () => {
      const all = adding.then(() => Promise.all(outboxes.map(({ sent }) => sent)));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, NOTIFY_DRAIN_MS_MAX);
      });
      await Promise.race([all, late]);
      clearTimeout(timer);
      over.abort();
    },
  };
};
