// `run`, `resume` and `demo` from the terminal's side: progress while it goes on, the status at the end, the exit by outcome.
import { BatonError } from '../errors.ts';
import type { RunEnd } from '../operations/runs/play-run.ts';
import { statusAt } from '../operations/status/run-status.ts';
import type { StateListener, System } from '../operations/system.ts';
import { EXIT, type Exit } from './exit-codes.ts';
import { onInterruption } from './interruption.ts';
import { answeringAt } from './progress/answer-here.ts';
import { openProgress, type Progress } from './progress/progress.ts';
import type { Place, Shell } from './shell.ts';
import { statusText } from './texts/status-text.ts';

export interface Attendance {
  readonly leaveWhenWaiting: boolean;
  readonly onState: StateListener;
  readonly signal: AbortSignal;
  readonly warn: (words: string) => void;
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
    answering: options.place === undefined ? undefined : answeringAt(shell, system, options.place),
    interrupt: interruption.interrupt,
  });
  let end: RunEnd;
  try {
    end = await begin({
      leaveWhenWaiting: !shell.canAsk && options.waitsForPeople !== true,
      onState: progress.onState,
      signal: interruption.signal,
      warn: (words) => progress?.say(words),
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
