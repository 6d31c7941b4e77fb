import { Argument, type Command } from 'commander';
import { type CompletedCommand, completionScript, SHELLS, type ShellName } from '../../completion-script.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

const completed = (program: Command): readonly CompletedCommand[] =>
  program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: [...command.options, ...program.options].flatMap(({ long, description }) =>
      long == null ? [] : [{ flag: long, says: description }],
    ),
  }));

export const completionCommand: Register = (program, act) => {
  program
    .command('completion')
    .summary('print the completion of a shell')
    .description('Prints a script that lets a shell complete commands and options.')
    .addArgument(new Argument('<SHELL>', 'bash, zsh or fish').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        'source <(baton completion bash)',
        'baton completion fish > ~/.config/fish/completions/baton.fish',
      ),
    )
    .action(
      act(async (shell, name: ShellName) => {
        const script = completionScript(name, completed(program));
        shell.print({ shell: name, script }, script);
        return EXIT.yes;
      }),
    );
};
