// What waits for a person, over all runs of a project.
import { noticesForPeople } from '../../engine/notices.ts';
import { plan } from '../../engine/plan.ts';
import { BatonError } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import { nearest } from '../../std/nearest.ts';
import { readRuns, type UnreadableRun } from '../runs/read-runs.ts';
import type { ReadRun } from '../runs/runs.ts';
import { type NoticeStatus, type WaitingItem, waitingItems } from '../runs/status.ts';
import type { System } from '../system.ts';
import { withChanges } from './shown-change.ts';

export interface InboxItem extends WaitingItem {
  readonly run: string;
}

export interface InboxNotice extends NoticeStatus {
  readonly run: string;
}

const itemsOf = (found: ReadRun): InboxItem[] =>
  waitingItems(plan(found.state)).map((item) => ({ run: found.run.name, ...item }));

/** A run that is over is no news. */
const noticesOf = ({ run, state }: ReadRun): InboxNotice[] =>
  state.status !== 'running' ? [] : noticesForPeople(state).map((notice) => ({ run: run.name, ...notice }));

export interface Inbox {
  /** What has waited longest comes first. */
  readonly waiting: readonly InboxItem[];
  /** Newest last; nobody waits for an answer. */
  readonly notices: readonly InboxNotice[];
  readonly unreadable: readonly UnreadableRun[];
}

export const inbox = async (system: System, place: Place): Promise<Inbox> => {
  const { runs, unreadable } = await readRuns(system, place);
  const shown = await Promise.all(
    runs.map((found) => withChanges(system, found.run, found.state, itemsOf(found))),
  );
  const waiting = shown.flat().sort((a, b) => a.since.localeCompare(b.since));
  // An id from here can be typed as it is, also when two runs wait at the same place.
  const twice = (id: string): boolean => waiting.filter((item) => item.id === id).length > 1;
  return {
    waiting: waiting.map((item) => (twice(item.id) ? { ...item, id: `${item.run}/${item.id}` } : item)),
    notices: runs.flatMap(noticesOf).sort((a, b) => a.at.localeCompare(b.at)),
    unreadable,
  };
};

const several = (id: string, found: readonly ReadRun[]): BatonError => {
  const names = found.map(({ run }) => run.name);
  return new BatonError('ITEM_UNKNOWN', `${id} waits in several runs: ${names.join(', ')}`, {
    hint: `Say which one: RUN/${id}, for example ${names[0]}/${id}.`,
  });
};

const missing = (id: string, known: readonly string[]): BatonError => {
  const near = nearest(id, known);
  return new BatonError(
    'ITEM_UNKNOWN',
    known.length === 0
      ? `nothing waits for you, got ${JSON.stringify(id)}`
      : `expected one of ${known.join(', ')}, which wait for you, got ${JSON.stringify(id)}`,
    {
      hint: near === undefined ? 'see what waits with `baton inbox`' : `did you mean ${near}?`,
    },
  );
};

/** The run in which this waits. Ids are unique within a run; `RUN/ID` says which one. */
export const findWaiting = async (
  system: System,
  place: Place,
  given: string,
): Promise<{ readonly found: ReadRun; readonly id: string; readonly about: WaitingItem['about'] }> => {
  const { runs } = await readRuns(system, place);
  const waiting = runs.map((found) => ({ found, items: itemsOf(found) }));
  const of = (found: ReadRun, items: readonly InboxItem[], id: string) => ({
    ...{ found, id },
    about: items.find((item) => item.id === id)?.about,
  });
  const named = waiting.find(({ found, items }) =>
    items.some(({ id }) => given === `${found.run.name}/${id}`),
  );
  if (named !== undefined) return of(named.found, named.items, given.slice(named.found.run.name.length + 1));
  const matching = waiting.filter(({ items }) => items.some(({ id }) => id === given));
  if (matching.length > 1)
    throw several(
      given,
      matching.map(({ found }) => found),
    );
  const [one] = matching;
  if (one === undefined)
    throw missing(
      given,
      waiting.flatMap(({ items }) => items.map(({ id }) => id)),
    );
  return of(one.found, one.items, given);
};
