// Time travel: the run as it stood at an entry that somebody asked for.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { RunView } from '../src/model/dashboard/documents.ts';
import { shareData } from '../src/std/share-data.ts';
import { getJson } from './api.ts';
import { api, go, runApi, runPath } from './places.ts';
import { ROWS } from './run-live.ts';

export interface Past {
  /** The entry that is shown; undefined is now. */
  readonly at?: number;
  readonly view?: RunView;
  readonly cause?: unknown;
  /** Somebody drags the bar. */
  readonly isMoving?: boolean;
}

/** When nobody has moved for so long the address follows: browsers allow no more than a few changes of it in a second. */
const REST_MS = 250;

/**
 * Each reply is shown; while one is under way only the last wish is kept. Nothing is drawn before the reply is there, and it is
 * asked for at once and not after the next frame, so that a seek costs one drawing.
 */
export const usePast = (
  project: string | undefined,
  run: string,
  given: number | undefined,
): readonly [Past, (to: number | undefined) => void] => {
  const [past, setPast] = useState<Past>({});
  const wanted = useRef<number | undefined>(undefined);
  /** What the address said when it was last written or followed. */
  const written = useRef(given);
  const asking = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const rest = useCallback((): void => {
    setPast((was) => (was.isMoving === true ? { ...was, isMoving: false } : was));
    written.current = wanted.current;
    go(runPath(project, run, wanted.current), true);
  }, [project, run]);
  const ask = useCallback(async (): Promise<void> => {
    asking.current = true;
    for (let asked = wanted.current, isDone = false; asked !== undefined && !isDone; ) {
      const at = asked;
      const came = await getJson<RunView>(api(runApi(run), project, { at, rows: ROWS })).then(
        (view) => ({ view }),
        (cause: unknown) => ({ cause }),
      );
      isDone = wanted.current === at;
      asked = wanted.current;
      if (asked !== undefined)
        setPast((was) => ({
          ...{ at, isMoving: timer.current !== undefined },
          ...('view' in came ? { view: shareData(was.view, came.view) as RunView } : came),
        }));
    }
    asking.current = false;
  }, [project, run]);
  const seek = useCallback(
    (to: number | undefined): void => {
      wanted.current = to;
      if (to === undefined) setPast({});
      else if (!asking.current) void ask();
    },
    [ask],
  );
  const travel = useCallback(
    (to: number | undefined): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        rest();
      }, REST_MS);
      seek(to);
    },
    [seek, rest],
  );
  useEffect(() => {
    // An address that was written here tells nothing new: somebody may have gone on before it is drawn.
    const isOwn = written.current === given;
    written.current = given;
    if (!isOwn && wanted.current !== given) seek(given);
  }, [given, seek]);
  useEffect(() => {
    if (given !== undefined) seek(given);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      wanted.current = undefined;
    },
    [],
  );
  return [past, travel];
};
