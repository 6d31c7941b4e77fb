import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunView, Streamed } from '../src/model/dashboard/documents.ts';
import { type Connection, follow, getJson, Refused } from './api.ts';
import { api, runApi } from './places.ts';

interface Live {
  readonly view?: RunView;
  readonly marks: string;
  readonly cause?: unknown;
}

/** The run as it is now: entries are taken once, in order, whatever happens to the connection. */
export const useRun = (
  project: string | undefined,
  run: string,
  stand: (connection: Connection) => void,
): Live => {
  const [live, setLive] = useState<Live>({ marks: '' });
  const seen = useRef(0);
  const waiting = useRef<Live | undefined>(undefined);
  useEffect(() => {
    let marks = '';
    seen.current = 0;
    setLive({ marks: '' });
    const show = (next: Live): void => {
      // Once for each frame, however many come.
      if (waiting.current === undefined)
        requestAnimationFrame(() => {
          if (waiting.current !== undefined) setLive(waiting.current);
          waiting.current = undefined;
        });
      waiting.current = next;
    };
    return follow(
      () => api(runApi(run, '/events'), project, { from: seen.current }),
      ({ event, data }) => {
        if (event === 'reset') {
          seen.current = 0;
          marks = '';
          return;
        }
        const { entries, view } = data as Streamed;
        for (const { seq, mark } of entries) {
          if (seq !== seen.current + 1) continue;
          marks += mark;
          seen.current = seq;
        }
        show({ view, marks });
      },
      (connection) => {
        stand(connection);
        if (connection.is === 'lost' && seen.current === 0)
          getJson<RunView>(api(runApi(run), project)).catch((cause: unknown) => {
            if (cause instanceof Refused) setLive((was) => ({ ...was, cause }));
          });
      },
    );
  }, [project, run]);
  return live;
};

/** The run as it stood at an entry; the last answer stays until the next one is there. */
export const usePast = (
  project: string | undefined,
  run: string,
  at: number | undefined,
): { view?: RunView; cause?: unknown } => {
  const [past, setPast] = useState<{ view?: RunView; cause?: unknown }>({});
  useEffect(() => {
    if (at === undefined) return setPast({});
    const controller = new AbortController();
    getJson<RunView>(api(runApi(run), project, { at }), controller.signal).then(
      (view) => setPast({ view }),
      (cause: unknown) => !controller.signal.aborted && setPast({ cause }),
    );
    return () => controller.abort();
  }, [project, run, at]);
  return past;
};
