// One run: its track, its handoffs, the facts that hold, and time travel.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../src/model/dashboard/documents.ts';
import { type Connection, currentSession, postJson, Refused } from './api.ts';
import { useKeys } from './keys.ts';
import { StatusIcon } from './list.tsx';
import { Ago, clock, Loading, many, Note, Problem, span, T, useNow } from './parts.tsx';
import { api, go, itemPath, runApi } from './places.ts';
import { useRun } from './run-live.ts';
import { usePast } from './run-past.ts';
import { Handoffs, Works } from './run-rows.tsx';
import { Side } from './run-side.tsx';
import { TrackCard } from './track.tsx';
import { Travel } from './travel.tsx';

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
      return `${who} has been at work for ${ago(since)}. ${quiet}${deadline === undefined ? '.' : `; its attempt ends at ${clock(deadline)}.`}`;
    }
    case 'judging':
      return `${who} has been judged for ${ago(since)}: ${many(left ?? 0, 'observation is', 'observations are')} still to come.`;
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

const Stands = ({ view }: { readonly view: RunView }): JSX.Element | null => {
  const now = useNow();
  const [said, setSaid] = useState('');
  const text = standsText(view, now);
  if (text === '') return null;
  const isFailed = view.status === 'failed';
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
        {...(isFailed ? { tone: 'unmet' } : {})}
      >
        <T>{text}</T> {isFailed && 'Nothing is lost: the run can continue when the cause is gone.'}
        {(view.stands.kind === 'unheld' || isFailed) && currentSession()?.readOnly !== true && (
          <button class="btn" type="button" onClick={() => void resume()}>
            {isFailed ? 'Try again' : 'Go on'}
          </button>
        )}{' '}
        <T>{said}</T>
      </Note>
    </div>
  );
};

export const RunPage = ({ project, run, at: given, stand }: RunProps): JSX.Element => {
  const live = useRun(project, run, stand);
  const [past, travel] = usePast(project, run, given);
  const { at } = past;
  const last = live.view?.last ?? past.view?.last ?? 0;
  // Until the past is there the page stays as it is: nothing jumps when somebody begins to drag the bar.
  const view = at === undefined ? live.view : past.view;
  const [item] = live.view?.waiting ?? [];
  useKeys({
    Enter: () => item !== undefined && at === undefined && go(itemPath(project, run, item.item)),
  });
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
      {view === undefined && cause === undefined && <Loading alone />}
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
            <Handoffs view={view} at={at} isMoving={past.isMoving === true} />
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
