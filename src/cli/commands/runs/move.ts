import { Option } from 'commander';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const moveCommand: Register = (program, act) => {
  program
    .command('move')
    .summary('move a run between files and PostgreSQL')
    .description(
      'Moves a run that no process holds between the files of this machine and the database that `store:` names. ' +
        'Entries and chain stay the same. The old place keeps a note of where the run went.',
    )
    .argument('<RUN>', 'name or directory of the run')
    .addOption(
      new Option('--to <WHERE>', 'where to move it').choices(['files', 'postgres']).makeOptionMandatory(),
    )
    .addHelpText('after', examples('baton move fix-login --to postgres', 'baton move fix-login --to files'))
    .action(
      act(async (shell, name: string, { to }: { to: 'files' | 'postgres' }) => {
        const { moveRun } = await import('../../../operations/hosts/move-run.ts');
        const { requirePerson } = await import('../../../operations/people/require-person.ts');
        requirePerson({ env: shell.env, pid: process.pid });
        const moved = await moveRun(await shell.system(), await shell.place(name), name, to);
        const where = to === 'files' ? 'the files of this machine' : 'PostgreSQL';
        shell.print(moved, `${moved.run}: ${moved.entries} entries are in ${where} now`);
        return EXIT.yes;
      }),
    );
};
