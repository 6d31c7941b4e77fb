// What the dashboard can be asked: the same operations as the command line's, over journals that are kept in memory.
import { BatonError } from '../../errors.ts';
import type { DiffDocument, LogPiece } from '../../model/dashboard/bytes.ts';
import type {
  AnswerBody,
  EntryLine,
  HandoffDocument,
  HandoffRows,
  ItemReply,
  RunView,
  Taken,
} from '../../model/dashboard/documents.ts';
import { BOOKS_MAX } from '../../model/limits/dashboard.ts';
import type { Metrics } from '../../model/metrics.ts';
import { workflowOfRun } from '../definitions/load-workflow.ts';
import { metrics } from '../metrics/metrics.ts';
import { runPlace } from '../runs/runs.ts';
import { stopRun } from '../runs/stop-run.ts';
import type { System } from '../system.ts';
import { answerAsked, type HolderStart, startHolder } from './answer.ts';
import { handoffView } from './handoff-view.ts';
import { itemView } from './item-view.ts';
import { createLists, type Lists, type ShownProject } from './list-view.ts';
import { openBook, type RunBook } from './run-book.ts';
import { diffOf, logPiece, objectOf } from './run-bytes.ts';
import { entryLine } from './run-history.ts';
import { handoffRows, type RowsAsked, runView, type ShownRun } from './run-view.ts';

/** A run as an address names it. */
export interface RunName {
  readonly project?: string | undefined;
  readonly run: string;
}

export interface DashboardOptions {
  readonly system: System;
  readonly projects: readonly ShownProject[];
  readonly holder: HolderStart;
}

export interface Dashboard {
  readonly lists: Lists;
  /** Read up to its last entry. Whether it is held is not asked for an entry of the past. */
  shown(name: RunName, at?: number): Promise<ShownRun>;
  view(name: RunName, at?: number, rows?: number): Promise<RunView>;
  handoffs(name: RunName, at: number | undefined, asked: RowsAsked): Promise<HandoffRows>;
  /** The rows of entries, from one to another. */
  entries(
    name: RunName,
    from: number,
    to: number,
  ): Promise<{ readonly last: number; readonly entries: EntryLine[] }>;
  marks(
    name: RunName,
  ): Promise<{ readonly run: string; readonly last: number; readonly marks: string; readonly at: string[] }>;
  handoff(name: RunName, seq: number, at?: number): Promise<HandoffDocument>;
  diff(name: RunName, from: string, to: string): Promise<DiffDocument>;
  object(name: RunName, digest: string): Promise<{ readonly bytes: Uint8Array; readonly cut: number }>;
  log(name: RunName, assignment: string, attempt: number, offset: number): Promise<LogPiece>;
  item(name: RunName, item: string): Promise<ItemReply>;
  answer(name: RunName, item: string, body: AnswerBody, person: string): Promise<Taken>;
  stop(name: RunName, person: string): Promise<void>;
  resume(name: RunName): Promise<void>;
  metrics(
    project: string | undefined,
    options: { readonly since?: string | undefined; readonly workflow?: string | undefined },
  ): Promise<Metrics>;
  close(): Promise<void>;
}

const projectNamed = (projects: readonly ShownProject[], key: string | undefined): ShownProject => {
  const found = key === undefined ? projects[0] : projects.find((one) => one.key === key);
  if (found !== undefined) return found;
  throw new BatonError('RUN_UNKNOWN', `expected a project of this server, got ${JSON.stringify(key)}`);
};

interface Books {
  of(project: ShownProject, run: string): Promise<RunBook>;
  forget(project: ShownProject, run: string): Promise<void>;
  close(): Promise<void>;
}

const createBooks = (system: System): Books => {
  const books = new Map<string, Promise<RunBook>>();
  const drop = async (id: string): Promise<void> => {
    const book = books.get(id);
    books.delete(id);
    await book?.then(
      (one) => one.close(),
      () => {},
    );
  };
  const open = async ({ place }: ShownProject, run: string): Promise<RunBook> => {
    const stores = system.stores(place);
    if (!(await stores.list()).includes(run))
      throw new BatonError('RUN_UNKNOWN', `expected a run of this project, got ${JSON.stringify(run)}`);
    return openBook((await stores.reader(run)).store);
  };
  return {
    of: (project, run) => {
      const id = `${project.key}/${run}`;
      const book = books.get(id) ?? open(project, run);
      // The one that was asked for last is the last to go.
      books.delete(id);
      books.set(id, book);
      book.catch(() => books.delete(id));
      const [oldest] = books.keys();
      if (books.size > BOOKS_MAX && oldest !== undefined) void drop(oldest);
      return book;
    },
    forget: (project, run) => drop(`${project.key}/${run}`),
    close: async () => {
      for (const id of [...books.keys()]) await drop(id);
    },
  };
};

/** The run with its journal read up to the last entry. */
const showing =
  (system: System, projects: readonly ShownProject[], books: Books): Dashboard['shown'] =>
  async ({ project: key, run: name }, at = Number.POSITIVE_INFINITY) => {
    const project = projectNamed(projects, key);
    const book = await books.of(project, name);
    try {
      await book.advance();
    } catch (cause) {
      // What was read may be no more what is there: it is read from its first entry the next time.
      await books.forget(project, name);
      throw cause;
    }
    if (book.seq === 0) throw new BatonError('RUN_UNKNOWN', `run ${name} was cut off before its first entry`);
    const workflow = await workflowOfRun(system, book.stateAt(book.seq));
    const run = runPlace(project.place, workflow, name);
    return {
      project: project.key,
      run,
      workflow,
      book,
      held: at >= book.seq && (await system.stores(project.place).isHeld(name)),
    };
  };

export const createDashboard = ({ system, projects, holder }: DashboardOptions): Dashboard => {
  const lists = createLists(system, projects);
  const books = createBooks(system);
  const shown = showing(system, projects, books);
  return {
    lists,
    shown,
    view: async (name, at, rows) => {
      const found = await shown(name, at);
      return runView(found, at ?? found.book.seq, { rows });
    },
    handoffs: async (name, at, asked) => {
      const found = await shown(name);
      const seq = Math.min(at ?? found.book.seq, found.book.seq);
      return { run: found.run.name, seq, ...handoffRows(found, seq, asked) };
    },
    entries: async (name, from, to) => {
      const { book } = await shown(name);
      const entries: EntryLine[] = [];
      for (let seq = Math.max(1, from); seq <= Math.min(to, book.seq); seq += 1)
        entries.push(entryLine(book.entryAt(seq)));
      return { last: book.seq, entries };
    },
    marks: async (name) => {
      const { book, run } = await shown(name);
      return {
        run: run.name,
        last: book.seq,
        marks: book.history.marks.slice(0, book.seq),
        at: book.history.times.slice(0, book.seq),
      };
    },
    handoff: async (name, seq, at) => {
      const found = await shown(name);
      return handoffView(found, seq, at ?? found.book.seq);
    },
    diff: async (name, from, to) => diffOf(await shown(name), from, to),
    object: async (name, digest) => objectOf(await shown(name), digest),
    log: async (name, assignment, attempt, offset) =>
      logPiece(await shown(name), assignment, attempt, offset),
    item: async (name, item) => {
      const found = await itemView(system, await shown(name), item);
      if (found !== undefined) return found;
      throw new BatonError('ITEM_UNKNOWN', `nothing called ${JSON.stringify(item)} waits in run ${name.run}`);
    },
    answer: async (name, item, body, person) =>
      answerAsked(system, await shown(name), item, body, { person, holder }),
    stop: async (name, person) => {
      await stopRun(system, projectNamed(projects, name.project).place, name.run, person);
    },
    resume: async (name) => startHolder(system, (await shown(name)).run, holder),
    metrics: async (key, { since, workflow }) => {
      const { place } = projectNamed(projects, key);
      const found = await metrics({ system, cwd: place.project, env: place.env, runs: [], since, workflow });
      return found.document;
    },
    close: async () => {
      await books.close();
      await lists.close();
    },
  };
};
