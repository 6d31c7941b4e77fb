// The dashboard: signs in, keeps the list up to date, and shows the page that the address names.
import { type JSX, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FedList } from '../src/http/dashboard/streams.ts';
import type { ListDocument, Row } from '../src/model/dashboard/documents.ts';
import { type Connection, follow, Refused, signIn } from './api.ts';
import { FilePage, LogPage } from './bytes.tsx';
import { HandoffPage } from './handoff.tsx';
import { ItemPage } from './item.tsx';
import { keyName, useKeys } from './keys.ts';
import { ListPage, StatusIcon } from './list.tsx';
import { MetricsPage } from './metrics.tsx';
import { KeysHelp, Palette } from './palette.tsx';
import { Icon, Loading, memo, Note, span, T, useNow } from './parts.tsx';
import { followLinks, go, runPath, setFirstProject, useWhere, type Where } from './places.ts';
import { RunPage } from './run.tsx';

const idOf = ({ project, run }: Row): string => `${project}/${run}`;

const merged = (was: ListDocument | undefined, { rows, gone, whole, list }: FedList): ListDocument => {
  const kept = whole
    ? []
    : (was?.runs ?? []).filter(
        (row) => !gone.includes(idOf(row)) && !rows.some((one) => idOf(one) === idOf(row)),
      );
  return {
    ...list,
    runs: [...rows, ...kept].sort((a, b) => b.at.localeCompare(a.at) || a.run.localeCompare(b.run)),
  };
};

const useList = (stand: (connection: Connection) => void): ListDocument | undefined => {
  const [list, setList] = useState<ListDocument>();
  useEffect(
    () =>
      follow(
        () => '/api/feed',
        ({ event, data }) => {
          if (event !== 'list') return;
          const fed = data as FedList;
          setFirstProject(fed.list.projects[0]?.project);
          setList((was) => merged(was, fed));
        },
        stand,
      ),
    [],
  );
  return list;
};

const SIDE_MAX = 10;

const Side = ({ list, where, connection, find }: SideProps): JSX.Element => {
  const now = useNow();
  const [page = ''] = where.parts;
  const current = (name: string): { 'aria-current'?: 'page' } =>
    page === name ? { 'aria-current': 'page' } : {};
  const runs = list?.runs ?? [];
  const group = (title: string, rows: readonly Row[]): JSX.Element | null =>
    rows.length === 0 ? null : (
      <>
        <div class="label">{title}</div>
        {rows.slice(0, SIDE_MAX).map((row) => (
          <a
            class="nav sub"
            href={runPath(row.project, row.run)}
            {...(where.parts[1] === row.run ? { 'aria-current': 'page' as const } : {})}
            key={idOf(row)}
          >
            <StatusIcon status={row.status} small />
            <span class="cut">{row.run}</span>
          </a>
        ))}
      </>
    );
  return (
    <nav class="side" aria-label="Baton">
      <a class="brand" href="/">
        <svg aria-hidden="true">
          <use href="#mark" />
        </svg>
        Baton{' '}
        <span class="dim cut">
          <T>{list?.projects.map(({ name }) => name).join(', ')}</T>
        </span>
      </a>
      <button class="find" type="button" onClick={find}>
        <Icon name="search" />
        <span>Find anything</span>
        <kbd>{keyName('⌘K')}</kbd>
      </button>
      <a class="nav" href="/" {...current('')}>
        <Icon name="inbox" />
        Inbox
        {(list?.waiting.length ?? 0) > 0 && (
          <span class="n person">
            {list?.waiting.length}
            <span class="sr"> wait for you</span>
          </span>
        )}
      </a>
      <a
        class="nav"
        href="/runs"
        {...(page === 'runs' && where.parts.length === 1 ? { 'aria-current': 'page' as const } : {})}
      >
        <Icon name="runs" />
        Runs<span class="n">{list?.total ?? ''}</span>
      </a>
      <a class="nav" href="/metrics" {...current('metrics')}>
        <Icon name="metrics" />
        Metrics
      </a>
      {group(
        'Waits for you',
        runs.filter(({ status }) => status === 'waiting'),
      )}
      {group(
        'Working',
        runs.filter(({ status }) => status === 'running'),
      )}
      <div class="foot">
        <div role="status">
          <span class={`live ${connection.is === 'live' ? '' : 'off'}`} />
          {connection.is === 'live'
            ? 'Live'
            : connection.is === 'lost'
              ? `Lost ${span(now - connection.since)} ago`
              : 'Signed out'}
        </div>
        <div>
          <Icon name="lock" small />
          {/^(127\.0\.0\.1|localhost)$/.test(location.hostname) ? 'This machine only' : location.hostname}
        </div>
      </div>
    </nav>
  );
};

interface SideProps {
  readonly list: ListDocument | undefined;
  readonly where: Where;
  readonly connection: Connection;
  readonly find: () => void;
}

const Tabs = ({ list, where, find }: Pick<SideProps, 'list' | 'where' | 'find'>): JSX.Element => {
  const [page = ''] = where.parts;
  const current = (is: boolean): { 'aria-current'?: 'page' } => (is ? { 'aria-current': 'page' } : {});
  return (
    <nav class="tabs" aria-label="Pages">
      <a href="/" {...current(page === '' || page === 'inbox')}>
        <Icon name="inbox" />
        Inbox{(list?.waiting.length ?? 0) > 0 && <span class="badge">{list?.waiting.length}</span>}
      </a>
      <a href="/runs" {...current(page === 'runs')}>
        <Icon name="runs" />
        Runs
      </a>
      <a href="/metrics" {...current(page === 'metrics')}>
        <Icon name="metrics" />
        Metrics
      </a>
      <button type="button" onClick={find}>
        <Icon name="search" />
        Find
      </button>
    </nav>
  );
};

const Offline = ({ connection }: { readonly connection: Connection }): JSX.Element | null => {
  const now = useNow();
  if (connection.is === 'live') return null;
  if (connection.is === 'out')
    return (
      <div class="offline">
        <Note icon="stopped">
          <b class="strong">This browser is signed out.</b> The server was started anew. Open the address that{' '}
          <code>baton serve</code> prints.
        </Note>
      </div>
    );
  return (
    <div class="offline">
      <Note icon="loop">
        <b class="strong">Connection lost {span(now - connection.since)} ago. Trying again.</b> Runs continue
        without it. Answers wait until it is back.
      </Note>
    </div>
  );
};

const numberIn = (text: string | null | undefined): number | undefined =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;

/** Only the list is drawn again when the list changes. */
const Page = memo(({ where, list, waits, oldest, isLost, stand }: PageProps): JSX.Element => {
  const { parts, query } = where;
  const project = query.get('project') ?? undefined;
  const at = numberIn(query.get('at'));
  const [page = '', run = '', what, id = '', more = ''] = parts;
  if (page === 'runs' && run !== '') {
    if (what === 'handoffs')
      return <HandoffPage project={project} run={run} seq={numberIn(id) ?? 0} at={at} />;
    if (what === 'files')
      return <FilePage project={project} run={run} digest={id} name={query.get('name') ?? id} />;
    if (what === 'log')
      return <LogPage project={project} run={run} assignment={id} attempt={numberIn(more) ?? 1} />;
    return <RunPage project={project} run={run} at={at} stand={stand} key={`${project}/${run}`} />;
  }
  if (page === 'inbox' && run !== '' && what !== undefined)
    return <ItemPage project={project} run={run} item={what} isLost={isLost} />;
  if (page === 'metrics')
    return <MetricsPage query={query} project={project} waits={waits} oldest={oldest} />;
  return list === undefined ? <Loading alone /> : <ListPage list={list} query={query} />;
});

interface PageProps {
  readonly where: Where;
  readonly list: ListDocument | undefined;
  /** How much waits for a person now, and since when. */
  readonly waits: number;
  readonly oldest: string | undefined;
  readonly isLost: boolean;
  readonly stand: (connection: Connection) => void;
}

const TITLES: Readonly<Record<string, string>> = {
  '': 'Waiting for you',
  inbox: 'Your answer',
  metrics: 'Metrics',
  runs: 'Runs',
};

const App = (): JSX.Element => {
  const where = useWhere();
  const [listStands, standList] = useState<Connection>({ is: 'live' });
  const [runStands, standRun] = useState<Connection>({ is: 'live' });
  const [dialog, setDialog] = useState<'find' | 'keys'>();
  const list = useList(standList);
  const isRun = where.parts[0] === 'runs' && where.parts.length === 2 && where.parts[1] !== '';
  const [page = '', name = ''] = where.parts;
  const isList = page !== 'metrics' && name === '';
  // What people are only told waits for nobody.
  const waiting = (list?.waiting ?? []).filter(({ notice }) => notice === undefined);
  const connection = isRun && listStands.is === 'live' ? runStands : listStands;
  useEffect(() => {
    const [page = '', run] = where.parts;
    document.title = `${run ? `${run} · ` : ''}${TITLES[page] ?? 'Baton'} · Baton`;
  }, [where]);
  const before = useRef('');
  const afterG = (path: string) => () => {
    if (before.current === 'g') go(path);
    before.current = '';
  };
  useKeys({
    'mod+k': () => setDialog('find'),
    '/': () => setDialog('find'),
    '?': () => setDialog('keys'),
    g: () => {
      before.current = 'g';
    },
    i: afterG('/'),
    r: afterG('/runs'),
    m: afterG('/metrics'),
  });
  const find = (): void => setDialog('find');
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class="app">
        <Side list={list} where={where} connection={connection} find={find} />
        <main id="main">
          <Offline connection={connection} />
          <Page
            where={where}
            list={isList ? list : undefined}
            waits={waiting.length}
            oldest={waiting[0]?.since}
            isLost={connection.is !== 'live'}
            stand={standRun}
          />
        </main>
      </div>
      <Tabs list={list} where={where} find={find} />
      {dialog === 'find' && <Palette list={list} close={() => setDialog(undefined)} />}
      {dialog === 'keys' && <KeysHelp close={() => setDialog(undefined)} />}
    </>
  );
};

const SignedOut = ({ cause }: { readonly cause: unknown }): JSX.Element => (
  <main id="main" class="out">
    <section class="card empty">
      <Icon name="lock" tone="person" />
      <h1>This browser is not signed in.</h1>
      <p class="muted">
        Open the address that <code>baton serve</code> or <code>baton inbox</code> prints. Each is good once.
      </p>
      {cause instanceof Refused && (
        <p class="muted">
          <T>{cause.reply.message}</T>
        </p>
      )}
    </section>
  </main>
);

const root = document.getElementById('root');
if (root !== null) {
  followLinks();
  root.replaceChildren();
  signIn().then(
    (session) => render(session === undefined ? <SignedOut cause={undefined} /> : <App />, root),
    (cause: unknown) => render(<SignedOut cause={cause} />, root),
  );
}
