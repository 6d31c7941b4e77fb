// What waits for a person, over all runs of a project.
import { noticesForPeople } from '../../engine/notices.ts';
import { plan } from '../../engine/plan.ts';
import { BatonError } from '../../errors.ts';
import { INBOX_CHANGES_SHOWN_MAX } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { nearest } from '../../std/nearest.ts';
import { findRun, type ReadRun } from '../runs/runs.ts';
import { type ListedBriefly, readBriefs, type UnreadableRun } from '../status/read-runs.ts';
import { type NoticeStatus, type WaitingItem, waitingItems } from '../status/status.ts';
import type { System } from '../system.ts';
import { observedInLines, withChange, withChangeAsked, wordsOfEvidence } from './shown-change.ts';

export interface InboxItem extends WaitingItem {
  readonly run: string;
}

export interface InboxNotice extends NoticeStatus {
  readonly run: string;
}

/** A run in which something may wait, whether it was replayed or told by its store in few words. */
interface Waiting {
  readonly run: string;
  readonly items: readonly WaitingItem[];
  readonly notices: readonly NoticeStatus[];
  readonly told: ListedBriefly;
}

const waitingIn = (told: ListedBriefly): Waiting => {
  if ('brief' in told) return { run: told.run, items: told.brief.waiting, notices: told.brief.notices, told };
  const { run, state } = told.replayed;
  return {
    run: run.name,
    items: waitingItems(plan(state)),
    // A run that is over is no news.
    notices: state.status === 'running' ? noticesForPeople(state) : [],
    told,
  };
};

interface Asked {
  readonly item: InboxItem;
  readonly told: ListedBriefly;
}

/** Lines of evidence about what is to be approved, of all runs at once. */
const evidenceOf = async (
  system: System,
  place: Place,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const wants = asked.flatMap(({ item, told }) => {
    const change = 'brief' in told ? told.brief.changes[item.id] : undefined;
    return change === undefined ? [] : [{ run: item.run, words: wordsOfEvidence(change.trees.to) }];
  });
  return wants.length === 0 ? new Map() : ((await system.stores(place).linesWith?.(wants)) ?? new Map());
};

/** Each change is a comparison of trees: of many that wait only the oldest are shown here. */
const withOldestChanges = async (
  system: System,
  place: Place,
  asked: readonly Asked[],
): Promise<InboxItem[]> => {
  const approvals = asked.filter(({ item }) => item.kind === 'approval');
  const oldest = new Set(approvals.slice(0, INBOX_CHANGES_SHOWN_MAX));
  const evidence = await evidenceOf(system, place, [...oldest]);
  return Promise.all(
    asked.map(async (one) => {
      const { item, told } = one;
      if (item.kind !== 'approval') return item;
      if (!oldest.has(one)) return { ...item, changeProblem: `see it with \`baton diff ${item.run}\`` };
      if ('replayed' in told) return withChange(system, told.replayed.run, told.replayed.state, item);
      return withChangeAsked(place.project, item, told.brief.changes[item.id], (tree) =>
        observedInLines(evidence.get(item.run) ?? [], tree),
      );
    }),
  );
};

export interface Inbox {
  /** What has waited longest comes first. */
  readonly waiting: readonly InboxItem[];
  /** Newest last; nobody waits for an answer. */
  readonly notices: readonly InboxNotice[];
  readonly unreadable: readonly UnreadableRun[];
}

export const inbox = async (system: System, place: Place): Promise<Inbox> => {
  const { runs, unreadable } = await readBriefs(system, place);
  const all = runs.map(waitingIn);
  const asked = all
    .flatMap(({ run, items, told }) => items.map((item) => ({ item: { run, ...item }, told })))
    .sort((a, b) => a.item.since.localeCompare(b.item.since));
  const waiting = await withOldestChanges(system, place, asked);
  const count = new Map<string, number>();
  for (const { id } of waiting) count.set(id, (count.get(id) ?? 0) + 1);
  // An id from here can be typed as it is, also when two runs wait at the same place.
  const twice = (id: string): boolean => (count.get(id) ?? 0) > 1;
  return {
    waiting: waiting.map((item) => (twice(item.id) ? { ...item, id: `${item.run}/${item.id}` } : item)),
    notices: all
      .flatMap(({ run, notices }) => notices.map((notice) => ({ run, ...notice })))
      .sort((a, b) => a.at.localeCompare(b.at)),
    unreadable,
  };
};

const several = (id: string, names: readonly string[]): BatonError =>
  new BatonError('ITEM_UNKNOWN', `${id} waits in several runs: ${names.join(', ')}`, {
    hint: `Say which one: RUN/${id}, for example ${names[0]}/${id}.`,
  });

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
  const waiting = (await readBriefs(system, place)).runs
    .map(waitingIn)
    .flatMap(({ run, items, told }) => items.map((item) => ({ run, item, told })));
  const named = waiting.filter(({ run, item }) => given === `${run}/${item.id}`);
  const matching = named.length > 0 ? named : waiting.filter(({ item }) => item.id === given);
  if (matching.length > 1)
    throw several(
      given,
      matching.map(({ run }) => run),
    );
  const [one] = matching;
  if (one === undefined)
    throw missing(
      given,
      waiting.map(({ item }) => item.id),
    );
  const found = 'replayed' in one.told ? one.told.replayed : await findRun(system, place, one.run);
  return { found, id: one.item.id, about: one.item.about };
};
