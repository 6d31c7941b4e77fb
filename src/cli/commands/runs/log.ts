import type { Entry } from '../../../model/run/entry.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const logCommand: Register = (program, act) => {
  program
    .command('log')
    .summary('the journal of a run')
    .description('Shows the journal of a run: what happened, who did it, and what followed.')
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .option('--follow', 'print what is added, until the run ends')
    .addHelpText('after', examples('baton log', 'baton log fix-login --follow'))
    .action(
      act(async (shell, run: string | undefined, { follow = false }: { readonly follow?: boolean }) => {
        const { readLog } = await import('../../../operations/status/read-log.ts');
        const { onInterruption } = await import('../../interruption.ts');
        const { renderEntry } = await import('../../progress/render-event.ts');
        const entries: Entry[] = [];
        const onEntry = (entry: Entry): void => {
          if (shell.json) entries.push(entry);
          else shell.print(entry, renderEntry(entry));
        };
        const interruption = onInterruption(() => {});
        const [system, place] = [await shell.system(), await shell.placeToRead(run)];
        await readLog({ system, place, run, follow, onEntry, signal: interruption.signal });
        interruption.release();
        if (shell.json) shell.print({ entries }, '');
        return interruption.signal.aborted ? EXIT.interrupted : EXIT.yes;
      }),
    );
};
