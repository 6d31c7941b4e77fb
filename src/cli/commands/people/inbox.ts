import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const inboxCommand: Register = (program, act) => {
  program
    .command('inbox')
    .summary('what waits for a person')
    .description(
      'Lists what waits for a person in all runs of this project, with the commands that answer it. On a terminal you can answer each item here; `:d` shows the change in `$PAGER`.',
    )
    .addHelpText('after', examples('baton inbox'))
    .action(
      act(async (shell) => {
        const { inbox } = await import('../../../operations/people/inbox.ts');
        const { noticeLines, waitingLines } = await import('../../texts/status-text.ts');
        const { dashboardOf, itemPath, pageAddress } = await import(
          '../../../operations/dashboard/served-file.ts'
        );
        const place = await shell.placeToRead();
        const { waiting, notices, unreadable } = await inbox(await shell.system(), place);
        const served = await dashboardOf(place);
        /** Where a browser shows it, while a dashboard runs. */
        const addressOf = ({ run, id }: (typeof waiting)[number]): { readonly address?: string } =>
          served === undefined
            ? {}
            : {
                address: pageAddress(
                  served,
                  itemPath(run, id.startsWith(`${run}/`) ? id.slice(run.length + 1) : id),
                ),
              };
        const addressed = waiting.map((item) => ({ ...item, ...addressOf(item) }));
        for (const { run, message } of unreadable) shell.note(`run ${run} cannot be read: ${message}`);
        const now = Date.now();
        const lines = addressed.flatMap((item) => [
          `run ${item.run}`,
          ...waitingLines(shell.paint, now, item.run, item, true),
          ...(item.address === undefined ? [] : [`    in the browser: ${item.address}`]),
        ]);
        const told = notices.flatMap((notice) => [
          `run ${notice.run}`,
          ...noticeLines(shell.paint, now, notice, true),
        ]);
        shell.print(
          { waiting: addressed, ...(notices.length === 0 ? {} : { notices }) },
          [...(lines.length === 0 ? ['nothing waits for a person'] : lines), ...told].join('\n'),
        );
        const { answerHere } = await import('../../progress/answer-inbox.ts');
        if (!shell.json && shell.streams.stdout.isTTY) await answerHere(shell, place, waiting);
        return EXIT.yes;
      }),
    );
};
