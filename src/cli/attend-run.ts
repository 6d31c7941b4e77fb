// `run`, `resume` and `demo` from the terminal's side: progress while it goes on, the status at the end, the exit by outcome.
import { BatonError } from '../errors.ts';
import { workflowOfRun } from '../operations/definitions/load-workflow.ts';
import { sayToRun } from '../operations/people/person.ts';
import { isAgent, personName } from '../operations/people/require-person.ts';
import { withChange } from '../operations/people/shown-change.ts';
import { statusAt } from '../operations/runs/run-status.ts';
import { runPlace } from '../operations/runs/runs.ts';
import type { RunEnd } from '../operations/runs/start-run.ts';
import type { StateListener, System } from '../operations/system.ts';
import { EXIT, type Exit } from './exit-codes.ts';
import { onInterruption } from './interruption.ts';
import type { AskOptions } from './progress/ask-person.ts';
import { openProgress, type Progress } from './progress/progress.ts';
import type { Place, Shell } from './shell.ts';
import { paintWith } from './texts/paint.ts';
import { shownLines, statusText } from './texts/status-text.ts';

export interface Attendance {
  readonly leaveWhenWaiting: boolean;
  readonly onState: StateListener;
  readonly signal: AbortSignal;
}

const exitOf = ({ end }: RunEnd): Exit => {
  switch (end.end) {
    case 'ended':
      return end.state.status === 'complete' ? EXIT.yes : EXIT.no;
    case 'waiting':
      return EXIT.peopleAwaited;
    case 'stopped':
      return EXIT.interrupted;
    case 'broken':
      return EXIT.no;
  }
};

/** The holder is gone, the run is not. */
const brokenWords = ({ end, run }: RunEnd): BatonError | undefined =>
  end.end === 'broken'
    ? new BatonError(end.cause.code, `the holder of run ${run.name} ended: ${end.cause.message}`, {
        hint: [end.cause.hint, `Nothing that was accepted is lost. Continue with: baton resume ${run.name}`]
          .filter((part) => part !== undefined)
          .join(' '),
        cause: end.cause,
      })
    : undefined;

const afterwards: Readonly<Partial<Record<RunEnd['end']['end'], (run: string) => string>>> = {
  waiting: (run) => `Waiting for you. Answer, then run: baton resume ${run}`,
  stopped: (run) => `Interrupted. Continue with: baton resume ${run}`,
};

export interface AttendOptions {
  /** Said at the end, after the status. */
  readonly closing?: (end: RunEnd) => string | undefined;
  /** Nobody is here, but people will answer from elsewhere. */
  readonly waitsForPeople?: boolean;
  /** The project, where what waits for a person may be answered at this terminal. */
  readonly place?: Place;
}

/** Says to the run what was typed here; the holder is this process, and takes it the way it takes any person's word. */
const speakerAt = (
  shell: Shell,
  system: System,
  place: Place | undefined,
): AskOptions['speak'] | undefined => {
  if (place === undefined || !shell.canAsk || isAgent({ env: shell.env, pid: process.pid })) return undefined;
  return async (state, item, reply) => {
    const workflow = await workflowOfRun(system, state);
    const seen = item.about === undefined ? {} : { about: { ...item.about } };
    const word = { ...reply, ...seen, item: item.id, exclude: [], person: personName(shell.env) };
    const { ok, message } = await sayToRun(system, workflow, runPlace(place, workflow, state.run.name), word);
    return ok ? undefined : message;
  };
};

/** What the person is about to decide, as they see it before they do. */
const showerAt =
  (shell: Shell, system: System, place: Place): NonNullable<AskOptions['show']> =>
  async (state, item) => {
    const workflow = await workflowOfRun(system, state);
    const run = runPlace(place, workflow, state.run.name);
    const shown = await withChange(system, run, state, item);
    return shownLines(paintWith(shell.progressColor), run.name, shown);
  };

export const attendRun = async (
  shell: Shell,
  system: System,
  begin: (attendance: Attendance) => Promise<RunEnd>,
  options: AttendOptions = {},
): Promise<Exit> => {
  shell.hold();
  let progress: Progress | undefined;
  const interruption = onInterruption((words) => progress?.say(words));
  progress = openProgress({
    shell,
    system,
    speak: speakerAt(shell, system, options.place),
    show: options.place === undefined ? undefined : showerAt(shell, system, options.place),
    interrupt: interruption.interrupt,
  });
  let end: RunEnd;
  try {
    end = await begin({
      leaveWhenWaiting: !shell.canAsk && options.waitsForPeople !== true,
      onState: progress.onState,
      signal: interruption.signal,
    });
  } finally {
    progress.close();
    interruption.release();
  }
  const broken = brokenWords(end);
  if (broken !== undefined) throw broken;
  const document = await statusAt(system, end.run);
  shell.print(document, statusText(document, shell.paint, Date.now()));
  const words = [afterwards[end.end.end]?.(end.run.name), options.closing?.(end)].filter(
    (part) => part !== undefined,
  );
  for (const line of words) shell.note(line);
  return exitOf(end);
};
