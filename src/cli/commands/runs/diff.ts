import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const diffCommand: Register = (program, act) => {
  program
    .command('diff')
    .summary('show the change that waits for approval')
    .description(
      'Shows the change that waits for approval, or the result of the run, as `git diff BASE TREE` prints it. On a terminal it opens in `$PAGER`, with control characters shown as signs.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .option('--stat', 'only the files, with how many lines were added and removed')
    .addHelpText('after', examples('baton diff', 'baton diff fix-login --stat', 'baton diff | git apply'))
    .action(
      act(async (shell, run: string | undefined, { stat = false }: { readonly stat?: boolean }) => {
        const { diffRun } = await import('../../../operations/people/diff-run.ts');
        const { patchText, statLines } = await import('../../texts/diff-text.ts');
        const { showInPager } = await import('../../progress/pager.ts');
        const place = await shell.placeToRead(run);
        const { diff, patch } = await diffRun(await shell.system(), place, run, { patch: !stat });
        if (shell.json)
          shell.print({ ...diff, ...(patch === undefined ? {} : { patch: patch.toString('utf8') }) }, '');
        else if (patch === undefined) shell.print(diff, statLines(diff, shell.paint).join('\n'));
        else if (shell.streams.stdout.isTTY)
          await showInPager(shell, shell.streams.stdout, patchText(patch.toString('utf8'), shell.paint));
        else shell.write(patch);
        return EXIT.yes;
      }),
    );
};
