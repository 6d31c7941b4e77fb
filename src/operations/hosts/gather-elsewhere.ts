// Evidence that a worker gathers: offered, waited for, and taken as what the worker saw. The holder judges it like its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Evidence, evidenceSchema } from '../../model/evidence.ts';
import { OFFER_LOOK_MS, OFFER_LOST_MAX } from '../../model/limits/store.ts';
import type { Observer } from '../../model/observer.ts';
import type { Elsewhere } from '../../runtime/ports.ts';
import type { OfferState } from '../../stores/offers.ts';

export interface Offering {
  readonly kind: Evidence['kind'];
  readonly body: string;
  readonly needs: readonly string[];
  readonly signal: AbortSignal;
}

const unavailable = (cause: string, observedBy?: Observer): Evidence => {
  const evidence = { kind: 'unavailable', cause } as const;
  return observedBy === undefined ? evidence : { ...evidence, observedBy };
};

/** What a worker hands back is as hostile as what an agent hands in. */
const evidenceOf = (kind: Evidence['kind'], text: string, by: Observer): Evidence => {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    written = undefined;
  }
  const { data } = evidenceSchema.safeParse(written);
  const foreign = `the worker ${by.login} (${by.worker}) handed back something that is no such evidence`;
  if (data === undefined || (data.kind !== kind && data.kind !== 'unavailable'))
    return unavailable(foreign, by);
  switch (data.kind) {
    case 'command':
    case 'test-runs':
    case 'canary':
    case 'probe':
    case 'unavailable':
      return { ...data, observedBy: by };
    default:
      return unavailable(foreign, by);
  }
};

const ABORTED = Symbol('aborted');

const aborted = (
  signal: AbortSignal,
): { readonly happens: Promise<typeof ABORTED>; readonly forget: () => void } => {
  let forget = (): void => {};
  const happens = new Promise<typeof ABORTED>((resolve) => {
    const tell = (): void => resolve(ABORTED);
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
    forget = () => signal.removeEventListener('abort', tell);
  });
  return { happens, forget };
};

/** Undefined where no worker is in sight: the holder gathers it. */
const waitFor = async (
  { key, offers }: Elsewhere,
  kind: Evidence['kind'],
  news: () => Promise<unknown>,
): Promise<Evidence | undefined> => {
  let attended = performance.now();
  for (;;) {
    const state: OfferState | undefined = await offers.look(key);
    if (state?.result !== undefined) return evidenceOf(kind, state.result.text, state.result.by);
    if (state?.abandoned === true)
      return unavailable(`${OFFER_LOST_MAX} workers were lost while they gathered it`);
    if (state?.attended === true) attended = performance.now();
    else if (state === undefined || performance.now() - attended > offers.patienceMs) return undefined;
    await news();
  }
};

/** Undefined where the holder must gather it itself. */
export const gatherElsewhere = async (
  elsewhere: Elsewhere,
  offering: Offering,
): Promise<Evidence | undefined> => {
  const { key, offers, isLeft } = elsewhere;
  const { kind, body, needs, signal } = offering;
  const { happens, forget } = aborted(signal);
  let wake = (): void => {};
  const stopHearing = offers.onNews(() => wake());
  let over = false;
  const news = async (): Promise<void> => {
    const heard = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([heard, sleep(OFFER_LOOK_MS), happens]);
    if (over) throw new Error('nobody waits for it any more');
  };
  const gathering = (async () => {
    await offers.put({ key, body, needs });
    return waitFor(elsewhere, kind, news);
  })();
  gathering.catch(() => {});
  try {
    const found = await Promise.race([gathering, happens]);
    if (found !== ABORTED) {
      await offers.withdraw(key);
      return found;
    }
    if (!isLeft()) void offers.withdraw(key).catch(() => {});
    return unavailable('it was not waited for');
  } finally {
    over = true;
    forget();
    stopHearing();
  }
};
