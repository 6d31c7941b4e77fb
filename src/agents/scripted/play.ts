// One item of a scenario, step by step, against the door. It knows no contract: what an answer means for the next
// step is all there is.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemsText } from '../../model/problem-text.ts';
import type { Answer } from '../../model/run/answer.ts';
import { type Contained, containedPath, isInside } from '../../std/disk/contained-path.ts';
import { fillRecord, fillText, type Names, worded } from './placeholders.ts';
import { PROJECT_PREFIX, type Step } from './step.ts';

export interface Play {
  readonly steps: readonly Step[];
  /** After a final message: the step to go on with once the verdict on it is there. */
  readonly resumeAt: number | null;
  readonly names: Names;
  readonly runDirectory: string;
  /** Where its files go: the run directory, unless it works blind. */
  readonly desk: string;
  /** Null for an assignment that has no working tree of its own. */
  readonly workingTree: string | null;
  readonly workingDirectory: string;
}

export type PlayEnd =
  | { readonly end: 'accepted' }
  | { readonly end: 'said'; readonly text: string; readonly next: number }
  | { readonly end: 'failed'; readonly why: string }
  | { readonly end: 'door-gone'; readonly why: string }
  | { readonly end: 'exit'; readonly code: number }
  | { readonly end: 'crash' }
  | { readonly end: 'hang' };

export interface PlayPorts {
  /** Throws DoorGone when nobody answers. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
  print(text: string): void;
}

export class DoorGone extends Error {}

/** Between two polls that were answered at once. */
const POLL_PAUSE_MS = 100;
/** The same question asked again because its answer was not among the news. */
const ASKS_MAX = 1000;

type StepEnd = 'next' | PlayEnd;
/** What placeholders stand for now; problems and answers come in while the item is played. */
type Filled = { current: Names };

const failed = (why: string): PlayEnd => ({ end: 'failed', why });

const poll = async (ports: PlayPorts, isPending: (answer: Answer) => boolean): Promise<Answer> => {
  for (;;) {
    const since = performance.now();
    const answer = await ports.call('await_verdict', {});
    if (!isPending(answer)) return answer;
    if (performance.now() - since < POLL_PAUSE_MS) await sleep(POLL_PAUSE_MS);
  }
};

/** A question that parks is waited for; what `await_verdict` tells meanwhile may be older news than its answer. */
const answerTo = async (
  question: Extract<Answer, { status: 'asked' }>,
  again: () => Promise<Answer>,
  ports: PlayPorts,
) => {
  const heard = await poll(
    ports,
    ({ status }) => status === 'asked' || status === 'idle' || status === 'judging',
  );
  return heard.status === 'answered' && heard.request === question.request ? heard : again();
};

/** Waits while the verdict is worked out, or while a question parks the asker. The attempt's deadline is the holder's. */
const settled = async (call: () => Promise<Answer>, ports: PlayPorts): Promise<Answer> => {
  let answer = await call();
  for (let asked = 0; answer.status === 'asked' && answer.parks && asked < ASKS_MAX; asked += 1)
    answer = await answerTo(answer, call, ports);
  return answer.status === 'judging' ? poll(ports, ({ status }) => status === 'judging') : answer;
};

const afterAnswer = (answer: Answer, names: Filled): StepEnd => {
  switch (answer.status) {
    case 'accepted':
      return { end: 'accepted' };
    case 'rejected':
      names.current = { ...names.current, problems: worded(answer.problems, problemsText(answer.problems)) };
      // Whatever it does next would be refused: the session that takes over plays the item from its first step.
      return answer.over ? { end: 'exit', code: 0 } : 'next';
    case 'answered':
      names.current = { ...names.current, answer: answer.answer };
      return 'next';
    case 'refused':
      return failed(
        `refused at the door: ${answer.message} (${answer.code})${answer.hint ? ` ${answer.hint}` : ''}`,
      );
    case 'judging':
    case 'asked':
    case 'idle':
      return 'next';
  }
};

const submit = async (
  step: Extract<Step, { act: 'submit' }>,
  names: Filled,
  ports: PlayPorts,
): Promise<StepEnd> => {
  const args = fillRecord(step.args, names.current);
  const tool = fillText(step.tool, names.current);
  const answer = await settled(() => ports.call(tool, args), ports);
  ports.print(`${step.tool}: ${answer.status}: ${answer.message}`);
  return afterAnswer(answer, names);
};

const placeOf = (written: string, names: Names, play: Play): Contained => {
  const path = fillText(written, names);
  const { workingTree, runDirectory, desk } = play;
  if (written.startsWith(PROJECT_PREFIX)) {
    if (workingTree === null) return { problem: 'this assignment has no working tree' };
    return containedPath(workingTree, path.slice(PROJECT_PREFIX.length));
  }
  if (workingTree !== null && isAbsolute(path) && isInside(workingTree, path))
    return containedPath(workingTree, path);
  return containedPath(isAbsolute(path) && isInside(runDirectory, path) ? runDirectory : desk, path);
};

const write = (step: Extract<Step, { act: 'write' }>, names: Names, play: Play): StepEnd => {
  for (const [written, content] of Object.entries(step.files)) {
    const place = placeOf(written, names, play);
    if (place.path === undefined)
      return failed(`cannot write ${JSON.stringify(written)}: ${place.problem} (PATH_OUTSIDE)`);
    mkdirSync(dirname(place.path), { recursive: true });
    writeFileSync(place.path, fillText(content, names));
  }
  return 'next';
};

/** An agent goes on after a red command, too; whether its work is good is not its own to say. */
const run = (command: string, play: Play, ports: PlayPorts): Promise<StepEnd> =>
  new Promise((resolve) => {
    const child = spawn(command, { cwd: play.workingDirectory, shell: true, stdio: ['ignore', 2, 2] });
    child.on('error', (cause) => resolve(failed(`cannot run ${JSON.stringify(command)}: ${cause.message}`)));
    child.on('exit', (exit, signal) => {
      ports.print(`run: ${command}: ${signal === null ? `exit ${exit}` : `killed by ${signal}`}`);
      resolve('next');
    });
  });

const perform = async (index: number, play: Play, names: Filled, ports: PlayPorts): Promise<StepEnd> => {
  const step = play.steps[index];
  if (step === undefined) return 'next';
  switch (step.act) {
    case 'write':
      return write(step, names.current, play);
    case 'submit':
      return submit(step, names, ports);
    case 'run':
      return run(fillText(step.command, names.current), play, ports);
    case 'say':
      return { end: 'said', text: fillText(step.text, names.current), next: index + 1 };
    case 'print':
      ports.print(fillText(step.text, names.current));
      return 'next';
    case 'sleep':
      await sleep(step.ms);
      return 'next';
    case 'exit':
      return { end: 'exit', code: step.code };
    case 'crash':
    case 'hang':
      return { end: step.act };
  }
};

/** A resumed session goes on only when there is a verdict or an answer to go on with; else it begins anew. */
const firstStep = async (play: Play, names: Filled, ports: PlayPorts): Promise<number | PlayEnd> => {
  if (play.resumeAt === null) return 0;
  const answer = await settled(() => ports.call('await_verdict', {}), ports);
  if (answer.status !== 'rejected' && answer.status !== 'answered' && answer.status !== 'accepted') return 0;
  const after = afterAnswer(answer, names);
  return after === 'next' ? play.resumeAt : after;
};

const exhausted = (names: Names): string => {
  const problems = fillText('{problems}', names);
  return problems === '{problems}'
    ? 'the scenario has no step left and nothing was accepted'
    : `the scenario has no step left after the rejection:\n${problems}`;
};

const playAll = async (play: Play, ports: PlayPorts): Promise<PlayEnd> => {
  const names: Filled = { current: play.names };
  const from = await firstStep(play, names, ports);
  if (typeof from !== 'number') return from;
  for (let index = from; index < play.steps.length; index += 1) {
    const end = await perform(index, play, names, ports);
    if (end !== 'next') return end;
  }
  return failed(exhausted(names.current));
};

export const playItem = async (play: Play, ports: PlayPorts): Promise<PlayEnd> => {
  try {
    return await playAll(play, ports);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return cause instanceof DoorGone ? { end: 'door-gone', why } : failed(why);
  }
};
