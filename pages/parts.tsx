// Small parts that all pages are made of. What agents wrote becomes text nodes, and what cannot be seen is shown.
import { Component, type ComponentChildren, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refused } from './api.ts';
import { runPath } from './places.ts';

const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const sign = (char: string): string =>
  `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

export const visible = (text: string): string => text.replace(HIDDEN, sign);
export const hiddenIn = (text: string): number => text.match(HIDDEN)?.length ?? 0;

/** Drawn again only when one of its properties is another. */
export const memo = <P extends object>(Part: (props: P) => JSX.Element | null) =>
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return (Object.keys({ ...this.props, ...next }) as (keyof P)[]).some(
        (name) => next[name] !== this.props[name],
      );
    }
    override render(): JSX.Element | null {
      return Part(this.props);
    }
  };

export const T = ({ children }: { readonly children: string | undefined }): JSX.Element => (
  <>{visible(children ?? '')}</>
);

export const Icon = ({ name, tone = '', small, title }: IconProps): JSX.Element =>
  title === undefined ? (
    <svg class={`i ${small ? 's' : ''} ${tone}`} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  ) : (
    <svg class={`i ${small ? 's' : ''} ${tone}`} role="img" aria-label={title}>
      <use href={`#${name}`} />
    </svg>
  );

interface IconProps {
  readonly name: string;
  readonly tone?: string;
  readonly small?: boolean;
  readonly title?: string;
}

export const short = (digest: string): string => digest.slice(digest.indexOf(':') + 1).slice(0, 7);

export const Digest = ({ of, end }: { readonly of: string; readonly end?: boolean }): JSX.Element => (
  <span class={`dig ${end ? 'end' : ''}`} title={of}>
    {short(of)}
  </span>
);

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
});

/** Before today, as this browser counts days. */
export const isEarlier = (at: string): boolean => Date.parse(at) < new Date().setHours(0, 0, 0, 0);

export const clock = (at: string): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  // A time alone is one of today.
  return isEarlier(at) ? DAY.format(date) : TIME.format(date);
};

const UNITS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

export const span = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const unit = UNITS.find(([size]) => seconds >= size);
  return unit === undefined ? `${seconds} s` : `${Math.floor(seconds / unit[0])} ${unit[1]}`;
};

/** Minutes are told with their seconds, as long as they are few. */
const long = (ms: number): string => {
  const seconds = Math.round(ms / 1000) % 60;
  return ms < 600_000 && seconds > 0 ? `${Math.floor(ms / 60_000)} min ${seconds} s` : span(ms);
};

export const took = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : long(ms);

const clocks = new Set<(now: number) => void>();
setInterval(() => {
  const now = Date.now();
  for (const tell of clocks) tell(now);
}, 1000);

/** Redrawn every second, all at once, so that ages stay true. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    clocks.add(setNow);
    return () => void clocks.delete(setNow);
  }, []);
  return now;
};

export const Ago = ({ at }: { readonly at: string }): JSX.Element => <>{span(useNow() - Date.parse(at))}</>;

export const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
export const nth = (count: number): string =>
  `${count}${['th', 'st', 'nd', 'rd'][count % 10 > 3 || Math.floor((count % 100) / 10) === 1 ? 0 : count % 10]}`;

export const Tally = ({
  accepted,
  rejected,
}: {
  readonly accepted: number;
  readonly rejected: number;
}): JSX.Element => (
  <span class="tally">
    <span>
      <Icon name="met" tone="met" small title="accepted" />
      {accepted}
    </span>
    {rejected > 0 && (
      <span>
        <Icon name="unmet" tone="unmet" small title="rejected" />
        {rejected}
      </span>
    )}
  </span>
);

export const Note = ({ icon, tone, children }: NoteProps): JSX.Element => (
  <div class={`note ${tone ?? ''}`} role="status">
    <Icon name={icon} tone={tone ?? ''} />
    <span>{children}</span>
  </div>
);

interface NoteProps {
  readonly icon: string;
  readonly tone?: string;
  readonly children: ComponentChildren;
}

/** `alone`: it is all that the page shows. */
export const Problem = ({
  cause,
  alone,
}: {
  readonly cause: unknown;
  readonly alone?: boolean;
}): JSX.Element => {
  const reply = cause instanceof Refused ? cause.reply : undefined;
  return (
    <section class="card">
      <header>
        <Icon name="unmet" tone="unmet" />
        {alone === true ? <h1>{reply?.code ?? 'Not shown'}</h1> : <h2>{reply?.code ?? 'Not shown'}</h2>}
      </header>
      <div class="pad">
        <p>
          <T>{reply?.message ?? (cause instanceof Error ? cause.message : String(cause))}</T>
        </p>
        {reply?.hint !== undefined && (
          <p class="muted">
            <T>{reply.hint}</T>
          </p>
        )}
      </div>
    </section>
  );
};

const SKELETON_AFTER_MS = 150;

/** `alone`: it is all that the page shows, so it has the page's heading too. */
export const Loading = ({ alone }: { readonly alone?: boolean }): JSX.Element | null => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <section class="card" aria-busy="true" aria-label="Loading">
      <div class="pad">
        {alone === true && (
          <div class="sr" role="heading" aria-level={1}>
            Loading
          </div>
        )}
        <div class="sk" />
        <div class="sk w2" />
        <div class="sk w3" />
      </div>
    </section>
  );
};

export interface Loaded<V> {
  readonly value?: V;
  readonly cause?: unknown;
  readonly again: () => void;
}

/** What an address gives; asked again when one of the keys is another. The last value stays until the next is there. */
export const useLoaded = <V,>(
  load: (signal: AbortSignal) => Promise<V>,
  keys: readonly unknown[],
): Loaded<V> => {
  const [state, setState] = useState<{ value?: V; cause?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ value }),
      (cause: unknown) => !controller.signal.aborted && setState((was) => ({ ...was, cause })),
    );
    return () => controller.abort();
  }, [...keys, round]);
  return { ...state, again: () => setRound((was) => was + 1) };
};

const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|!\[[^\]\n]*\]\([^)\s]*\)|\[[^\]\n]+\]\([^)\s]+\))/;

/** Images are named, links show where they lead: nothing is loaded, nothing is followed unseen. */
const inline = (text: string): ComponentChildren[] =>
  text.split(INLINE).map((part) => {
    if (part.startsWith('`') && part.endsWith('`') && part.length > 2)
      return <code>{visible(part.slice(1, -1))}</code>;
    if (part.startsWith('**') && part.length > 4) return <b class="strong">{visible(part.slice(2, -2))}</b>;
    const image = /^!\[([^\]]*)\]/.exec(part);
    if (image !== null) return `[image: ${visible(image[1] ?? '')}]`;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    return link === null ? visible(part) : `${visible(link[1] ?? '')} (${visible(link[2] ?? '')})`;
  });

/** Enough of Markdown to read it; all of it becomes nodes. */
export const Markdown = ({ text }: { readonly text: string }): JSX.Element => {
  const blocks: JSX.Element[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*(```|~~~)/.test(line)) {
      const end = lines.findIndex((other, place) => place > at && /^\s*(```|~~~)/.test(other));
      const stop = end === -1 ? lines.length : end;
      blocks.push(
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <pre class="cmd" tabIndex={0}>
          {visible(lines.slice(at + 1, stop).join('\n'))}
        </pre>,
      );
      at = stop;
      continue;
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const bullet = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (heading !== null) blocks.push(<p class="strong md-h">{inline(heading[1] ?? '')}</p>);
    else if (bullet !== null) blocks.push(<p class="md-li">{inline(bullet[1] ?? '')}</p>);
    else if (line.trim() !== '') {
      let end = at + 1;
      while (
        end < lines.length &&
        !/^\s*$|^#{1,6}\s|^\s*(?:[-*+]|\d+[.)])\s|^\s*(?:```|~~~)/.test(lines[end] ?? '')
      )
        end += 1;
      // As it was written: lines of a paragraph may be what a program printed.
      blocks.push(<p class="md-p">{inline(lines.slice(at, end).join('\n'))}</p>);
      at = end - 1;
    }
  }
  return <div class="md">{blocks}</div>;
};

/** Where a page is: the list it came from, its run, and itself. */
export const Crumbs = ({ from = 'Runs', project, run, at, name }: CrumbsProps): JSX.Element => (
  <div class="crumb">
    <a href="/">{from}</a> <span class="dim">/</span> <a href={runPath(project, run, at)}>{run}</a>{' '}
    <span class="dim">/</span>{' '}
    <b class="cut">
      <T>{name}</T>
    </b>
  </div>
);

interface CrumbsProps {
  readonly from?: 'Runs' | 'Inbox';
  readonly project: string | undefined;
  readonly run: string;
  readonly at?: number | undefined;
  readonly name: string;
}
