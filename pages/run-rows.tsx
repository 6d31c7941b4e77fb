// The handoffs of a run, row by row, and who works on what.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { HandoffRow, RunView, Waiting, WorkCell } from '../src/model/dashboard/documents.ts';
import { Ago, clock, Icon, isEarlier, memo, nth, T, took } from './parts.tsx';
import { handoffPath, itemPath, logPath } from './places.ts';
import { type Only, ROWS, useHandoffs } from './run-live.ts';

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

/** What was measured of it, else what it consists of. */
const factsOf = ({ tests, files = [] }: HandoffRow): string =>
  tests === undefined ? files.join(', ') : `${tests.passed} of ${tests.total} tests pass`;

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
      {row.reviews === true && 'Says '}
      <b class="strong">
        <T>{row.outcome}</T>
      </b>
      {row.kind !== 'human' && factsOf(row) !== '' && (
        <>
          {' '}
          · <T>{factsOf(row)}</T>
        </>
      )}
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

const isRejected = ({ status }: HandoffRow): boolean => status === 'rejected' || status === 'unproven';

const Row = memo(({ project, run, row, at, first }: RowProps): JSX.Element => {
  const tone = row.kind === 'human' ? 'you' : isRejected(row) ? 'rej' : '';
  return (
    <tr class={`${tone} ${first ? 'first' : ''}`}>
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
        <a href={handoffPath(project, run, row.seq, at)}>
          <RowText row={row} />
        </a>
      </td>
      <td class="c-m">{row.judgedMs !== undefined && row.judgedMs > 0 ? took(row.judgedMs) : ''}</td>
      <td class="c-t">{clock(row.at)}</td>
    </tr>
  );
});

/** What waits for a person stands above what was handed in. */
const WaitingRow = ({ waiting }: { readonly waiting: Waiting }): JSX.Element => (
  <tr class="you first">
    <td class="c-p">
      <span class="phn">
        <T>{waiting.phase}</T>
      </span>
    </td>
    <td class="c-i">
      <Icon name="person" tone="person" title="Waits for you" />
    </td>
    <td class="c-w">
      <div class="who">
        <span class="cut">You</span>
        <code>{waiting.kind}</code>
      </div>
    </td>
    <td class="c-d cut">
      <a href={itemPath(waiting.project, waiting.run, waiting.item)}>
        <b class="strong">Asked:</b> <T>{waiting.title}</T>
      </a>
    </td>
    <td class="c-m">
      <Ago at={waiting.since} />
    </td>
    <td class="c-t">{clock(waiting.since)}</td>
  </tr>
);

interface RowProps {
  readonly project: string;
  readonly run: string;
  readonly row: HandoffRow;
  readonly at: number | undefined;
  /** Of its visit to the phase. */
  readonly first: boolean;
}

const WHICH = { all: 'All', rejected: 'Rejected', yours: 'Yours' } as const;
const MORE_ROWS = 200;
/** What the server gives at once. */
const ROWS_MAX = 2_000;

interface Sight {
  readonly rows: number;
  /** Of one row. */
  readonly height: number;
}

/** How many rows reach down to the lower edge of the window. */
const sightOf = (table: HTMLTableElement | null, rows: number): Sight => {
  if (table === null || rows === 0) return { rows, height: 0 };
  const { top, height } = table.getBoundingClientRect();
  const each = height / rows;
  return { rows: Math.max(1, Math.ceil((innerHeight - top) / each) + 1), height: each };
};

export const Handoffs = ({ view, at, isMoving }: HandoffsProps): JSX.Element => {
  const table = useRef<HTMLTableElement>(null);
  const sight = useRef<Sight | undefined>(undefined);
  const [only, setOnly] = useState<Only>('all');
  const [wanted, setWanted] = useState(ROWS);
  const rows = useHandoffs(view, at, only, wanted);
  const count = view.handoffCounts;
  const left = count[only] - rows.length;
  // While somebody drags the bar only what is in sight is drawn; the rest follows when it stops.
  if (isMoving) sight.current ??= sightOf(table.current, rows.length);
  else sight.current = undefined;
  const drawn = rows.slice(0, sight.current?.rows ?? rows.length);
  return (
    <section class="card" aria-label="Handoffs">
      <header>
        <h2>Handoffs</h2>
        <span class="dim num">{count.all}</span>
        <div class="right no-phone">
          <div class="seg" role="group" aria-label="Which handoffs">
            {(['all', 'rejected', 'yours'] as const).map((key) => (
              <button type="button" aria-pressed={key === only} onClick={() => setOnly(key)} key={key}>
                {WHICH[key]} <span class="num">{count[key]}</span>
              </button>
            ))}
          </div>
        </div>
      </header>
      <table class={`tl ${isEarlier(drawn.at(-1)?.at ?? '') ? 'days' : ''}`} ref={table}>
        <colgroup>
          <col class="k1" />
          <col class="k2" />
          <col class="k3" />
          <col />
          <col class="k5" />
          <col class="k6" />
        </colgroup>
        <tbody>
          {at === undefined &&
            only !== 'rejected' &&
            view.waiting.map((waiting) => <WaitingRow waiting={waiting} key={waiting.item} />)}
          {drawn.map((row, place) => {
            const before = rows[place - 1];
            const first = before === undefined || before.phase !== row.phase || before.visit !== row.visit;
            const { project, run } = view;
            // In the past rows are written over: making new ones would take twice the time.
            const key = at === undefined ? row.submission : place;
            return <Row project={project} run={run} row={row} at={at} first={first} key={key} />;
          })}
        </tbody>
      </table>
      {drawn.length < rows.length && (
        <div style={{ height: `${(rows.length - drawn.length) * (sight.current?.height ?? 0)}px` }} />
      )}
      {rows.length === 0 && <p class="pad muted">{only === 'all' ? 'No handoff yet.' : 'None.'}</p>}
      {left > 0 && rows.length < ROWS_MAX && (
        <p class="pad">
          <button class="btn" type="button" onClick={() => setWanted(rows.length + MORE_ROWS)}>
            Show older
          </button>{' '}
          <span class="muted">{left} more</span>
        </p>
      )}
      {left > 0 && rows.length >= ROWS_MAX && (
        <p class="pad muted">
          {left} older ones: travel back, or run baton log {view.run}
        </p>
      )}
    </section>
  );
};

interface HandoffsProps {
  readonly view: RunView;
  readonly at: number | undefined;
  readonly isMoving: boolean;
}

const WORK_ICON: Readonly<Record<WorkCell['status'], readonly [string, string]>> = {
  ...{ wanted: ['wanted', 'wanted'], running: ['running', 'judging'], judging: ['judging', 'judging'] },
  ...{
    parked: ['question', 'person'],
    accepted: ['met', 'met'],
    failed: ['unmet', 'unmet'],
    stopped: ['stopped', 'none'],
  },
};

export const Works = ({ view }: { readonly view: RunView }): JSX.Element | null => {
  const works = view.works.filter(({ agent }) => agent !== 'engine');
  if (works.length === 0 || view.status === 'complete') return null;
  const phases = [...new Set(works.map(({ phase }) => phase))];
  const done = works.filter(({ status }) => status === 'accepted').length;
  return (
    <section class="card" id="h" aria-label="Who works">
      <header>
        <h2>
          <T>{phases.join(', ')}</T>
        </h2>
        <span class="dim num">
          {works.length === 1 ? 'one assignment' : `${done} of ${works.length} accepted`}
        </span>
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
