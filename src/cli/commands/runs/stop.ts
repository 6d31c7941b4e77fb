import { plainLine } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const stopCommand: Register = (program, act) => {
  program
    .command('stop')
    .summary('cancel a run')
    .description(
      'Cancels a run and ends its agents. Accepted work stays, and `baton resume` continues the run.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addHelpText('after', examples('baton stop fix-login'))
    .action(
      act(async (shell, run: string | undefined) => {
        const { stopRun } = await import('../../../operations/runs/stop-run.ts');
        const { personName, requirePerson } = await import('../../../operations/people/require-person.ts');
        requirePerson({ env: shell.env, pid: process.pid });
        const { message, status } = await stopRun(
          await shell.system(),
          await shell.place(run),
          run,
          personName(shell.env),
        );
        shell.print(status, `${plainLine(status.run)}: ${plainLine(message)}`);
        return EXIT.yes;
      }),
    );
};
