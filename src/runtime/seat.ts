// Whether this process may speak for its run. Held: it may. Unsure: the store does not answer, and somebody else may be about to take the
// run; then nothing is begun and nothing is answered, and agents work on. Fenced: somebody else has taken it, and this process ends.
import { BatonError } from '../errors.ts';
import { DURABLE_WAIT_MS, SEAT_LOOK_MS } from '../model/limits/store.ts';
import type { Store } from '../stores/store.ts';
import type { DoorApi } from './door-api.ts';
import { refused } from './visitors.ts';

export interface Seat {
  /** Nobody else can write to the store: it is sound as long as this process lives. */
  readonly isOwn: boolean;
  readonly sound: boolean;
  readonly fenced: BatonError | undefined;
  /** Resolves when it is sound again; rejects when it is fenced, or when nobody waits any more. */
  whenSound(signal?: AbortSignal): Promise<void>;
  /** Resolves when it was not sound for so long, or is fenced; never where that does not happen. */
  whenUnsureFor(ms: number, signal: AbortSignal): Promise<void>;
}

const gone = (): BatonError => new BatonError('RUN_NOT_HELD', 'nobody waits for this run any more');

type After = (ms: number, call: () => void) => () => void;

/** Looks at the lease again and again; a store that only its holder can write to is always sound. */
export const seatOf = (store: Pick<Store, 'held' | 'lost'>, after: After): Seat => {
  let fenced: BatonError | undefined;
  void store.lost?.then((cause) => {
    fenced = cause;
  });
  const isSound = (): boolean => fenced === undefined && store.held !== false;
  const when = (met: () => boolean, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (met()) resolve();
        else if (fenced !== undefined || signal?.aborted === true) reject(fenced ?? gone());
        else after(SEAT_LOOK_MS, look);
      };
      look();
    });
  return {
    isOwn: store.held === undefined && store.lost === undefined,
    get sound() {
      return isSound();
    },
    get fenced() {
      return fenced;
    },
    whenSound: (signal) => when(isSound, signal),
    whenUnsureFor: (ms, signal) => {
      if (store.held === undefined) return new Promise(() => {});
      let looks = 0;
      return when(() => {
        looks = isSound() ? 0 : looks + 1;
        return fenced !== undefined || looks * SEAT_LOOK_MS > ms;
      }, signal);
    },
  };
};

const NOT_YET = refused(
  'NOT_YET_DURABLE',
  'what you handed in is not yet durable: the store does not answer',
  'call the same again; it is taken once',
);

/** Speaks only while it is certain who holds the run: asked before a call, while it waits, and before its answer is given. */
const guarded = async <T>(seat: Seat, work: () => Promise<T>): Promise<T | typeof NOT_YET> => {
  const done = new AbortController();
  const answered = (async (): Promise<T> => {
    if (!seat.sound) await seat.whenSound();
    const answer = await work();
    if (!seat.sound) await seat.whenSound();
    return answer;
  })();
  // Nobody hears it any more when the call was answered before.
  answered.catch(() => {});
  const late = seat.whenUnsureFor(DURABLE_WAIT_MS, done.signal).then((): typeof NOT_YET => {
    if (seat.fenced !== undefined) throw seat.fenced;
    return NOT_YET;
  });
  late.catch(() => {});
  try {
    return await Promise.race([answered, late]);
  } finally {
    done.abort();
  }
};

export const guardDoor = (door: DoorApi, seat: Seat): DoorApi =>
  seat.isOwn
    ? door
    : {
        admit: (token, at) => guarded(seat, () => door.admit(token, at)),
        call: (token, tool, args, options) => guarded(seat, () => door.call(token, tool, args, options)),
        // That nothing is known says nothing of the run, so it may be said by anybody.
        maySay: (answer) => answer === NOT_YET || seat.sound,
      };
