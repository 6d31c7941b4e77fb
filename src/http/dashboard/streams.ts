// Server-sent events, read by pages with fetch, because only that can send a header. A run's stream resumes from its journal.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError, causeText } from '../../errors.ts';
import type { EntryLine, ListDocument, Row, RunView } from '../../model/dashboard/documents.ts';
import type { Streamed, StreamedSlim } from '../../model/dashboard/streamed.ts';
import { isNothing, type ViewChange, viewChange } from '../../model/dashboard/view-change.ts';
import { STREAM_PING_MS, STREAM_POLL_MS } from '../../model/limits/dashboard.ts';
import type { Dashboard, RunName } from '../../operations/dashboard/dashboard.ts';
import { entryLine } from '../../operations/dashboard/run-history.ts';
import { runView, type ShownRun } from '../../operations/dashboard/run-view.ts';

interface Line {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Resolves when the reader can take more, so that a slow one costs no memory. */
const send = async (response: ServerResponse, { id, event, data }: Line): Promise<void> => {
  const head = id === undefined ? '' : `id: ${id}\n`;
  const isRoom = response.write(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  if (isRoom || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
};

/** Looks again and again until the reader is gone; `look` says whether it had something to tell. */
const follow = async (response: ServerResponse, look: (round: number) => Promise<boolean>): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  response.write(': here\n\n');
  let quiet = 0;
  for (let round = 0; !response.destroyed && !response.writableEnded; round += 1) {
    quiet = (await look(round)) ? 0 : quiet + STREAM_POLL_MS;
    if (quiet >= STREAM_PING_MS) {
      response.write(': ping\n\n');
      quiet = 0;
    }
    await sleep(STREAM_POLL_MS);
  }
};

/** Whether a process holds it, and when its agents last printed, is asked less often: that is in no journal. */
const HELD_EVERY = 10;

export interface StreamAsked {
  /** The last entry that the page has. */
  readonly from: number;
  readonly rows?: number | undefined;
  /** Letters in place of lines, and after the first time only what changed. */
  readonly slim?: boolean | undefined;
}

const linesAfter = ({ book }: ShownRun, told: number): EntryLine[] => {
  const entries: EntryLine[] = [];
  for (let at = told + 1; at <= book.seq; at += 1) entries.push(entryLine(book.entryAt(at)));
  return entries;
};

export const streamRun =
  (dashboard: Dashboard, name: RunName, { from, rows, slim = false }: StreamAsked) =>
  async (response: ServerResponse): Promise<void> => {
    let shown = await dashboard.shown(name);
    let told = Math.min(from, shown.book.seq);
    let before: RunView | undefined;
    const dataOf = (view: RunView, change: ViewChange | undefined): Streamed | StreamedSlim => {
      if (!slim) return { entries: linesAfter(shown, told), view };
      const marks = shown.book.history.marks.slice(told, view.seq);
      return { after: told, marks, ...(change ?? { view }) };
    };
    const look = async (round: number): Promise<boolean> => {
      const isLong = round % HELD_EVERY === 0;
      if (isLong) shown = await dashboard.shown(name);
      else await shown.book.advance();
      const { seq } = shown.book;
      if (seq === told && !isLong) return false;
      const view = runView(shown, seq, { rows });
      const change = before === undefined ? undefined : viewChange(before, view);
      if (change !== undefined && isNothing(change)) return false;
      const data = dataOf(view, change);
      told = seq;
      before = view;
      await send(response, { id: String(seq), event: 'entry', data });
      return true;
    };
    await follow(response, async (round) => {
      try {
        return await look(round);
      } catch (cause) {
        const code = cause instanceof BatonError ? cause.code : 'INTERNAL';
        await send(response, { event: 'reset', data: { code, message: causeText(cause) } });
        response.end();
        return true;
      }
    });
  };

const idOf = ({ project, run }: Row): string => `${project}/${run}`;

/** The list is looked through less often than a run: it may hold hundreds. */
const LIST_EVERY = 5;

export interface FedList {
  /** All of it the first time, then only rows that are others than before. */
  readonly rows: readonly Row[];
  readonly gone: readonly string[];
  readonly whole: boolean;
  readonly list: Omit<ListDocument, 'runs'>;
}

export const streamList =
  (dashboard: Dashboard) =>
  async (response: ServerResponse): Promise<void> => {
    let known: ReadonlyMap<string, string> | undefined;
    let rest = '';
    let unread = 0;
    await follow(response, async (round) => {
      if (round % LIST_EVERY !== 0 && unread === 0) return false;
      const { runs, ...list } = await dashboard.lists.soon({}, STREAM_POLL_MS);
      unread = list.unread ?? 0;
      const now = new Map(runs.map((row) => [idOf(row), JSON.stringify(row)]));
      const rows = runs.filter((row) => known?.get(idOf(row)) !== now.get(idOf(row)));
      const gone = [...(known?.keys() ?? [])].filter((id) => !now.has(id));
      const text = JSON.stringify(list);
      if (known !== undefined && rows.length === 0 && gone.length === 0 && text === rest) return false;
      const data: FedList = { rows, gone, whole: known === undefined, list };
      known = now;
      rest = text;
      await send(response, { event: 'list', data });
      return true;
    });
  };
