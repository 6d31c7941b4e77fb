import { spawn } from 'node:child_process';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

/** Until the person detaches, or the panes are gone. */
const attached = ([file = '', ...args]: readonly string[]): Promise<Exit> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', () => resolve(EXIT.yes));
  });

export const attachCommand: Register = (program, act) => {
  program
    .command('attach')
    .summary('watch agents in panes, and type into them')
    .description(
      'Shows the panes of a run whose agents are `tmux:NAME`. Detach with C-b d; the run continues. Without a terminal it prints the command.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addHelpText('after', examples('baton attach', 'baton attach fix-login'))
    .action(
      act(async (shell, run: string | undefined) => {
        const { attachRun } = await import('../../../operations/status/attach-run.ts');
        const found = await attachRun(await shell.system(), await shell.placeToRead(), run);
        if (!shell.json && shell.streams.stdout.isTTY) return attached(found.command);
        shell.print(found, found.command.join(' '));
        return EXIT.yes;
      }),
    );
};
