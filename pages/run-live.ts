import { useEffect, useRef, useState } from 'preact/hooks';
import type { HandoffRow, HandoffRows, RunView } from '../src/model/dashboard/documents.ts';
import type { StreamedSlim } from '../src/model/dashboard/streamed.ts';
import { newestFirst, withChange } from '../src/model/dashboard/view-change.ts';
import { shareData } from '../src/std/share-data.ts';
import { type Connection, follow, getJson, Refused } from './api.ts';
import { api, runApi } from './places.ts';

interface Live {
  readonly view?: RunView;
  readonly marks: string;
  readonly cause?: unknown;
}

/** Handoffs that come with a run; older ones are asked for. */
export const ROWS = 40;

/** The run as it is now: entries are taken once, in order, whatever happens to the connection. */
export const useRun = (
  project: string | undefined,
  run: string,
  stand: (connection: Connection) => void,
): Live => {
  const [live, setLive] = useState<Live>({ marks: '' });
  const shown = useRef<Live>(live);
  useEffect(() => {
    let isDue = false;
    shown.current = { marks: '' };
    setLive(shown.current);
    const show = (next: Live): void => {
      shown.current = next;
      if (isDue) return;
      isDue = true;
      // Once for each frame, however many come.
      requestAnimationFrame(() => {
        isDue = false;
        setLive(shown.current);
      });
    };
    return follow(
      () => api(runApi(run, '/events'), project, { from: shown.current.marks.length, rows: ROWS, slim: 1 }),
      ({ event, data }) => {
        if (event === 'reset') {
          shown.current = { ...shown.current, marks: '' };
          return;
        }
        const told = data as StreamedSlim;
        const was = shown.current;
        const next = told.view ?? (was.view === undefined ? undefined : withChange(was.view, told, ROWS));
        if (next === undefined) return;
        const view = shareData(was.view, next) as RunView;
        show({ view, marks: was.marks.slice(0, told.after) + told.marks });
      },
      (connection) => {
        stand(connection);
        if (connection.is === 'lost' && shown.current.view === undefined)
          getJson<RunView>(api(runApi(run), project)).catch((cause: unknown) => {
            if (cause instanceof Refused) setLive((was) => ({ ...was, cause }));
          });
      },
    );
  }, [project, run]);
  return live;
};

export type Only = 'all' | 'rejected' | 'yours';

const isAmong = (only: Only, { kind, status }: HandoffRow): boolean =>
  only === 'all' || (only === 'yours' ? kind === 'human' : status === 'rejected' || status === 'unproven');

/** More handoffs than came with the view, or only some of them. */
export const useHandoffs = (
  view: RunView,
  at: number | undefined,
  only: Only,
  rows: number,
): HandoffRow[] => {
  const [older, setOlder] = useState<readonly HandoffRow[]>([]);
  const needs = only !== 'all' || rows > ROWS;
  // Of older ones that were being judged the verdict is not in what comes by itself.
  const isOpen = older.some(({ status }) => status === 'judging');
  useEffect(() => {
    if (!needs) return setOlder([]);
    const controller = new AbortController();
    const query = { at, rows, ...(only === 'all' ? {} : { only }) };
    getJson<HandoffRows>(api(runApi(view.run, '/handoffs'), view.project, query), controller.signal).then(
      ({ handoffs }) => setOlder(handoffs),
      () => {},
    );
    return () => controller.abort();
  }, [view.project, view.run, at, only, rows, isOpen ? view.seq : 0]);
  if (!needs) return view.handoffs;
  return newestFirst([...older.filter(({ received }) => received <= view.seq), ...view.handoffs]).filter(
    (row) => isAmong(only, row),
  );
};
