import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const statusCommand: Register = (program, act) => {
  program
    .command('status')
    .summary('where a run is')
    .description('Shows where a run is, who works on what, and what waits for a person.')
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addHelpText('after', examples('baton status', 'baton status fix-login --json'))
    .action(
      act(async (shell, run: string | undefined) => {
        const { runStatus } = await import('../../../operations/status/run-status.ts');
        const { statusText } = await import('../../texts/status-text.ts');
        const system = await shell.system();
        const document = await runStatus(system, await shell.placeToRead(run), run);
        shell.print(document, statusText(document, shell.paint, Date.now()));
        return EXIT.yes;
      }),
    );
};
