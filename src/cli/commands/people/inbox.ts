import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const inboxCommand: Register = (program, act) => {
  program
    .command('inbox')
    .summary('what waits for a person')
    .description('What waits for a person in all runs of this project, with the commands that answer it.')
    .addHelpText('after', examples('baton inbox'))
    .action(
      act(async (shell) => {
        const { inbox } = await import('../../../operations/people/inbox.ts');
        const { noticeLines, waitingLines } = await import('../../texts/status-text.ts');
        const { waiting, notices, unreadable } = await inbox(await shell.system(), await shell.placeToRead());
        for (const { run, message } of unreadable) shell.note(`run ${run} cannot be read: ${message}`);
        const now = Date.now();
        const lines = waiting.flatMap((item) => [
          `run ${item.run}`,
          ...waitingLines(shell.paint, now, item.run, item, true),
        ]);
        const told = notices.flatMap((notice) => [
          `run ${notice.run}`,
          ...noticeLines(shell.paint, now, notice, true),
        ]);
        shell.print(
          { waiting, ...(notices.length === 0 ? {} : { notices }) },
          [...(lines.length === 0 ? ['nothing waits for a person'] : lines), ...told].join('\n'),
        );
        return EXIT.yes;
      }),
    );
};
