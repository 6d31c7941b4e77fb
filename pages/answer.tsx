// An answer on its way: sent once, and told what came of it, also when the connection was lost in that moment.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type {
  AnsweredBy,
  ErrorReply,
  Follows,
  ItemDocument,
  ItemReply,
  Taken,
  Waiting,
} from '../src/model/dashboard/documents.ts';
import { getJson, postJson, Refused } from './api.ts';
import { Ago, Note, T } from './parts.tsx';
import { api, itemApi, runPath } from './places.ts';

export type Outcome =
  | { readonly is: 'taken'; readonly taken: Taken; readonly choice: string }
  | { readonly is: 'answered'; readonly by: AnsweredBy }
  | { readonly is: 'changed' }
  | { readonly is: 'lost' }
  | { readonly is: 'refused'; readonly reply: ErrorReply };

export const OutcomeNote = ({ outcome, run, project, look }: OutcomeProps): JSX.Element => {
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

/** The same in a few words, where there is a line for it. */
export const outcomeWords = (outcome: Outcome): string => {
  switch (outcome.is) {
    case 'taken':
      return `Your answer is entry ${outcome.taken.seq}.`;
    case 'answered':
      return `${outcome.by.by} answered this: ${outcome.by.choice ?? outcome.by.text}. It is entry ${outcome.by.seq}.`;
    case 'changed':
      return 'Not sent: there are other bytes now.';
    case 'lost':
      return 'The connection was lost. This page will say whether it was taken.';
    case 'refused':
      return `Not sent: ${outcome.reply.message} ${outcome.reply.hint ?? ''}`;
  }
};

export const choiceWord = (
  item: Pick<ItemDocument, 'kind' | 'approve' | 'reject' | 'trees'>,
  choice: string,
): string => {
  if (choice === item.approve && item.kind === 'approval')
    return item.trees === undefined ? 'Approve' : 'Approve these bytes';
  if (choice === item.reject && item.kind === 'approval') return 'Ask for changes';
  return choice.replaceAll(/[_-]/g, ' ');
};

/** What an agent is asked for says nothing to whoever decides; what Baton does at once matters. */
export const followsText = ({ to, says, by = [] }: Follows): string => {
  if (to === '' || to === 'end') return says;
  const next = by.length === 0 ? to : `${to} (${by.join(', ')})`;
  return `next is ${next}.${by.includes('Baton') ? ` ${says}` : ''}`;
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

const NOT_TAKEN: ErrorReply = {
  code: 'not taken',
  message: 'The connection was lost before it arrived.',
  hint: 'Send it again.',
};

export interface Answering {
  readonly outcome: Outcome | undefined;
  readonly isSending: boolean;
  send(body: object, choice?: string): Promise<void>;
  forget(): void;
}

/** An answer that was cut off was applied once or not at all: what waits says which. */
export const useAnswer = ({ project, run, item }: Pick<Waiting, 'project' | 'run' | 'item'>): Answering => {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const path = api(itemApi(run, item), project);
  useEffect(() => {
    if (outcome?.is !== 'lost') return undefined;
    const look = (): void => {
      getJson<ItemReply>(path).then(
        (reply) =>
          setOutcome(
            reply.status === 'answered'
              ? { is: 'answered', by: reply.answered }
              : { is: 'refused', reply: NOT_TAKEN },
          ),
        () => {},
      );
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [outcome?.is]);
  return {
    outcome,
    isSending,
    send: async (body, choice) => {
      setSending(true);
      try {
        const taken = await postJson<Taken>(path, { ...body, ...(choice === undefined ? {} : { choice }) });
        setOutcome({ is: 'taken', taken, choice: choice ?? 'sent' });
      } catch (cause) {
        setOutcome(outcomeOf(cause));
      } finally {
        setSending(false);
      }
    },
    forget: () => setOutcome(undefined),
  };
};
