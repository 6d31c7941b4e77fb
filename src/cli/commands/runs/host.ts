import { InvalidArgumentError } from 'commander';
import { HOST_RUNS_MAX } from '../../../model/limits/store.ts';
import type { HostEvent } from '../../../operations/hosts/host-runs.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { onInterruption } from '../../interruption.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly runs: number;
  readonly untilDone?: boolean;
}

const countOf = (text: string): number => {
  const count = Number(text);
  if (/^\d{1,5}$/.test(text) && count > 0) return count;
  throw new InvalidArgumentError('Expected how many runs, at least 1.');
};

const wordsOf = (event: HostEvent): string => {
  switch (event.kind) {
    case 'took':
      return `${event.run}: held here`;
    case 'left':
      return event.status === 'waiting'
        ? `${event.run}: waits for a person`
        : `${event.run}: ${event.status}`;
    case 'lost':
      return `${event.run}: no longer held here: ${event.message} (${event.code})`;
    case 'unfit':
      return `${event.run}: left to another host: ${event.message} (${event.code})`;
    case 'away':
      return `${event.message} (${event.code}); runs that are held here wait for it`;
    case 'back':
      return 'the store answers again';
    case 'ended-left-behind':
      return `ended ${event.processes} ${event.processes === 1 ? 'process' : 'processes'} that an earlier host left behind`;
  }
};

const host = async (shell: Shell, flags: Flags): Promise<Exit> => {
  const { hostRuns } = await import('../../../operations/hosts/host-runs.ts');
  const system = await shell.system();
  const place = await shell.place();
  shell.hold();
  const interruption = onInterruption((words) => shell.note(words));
  try {
    await hostRuns({
      ...{ system, place, runsMax: flags.runs, untilDone: flags.untilDone === true },
      signal: interruption.signal,
      onEvent: (event) =>
        shell.json ? shell.write(`${JSON.stringify(event)}\n`) : shell.note(wordsOf(event)),
    });
  } finally {
    interruption.release();
  }
  return interruption.signal.aborted ? EXIT.interrupted : EXIT.yes;
};

export const hostCommand: Register = (program, act) => {
  program
    .command('host')
    .summary('hold many runs in one process')
    .description(
      'Holds the runs of this project that no other process holds and that this machine can play, until it is interrupted. ' +
        'If machines share runs, it takes over those of a host that is gone. With --json it prints one line per event.',
    )
    .option('--runs <N>', 'how many at once', countOf, HOST_RUNS_MAX)
    .option('--until-done', 'end when there is nothing left to do; leave runs that wait for a person')
    .addHelpText('after', examples('baton host', 'baton run "Fix the login" --on-host'))
    .action(act((shell, flags: Flags) => host(shell, flags)));
};
