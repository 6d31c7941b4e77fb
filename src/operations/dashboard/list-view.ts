// All runs of the projects as rows, and what waits for a person in them. Each journal is read on from where it was left.
import { basename } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { inPlace } from '../../engine/reduce/changes.ts';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { causeText } from '../../errors.ts';
import type { ListDocument, Row, Waiting } from '../../model/dashboard/documents.ts';
import { LISTED_RUNS_MAX } from '../../model/limits/dashboard.ts';
import { INBOX_CHANGES_SHOWN_MAX } from '../../model/limits/limits.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { copyData } from '../../std/copy-data.ts';
import type { KeptBrief, StoreReader } from '../../stores/store.ts';
import { workflowOfRun } from '../definitions/load-workflow.ts';
import { parseBrief } from '../status/brief.ts';
import type { System } from '../system.ts';
import { type ChangeAsked, type ChangeSizes, createChangeSizes } from './change-sizes.ts';
import { type Listed, listedFromBrief, listedFromState } from './list-row.ts';

export interface ShownProject {
  /** What addresses name it by. */
  readonly key: string;
  readonly place: Place;
}

/** What was last listed of a run, and what it was made of: a journal that is read on, or a brief. */
interface Kept {
  readonly journal?: { readonly store: StoreReader; state: State | undefined; workflow?: Workflow };
  readonly text?: string;
  listed?: Listed;
}

export interface ListQuery {
  readonly cursor?: string | undefined;
  readonly state?: string | undefined;
  readonly workflow?: string | undefined;
  readonly q?: string | undefined;
}

const open = async (system: System, place: Place, run: string): Promise<Kept> => {
  const { store } = await system.stores(place).reader(run);
  // A copy of our own: it is changed in place.
  return { journal: { store, state: copyData((await store.readSnapshot())?.state) } };
};

/** Whoever waits for an answer is let through after so many entries of a long journal. */
const ENTRIES_AT_ONCE = 512;
/** One long journal does not keep the others waiting. */
const READ_AT_ONCE = 4;
/** Whoever takes a run writes to it, so that is looked at now and then where nothing was written. */
const HELD_EVERY = 10;

const bring = async (
  system: System,
  { key, place }: ShownProject,
  run: string,
  kept: Kept,
  round: number,
): Promise<void> => {
  const { journal } = kept;
  if (journal === undefined) return;
  const before = journal.state?.seq;
  for await (const entry of journal.store.read((before ?? 0) + 1)) {
    journal.state = applyEntry(journal.state, entry, inPlace);
    if (entry.seq % ENTRIES_AT_ONCE === 0) await setImmediate();
  }
  if (journal.state === undefined) return;
  const known = journal.state.seq === before ? kept.listed : undefined;
  if (known !== undefined && !known.row.held && round % HELD_EVERY !== 0) return;
  const held = await system.stores(place).isHeld(run);
  if (known !== undefined) {
    if (known.row.held !== held) kept.listed = { ...known, row: { ...known.row, held } };
    return;
  }
  journal.workflow ??= await workflowOfRun(system, journal.state);
  // Another object: what is remembered about a state is remembered by its object, and this one was changed.
  journal.state = { ...journal.state };
  kept.listed = listedFromState({ project: key, run, held }, journal.workflow, journal.state);
};

export interface Lists {
  list(query: ListQuery): Promise<ListDocument>;
  /** What is known of it after so long at most. */
  soon(query: ListQuery, patienceMs: number): Promise<ListDocument>;
  close(): Promise<void>;
}

const matches = (row: Row, { state, workflow, q }: ListQuery): boolean =>
  (state === undefined || row.status === state) &&
  (workflow === undefined || row.workflow === workflow) &&
  (q === undefined || `${row.run} ${row.request}`.toLowerCase().includes(q.toLowerCase()));

const byLastEntry = (a: Row, b: Row): number => b.at.localeCompare(a.at) || a.run.localeCompare(b.run);

/** A page begins after the run that its cursor names, so that runs that are written to meanwhile do no harm. */
const pageOf = (rows: readonly Row[], cursor: string | undefined): { runs: Row[]; cursor?: string } => {
  const from = cursor === undefined ? 0 : rows.findIndex((row) => `${row.project}/${row.run}` === cursor) + 1;
  const runs = rows.slice(from, from + LISTED_RUNS_MAX);
  const last = runs.at(-1);
  return from + LISTED_RUNS_MAX < rows.length && last !== undefined
    ? { runs, cursor: `${last.project}/${last.run}` }
    : { runs };
};

/** Where a store keeps briefs, nothing is replayed but what nobody wrote one of; undefined for such a run. */
const takenBrief = (project: string, told: KeptBrief, known: Kept | undefined): Kept | undefined => {
  const { run, held, at, seq, text } = told;
  if (text === undefined || at === undefined || seq === undefined) return undefined;
  const row = known?.text === text ? known.listed?.row : undefined;
  if (row?.seq === seq && row.held === held) return known;
  const brief = parseBrief(text);
  const listed = brief === undefined ? undefined : listedFromBrief({ project, run, held, at, seq }, brief);
  return listed === undefined ? undefined : { text, listed };
};

interface Shelf {
  readonly kept: ReadonlyMap<string, Kept>;
  readonly unreadable: ReadonlyMap<string, ListDocument['unreadable'][number]>;
  /** Runs that are there and have never been read. */
  readonly unread: number;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const createShelf = (system: System, projects: readonly ShownProject[]): Shelf => {
  const kept = new Map<string, Kept>();
  const unreadable = new Map<string, ListDocument['unreadable'][number]>();
  const unread = new Set<string>();
  let round = 0;
  const forget = async (id: string): Promise<void> => {
    const one = kept.get(id);
    kept.delete(id);
    await one?.journal?.store.close();
  };
  const bringOne = async (project: ShownProject, run: string): Promise<void> => {
    const id = `${project.key}/${run}`;
    try {
      const known = kept.get(id);
      const one = known?.journal === undefined ? await open(system, project.place, run) : known;
      kept.set(id, one);
      await bring(system, project, run, one, round);
      unreadable.delete(id);
    } catch (cause) {
      // One that cannot be read does not hide the others; it is read from its first entry the next time.
      await forget(id);
      unreadable.set(id, { project: project.key, run, message: causeText(cause) });
    }
  };
  const take = async (project: ShownProject, told: KeptBrief | { readonly run: string }): Promise<void> => {
    const id = `${project.key}/${told.run}`;
    const known = kept.get(id);
    const brief = 'text' in told ? takenBrief(project.key, told, known) : undefined;
    if (brief === undefined) await bringOne(project, told.run);
    else if (brief !== known) {
      await forget(id);
      kept.set(id, brief);
      unreadable.delete(id);
    }
    unread.delete(id);
  };
  const refresh = async (): Promise<void> => {
    const names = new Set<string>();
    const found: { readonly project: ShownProject; readonly told: KeptBrief | { readonly run: string } }[] =
      [];
    for (const project of projects) {
      const stores = system.stores(project.place);
      const runs = (await stores.briefs?.()) ?? (await stores.list()).map((run) => ({ run }));
      for (const told of runs) {
        const id = `${project.key}/${told.run}`;
        names.add(id);
        if (!kept.has(id) && !unreadable.has(id)) unread.add(id);
        found.push({ project, told });
      }
    }
    const rest = found.values();
    const bringRest = async (): Promise<void> => {
      for (const { project, told } of rest) await take(project, told);
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, bringRest));
    for (const id of [...kept.keys()]) if (!names.has(id)) await forget(id);
    for (const id of [...unreadable.keys()]) if (!names.has(id)) unreadable.delete(id);
    for (const id of [...unread]) if (!names.has(id)) unread.delete(id);
    round += 1;
  };
  return {
    ...{ kept, unreadable, refresh },
    get unread() {
      return unread.size;
    },
    close: async () => {
      for (const id of [...kept.keys()]) await forget(id);
    },
  };
};

/** What waits for a person, oldest first, with the change that it is about. */
const waitingOn = (projects: readonly ShownProject[], { kept }: Shelf): WaitingChange[] => {
  const paths = new Map(projects.map(({ key, place }) => [key, place.project]));
  return [...kept.values()]
    .flatMap(({ listed }) =>
      (listed?.waiting ?? []).map((item) => {
        const trees = listed?.trees.get(item.item);
        const project = paths.get(item.project);
        return trees === undefined || project === undefined
          ? { item }
          : { item, change: { ...trees, project } };
      }),
    )
    .sort((a, b) => a.item.since.localeCompare(b.item.since));
};

interface WaitingChange {
  readonly item: Waiting;
  readonly change?: ChangeAsked;
}

const documentOf = (
  projects: readonly ShownProject[],
  shelf: Shelf,
  sizes: ChangeSizes,
  query: ListQuery,
): ListDocument => {
  const all = [...shelf.kept.values()].flatMap(({ listed }) => listed ?? []);
  const rows = all.flatMap(({ row }) => (matches(row, query) ? [row] : []));
  const waiting = waitingOn(projects, shelf).map(({ item, change }) => {
    const size = change === undefined ? undefined : sizes.of(change);
    return size === undefined ? item : { ...item, change: size };
  });
  return {
    projects: projects.map(({ key, place }) => ({
      ...{ project: key, name: basename(place.project), path: place.project },
    })),
    waiting,
    ...pageOf(rows.sort(byLastEntry), query.cursor),
    unreadable: [...shelf.unreadable.values()],
    total: rows.length,
    unread: shelf.unread,
  };
};

export const createLists = (system: System, projects: readonly ShownProject[]): Lists => {
  const shelf = createShelf(system, projects);
  const sizes = createChangeSizes();
  let refreshing: Promise<void> | undefined;
  const refreshAll = async (): Promise<void> => {
    await shelf.refresh();
    // Each is a comparison of trees: of many that wait only the oldest are measured.
    const changes = waitingOn(projects, shelf).flatMap(({ change }) => change ?? []);
    await sizes.bring(changes.slice(0, INBOX_CHANGES_SHOWN_MAX));
  };
  const refresh = (): Promise<void> => {
    refreshing ??= refreshAll().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  return {
    list: async (query) => {
      await refresh();
      return documentOf(projects, shelf, sizes, query);
    },
    soon: async (query, patienceMs) => {
      const patience = new AbortController();
      const enough = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([refresh(), enough]);
      patience.abort();
      return documentOf(projects, shelf, sizes, query);
    },
    close: () => shelf.close(),
  };
};
