// All runs of the projects as rows, and what waits for a person in them. Each journal is read on from where it was left.
import { basename } from 'node:path';
import { inPlace } from '../../engine/reduce/changes.ts';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { causeText } from '../../errors.ts';
import type { ListDocument, Row, Waiting } from '../../model/dashboard/documents.ts';
import { LISTED_REQUEST_CHARS_MAX, LISTED_RUNS_MAX } from '../../model/limits-dashboard.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { copyData } from '../../std/copy-data.ts';
import { clip } from '../../std/terminal-text.ts';
import type { StoreReader } from '../../stores/store.ts';
import { workflowOfRun } from '../definitions/load-workflow.ts';
import { runPlace } from '../runs/runs.ts';
import { statusDocument } from '../status/status.ts';
import type { System } from '../system.ts';
import { questionsOf, waitingOf } from './run-view.ts';
import { dotsOf } from './track.ts';

export interface ShownProject {
  /** What addresses name it by. */
  readonly key: string;
  readonly place: Place;
}

interface Kept {
  readonly store: StoreReader;
  state: State | undefined;
  workflow: Workflow | undefined;
  row: Row | undefined;
  waiting: readonly Waiting[];
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
  const state = copyData((await store.readSnapshot())?.state);
  return { store, state, workflow: undefined, row: undefined, waiting: [] };
};

const bring = async (
  system: System,
  { key, place }: ShownProject,
  run: string,
  kept: Kept,
): Promise<void> => {
  const before = kept.state?.seq;
  for await (const entry of kept.store.read((kept.state?.seq ?? 0) + 1))
    kept.state = applyEntry(kept.state, entry, inPlace);
  const { state } = kept;
  const held = await system.stores(place).isHeld(run);
  if (state === undefined) return;
  if (kept.row !== undefined && state.seq === before) {
    if (kept.row.held !== held) kept.row = { ...kept.row, held };
    return;
  }
  kept.workflow ??= await workflowOfRun(system, state);
  const { workflow } = kept;
  const shown = { project: key, run: runPlace(place, workflow, run), workflow };
  const { status, phase: main, positions } = statusDocument({ run: shown.run, state, chain: '' });
  kept.waiting = questionsOf(state).map((question) => waitingOf(shown, state, question));
  // Of a run with items, where the first of them is says more than the name of the scope.
  const item = positions.find(({ as }) => as === undefined);
  const within = item === undefined ? main : `${item.scope}, ${item.phase}`;
  const phase = state.status === 'running' ? (kept.waiting[0]?.phase ?? within) : main;
  kept.row = {
    ...{ project: key, run, workflow: workflow.name, status, phase, held },
    request: clip(state.run.request.replace(/\s+/g, ' ').trim(), LISTED_REQUEST_CHARS_MAX),
    ...{ startedAt: state.run.startedAt, at: state.at, seq: state.seq, waiting: kept.waiting.length },
    ...{ accepted: state.handoffs.accepted, rejected: state.handoffs.rejected },
    ...(state.cause === undefined ? {} : { cause: clip(state.cause.message, LISTED_REQUEST_CHARS_MAX) }),
    dots: dotsOf(workflow, state),
  };
};

export interface Lists {
  list(query: ListQuery): Promise<ListDocument>;
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

export const createLists = (system: System, projects: readonly ShownProject[]): Lists => {
  const kept = new Map<string, Kept>();
  const unreadable = new Map<string, ListDocument['unreadable'][number]>();
  const forget = async (id: string): Promise<void> => {
    const one = kept.get(id);
    kept.delete(id);
    await one?.store.close();
  };
  const bringOne = async (project: ShownProject, run: string): Promise<void> => {
    const id = `${project.key}/${run}`;
    try {
      const one = kept.get(id) ?? (await open(system, project.place, run));
      kept.set(id, one);
      await bring(system, project, run, one);
      unreadable.delete(id);
    } catch (cause) {
      // One that cannot be read does not hide the others; it is read from its first entry the next time.
      await forget(id);
      unreadable.set(id, { project: project.key, run, message: causeText(cause) });
    }
  };
  const refresh = async (): Promise<void> => {
    const names = new Set<string>();
    for (const project of projects)
      for (const run of await system.stores(project.place).list()) {
        names.add(`${project.key}/${run}`);
        await bringOne(project, run);
      }
    for (const id of [...kept.keys()]) if (!names.has(id)) await forget(id);
    for (const id of [...unreadable.keys()]) if (!names.has(id)) unreadable.delete(id);
  };
  let refreshing: Promise<void> | undefined;
  return {
    list: async (query) => {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
      const all = [...kept.values()];
      const rows = all.flatMap(({ row }) => (row !== undefined && matches(row, query) ? [row] : []));
      const waiting = all.flatMap((one) => one.waiting).sort((a, b) => a.since.localeCompare(b.since));
      return {
        projects: projects.map(({ key, place }) => ({
          ...{ project: key, name: basename(place.project), path: place.project },
        })),
        waiting,
        ...pageOf(rows.sort(byLastEntry), query.cursor),
        unreadable: [...unreadable.values()],
        total: rows.length,
      };
    },
    close: async () => {
      for (const id of [...kept.keys()]) await forget(id);
    },
  };
};
