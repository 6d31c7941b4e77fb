// One run: its track, its handoffs, the facts that hold, and time travel.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HandoffRow, RunView, Streamed, WorkCell } from '../src/model/dashboard/documents.ts';
import { type Connection, currentSession, follow, getJson, postJson, Refused } from './api.ts';
import { onKeys } from './keys.ts';
import { StatusIcon } from './list.tsx';
import {
  Ago,
  clock,
  Digest,
  Icon,
  Loading,
  many,
  Note,
  nth,
  Problem,
  span,
  T,
  took,
  useNow,
} from './parts.tsx';
import { api, go, handoffPath, itemPath, logPath, runApi, runPath } from './places.ts';
import { TrackCard } from './track.tsx';
import { Travel } from './travel.tsx';

interface Live {
  readonly view?: RunView;
  readonly marks: string;
  readonly cause?: unknown;
}

/** The run as it is now: entries are taken once, in order, whatever happens to the connection. */
const useRun = (project: string | undefined, run: string, stand: (connection: Connection) => void): Live => {
  const [live, setLive] = useState<Live>({ marks: '' });
  const seen = useRef(0);
  const waiting = useRef<Live | undefined>(undefined);
  useEffect(() => {
    let marks = '';
    seen.current = 0;
    setLive({ marks: '' });
    const show = (next: Live): void => {
      // Once for each frame, however many come.
      if (waiting.current === undefined)
        requestAnimationFrame(() => {
          if (waiting.current !== undefined) setLive(waiting.current);
          waiting.current = undefined;
        });
      waiting.current = next;
    };
    return follow(
      () => api(runApi(run, '/events'), project, { from: seen.current }),
      ({ event, data }) => {
        if (event === 'reset') {
          seen.current = 0;
          marks = '';
          return;
        }
        const { entries, view } = data as Streamed;
        for (const { seq, mark } of entries) {
          if (seq !== seen.current + 1) continue;
          marks += mark;
          seen.current = seq;
        }
        show({ view, marks });
      },
      (connection) => {
        stand(connection);
        if (connection.is === 'lost' && seen.current === 0)
          getJson<RunView>(api(runApi(run), project)).catch((cause: unknown) => {
            if (cause instanceof Refused) setLive((was) => ({ ...was, cause }));
          });
      },
    );
  }, [project, run]);
  return live;
};

/** The run as it stood at an entry; the last answer stays until the next one is there. */
const usePast = (
  project: string | undefined,
  run: string,
  at: number | undefined,
): { view?: RunView; cause?: unknown } => {
  const [past, setPast] = useState<{ view?: RunView; cause?: unknown }>({});
  useEffect(() => {
    if (at === undefined) return setPast({});
    const controller = new AbortController();
    getJson<RunView>(api(runApi(run), project, { at }), controller.signal).then(
      (view) => setPast({ view }),
      (cause: unknown) => !controller.signal.aborted && setPast({ cause }),
    );
    return () => controller.abort();
  }, [project, run, at]);
  return past;
};

const STATUS_WORDS: Readonly<Record<RunView['status'], string>> = {
  ...{
    running: 'Working',
    waiting: 'Waits for you',
    complete: 'Complete',
    failed: 'Failed',
    cancelled: 'Stopped',
  },
};
const STATUS_TONE: Readonly<Record<RunView['status'], string>> = {
  ...{ running: 'judging', waiting: 'person', complete: 'met', failed: 'unmet', cancelled: '' },
};

/** Is it stuck? One sentence. */
const standsText = ({ stands }: RunView, now: number): string => {
  const { kind, who = '', since, lastOutputAt, deadline, retryAt, left, cause } = stands;
  const ago = (at: string | undefined): string => (at === undefined ? '' : span(now - Date.parse(at)));
  switch (kind) {
    case 'ended':
      return cause ?? '';
    case 'people':
      // Its head says so.
      return '';
    case 'unheld':
      return 'Nobody holds this run. Nothing is lost.';
    case 'working': {
      const quiet =
        lastOutputAt === undefined
          ? 'It has printed nothing yet'
          : `It last printed something ${ago(lastOutputAt)} ago`;
      return `${who} works since ${ago(since)}. ${quiet}${deadline === undefined ? '.' : `; its attempt ends at ${clock(deadline)}.`}`;
    }
    case 'judging':
      return `${who} is being judged since ${ago(since)}: ${many(left ?? 0, 'observation is', 'observations are')} still to come.`;
    case 'retry':
      return `${who} failed and is started again at ${clock(retryAt ?? '')}.`;
    case 'idle':
      return `The last entry is ${ago(since)} old.`;
  }
};

const Head = ({ view, isPast }: { readonly view: RunView; readonly isPast: boolean }): JSX.Element => {
  const [item] = view.waiting;
  const tone = STATUS_TONE[view.status];
  return (
    <div class="head">
      <div class="row">
        <h1>
          <T>{view.request.split('\n')[0]?.slice(0, 200)}</T>
        </h1>
        <div class="right">
          {item !== undefined && !isPast && (
            <a class="btn go" href={itemPath(view.project, view.run, item.item)}>
              Review and answer
            </a>
          )}
        </div>
      </div>
      <div class="chips">
        <span class={`chip ${tone}`}>
          <StatusIcon status={view.status} small />
          {STATUS_WORDS[view.status]}
          {item !== undefined && (
            <>
              {' '}
              · <Ago at={item.since} />
            </>
          )}
        </span>
        <span class="dot">{view.workflow}</span>
        <span class="dot">
          {view.handed.accepted} accepted, {view.handed.rejected} rejected
        </span>
        <span class="dot">isolation: {view.isolation}</span>
        <span class="dot">{many(view.last, 'entry', 'entries')}</span>
      </div>
    </div>
  );
};

const ROW_ICON: Readonly<Record<HandoffRow['status'], readonly [string, string, string]>> = {
  judging: ['judging', 'judging', 'Being judged'],
  accepted: ['met', 'met', 'Accepted'],
  rejected: ['unmet', 'unmet', 'Rejected'],
  unproven: ['unproven', 'unproven', 'Not proven'],
};

export const RowIcon = ({ row }: { readonly row: HandoffRow }): JSX.Element => {
  const [name, tone, title] =
    row.kind === 'human' ? (['person', 'person', 'Your answer'] as const) : ROW_ICON[row.status];
  return <Icon name={name} tone={tone} title={title} />;
};

export const RowText = ({ row }: { readonly row: HandoffRow }): JSX.Element => {
  if (row.status === 'judging') return <>Being judged</>;
  if (row.status !== 'accepted')
    return (
      <>
        <span class={`${row.status === 'unproven' ? 'unproven' : 'unmet'} strong`}>
          {row.status === 'unproven' ? 'Not proven:' : 'Rejected:'}
        </span>{' '}
        {row.problems > 1 ? `${row.problems} problems, the first: ` : ''}
        <T>{row.first}</T>
      </>
    );
  return (
    <>
      <b class="strong">
        <T>{row.outcome}</T>
      </b>
      {row.said !== undefined && (
        <span class="dim">
          {' '}
          · “<T>{row.said}</T>”
        </span>
      )}
    </>
  );
};

export const whoOf = (row: HandoffRow): string =>
  row.kind === 'human'
    ? (row.person ?? 'a person')
    : row.kind === 'engine'
      ? 'Baton'
      : `${row.role}${row.item === undefined || row.item === row.role ? '' : ` ${row.item}`}`;

const Handoffs = ({ view, at }: { readonly view: RunView; readonly at: number | undefined }): JSX.Element => {
  const [only, setOnly] = useState<'all' | 'rejected' | 'yours'>('all');
  const isRejected = ({ status }: HandoffRow): boolean => status === 'rejected' || status === 'unproven';
  const rows = view.handoffs.filter(
    (row) => only === 'all' || (only === 'yours' ? row.kind === 'human' : isRejected(row)),
  );
  const count = {
    all: view.handoffs.length,
    rejected: view.handoffs.filter(isRejected).length,
    yours: view.handoffs.filter(({ kind }) => kind === 'human').length,
  };
  return (
    <section class="card" aria-label="Handoffs">
      <header>
        <h2>Handoffs</h2>
        <span class="dim num">{view.handoffs.length + view.handoffsLeft}</span>
        <div class="right no-phone">
          <div class="seg" role="group" aria-label="Which handoffs">
            {(['all', 'rejected', 'yours'] as const).map((key) => (
              <button type="button" aria-pressed={key === only} onClick={() => setOnly(key)} key={key}>
                {{ all: 'All', rejected: 'Rejected', yours: 'Yours' }[key]}{' '}
                <span class="num">{count[key]}</span>
              </button>
            ))}
          </div>
        </div>
      </header>
      <table class="tl">
        <colgroup>
          <col class="k1" />
          <col class="k2" />
          <col class="k3" />
          <col />
          <col class="k5" />
          <col class="k6" />
        </colgroup>
        <tbody>
          {rows.map((row, place) => {
            const before = rows[place - 1];
            const first = before === undefined || before.phase !== row.phase || before.visit !== row.visit;
            const tone = row.kind === 'human' ? 'you' : isRejected(row) ? 'rej' : '';
            return (
              <tr class={`${tone} ${first ? 'first' : ''}`} key={row.submission}>
                <td class="c-p">
                  {first && (
                    <>
                      <span class="phn">
                        <T>{row.phase}</T>
                      </span>{' '}
                      {row.visit > 1 && <span class="dim">{nth(row.visit)}</span>}
                    </>
                  )}
                </td>
                <td class="c-i">
                  <RowIcon row={row} />
                </td>
                <td class="c-w">
                  <div class="who">
                    <span class="cut">
                      <T>{whoOf(row)}</T>
                    </span>
                    <code>
                      <T>{row.contract}</T>
                    </code>
                  </div>
                </td>
                <td class="c-d cut">
                  <a href={handoffPath(view.project, view.run, row.seq, at)}>
                    <RowText row={row} />
                  </a>
                </td>
                <td class="c-m">
                  {row.judgedMs !== undefined && row.judgedMs > 0 ? took(row.judgedMs) : ''}
                </td>
                <td class="c-t">{clock(row.at)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p class="pad muted">No handoff yet.</p>}
      {view.handoffsLeft > 0 && (
        <p class="pad muted">
          {view.handoffsLeft} older ones: travel back, or run baton log {view.run}
        </p>
      )}
    </section>
  );
};

const WORK_ICON: Readonly<Record<WorkCell['status'], readonly [string, string]>> = {
  ...{ wanted: ['wanted', 'wanted'], running: ['running', 'judging'], judging: ['judging', 'judging'] },
  ...{
    parked: ['question', 'person'],
    accepted: ['met', 'met'],
    failed: ['unmet', 'unmet'],
    stopped: ['stopped', 'none'],
  },
};

const Works = ({ view }: { readonly view: RunView }): JSX.Element | null => {
  const works = view.works.filter(({ agent }) => agent !== 'engine');
  if (works.length === 0 || view.status === 'complete') return null;
  return (
    <section class="card" id="h" aria-label="At work">
      <header>
        <h2>At work</h2>
        <span class="dim num">{works.length}</span>
      </header>
      <div class="matrix">
        {works.map((work) => (
          <a
            href={logPath(view.project, view.run, work.assignment, Math.max(1, work.attempt))}
            key={work.assignment}
            title={`${work.assignment}, attempt ${work.attempt}`}
          >
            <Icon
              name={WORK_ICON[work.status][0]}
              tone={WORK_ICON[work.status][1]}
              small
              title={work.status}
            />
            <span class="cut">
              <T>{`${work.role}${work.item === undefined || work.item === work.role ? '' : ` ${work.item}`}`}</T>
            </span>
            <span class="end">
              {work.rejections > 0 ? (
                `✕${work.rejections}`
              ) : work.status === 'running' ? (
                <Ago at={work.since} />
              ) : (
                ''
              )}
            </span>
          </a>
        ))}
      </div>
    </section>
  );
};

const Side = ({ view }: { readonly view: RunView }): JSX.Element => (
  <aside class="rail-col" aria-label="About this run">
    <section class="card">
      <header>
        <h2>Facts that hold</h2>
        <span class="dim num">{view.facts.length}</span>
      </header>
      <ul class="list">
        {view.facts.map(({ fact, about, basis }) => (
          <li key={fact}>
            <Icon
              name={basis === 'measured' ? 'met' : 'said'}
              tone={basis === 'measured' ? 'met' : 'muted'}
              title={basis === 'measured' ? 'Measured' : `Rests on what was ${basis ?? 'said'}`}
            />
            <span class="wrap">
              <T>{fact}</T>
            </span>
            {about[0] !== undefined && <Digest of={about[0].digest} end />}
          </li>
        ))}
        {view.facts.length === 0 && <li class="muted">None yet.</li>}
      </ul>
    </section>
    {view.loops.length > 0 && (
      <section class="card">
        <header>
          <h2>Loops</h2>
        </header>
        <ul class="list">
          {view.loops.slice(0, 20).map(({ name, count, max }) => (
            <li key={name}>
              <Icon name="loop" tone="none" />
              <span class="wrap">
                <T>{name.replaceAll('_', ' ')}</T>
              </span>
              <span class="end num nowrap">
                {count}
                {max === undefined ? '' : ` of ${max}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )}
    {view.notices.length > 0 && (
      <section class="card">
        <header>
          <h2>Told to you</h2>
          <span class="dim num">{view.notices.length}</span>
        </header>
        <ul class="list">
          {view.notices.slice(-10).map(({ at, text }) => (
            <li key={at + text}>
              <span class="wrap">
                <T>{text}</T>
              </span>
              <span class="end dim num">{clock(at)}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    <section class="card">
      <header>
        <h2>This run</h2>
      </header>
      <dl class="kv">
        <dt>Started</dt>
        <dd class="num">{clock(view.startedAt)}</dd>
        <dt>Agents</dt>
        <dd>
          <T>{[...new Set(Object.values(view.agents))].join(', ') || 'none'}</T>
        </dd>
        <dt>Held by</dt>
        <dd>{view.held ? 'a process' : 'nobody'}</dd>
        <dt>Base</dt>
        <dd>
          <Digest of={view.base.commit ?? view.base.tree} />
        </dd>
        {Object.entries(view.details).map(([name, value]) => (
          <>
            <dt>
              <T>{name}</T>
            </dt>
            <dd>
              <T>{/^[0-9a-f]{40}$/.test(value) ? value.slice(0, 7) : value}</T>
            </dd>
          </>
        ))}
        {view.usage.length === 0 && (
          <>
            <dt>Tokens, cost</dt>
            <dd class="dim">not reported</dd>
          </>
        )}
        {view.usage.map(({ model, inputTokens, outputTokens, costUsd }) => (
          <>
            <dt>
              <T>{model}</T>
            </dt>
            <dd class="num">
              {inputTokens ?? '?'} in, {outputTokens ?? '?'} out
              {costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}`}
            </dd>
          </>
        ))}
      </dl>
    </section>
  </aside>
);

const Stands = ({ view }: { readonly view: RunView }): JSX.Element | null => {
  const now = useNow();
  const [said, setSaid] = useState('');
  const text = standsText(view, now);
  if (text === '') return null;
  const resume = async (): Promise<void> => {
    try {
      await postJson(api(runApi(view.run, '/resume'), view.project), {});
      setSaid('A process was started.');
    } catch (cause) {
      setSaid(cause instanceof Refused ? cause.reply.message : 'The connection is lost.');
    }
  };
  return (
    <div class="stands">
      <Note
        icon={view.stands.kind === 'unheld' ? 'stopped' : view.stands.kind === 'ended' ? 'unmet' : 'running'}
      >
        <T>{text}</T>{' '}
        {view.stands.kind === 'unheld' && currentSession()?.readOnly !== true && (
          <button class="btn" type="button" onClick={() => void resume()}>
            Go on
          </button>
        )}{' '}
        <T>{said}</T>
      </Note>
    </div>
  );
};

export const RunPage = ({ project, run, at, stand }: RunProps): JSX.Element => {
  const live = useRun(project, run, stand);
  const past = usePast(project, run, at);
  const last = live.view?.last ?? past.view?.last ?? 0;
  const view = at === undefined ? live.view : past.view;
  const travel = useMemo(
    () => (to: number | undefined) => go(runPath(project, run, to), true),
    [project, run],
  );
  const [item] = live.view?.waiting ?? [];
  useEffect(
    () =>
      onKeys({
        Enter: () => item !== undefined && at === undefined && go(itemPath(project, run, item.item)),
      }),
    [item?.item, at, project, run],
  );
  const cause = at === undefined ? live.cause : past.cause;
  return (
    <>
      <div class="top">
        <div class="crumb">
          <a href="/">Runs</a> <span class="dim">/</span> <b class="cut">{run}</b>
        </div>
        <div class="right">
          <code class="dim no-phone">baton status {run}</code>
        </div>
      </div>
      {cause !== undefined && <Problem cause={cause} alone={view === undefined} />}
      {view === undefined && cause === undefined && <Loading />}
      {view !== undefined && (
        <>
          <Head view={view} isPast={at !== undefined} />
          {at !== undefined && (
            <div class="stands">
              <Note icon="back" tone="person">
                <b class="strong">
                  Entry {view.seq} of {last}. This is the past.
                </b>{' '}
                Answers are off here.{' '}
                <button class="btn" type="button" onClick={() => travel(undefined)}>
                  Back to now
                </button>
              </Note>
            </div>
          )}
          <TrackCard track={view.track} />
          {at === undefined && <Stands view={view} />}
          <Works view={view} />
          <div class="cols">
            <Handoffs view={view} at={at} />
            <Side view={view} />
          </div>
          <Travel
            seq={view.seq}
            last={last}
            marks={live.marks}
            time={view.at}
            isPast={at !== undefined}
            travel={travel}
          />
        </>
      )}
    </>
  );
};

interface RunProps {
  readonly project: string | undefined;
  readonly run: string;
  readonly at: number | undefined;
  readonly stand: (connection: Connection) => void;
}
