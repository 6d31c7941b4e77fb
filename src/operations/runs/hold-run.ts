// Holds a run until it ends, waits, breaks or is stopped: lock, journal, address, agents. `run`, `resume` and `demo` all
// come here.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFences } from '../../agents/fence/fence-home.ts';
import type { ScriptedPerson } from '../../agents/scripted/scripted-person.ts';
import { plan } from '../../engine/plan.ts';
import { blindWorks } from '../../engine/veil.ts';
import { BatonError, causeText, diskError } from '../../errors.ts';
import type { Config } from '../../model/config.ts';
import type { Input } from '../../model/run/input.ts';
import type { State } from '../../model/run/state.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { type Holder, type HolderEnd, openHolder } from '../../runtime/holder.ts';
import { createLoop } from '../../runtime/loop.ts';
import type { Ports } from '../../runtime/ports.ts';
import { replay } from '../../runtime/replay.ts';
import { PRIVATE_DIRECTORY_MODE, PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';
import type { Hold, Store } from '../../stores/store.ts';
import { createNotifier, type Notifier } from '../notify/notifier.ts';
import { holderFile, newPersonKey, personWordSchema, takeWord, takeWords } from '../people/person.ts';
import { redactorOf } from '../project/redactor-of.ts';
import { briefOf } from '../status/brief.ts';
import type { RunPlace, Served, StateListener, System } from '../system.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { notePlayedHere } from './played-here.ts';

export interface HoldOptions {
  readonly system: System;
  readonly place: Place;
  readonly config: Config;
  readonly workflow: Workflow;
  readonly run: RunPlace;
  readonly ports: Ports;
  /** The first input of a new run. */
  readonly start?: Extract<Input, { kind: 'start' }>;
  /** Answers from a scenario. */
  readonly person?: ScriptedPerson | undefined;
  /** Leave when the run waits for a person; otherwise this process waits, too. */
  readonly leaveWhenWaiting: boolean;
  readonly onState?: StateListener | undefined;
  readonly signal?: AbortSignal | undefined;
  /** News of the run on the desktop, beside what `notify` of the configuration says. */
  readonly notify?: boolean | undefined;
  /** Told what goes wrong beside the run. */
  readonly warn?: ((words: string) => void) | undefined;
  /** A failed or cancelled run goes on. */
  readonly resume?: boolean;
}

const nextQuestion = (state: State): WantedQuestion | undefined =>
  plan(state)
    .questions.filter((question) => !question.plays && !question.notice)
    .sort((a, b) => a.since.localeCompare(b.since))[0];

/** Answers what waits for a person from a scenario, one at a time, in journal order. */
const answerFromScenario = (holder: Holder, person: ScriptedPerson): (() => void) => {
  let busy = false;
  let missed = false;
  const look = async (): Promise<void> => {
    const state = holder.state;
    const question = nextQuestion(state);
    const answer = question && person(state.peopleAnswered, question.ask);
    if (question === undefined || answer === undefined) return;
    const { kind, text, exclude, message } = answer;
    const said = await takeWord(holder.loop, {
      ...{ verb: kind, item: question.id, text, exclude: [...exclude], person: 'scenario' },
      ...(message === undefined ? {} : { message }),
      ...(question.ask.about === undefined ? {} : { about: question.ask.about }),
    });
    if (!said.ok) throw new BatonError('SCENARIO_INVALID', said.message);
  };
  const wake = (): void => {
    missed = busy;
    if (busy) return;
    busy = true;
    look()
      .catch((cause: unknown) =>
        holder.loop.give(
          { kind: 'fail', cause: { code: 'SCENARIO_INVALID', message: causeText(cause) } },
          { engine: true },
        ),
      )
      .catch(() => {})
      .finally(() => {
        busy = false;
        // What came to wait meanwhile would otherwise wait for the next entry.
        if (missed) wake();
      });
  };
  const stop = holder.loop.onEntry(() => queueMicrotask(wake));
  wake();
  return stop;
};

/** With a scenario, only an answer that the scenario does not have is waited for. */
const leaves =
  ({ leaveWhenWaiting, person }: HoldOptions) =>
  (state: State): boolean => {
    const question = nextQuestion(state);
    if (!leaveWhenWaiting || person === undefined || question === undefined) return leaveWhenWaiting;
    try {
      return person(state.peopleAnswered, question.ask) === undefined;
    } catch {
      // An answer of the wrong kind: it fails the run with its words.
      return false;
    }
  };

const announce = async (options: HoldOptions, served: Served, key: string): Promise<void> => {
  // Where runs are shared, nothing else has made it.
  await mkdir(options.run.stateDirectory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  const text = JSON.stringify({ pid: process.pid, url: served.url, key });
  await writeFile(holderFile(options.run), text, { mode: PRIVATE_FILE_MODE });
};

/**
 * What a run knows is copied beside its files when it is over, so that it can be read there. Where it may go on with blind
 * work, the copy has the first entry alone: it says whose directory this is, and nothing of what was handed in.
 */
export const exportRun = (system: System, run: RunPlace, state: State): Promise<void> =>
  system
    .stores(run.place)
    .export(run.name, join(run.directory, 'journal'), blindWorks(state).length > 0 ? 1 : undefined);

/** Before anybody looks at the run: it may wait for just what was said meanwhile. */
const takeWaitingWords = async (options: HoldOptions, store: Store): Promise<void> => {
  if (store.takeWords === undefined || store.head.seq === 0) return;
  const { workflow, system } = options;
  const loop = createLoop({
    ...{ workflow, store, clock: system.clock, state: await replay(store) },
    redact: redactorOf(options),
    brief: briefOf(workflow),
  });
  await takeWords(store, loop);
};

/** What people say on other machines, one after the other. */
const hearWords = (store: Store, holder: Holder): (() => void) => {
  let last = Promise.resolve();
  let waiting = false;
  const look = (): void => {
    if (waiting) return;
    waiting = true;
    last = last.then(() => {
      waiting = false;
      // A store that has ended says so to whoever writes next.
      return takeWords(store, holder.loop).catch(() => {});
    });
  };
  return store.onWord?.(look) ?? (() => {});
};

/** Only where somebody collects it is anything of it loaded. */
const telemetryFor = async (options: HoldOptions): Promise<((state: State) => Telemetry) | undefined> => {
  const { env } = options.place;
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined || !URL.canParse(endpoint) || env['OTEL_SDK_DISABLED'] === 'true')
    return undefined;
  const { openTelemetry } = await import('../telemetry/telemetry.ts');
  const about = { env, version: options.system.version, redact: redactorOf(options) };
  return (state) => openTelemetry(about, endpoint, state);
};

const attend = async (options: HoldOptions, hold: Hold, served: Served, key: string): Promise<HolderEnd> => {
  const { workflow, ports } = options;
  const opened = await hold.open();
  await takeWaitingWords(options, opened.store);
  const openTelemetry = await telemetryFor(options);
  const holder = await openHolder({
    workflow,
    opened,
    ports,
    project: options.place.project,
    url: () => served.url,
    ...(options.start === undefined ? {} : { start: options.start }),
    ...(options.config.limits?.agents === undefined ? {} : { agentsMax: options.config.limits.agents }),
    submitWaitMs: options.config.limits?.submitWaitMs,
    resume: options.resume ?? false,
    marker: markerOf(options.run),
    redact: redactorOf(options),
    brief: briefOf(workflow),
    leaveWhenWaiting: leaves(options),
  });
  const telemetry = openTelemetry?.(holder.state);
  holder.loop.onEntry((entry, state: State) => telemetry?.entry(entry, state));
  const stop = (): void => void holder.stop();
  options.signal?.addEventListener('abort', stop);
  // It may have come while the run was being opened.
  if (options.signal?.aborted) stop();
  served.open(holder.door, (body) => takeWord(holder.loop, personWordSchema.parse(body), holder.tokenFor));
  await announce(options, served, key);
  await notePlayedHere(options.run, hold);
  const unlisten = holder.loop.onEntry((entry, state: State) => options.onState?.(state, entry));
  options.onState?.(holder.state);
  const unhear = hearWords(opened.store, holder);
  const silence = options.person === undefined ? () => {} : answerFromScenario(holder, options.person);
  try {
    return await holder.ended;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    unhear();
    silence();
    unlisten();
    await telemetry?.close();
  }
};

/** How the markers of all attempts of a project begin. */
export const markersIn = (place: Place): string => `baton:${place.stateDirectory}/`;

/** Marks every process of this run's attempts. */
export const markerOf = (run: RunPlace): string => `baton:${run.stateDirectory}`;

/** The same, with people told of what happens. */
const withNews = (given: HoldOptions): { readonly options: HoldOptions; readonly notifier: Notifier } => {
  const { config, notify = false, run, warn = () => {}, onState } = given;
  const ways = { ...config.notify, ...(notify ? { desktop: true } : {}) };
  const notifier = createNotifier(ways, run.place, warn);
  const listen: StateListener = (state, entry) => {
    onState?.(state, entry);
    notifier.onState(state);
  };
  return { options: { ...given, onState: listen }, notifier };
};

export const holdRun = async (given: HoldOptions): Promise<HolderEnd> => {
  const { options, notifier } = withNews(given);
  const { system, run } = options;
  const hold = await system.stores(run.place).take(run.name);
  try {
    const key = newPersonKey();
    const served = await system.serve(key);
    try {
      const end = await attend(options, hold, served, key);
      if (end.end === 'ended') {
        await exportRun(system, run, end.state).catch(() => {});
        // Nobody resumes a session of it.
        await removeFences(run.place.stateDirectory, run.name).catch(() => {});
      }
      return end;
    } finally {
      await rm(holderFile(run), { force: true });
      await served.close();
    }
  } catch (cause) {
    if (cause instanceof BatonError) throw cause;
    throw diskError(cause) ?? new BatonError('INTERNAL', causeText(cause), { cause });
  } finally {
    await hold.release();
    await notifier.close();
  }
};
