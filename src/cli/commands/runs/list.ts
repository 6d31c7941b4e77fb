import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const listCommand: Register = (program, act) => {
  program
    .command('list')
    .summary('the runs of this project')
    .description('Lists the runs of this project, the most recent first.')
    .addHelpText('after', examples('baton list', 'baton list --json'))
    .action(
      act(async (shell) => {
        const { listRuns } = await import('../../../operations/status/list-runs.ts');
        const { listText } = await import('../../texts/list-text.ts');
        const { runs, unreadable } = await listRuns(await shell.system(), await shell.placeToRead());
        for (const { run, message } of unreadable) shell.note(`run ${run} cannot be read: ${message}`);
        shell.print({ runs }, listText(runs, Date.now()));
        return EXIT.yes;
      }),
    );
};
