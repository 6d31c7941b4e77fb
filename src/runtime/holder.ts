// The holder: the one process that judges and writes for a run. It opens the journal, takes over, and keeps what should
// be under way under way until the run ends, a person must decide, or the journal can no longer be written.
import { onlyPeopleAwaited, plan } from '../engine/plan.ts';
import { BatonError } from '../errors.ts';
import { AGENTS_MAX, SESSION_GRACE_MS } from '../model/limits/limits.ts';
import type { Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Redact } from '../std/redact.ts';
import type { Opened } from '../stores/store.ts';
import { createDoor } from './door.ts';
import type { DoorApi } from './door-api.ts';
import { createDeskKeeper, type DeskKeeper, tidyDesks, wantedDesks } from './files/desks.ts';
import { createForeignLines } from './files/foreign-lines.ts';
import { createPaced } from './files/paced.ts';
import { createProjector } from './files/projector.ts';
import { createTraces, type TraceWriter } from './files/traces.ts';
import { createHandOver } from './hand-over.ts';
import { createJobs } from './jobs.ts';
import { createLoop, type Loop, type LoopOptions, type StartedLoop, started } from './loop.ts';
import { createPermits } from './permits.ts';
import type { Clock, Ports } from './ports.ts';
import { replay } from './replay.ts';
import { guardDoor, type Seat, seatOf } from './seat.ts';
import { createSessions } from './sessions.ts';
import { createTreeSharing } from './share-trees.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createTurnAway } from './visitors.ts';

export type HolderEnd =
  | { readonly end: 'ended'; readonly state: State }
  /** It waits for a person, and this process was told not to. */
  | { readonly end: 'waiting'; readonly state: State }
  | { readonly end: 'stopped'; readonly state: State }
  | { readonly end: 'broken'; readonly cause: BatonError };

export interface HolderOptions {
  readonly workflow: Workflow;
  readonly opened: Opened;
  readonly ports: Ports;
  readonly project: string;
  /** Where the door listens, once it does. */
  readonly url: () => string;
  /** The first input of a new run; absent for one that is there. */
  readonly start?: Extract<Input, { kind: 'start' }>;
  /** A failed or cancelled run goes on. */
  readonly resume?: boolean;
  readonly agentsMax?: number;
  readonly submitWaitMs?: number | undefined;
  readonly marker: string;
  /** Strikes secrets out of all that is journalled, logged or told to agents. */
  readonly redact?: Redact | undefined;
  readonly brief?: LoopOptions['brief'];
  /** Ends with `waiting` when it waits for a person; otherwise, or while the function says no, it waits for them. */
  readonly leaveWhenWaiting: boolean | ((state: State) => boolean);
}

export interface Holder {
  readonly loop: StartedLoop;
  readonly door: DoorApi;
  readonly state: State;
  /** For a person who plays a role: the token of the attempt that waits for them. */
  tokenFor(assignment: string): string | undefined;
  /** Resolves once, when everything of this holder is gone. */
  readonly ended: Promise<HolderEnd>;
  /** Ends this process's part; the run itself goes on with the next holder. */
  stop(): Promise<void>;
}

export const timerOf =
  (clock: Clock) =>
  (ms: number, call: () => void): (() => void) =>
    clock.at(new Date(Date.parse(clock.now()) + ms).toISOString(), call);

const begin = async (loop: Loop, options: HolderOptions): Promise<StartedLoop> => {
  if (loop.state === undefined) {
    if (options.start === undefined)
      throw new BatonError('RUN_UNKNOWN', 'expected a run with at least one entry, got none', {
        hint: 'start it again with `baton run`',
      });
    await loop.give(options.start, { engine: true });
    return started(loop);
  }
  await loop.give({ kind: 'take-over', torn: options.opened.torn }, { engine: true });
  // Before anything looks at the state: a run that has failed would be over at once.
  if (options.resume) await loop.give({ kind: 'resume' }, { engine: true });
  return started(loop);
};

export const openHolder = async (options: HolderOptions): Promise<Holder> => {
  const { workflow, ports, opened } = options;
  const { store } = opened;
  const after = timerOf(ports.clock);
  const seat = seatOf(store, after);
  const opening = createLoop({
    ...{ workflow, store, clock: ports.clock, state: await replay(store) },
    beforeAppend: createTreeSharing(store, ports.packs),
    redact: options.redact,
    brief: options.brief,
  });
  const tokens = createTokens();
  const traces = createTraces(workflow, ports.files);
  opening.onEntry((entry, state) => traces.entry(entry, state));
  const foreign = createForeignLines(workflow, ports.files, createTurnAway(opening));
  const projector = createProjector({ workflow, store, files: ports.files, traces, foreign });
  await ports.endOrphans();
  await ports.workspaces.sweep([]);
  const loop = await begin(opening, options);
  const permits = createPermits({ workflow, ports, store, loop, after });
  const door = createDoor({
    workflow,
    permits,
    loop,
    store,
    tokens,
    files: ports.files,
    desks: ports.desks,
    workspaces: ports.workspaces,
    after,
    submitWaitMs: options.submitWaitMs,
  });
  const sessions = createSessions({
    workflow,
    loop,
    store,
    ports,
    tokens,
    project: options.project,
    url: options.url,
    ...{ seat, agentsMax: options.agentsMax ?? AGENTS_MAX },
    marker: options.marker,
    writeFiles: (state) => projector.write(state),
    after,
    onStarted: () => traces.sessions(sessions.running, loop.state),
    sawFile: (path) => traces.seen([path], ports.clock.now()),
    permits,
    handOver: createHandOver({
      ...{ workflow, loop, store, files: ports.files, desks: ports.desks, workspaces: ports.workspaces },
    }),
  });
  const jobs = createJobs(loop, ports.outside, { seat, offers: store.offers });
  const desks = createDeskKeeper(
    ports.desks,
    () => loop.state,
    () => sessions.running,
  );
  return attend({
    options,
    loop,
    seat,
    door: guardDoor(door, seat),
    tokens,
    sessions,
    jobs,
    desks,
    projector,
    traces,
  });
};

interface Parts {
  readonly options: HolderOptions;
  readonly loop: StartedLoop;
  readonly seat: Seat;
  readonly door: DoorApi;
  readonly tokens: Tokens;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly jobs: ReturnType<typeof createJobs>;
  readonly desks: DeskKeeper;
  readonly projector: ReturnType<typeof createProjector>;
  readonly traces: TraceWriter;
}

/** What another program writes into the record is noticed without waiting for the next entry. */
const watchRecord = ({ workflow, ports }: HolderOptions, look: () => void): (() => void) =>
  workflow.record === undefined ? () => {} : (ports.files.watch?.(workflow.record.path, look) ?? (() => {}));

/** Only of an assignment that a person plays, and only while it waits for that person. */
const tokenForPerson = (loop: StartedLoop, tokens: Tokens, id: string): string | undefined => {
  const work = loop.state.works[id];
  if (work?.assignment.person !== true || work.attemptState !== 'running') return undefined;
  return tokens.issue({ role: work.assignment.role, assignment: id, attempt: work.attempt });
};

const leaves = ({ leaveWhenWaiting: leave }: HolderOptions, state: State): boolean =>
  typeof leave === 'function' ? leave(state) : leave;

/** Timers for what the plan says is due; each is set once and taken back when it is not wanted any more. */
const createDeadlines = (loop: Loop, clock: Clock) => {
  const set = new Map<string, () => void>();
  return {
    reconcile: (deadlines: readonly { id: string; at: string }[]): void => {
      const ids = new Set(deadlines.map((d) => d.id));
      for (const [id, cancel] of set)
        if (!ids.has(id)) {
          cancel();
          set.delete(id);
        }
      for (const { id, at } of deadlines)
        if (!set.has(id))
          set.set(
            id,
            clock.at(
              at,
              () => void loop.give({ kind: 'deadline', deadline: id }, { engine: true }).catch(() => {}),
            ),
          );
    },
    clear: (): void => {
      for (const cancel of set.values()) cancel();
      set.clear();
    },
  };
};

/** Files are written while lines of others can still be journalled, and once more when no entry can follow. */
const closeJournal = async ({ loop, projector, traces }: Parts): Promise<void> => {
  await loop.idle();
  await projector.write(loop.state).catch(() => {});
  await loop.close();
  await loop.snapshot();
  await projector.write(loop.state).catch(() => {});
  await traces.idle();
};

const tidyUp = async (parts: Parts): Promise<void> => {
  const { options, loop, desks } = parts;
  await closeJournal(parts);
  await options.ports.workspaces.sweep([]).catch(() => {});
  await desks.idle();
  await tidyDesks(options.ports.desks, () => wantedDesks(loop.state)).catch(() => {});
  await options.opened.store.close().catch(() => {});
};

const attend = (parts: Parts): Holder => {
  const { options, loop, seat, door, tokens, sessions, jobs, desks, projector, traces } = parts;
  const { clock } = options.ports;
  const deadlines = createDeadlines(loop, clock);
  // A projection is a convenience; one that cannot be written is found by `baton verify`.
  const files = createPaced(clock, () => projector.write(loop.state));
  let finish: (end: Exclude<HolderEnd['end'], 'broken'>) => void = () => {};
  const decided = new Promise<Exclude<HolderEnd['end'], 'broken'>>((resolve) => {
    finish = resolve;
  });
  let unschedule: (() => void) | undefined;
  const reconcile = (): void => {
    unschedule = undefined;
    // What is not certain to be ours is not begun; it is looked at again when it is.
    if (!seat.sound) return void seat.whenSound().then(schedule, () => {});
    const state = loop.state;
    const wanted = plan(state);
    sessions.reconcile(wanted, clock.now());
    jobs.reconcile(wanted.jobs);
    deadlines.reconcile(wanted.deadlines);
    desks.reconcile();
    files.soon();
    traces.sessions(sessions.running, state);
    if (state.status !== 'running' && wanted.jobs.length === 0) finish('ended');
    else if (onlyPeopleAwaited(wanted) && leaves(options, state)) finish('waiting');
  };
  // By a timer, not at once: who waits for an answer has it before the next attempt, job or projection begins.
  const schedule = (): void => {
    unschedule ??= clock.at(clock.now(), reconcile);
  };
  const stopListening = loop.onEntry(schedule);
  const stopWatching = watchRecord(options, () => void projector.write(loop.state).catch(() => {}));
  // Also after the run has ended: the agents' last ends are entries too, and what is torn needs a new holder.
  let broken: BatonError | undefined;
  const breakOff = (cause: BatonError): void => {
    broken ??= cause;
    finish('stopped');
  };
  loop.onBroken(breakOff);
  void options.opened.store.lost?.then(breakOff);
  schedule();

  const ended = decided.then(async (end): Promise<HolderEnd> => {
    deadlines.clear();
    await jobs.stopAll();
    // Only an agent whose work was accepted may end its turn by itself.
    await sessions.stopAll(end === 'ended' && loop.state.status === 'complete' ? SESSION_GRACE_MS : 0);
    stopListening();
    stopWatching();
    unschedule?.();
    deadlines.clear();
    files.stop();
    await tidyUp(parts);
    if (broken !== undefined) return { end: 'broken', cause: broken };
    return { end, state: loop.state };
  });
  return {
    loop,
    door,
    get state() {
      return loop.state;
    },
    tokenFor: (assignment) => tokenForPerson(loop, tokens, assignment),
    ended,
    stop: async () => {
      finish('stopped');
      await ended;
    },
  };
};
