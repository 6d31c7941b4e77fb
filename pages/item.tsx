// Something that waits for you: what is different, what is known about it, and your answer for exactly these bytes.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type {
  AnsweredBy,
  ErrorReply,
  ItemDocument,
  ItemReply,
  Point,
  Taken,
} from '../src/model/dashboard/documents.ts';
import { currentSession, getJson, postJson, Refused } from './api.ts';
import { Counts, Diff, useDiff } from './diff.tsx';
import { onKeys } from './keys.ts';
import { Ago, clock, Digest, Icon, Loading, Markdown, many, Note, Problem, T, useLoaded } from './parts.tsx';
import { api, handoffPath, itemApi, runPath } from './places.ts';
import { RowIcon, RowText, whoOf } from './run.tsx';

type Outcome =
  | { readonly is: 'taken'; readonly taken: Taken; readonly choice: string }
  | { readonly is: 'answered'; readonly by: AnsweredBy }
  | { readonly is: 'changed' }
  | { readonly is: 'lost' }
  | { readonly is: 'refused'; readonly reply: ErrorReply };

const KINDS = {
  approval: 'Waits for your approval',
  escalation: 'Waits for your decision',
  question: 'Waits for your answer',
} as const;

const BASIS: Readonly<Record<Point['basis'], readonly [string, string, string]>> = {
  measured: ['met', 'met', 'Measured'],
  'exit-code': ['met', 'met', 'Measured: its exit code alone'],
  stated: ['said', 'muted', 'Said, not measured'],
  waived: ['nocheck', 'none', 'The project does without'],
};

const Points = ({ points }: { readonly points: readonly Point[] }): JSX.Element | null => {
  const order: readonly Point['basis'][] = ['measured', 'exit-code', 'stated', 'waived'];
  const sorted = [...points].sort((a, b) => order.indexOf(a.basis) - order.indexOf(b.basis));
  if (points.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>Known about this</h2>
        <span class="right dim">{points.filter(({ basis }) => basis === 'measured').length} measured</span>
      </header>
      <ul class="list">
        {sorted.map((point) => {
          const [name, tone, title] = BASIS[point.basis];
          return (
            <li key={`${point.name} ${point.basis}`}>
              <Icon name={name} tone={tone} title={title} />
              <span class="wrap">
                <T>{point.says}</T>
                <br />
                <span class="dim">
                  {title.toLowerCase()}
                  {point.why !== undefined && <T>{`: ${point.why}`}</T>}
                  {point.words !== undefined && <T>{`: “${point.words}”`}</T>}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Files = ({ item, left, toggle }: FilesProps): JSX.Element | null => {
  if (item.files.length === 0) return null;
  const canLeave = item.exclude !== undefined && currentSession()?.readOnly !== true;
  return (
    <section class="card">
      <header>
        <h2>{canLeave ? 'In the commit' : 'Changed files'}</h2>
        <span class="dim num">{item.change?.files}</span>
        <span class="right">
          <Counts added={item.change?.added ?? 0} removed={item.change?.removed ?? 0} />
        </span>
      </header>
      <ul class="files">
        {item.files.map(({ path, added, removed }) => (
          <li key={path}>
            {canLeave ? (
              <label class="leave">
                <input type="checkbox" checked={!left.has(path)} onChange={() => toggle(path)} />
                <code class="cut">
                  <T>{path}</T>
                </code>
              </label>
            ) : (
              <code class="cut">
                <T>{path}</T>
              </code>
            )}
            <span class="end">
              <Counts added={added ?? 0} removed={removed ?? 0} />
            </span>
          </li>
        ))}
      </ul>
      {item.cut && <p class="pad muted">There are more.</p>}
    </section>
  );
};

interface FilesProps {
  readonly item: ItemDocument;
  readonly left: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
}

const Findings = ({ item }: { readonly item: ItemDocument }): JSX.Element | null => {
  const lines = [
    ...(item.tests ?? []).map(
      ({ name, fate, file }) => `${fate}: ${name}${file === undefined ? '' : ` (${file})`}`,
    ),
    ...item.untested.map(({ path, line, text }) => `no test misses ${path}:${line}: ${text}`),
    ...item.notes,
  ];
  if (lines.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>Worth a look</h2>
        <span class="dim num">{lines.length}</span>
      </header>
      <ul class="list">
        {lines.map((line) => (
          <li key={line}>
            <Icon name="eye" tone="unproven" />
            <span class="wrap">
              <T>{line}</T>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Changes = ({ item }: { readonly item: ItemDocument }): JSX.Element | null => {
  const before = item.before?.tree;
  const [since, setSince] = useState(before !== undefined && before !== item.trees?.to);
  const trees = item.trees;
  const shown =
    trees === undefined ? undefined : since && before !== undefined ? { from: before, to: trees.to } : trees;
  const loaded = useDiff(item.project, item.run, shown);
  useEffect(() => onKeys({ s: () => before !== undefined && setSince((was) => !was) }), [before]);
  if (trees === undefined) return null;
  return (
    <>
      {item.before !== undefined && before !== undefined && (
        <Note icon="eye" tone="person">
          <T>{item.before.by}</T> looked at <Digest of={before} /> <Ago at={item.before.at} /> ago and
          answered{' '}
          <b class="strong">
            <T>{item.before.choice}</T>
          </b>
          {item.before.text !== '' && <T>{`: “${item.before.text}”`}</T>}
        </Note>
      )}
      <div class="sect" id="d">
        <div class="seg" role="group" aria-label="Which changes">
          {before !== undefined && before !== trees.to && (
            <button type="button" aria-pressed={since} onClick={() => setSince(true)}>
              Since then{' '}
              {since && loaded.value !== undefined && (
                <span class="num">{many(loaded.value.files.length, 'file')}</span>
              )}
            </button>
          )}
          <button type="button" aria-pressed={!since} onClick={() => setSince(false)}>
            Whole change <span class="num">{many(item.change?.files ?? 0, 'file')}</span>
          </button>
        </div>
      </div>
      {item.changeProblem !== undefined && <Problem cause={new Error(item.changeProblem)} />}
      <Diff loaded={loaded} />
    </>
  );
};

const Came = ({ item }: { readonly item: ItemDocument }): JSX.Element | null =>
  item.came.length === 0 ? null : (
    <section class="card">
      <header>
        <h2>How it came about</h2>
        <span class="dim">{many(item.came.length, 'handoff')}</span>
      </header>
      <ul class="list">
        {item.came.map((row) => (
          <li key={row.submission}>
            <RowIcon row={row} />
            <span class="nowrap">
              <T>{whoOf(row)}</T> <code class="dim">{row.contract}</code>
            </span>
            <a class="muted cut" href={handoffPath(item.project, item.run, row.seq)}>
              <RowText row={row} />
            </a>
            <span class="end dim num">{clock(row.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );

const choiceWord = (item: ItemDocument, choice: string): string => {
  if (choice === item.approve && item.kind === 'approval')
    return item.trees === undefined ? 'Approve' : 'Approve these bytes';
  if (choice === item.reject && item.kind === 'approval') return 'Ask for changes';
  return choice.replaceAll(/[_-]/g, ' ');
};

interface Said {
  readonly words: string;
  readonly message: string;
  readonly left: ReadonlySet<string>;
}

const Decide = ({ item, said, set, send, off }: DecideProps): JSX.Element => {
  const isWords = item.choices.length === 0;
  const others = item.choices.filter((choice) => choice !== item.approve && choice !== item.exclude);
  const done = (choice: string | undefined): string => {
    const way = item.does.find((one) => one.choice === choice);
    return way === undefined || way.to === ''
      ? ''
      : `${choiceWord(item, way.choice)}: ${way.says === '' ? `it continues with ${way.to}` : way.says}`;
  };
  return (
    <section class="card decide">
      <header>
        <Icon name="person" tone="person" />
        <h2>Your answer</h2>
      </header>
      <div class="pad">
        <label>
          <span class="sr">Your words</span>
          <textarea
            placeholder={isWords ? 'Your answer.' : 'Words. Needed to ask for changes, kept with any answer.'}
            value={said.words}
            onInput={(event) => set({ ...said, words: event.currentTarget.value })}
          />
        </label>
        {item.approve !== undefined && item.trees !== undefined && (
          <label class="small muted">
            Commit message
            <textarea
              class="two-l"
              placeholder="Baton writes one."
              value={said.message}
              onInput={(event) => set({ ...said, message: event.currentTarget.value })}
            />
          </label>
        )}
        {isWords && (
          <button
            class="btn go wide"
            type="button"
            disabled={off || said.words.trim() === ''}
            onClick={() => send(undefined)}
          >
            Send <kbd>⌘↵</kbd>
          </button>
        )}
        {item.approve !== undefined && (
          <button class="btn go wide" type="button" disabled={off} onClick={() => send(item.approve)}>
            {said.left.size > 0
              ? `Approve without ${many(said.left.size, 'file')}`
              : choiceWord(item, item.approve)}{' '}
            <kbd>⌘↵</kbd>
          </button>
        )}
        {others.map((choice) => (
          <button
            class="btn wide"
            type="button"
            disabled={off || (choice === item.reject && said.words.trim() === '')}
            onClick={() => send(choice)}
            key={choice}
          >
            <T>{choiceWord(item, choice)}</T>
            {choice === item.reject && <kbd>⌘⇧↵</kbd>}
          </button>
        ))}
        {item.about !== undefined && (
          <div class="bind">
            <Icon name="lock" small />
            <span>
              Your answer counts for{' '}
              {Object.entries(item.about).map(([name, digest], at) => (
                <span key={name}>
                  {at > 0 ? ' and ' : ''}
                  <T>{name}</T> <Digest of={digest} />
                </span>
              ))}{' '}
              only. Other bytes are asked about again.
            </span>
          </div>
        )}
        {item.choices
          .filter((choice) => choice !== item.exclude)
          .map((choice) => done(choice))
          .filter((text) => text !== '')
          .map((text) => (
            <div class="bind" key={text}>
              <Icon name="arrow" small />
              <span>
                <T>{text}</T>
              </span>
            </div>
          ))}
        <div class="bind">
          <Icon name="seal" small />
          <span>isolation: {item.isolation}. It is written to the journal, and cannot be undone.</span>
        </div>
      </div>
    </section>
  );
};

interface DecideProps {
  readonly item: ItemDocument;
  readonly said: Said;
  readonly set: (said: Said) => void;
  readonly send: (choice: string | undefined) => void;
  readonly off: boolean;
}

const OutcomeNote = ({ outcome, run, project, look }: OutcomeProps): JSX.Element => {
  switch (outcome.is) {
    case 'taken':
      return (
        <Note icon="met" tone="met">
          <b class="strong">
            Your answer is entry {outcome.taken.seq}: <T>{outcome.choice}</T>.
          </b>{' '}
          {outcome.taken.held ? 'The run continues.' : 'Nobody holds the run.'}{' '}
          <a href={runPath(project, run)}>See the run</a>
        </Note>
      );
    case 'answered':
      return (
        <Note icon="person" tone="person">
          <b class="strong">
            <T>{outcome.by.by}</T> answered this <Ago at={outcome.by.at} /> ago:{' '}
            <T>{outcome.by.choice ?? outcome.by.text}</T>.
          </b>{' '}
          It is entry {outcome.by.seq}. <a href={runPath(project, run)}>See the run</a>
        </Note>
      );
    case 'changed':
      return (
        <Note icon="eye" tone="person">
          <b class="strong">Not sent: there are other bytes now.</b>{' '}
          <button class="btn" type="button" onClick={look}>
            See what changed
          </button>
        </Note>
      );
    case 'lost':
      return (
        <Note icon="loop">
          <b class="strong">The connection was lost while your answer was sent.</b> This page will say whether
          it was taken as soon as it is back.
        </Note>
      );
    case 'refused':
      return (
        <Note icon="unmet" tone="unmet">
          <b class="strong">Not sent: {outcome.reply.code}.</b> <T>{outcome.reply.message}</T>{' '}
          <T>{outcome.reply.hint}</T>
        </Note>
      );
  }
};

interface OutcomeProps {
  readonly outcome: Outcome;
  readonly run: string;
  readonly project: string | undefined;
  readonly look: () => void;
}

const outcomeOf = (cause: unknown): Outcome => {
  if (!(cause instanceof Refused)) return { is: 'lost' };
  if (cause.reply.answered !== undefined) return { is: 'answered', by: cause.reply.answered };
  return cause.reply.code === 'CONTENT_CHANGED' ? { is: 'changed' } : { is: 'refused', reply: cause.reply };
};

const LOOK_AGAIN_MS = 1_000;

/** On a phone the answer is below what it is about. */
const focusWords = (): void => {
  const words = document.querySelector<HTMLTextAreaElement>('.decide textarea');
  words?.scrollIntoView({ block: 'center' });
  words?.focus();
};

const Waiting = ({
  item,
  again,
  isLost,
}: {
  readonly item: ItemDocument;
  readonly again: () => void;
  readonly isLost: boolean;
}): JSX.Element => {
  const [said, set] = useState<Said>({ words: '', message: '', left: new Set() });
  const [outcome, setOutcome] = useState<Outcome>();
  const [sending, setSending] = useState(false);
  const readOnly = currentSession()?.readOnly === true;
  const toggle = (path: string): void => {
    const left = new Set(said.left);
    if (!left.delete(path)) left.add(path);
    set({ ...said, left });
  };
  const send = async (choice: string | undefined): Promise<void> => {
    setSending(true);
    try {
      const body = {
        choice,
        text: said.words,
        message: said.message === '' ? undefined : said.message,
        exclude: [...said.left],
        about: item.about,
      };
      const taken = await postJson<Taken>(api(itemApi(item.run, item.item), item.project), body);
      setOutcome({ is: 'taken', taken, choice: choice ?? 'sent' });
    } catch (cause) {
      setOutcome(outcomeOf(cause));
    } finally {
      setSending(false);
    }
  };
  // An answer that was cut off was applied once or not at all: what waits says which.
  useEffect(() => {
    if (outcome?.is !== 'lost') return undefined;
    const timer = setInterval(() => {
      getJson<ItemReply>(api(itemApi(item.run, item.item), item.project)).then(
        (reply) =>
          setOutcome(
            reply.status === 'answered'
              ? { is: 'answered', by: reply.answered }
              : {
                  is: 'refused',
                  reply: {
                    code: 'not taken',
                    message: 'The connection was lost before it arrived.',
                    hint: 'Send it again.',
                  },
                },
          ),
        () => {},
      );
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [outcome?.is]);
  const isDone = outcome?.is === 'taken' || outcome?.is === 'answered' || outcome?.is === 'lost';
  const off = sending || isDone || outcome?.is === 'changed' || isLost;
  useEffect(
    () =>
      onKeys({
        'mod+Enter': () => {
          if (!off && !readOnly && (item.approve !== undefined || said.words.trim() !== ''))
            void send(item.approve);
        },
        'mod+shift+Enter': () => {
          if (!off && !readOnly && item.reject !== undefined && said.words.trim() !== '')
            void send(item.reject);
        },
      }),
    [off, said, item],
  );
  return (
    <>
      <div class="head">
        <h1>
          <T>{item.title}</T>
        </h1>
        <div class="chips">
          <span class="chip person">
            <Icon name={item.kind} />
            {KINDS[item.kind]} · <Ago at={item.since} />
          </span>
          <span class="dot">
            {item.run}, {item.workflow}
          </span>
          <span class="dot">
            <T>{item.item}</T>
          </span>
        </div>
      </div>
      {outcome !== undefined && (
        <div class="stands">
          <OutcomeNote
            outcome={outcome}
            run={item.run}
            project={item.project}
            look={() => {
              setOutcome(undefined);
              again();
            }}
          />
        </div>
      )}
      <div class="cols">
        <div class="rail-col">
          {(item.text !== item.title || item.kind === 'escalation') && (
            <section class="card">
              <header>
                <h2>{item.kind === 'escalation' ? 'Dossier' : 'What is asked'}</h2>
              </header>
              <div class="pad">
                {item.page ? <pre class="page">{<T>{item.text}</T>}</pre> : <Markdown text={item.text} />}
              </div>
            </section>
          )}
          <Changes item={item} />
          <Came item={item} />
        </div>
        <aside class="rail-col sticky" aria-label="Your answer">
          {item.plays === true ? (
            <Note icon="term">
              You play this role. Do the work, then hand it in in a terminal: <code>baton submit --help</code>
            </Note>
          ) : readOnly ? (
            <Note icon="lock">
              You may look, not answer: this server was started with <code>--read-only</code>.
            </Note>
          ) : (
            <Decide item={item} said={said} set={set} send={(choice) => void send(choice)} off={off} />
          )}
          {!readOnly && item.plays !== true && item.approve !== undefined && (
            <div class="actbar only-phone">
              <button class="btn" type="button" disabled={off} onClick={() => focusWords()}>
                Words
              </button>
              <button class="btn go" type="button" disabled={off} onClick={() => void send(item.approve)}>
                {choiceWord(item, item.approve)}
              </button>
            </div>
          )}
          <Points points={item.points} />
          <Findings item={item} />
          <Files item={item} left={said.left} toggle={toggle} />
        </aside>
      </div>
    </>
  );
};

export const ItemPage = ({ project, run, item, isLost }: ItemProps): JSX.Element => {
  const { value, cause, again } = useLoaded(
    (signal) => getJson<ItemReply>(api(itemApi(run, item), project), signal),
    [project, run, item],
  );
  return (
    <>
      <div class="top">
        <div class="crumb">
          <a href="/">Inbox</a> <span class="dim">/</span> <a href={runPath(project, run)}>{run}</a>{' '}
          <span class="dim">/</span>{' '}
          <b class="cut">
            <T>{item}</T>
          </b>
        </div>
      </div>
      {cause !== undefined && value === undefined && <Problem cause={cause} alone />}
      {value === undefined && cause === undefined && <Loading />}
      {value?.status === 'waiting' && (
        <Waiting item={value.item} again={again} isLost={isLost} key={JSON.stringify(value.item.about)} />
      )}
      {value?.status === 'answered' && (
        <div class="head">
          <h1>Nothing waits here any more.</h1>
          <OutcomeNote
            outcome={{ is: 'answered', by: value.answered }}
            run={run}
            project={project}
            look={again}
          />
        </div>
      )}
    </>
  );
};

interface ItemProps {
  readonly project: string | undefined;
  readonly run: string;
  readonly item: string;
  readonly isLost: boolean;
}
