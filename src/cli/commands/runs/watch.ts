import type { StatusDocument } from '../../../operations/status/status.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

const exitOf = (status: StatusDocument['status']): Exit => {
  if (status === 'complete') return EXIT.yes;
  return status === 'waiting' ? EXIT.peopleAwaited : EXIT.no;
};

const watch = async (shell: Shell, name: string | undefined): Promise<Exit> => {
  const { watchRun } = await import('../../../operations/status/watch-run.ts');
  const { runStatus } = await import('../../../operations/status/run-status.ts');
  const { onInterruption } = await import('../../interruption.ts');
  const { answeringAt } = await import('../../progress/answer-here.ts');
  const { openProgress } = await import('../../progress/progress.ts');
  const { statusText } = await import('../../texts/status-text.ts');
  const system = await shell.system();
  const place = await shell.placeToRead(name);
  const interruption = onInterruption(() => {});
  const progress = openProgress({
    ...{ shell, system, answering: answeringAt(shell, system, place), interrupt: interruption.interrupt },
    opening: ({ run, seq }) => `run ${run.name} at entry ${seq}`,
  });
  const { signal } = interruption;
  const watched = await watchRun({ system, place, run: name, onState: progress.onState, signal }).finally(
    () => {
      progress.close();
      interruption.release();
    },
  );
  const document = await runStatus(system, place, watched.run);
  shell.print(document, statusText(document, shell.paint, Date.now()));
  return watched.end === 'interrupted' ? EXIT.interrupted : exitOf(watched.status);
};

export const watchCommand: Register = (program, act) => {
  program
    .command('watch')
    .summary('watch a run that another process holds')
    .description(
      'Shows a run that another process holds, as `baton run` does. On a terminal you can answer what waits; elsewhere it prints a line for each event. It ends with the run, or when no process holds the run, and prints the status. Ctrl-C ends only the view.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addHelpText('after', examples('baton watch', 'baton watch fix-login'))
    .action(act((shell, run: string | undefined) => watch(shell, run)));
};
