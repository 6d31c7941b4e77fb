import { InvalidArgumentError } from 'commander';
import type { GateName } from '../../../operations/calibrate/gates.ts';
import {
  CALIBRATE_COMMITS,
  CALIBRATE_COMMITS_MAX,
  CALIBRATE_MINUTES_MAX,
} from '../../../operations/calibrate/limits.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

interface CalibrateFlags {
  readonly last: number;
  readonly gate?: readonly GateName[];
  readonly minutes?: number;
}

const MINUTE_MS = 60_000;
const GATE_NAMES: readonly GateName[] = ['hook', 'relay', 'h3a'];

const numberUpTo =
  (max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1 || value > max)
      throw new InvalidArgumentError(`Expected a number between 1 and ${max}.`);
    return value;
  };

const gateOf = (text: string, before: readonly GateName[] = []): readonly GateName[] => {
  const gate = GATE_NAMES.find((name) => name === text);
  if (gate === undefined) throw new InvalidArgumentError(`Expected one of ${GATE_NAMES.join(', ')}.`);
  return [...before, gate];
};

export const calibrateCommand: Register = (program, act) => {
  program
    .command('calibrate')
    .summary('see how the gates judge your own commits, and lies made from them')
    .description(
      'Runs your last commits through the gates, then makes lies from each and shows which are caught. If an honest commit is refused, it says what to declare. It only reads the repository.',
    )
    .option(
      '--last <N>',
      'how many commits that change source files',
      numberUpTo(CALIBRATE_COMMITS_MAX),
      CALIBRATE_COMMITS,
    )
    .option('--gate <GATE>', 'only this gate (hook, relay, h3a); may be repeated', gateOf)
    .option('--minutes <N>', 'stop after this many minutes (default: 30)', numberUpTo(CALIBRATE_MINUTES_MAX))
    .addHelpText(
      'after',
      examples('baton calibrate', 'baton calibrate --last 20 --gate relay', 'baton calibrate --json'),
    )
    .action(
      act(async (shell, { last, gate, minutes }: CalibrateFlags) => {
        const { calibrate } = await import('../../../operations/calibrate/calibrate.ts');
        const { isGood } = await import('../../../operations/calibrate/report.ts');
        const { calibrateText } = await import('../../texts/calibrate-text.ts');
        const { onInterruption } = await import('../../interruption.ts');
        const { version, workflows } = await shell.system();
        const interruption = onInterruption((words) => shell.note(words));
        try {
          const found = await calibrate({
            place: await shell.place(),
            ...{ workflows, version, last, gates: gate },
            timeMsMax: minutes === undefined ? undefined : minutes * MINUTE_MS,
            signal: interruption.signal,
            now: () => performance.now(),
            say: (words) => shell.note(words),
          });
          const ok = isGood(found);
          shell.print({ ok, ...found }, calibrateText(found, shell.paint));
          if (interruption.signal.aborted) return EXIT.interrupted;
          return ok ? EXIT.yes : EXIT.no;
        } finally {
          interruption.release();
        }
      }),
    );
};
