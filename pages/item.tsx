// Something that waits for you: what is different, what is known about it, and your answer for exactly these bytes.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemDocument, ItemReply } from '../src/model/dashboard/documents.ts';
import { choiceWord, followsText, OutcomeNote, useAnswer } from './answer.tsx';
import { currentSession, getJson } from './api.ts';
import { Came, Changes, Files, Findings, Points } from './item-known.tsx';
import { keyName, useKeys } from './keys.ts';
import { Ago, Crumbs, Digest, Icon, Loading, Markdown, many, Note, Problem, T, useLoaded } from './parts.tsx';
import { api, itemApi } from './places.ts';

const KINDS = {
  approval: 'Waits for your approval',
  escalation: 'Waits for your decision',
  question: 'Waits for your answer',
} as const;

const WORDS: Readonly<Record<ItemDocument['kind'], string>> = {
  approval: 'Words. Needed to ask for changes, kept with any answer.',
  escalation: 'Words. Whoever acts next gets them.',
  question: 'Words. Kept with any answer.',
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
    if (way === undefined || way.to === '') return '';
    return `${choiceWord(item, way.choice)}: ${followsText(way)}`;
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
            placeholder={isWords ? 'Your answer.' : WORDS[item.kind]}
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
            Send <kbd>{keyName('⌘↵')}</kbd>
          </button>
        )}
        {item.approve !== undefined && (
          <button class="btn go wide" type="button" disabled={off} onClick={() => send(item.approve)}>
            {said.left.size > 0
              ? `Approve without ${many(said.left.size, 'file')}`
              : choiceWord(item, item.approve)}{' '}
            <kbd>{keyName('⌘↵')}</kbd>
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
            {choice === item.reject && <kbd>{keyName('⌘⇧↵')}</kbd>}
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
  const { outcome, isSending, send: sendAnswer, forget } = useAnswer(item);
  const readOnly = currentSession()?.readOnly === true;
  const toggle = (path: string): void => {
    const left = new Set(said.left);
    if (!left.delete(path)) left.add(path);
    set({ ...said, left });
  };
  const send = (choice: string | undefined): Promise<void> =>
    sendAnswer(
      {
        text: said.words,
        message: said.message === '' ? undefined : said.message,
        exclude: [...said.left],
        about: item.about,
      },
      choice,
    );
  const isDone = outcome?.is === 'taken' || outcome?.is === 'answered' || outcome?.is === 'lost';
  const off = isSending || isDone || outcome?.is === 'changed' || isLost;
  useKeys({
    'mod+Enter': () => {
      if (!off && !readOnly && (item.approve !== undefined || said.words.trim() !== ''))
        void send(item.approve);
    },
    'mod+shift+Enter': () => {
      if (!off && !readOnly && item.reject !== undefined && said.words.trim() !== '') void send(item.reject);
    },
  });
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
        <p class="muted">
          Asked for: <T>{item.request.split('\n')[0]?.slice(0, 200)}</T>
        </p>
      </div>
      {outcome !== undefined && (
        <div class="stands">
          <OutcomeNote
            outcome={outcome}
            run={item.run}
            project={item.project}
            look={() => {
              forget();
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
              <button
                class={`btn ${item.kind === 'approval' ? '' : 'go'}`}
                type="button"
                disabled={off}
                onClick={() => focusWords()}
              >
                {item.kind === 'approval' && item.reject !== undefined
                  ? choiceWord(item, item.reject)
                  : 'Answer'}
              </button>
              {item.kind === 'approval' && (
                <button class="btn go" type="button" disabled={off} onClick={() => void send(item.approve)}>
                  {choiceWord(item, item.approve)}
                </button>
              )}
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
        <Crumbs from="Inbox" project={project} run={run} name={item} />
      </div>
      {cause !== undefined && value === undefined && <Problem cause={cause} alone />}
      {value === undefined && cause === undefined && <Loading alone />}
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
