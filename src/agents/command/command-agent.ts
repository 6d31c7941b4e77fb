// A headless program as an agent: how it is launched and how its output is read is its recipe; that it is one
// attempt, logged, bounded and ended whole, is the same for all.
import { BatonError, causeText } from '../../errors.ts';
import { AGENT_MESSAGE_CHARS_MAX, TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { type ModelUsage, USAGE_MODELS_MAX } from '../../model/run/usage.ts';
import { clip, clipStart, plainLine, plainText } from '../../std/terminal-text.ts';
import type { Agent, Ended, Session, Task } from '../agent.ts';
import { type AttemptFiles, attemptFiles } from '../attempt-files.ts';
import { attemptLog, shownText } from '../attempt-log.ts';
import { type FenceOptions, fenced } from '../fence/fence.ts';
import { endInNamespace, inOwnNamespace } from '../own-namespace.ts';
import {
  type Program,
  type ProgramEnd,
  type ProgramSession,
  type Stream,
  startProgram,
} from '../process-session.ts';
import { rateLimitIn } from '../rate-limit.ts';
import type { OutputReader } from './output-reader.ts';

export interface Recipe {
  readonly name: string;
  /** Throws BatonError when the task cannot be launched. */
  launch(task: Task, files: AttemptFiles): Omit<Program, 'marker'>;
  reader?(task: Task): OutputReader;
  /** What to do when the program is not there. */
  readonly installHint?: string;
}

export interface CommandAgentOptions {
  /** Where attempts' output is kept; without it only the last lines are, in memory. */
  readonly logDirectory?: string;
  /** Where files are put down that programs are started with; without it among the temporary files. */
  readonly filesDirectory?: string;
  /** Whether its programs get a pid namespace of their own; asked for each attempt. */
  readonly namespace?: () => Promise<boolean>;
  /** Its programs stand behind a fence. */
  readonly fence?: FenceOptions | undefined;
  /** How its programs are run, where it is not as children of this process. */
  readonly start?: (
    program: Program,
    onLine: (stream: Stream, line: string) => void,
  ) => ProgramSession | Promise<ProgramSession>;
}

const exitWords = (end: ProgramEnd): string =>
  end.signal === null ? `exited with ${end.exit}` : `was killed by ${end.signal}`;

/** What the exit alone says: 0 is finished, everything else has failed. */
const byExit = (name: string, end: ProgramEnd, tail: string): Ended => {
  if (end.exit === 0) return { end: 'finished' };
  const words = tail.trim() === '' ? 'it printed nothing' : `its last lines:\n${tail}`;
  return { end: 'failed', why: `${name} ${exitWords(end)}; ${words}` };
};

const MODEL_CHARS_MAX = 200;

/** The names are the program's words. */
const boundedUsage = (usage: readonly ModelUsage[]): ModelUsage[] =>
  usage
    .slice(0, USAGE_MODELS_MAX)
    .map((one) => ({ ...one, model: clip(plainLine(one.model), MODEL_CHARS_MAX) }));

const bounded = (ended: Ended, task: Task): Ended => {
  const { why, message, usage } = ended;
  return {
    ...ended,
    ...(why === undefined ? {} : { why: clip(plainText(shownText(why, task)), TEXT_CHARS_MAX) }),
    ...(usage === undefined ? {} : { usage: boundedUsage(usage) }),
    ...(message === undefined
      ? {}
      : { message: clipStart(shownText(message, task), AGENT_MESSAGE_CHARS_MAX) }),
  };
};

const outcome = (recipe: Recipe, end: ProgramEnd, reader: OutputReader | undefined, tail: string): Ended => {
  if (end.notStarted !== undefined) {
    const hint = recipe.installHint === undefined ? '' : ` ${recipe.installHint}`;
    return { end: 'failed', why: `${recipe.name} could not be started: ${end.notStarted}.${hint}` };
  }
  const otherwise = byExit(recipe.name, end, tail);
  const told = reader?.ended(end, otherwise) ?? otherwise;
  if (end.ended === undefined) return told;
  const kept = {
    ...(told.session === undefined ? {} : { session: told.session }),
    ...(told.usage === undefined ? {} : { usage: told.usage }),
    ...(told.turn === undefined ? {} : { turn: told.turn }),
  };
  // A stop is a stop, whatever the program says about it; its session can still be resumed.
  if (end.ended === 'stopped') return { end: 'stopped', ...kept };
  const why = `${recipe.name} was ended: it printed more than an attempt may (OUTPUT_EXCEEDED)`;
  return { end: 'failed', why, ...kept };
};

/** A limit is named first, so that people see at once why the work waits. */
const withLimit = (ended: Ended): Ended => {
  const limit = ended.end === 'failed' ? rateLimitIn(ended.why ?? '', Date.now()) : undefined;
  if (limit === undefined) return ended;
  const until = limit.resetAt === undefined ? '' : ` until ${limit.resetAt}`;
  return { ...ended, ...limit, why: `rate limit${until}: ${ended.why}` };
};

const failedAtOnce = (why: string): Session => ({
  ended: Promise.resolve({ end: 'failed', why }),
  stop: async () => {},
});

interface Placed {
  readonly program: Omit<Program, 'marker'>;
  /** Bubblewrap is around it, and tells how it ended. */
  readonly isApart: boolean;
  close(keepHome: boolean): Promise<void>;
}

/** Behind the fence where there is one; else with processes of its own where that can be had. */
const placed = async (
  recipe: Recipe,
  task: Task,
  options: CommandAgentOptions,
  files: AttemptFiles,
  told: (line: string) => void,
): Promise<Placed> => {
  if (options.fence !== undefined) {
    const launched = recipe.launch({ ...task, fenced: true }, files);
    const write = [
      ...(launched.needs?.write ?? []),
      ...(files.directory === undefined ? [] : [files.directory]),
    ];
    const program = { ...launched, needs: { ...launched.needs, write } };
    return { isApart: true, ...(await fenced(recipe.name, task, program, options.fence, told)) };
  }
  const launched = recipe.launch(task, files);
  const isApart = (await options.namespace?.()) === true;
  return { program: isApart ? inOwnNamespace(launched) : launched, isApart, close: async () => {} };
};

const begin = async (
  recipe: Recipe,
  task: Task,
  options: CommandAgentOptions,
  files: AttemptFiles,
): Promise<Session> => {
  const reader = recipe.reader?.(task);
  const log = attemptLog(task, options.logDirectory);
  const { program, isApart, close } = await placed(recipe, task, options, files, (line) => log.line(line));
  const run = options.start ?? startProgram;
  const session = await run({ ...program, marker: task.marker }, (stream, line) => {
    log.line(line);
    if (stream === 'stdout') reader?.line(line);
  });
  reader?.begin?.(session);
  const ended = session.ended.then(async (told) => {
    const end = isApart ? endInNamespace(told) : told;
    log.flush();
    files.remove();
    const left = end.left.length === 0 ? '' : `\nprocesses that could not be ended: ${end.left.join(', ')}`;
    const result = outcome(recipe, end, reader, log.tail());
    // What could not be removed now is removed with the run.
    await close(result.session !== undefined).catch(() => {});
    const why = `${result.why ?? ''}${left}`;
    return bounded(withLimit(left === '' ? result : { ...result, why }), task);
  });
  const { pid } = session;
  const stop = async (): Promise<void> => {
    await reader?.cancel?.();
    await session.stop();
  };
  return { ended, stop, ...(pid === undefined ? {} : { pid }) };
};

export const commandAgent = (recipe: Recipe, options: CommandAgentOptions = {}): Agent => ({
  spec: 'agent-v1',
  name: recipe.name,
  start: async (task) => {
    const files = attemptFiles(options.filesDirectory);
    try {
      return await begin(recipe, task, options, files);
    } catch (cause) {
      files.remove();
      if (cause instanceof BatonError) return failedAtOnce(`${cause.message} (${cause.code})`);
      return failedAtOnce(`${recipe.name} could not be started: ${causeText(cause)}`);
    }
  },
});
