import { StringDecoder } from 'node:string_decoder';
import { InvalidArgumentError } from 'commander';
import { plainText } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

interface Flags {
  readonly follow?: boolean;
  readonly attempt?: number;
}

const attemptOf = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of an attempt, for example 2.');
};

export const logsCommand: Register = (program, act) => {
  program
    .command('logs')
    .summary('what an agent printed')
    .description(
      'Shows what the agent of an assignment printed in its last attempt, or in another one. For the journal of the run, use `baton log`.',
    )
    .argument('<ASSIGNMENT>', 'as `baton status` names it (RUN/ASSIGNMENT for another run than the last)')
    .option('-f, --follow', 'print what is added, until the attempt ends')
    .option('--attempt <N>', 'an earlier attempt', attemptOf)
    .addHelpText(
      'after',
      examples('baton logs coding.coder.one.1', 'baton logs fix-login/planning.planner.1 -f'),
    )
    .action(
      act(async (shell, assignment: string, { follow = false, attempt }: Flags) => {
        const { readAgentLog } = await import('../../../operations/status/agent-log.ts');
        const { onInterruption } = await import('../../interruption.ts');
        const interruption = onInterruption(() => {});
        const [system, place] = [await shell.system(), await shell.placeToRead()];
        // What was cut within a character goes on with the next bytes.
        const decoder = new StringDecoder('utf8');
        let text = '';
        const onBytes = (bytes: Buffer): void => {
          if (shell.json) text += decoder.write(bytes);
          else shell.write(shell.streams.stdout.isTTY ? plainText(decoder.write(bytes)) : bytes);
        };
        const { signal } = interruption;
        const found = await readAgentLog({ system, place, assignment, attempt, follow, onBytes, signal });
        interruption.release();
        if (shell.json) shell.print({ ...found, text }, '');
        return signal.aborted ? EXIT.interrupted : EXIT.yes;
      }),
    );
};
