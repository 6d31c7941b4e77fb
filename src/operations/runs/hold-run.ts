// Holds a run until it ends, waits, breaks or is stopped: lock, journal, address, agents. `run`, `resume` and `demo` all
// come here.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScriptedPerson } from '../../agents/scripted/scripted-person.ts';
import { plan } from '../../engine/plan.ts';
import { BatonError, causeText, diskError } from '../../errors.ts';
import type { Config } from '../../model/config.ts';
import type { Input } from '../../model/run/input.ts';
import type { State } from '../../model/run/state.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { type Holder, type HolderEnd, openHolder } from '../../runtime/holder.ts';
import { takeLock } from '../../runtime/lock.ts';
import type { Ports } from '../../runtime/ports.ts';
import { PRIVATE_DIRECTORY_MODE, PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';
import { holderFile, newPersonKey, personWordSchema, takeWord } from '../people/person.ts';
import type { RunPlace, Served, StateListener, System } from '../system.ts';

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
  /** Leave when only people are awaited; otherwise they are waited for. */
  readonly leaveWhenWaiting: boolean;
  readonly onState?: StateListener | undefined;
  readonly signal?: AbortSignal | undefined;
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
    const { choice, text, exclude, message } = answer;
    await holder.loop.give(
      {
        kind: 'answer',
        item: question.id,
        ...(choice === undefined ? {} : { choice }),
        text,
        args: { exclude: [...exclude], ...(message === undefined ? {} : { message }) },
        ...(question.ask.about === undefined ? {} : { about: question.ask.about }),
      },
      { person: 'scenario' },
    );
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
  const text = JSON.stringify({ pid: process.pid, url: served.url, key });
  await writeFile(holderFile(options.run), text, { mode: PRIVATE_FILE_MODE });
};

/** Baton's own files are copied beside the others when the run is over, so that what a run knows can be read there. */
export const copyJournal = async (run: RunPlace): Promise<void> => {
  const target = join(run.directory, 'journal');
  await mkdir(target, { recursive: true });
  for (const name of ['journal.jsonl', 'objects'])
    await cp(join(run.stateDirectory, name), join(target, name), { recursive: true, force: true }).catch(
      () => {},
    );
};

const attend = async (options: HoldOptions, served: Served, key: string): Promise<HolderEnd> => {
  const { system, workflow, ports } = options;
  const holder = await openHolder({
    workflow,
    opened: await system.openStore(options.run.stateDirectory),
    ports,
    project: options.place.project,
    url: () => served.url,
    ...(options.start === undefined ? {} : { start: options.start }),
    ...(options.config.limits?.agents === undefined ? {} : { agentsMax: options.config.limits.agents }),
    submitWaitMs: options.config.limits?.submitWaitMs,
    resume: options.resume ?? false,
    marker: markerOf(options.run),
    leaveWhenWaiting: leaves(options),
  });
  const stop = (): void => void holder.stop();
  options.signal?.addEventListener('abort', stop);
  // It may have come while the run was being opened.
  if (options.signal?.aborted) stop();
  served.open(holder.door, (body) => takeWord(holder.loop, personWordSchema.parse(body), holder.tokenFor));
  await announce(options, served, key);
  const unlisten = holder.loop.onEntry((entry, state: State) => options.onState?.(state, entry));
  options.onState?.(holder.state);
  const silence = options.person === undefined ? () => {} : answerFromScenario(holder, options.person);
  try {
    return await holder.ended;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    silence();
    unlisten();
  }
};

/** Marks every process of this run's attempts. */
export const markerOf = (run: RunPlace): string => `baton:${run.stateDirectory}`;

export const holdRun = async (options: HoldOptions): Promise<HolderEnd> => {
  const { system, run } = options;
  await mkdir(run.stateDirectory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  const lock = await takeLock(run.stateDirectory, run.name);
  try {
    const key = newPersonKey();
    const served = await system.serve(key);
    try {
      const end = await attend(options, served, key);
      if (end.end === 'ended') await copyJournal(run).catch(() => {});
      return end;
    } finally {
      await rm(holderFile(run), { force: true });
      await served.close();
    }
  } catch (cause) {
    if (cause instanceof BatonError) throw cause;
    throw diskError(cause) ?? new BatonError('INTERNAL', causeText(cause), { cause });
  } finally {
    await lock.release();
  }
};
