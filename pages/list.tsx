// What waits for you, and all runs.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListDocument, Row, Waiting } from '../src/model/dashboard/documents.ts';
import { followsText, outcomeWords, useAnswer } from './answer.tsx';
import { currentSession } from './api.ts';
import { Counts } from './diff.tsx';
import { useKeys } from './keys.ts';
import { Ago, Icon, many, Problem, span, T, Tally, useNow, visible } from './parts.tsx';
import { go, itemPath, runPath } from './places.ts';

const KIND_WORDS = { approval: 'Approve', escalation: 'Decide', question: '' } as const;

const Answer = ({ item }: { readonly item: Waiting }): JSX.Element => {
  const [text, setText] = useState('');
  const { outcome, isSending, send } = useAnswer(item);
  if (currentSession()?.readOnly === true) return <div class="say muted">This server only shows.</div>;
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ text, about: item.about });
      }}
    >
      <input
        class="field"
        size={44}
        aria-label={`Your answer to ${item.run}`}
        placeholder={`Answer the ${item.role}…`}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="btn" type="submit" disabled={isSending || outcome?.is === 'lost' || text.trim() === ''}>
        Send <kbd>↵</kbd>
      </button>
      {outcome !== undefined && (
        <span class="muted" role="status">
          <T>{outcomeWords(outcome)}</T>
        </span>
      )}
    </form>
  );
};

/** What is known about something before anybody opens it. */
const Known = ({ item: { change, known } }: { readonly item: Waiting }): JSX.Element | null => {
  const { measured = 0, stated = 0, waived = 0 } = known ?? {};
  if (change === undefined && measured + stated + waived === 0) return null;
  return (
    <div class="meta">
      {change !== undefined && (
        <span class="known">
          {many(change.files, 'file')} <Counts added={change.added} removed={change.removed} />
        </span>
      )}
      {measured > 0 && (
        <span class="known">
          <Icon name="met" tone="met" small /> {measured} measured
        </span>
      )}
      {stated > 0 && (
        <span class="known">
          <Icon name="said" tone="muted" small /> {stated} only said
        </span>
      )}
      {waived > 0 && (
        <span class="known">
          <Icon name="nocheck" tone="none" small /> {waived} waived
        </span>
      )}
    </div>
  );
};

const Asks = ({ item, selected }: { readonly item: Waiting; readonly selected: boolean }): JSX.Element => {
  const path = itemPath(item.project, item.run, item.item);
  const isWords = item.kind === 'question' && item.choices.length === 0 && item.plays !== true;
  const word = KIND_WORDS[item.kind];
  return (
    <article class={`ask ${selected ? 'sel' : ''}`}>
      <Icon name={item.kind} tone="person" />
      <h2>
        <a class="cut" href={path}>
          {word === '' ? '' : `${word}: `}
          <T>{item.title}</T>
        </a>
      </h2>
      <div class="acts">
        <span class="since dim small nowrap">
          {item.notice === true ? 'told' : 'waits'} <Ago at={item.since} />
        </span>
        {!isWords && (
          <a class={`btn ${selected ? 'go' : ''}`} href={path}>
            {item.kind === 'approval' ? 'Review' : 'Open'} {selected && <kbd>↵</kbd>}
          </a>
        )}
      </div>
      <Known item={item} />
      <div class="meta">
        <a href={runPath(item.project, item.run)}>{item.run}</a>
        <span class="sep">·</span>
        <span>
          {item.workflow}, <T>{item.phase}</T>
        </span>
        {item.yes !== undefined && (
          <>
            <span class="sep">·</span>
            <span>
              approve: <T>{followsText(item.yes)}</T>
            </span>
          </>
        )}
        {item.yes === undefined && item.choices.length > 0 && (
          <>
            <span class="sep">·</span>
            <span>
              you choose: <T>{item.choices.join(', ')}</T>
            </span>
          </>
        )}
      </div>
      {isWords && <Answer item={item} />}
    </article>
  );
};

const STATUS_ICON: Readonly<Record<Row['status'], readonly [string, string, string]>> = {
  running: ['running', 'judging', 'Working'],
  waiting: ['person', 'person', 'Waits for you'],
  complete: ['met', 'met', 'Complete'],
  failed: ['unmet', 'unmet', 'Failed'],
  cancelled: ['stopped', 'none', 'Stopped'],
};

export const StatusIcon = ({
  status,
  small,
}: {
  readonly status: Row['status'];
  readonly small?: boolean;
}): JSX.Element => {
  const [name, tone, title] = STATUS_ICON[status];
  return <Icon name={name} tone={tone} title={title} {...(small ? { small } : {})} />;
};

/** Fourteen of them fit. */
const DOT_STEP = 8;

const Dots = ({ row }: { readonly row: Row }): JSX.Element => {
  const tone = row.status === 'waiting' ? 'person' : row.status === 'failed' ? 'unmet' : 'judging';
  return (
    <svg class="mini" width="118" height="14" viewBox="0 0 118 14" aria-hidden="true">
      {row.dots.length > 1 && <path class="ln" d={`M6 7h${(row.dots.length - 1) * DOT_STEP}`} />}
      {row.dots.map((dot, at) => (
        <circle
          class={dot === 'here' ? tone : dot === 'past' ? 'd' : 'f'}
          cx={6 + at * DOT_STEP}
          cy="7"
          r={dot === 'here' ? 4 : 2.5}
          key={at}
        />
      ))}
    </svg>
  );
};

const where = (row: Row): string => {
  if (row.status === 'complete') return '';
  if (row.status === 'failed') return row.cause ?? row.phase;
  if (row.status === 'running' && !row.held) return `${row.phase}, nobody holds it`;
  const { progress } = row;
  return progress === undefined || row.status !== 'running'
    ? row.phase
    : `${row.phase} · ${progress.done} of ${progress.of}`;
};

const RunRow = ({ row, selected }: { readonly row: Row; readonly selected: boolean }): JSX.Element => (
  <tr class={selected ? 'sel' : ''}>
    <td class="full">
      <div class="runname">
        <StatusIcon status={row.status} />
        <b>
          <a href={runPath(row.project, row.run)}>{row.run}</a>
        </b>
        <span class="cut">
          <T>{row.request}</T>
        </span>
      </div>
    </td>
    <td>
      <div class="where">
        <Dots row={row} />
        <span class="cut" title={visible(where(row))}>
          {row.status === 'waiting' && <span class="person">You · </span>}
          {row.status === 'failed' && <span class="unmet">Failed · </span>}
          {row.status === 'complete' ? 'Complete' : <T>{where(row)}</T>}
        </span>
      </div>
    </td>
    <td class="no-phone muted">{row.workflow}</td>
    <td>
      <Tally accepted={row.accepted} rejected={row.rejected} />
    </td>
    <td class="r dim num no-phone">
      <Ago at={row.at} />
    </td>
  </tr>
);

const FILTERS: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['running', 'Working'],
  ['failed', 'Failed'],
  ['complete', 'Complete'],
];

/** Only rows near the window are drawn: a project may have hundreds. */
const ROW_PX = 39;
const ROWS_WHOLE = 60;

const useWindow = (
  count: number,
  table: { readonly current: HTMLElement | null },
): readonly [number, number] => {
  const [range, setRange] = useState<readonly [number, number]>([0, ROWS_WHOLE]);
  useEffect(() => {
    const look = (): void => {
      const top = table.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / ROW_PX) - 20);
      setRange([first, first + Math.ceil(innerHeight / ROW_PX) + 40]);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [count]);
  return count <= ROWS_WHOLE || innerWidth <= 640 ? [0, count] : range;
};

const Runs = ({
  runs,
  selected,
}: {
  readonly runs: readonly Row[];
  readonly selected: number;
}): JSX.Element => {
  const table = useRef<HTMLTableElement>(null);
  const [from, to] = useWindow(runs.length, table);
  return (
    <section class="card" aria-label="Runs">
      <table class="grid" ref={table}>
        <thead>
          <tr>
            <th>Run</th>
            <th>Where the baton is</th>
            <th>Workflow</th>
            <th>Handoffs</th>
            <th class="r">Last entry</th>
          </tr>
        </thead>
        <tbody>
          {from > 0 && (
            <tr class="space">
              <td colSpan={5} style={{ height: `${from * ROW_PX}px` }} />
            </tr>
          )}
          {runs.slice(from, to).map((row, at) => (
            <RunRow row={row} selected={from + at === selected} key={`${row.project}/${row.run}`} />
          ))}
          {to < runs.length && (
            <tr class="space">
              <td colSpan={5} style={{ height: `${(runs.length - to) * ROW_PX}px` }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
};

export const ListPage = ({
  list,
  query,
}: {
  readonly list: ListDocument;
  readonly query: URLSearchParams;
}): JSX.Element => {
  const state = query.get('state') ?? '';
  const q = (query.get('q') ?? '').toLowerCase();
  const now = useNow();
  const [place, setPlace] = useState(0);
  const runs = list.runs.filter(
    (row) =>
      (state === '' || row.status === state) &&
      (q === '' || `${row.run} ${row.request} ${row.workflow}`.toLowerCase().includes(q)),
  );
  const paths = [
    ...list.waiting.map((item) => itemPath(item.project, item.run, item.item)),
    ...runs.map((row) => runPath(row.project, row.run)),
  ];
  useKeys({
    j: () => setPlace((was) => Math.min(paths.length - 1, was + 1)),
    k: () => setPlace((was) => Math.max(0, was - 1)),
    Enter: () => {
      const path = paths[place];
      if (path !== undefined) go(path);
    },
  });
  const [oldest] = list.waiting;
  const unread = list.unread ?? 0;
  const working = list.runs.filter(({ status }) => status === 'running').length;
  return (
    <>
      <div class="top">
        <div class="crumb">
          <b class="cut">
            <T>{list.projects.map(({ name }) => name).join(', ')}</T>
          </b>
        </div>
        <div class="right">
          <span class="dim no-phone">
            <kbd>J</kbd> <kbd>K</kbd> move <kbd>↵</kbd> open <kbd>?</kbd> all keys
          </span>
        </div>
      </div>
      <div class="sect">
        <h1>Waiting for you</h1>
        {list.waiting.length > 0 && <span class="chip person">{list.waiting.length}</span>}
        <div class="right no-phone">
          {oldest !== undefined && (
            <span class="dim small">longest {span(now - Date.parse(oldest.since))}</span>
          )}
        </div>
      </div>
      {list.waiting.length > 0 ? (
        <section class="card inbox" aria-label="Waiting for you">
          {list.waiting.map((item, at) => (
            <Asks item={item} selected={at === place} key={`${item.project}/${item.run}/${item.item}`} />
          ))}
        </section>
      ) : (
        <section class="card empty" aria-label="Waiting for you">
          <Icon name={unread > 0 ? 'judging' : 'met'} tone={unread > 0 ? 'judging' : 'met'} />
          <h2>{unread > 0 ? 'Nothing waits for you so far.' : 'Nothing waits for you.'}</h2>
          <p class="muted">
            {unread > 0
              ? `${many(unread, 'run is', 'runs are')} still being read.`
              : working === 0
                ? 'No run is working.'
                : `${many(working, 'run is', 'runs are')} working.`}
          </p>
        </section>
      )}
      <div class="sect" id="runs">
        <h2>Runs</h2>
        <div class="right">
          <nav class="seg" aria-label="Which runs">
            {FILTERS.map(([key, word]) => (
              <a
                href={key === '' ? '/' : `/runs?state=${key}`}
                {...(key === state ? { 'aria-current': 'true' } : {})}
                key={key}
              >
                {word}{' '}
                <span class="num">
                  {list.runs.filter(({ status }) => key === '' || status === key).length}
                </span>
              </a>
            ))}
          </nav>
        </div>
      </div>
      {list.unreadable.map(({ run, message }) => (
        <Problem
          cause={new Error(`${run} cannot be shown: ${message} Look closer: baton verify ${run}`)}
          key={run}
        />
      ))}
      {runs.length > 0 ? (
        <Runs runs={runs} selected={place - list.waiting.length} />
      ) : (
        <section class="card empty">
          <Icon name="runs" tone="none" />
          <h3>
            {unread > 0 ? 'Reading…' : list.runs.length === 0 ? 'No run here yet.' : 'No run like that.'}
          </h3>
          {list.runs.length === 0 && unread === 0 && (
            <>
              <p class="muted">Start one in a terminal:</p>
              <pre class="cmd">baton run "Add a search box"</pre>
            </>
          )}
        </section>
      )}
    </>
  );
};
