import { problemsText } from '../../../model/problem-text.ts';
import { plainText } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { readStdin } from '../../read-stdin.ts';
import { examples, type Register } from '../../register.ts';

interface ConvertFlags {
  readonly to: string;
  readonly from?: string;
}

export const convertCommand: Register = (program, act) => {
  program
    .command('convert')
    .summary('write a handoff in another dialect')
    .description(
      'Writes a handoff in another dialect. It names the fields that are lost, and those that are missing there. It invents nothing: if a field is missing, `baton check` refuses the result.',
    )
    .argument('<PATH>', 'a message or a file with a handoff; - reads standard input')
    .requiredOption('--to <D>', 'the dialect to write: quest, collective, h3a')
    .option('--from <D>', 'the dialect to read (default: found by name and content)')
    .addHelpText(
      'after',
      examples(
        'baton convert message.md --to h3a > SESSION_HANDOFF.json',
        'baton convert SESSION_HANDOFF.json --to collective',
        'cat message.md | baton convert - --from quest --to collective --json',
        'baton convert message.md --to collective | baton check -',
      ),
    )
    .action(
      act(async (shell, path: string, flags: ConvertFlags) => {
        const { convertHandoff } = await import('../../../operations/check/convert-handoff.ts');
        const { systems } = await shell.system();
        const document = await convertHandoff({
          systems,
          path,
          ...flags,
          stdin: (bytesMax) => readStdin(shell, bytesMax),
        });
        const { ok, text, lost, missing, problems } = document;
        if (problems.length > 0) shell.note(problemsText(problems));
        if (lost.length > 0) shell.note(`not carried over: ${lost.join(', ')}`);
        if (missing.length > 0) shell.note(`needed there, and not said here: ${missing.join(', ')}`);
        // A file gets it as it is; a terminal must not obey what an agent wrote.
        const words = shell.streams.stdout.isTTY === true ? plainText(text) : text;
        shell.print({ ok, text, lost, missing }, words.trimEnd());
        return ok ? EXIT.yes : EXIT.no;
      }),
    );
};
