import { doorAddress } from '../../model/door-call.ts';
import type { Exit } from '../exit-codes.ts';
import { examples, type Register } from '../register.ts';
import type { Shell } from '../shell.ts';

interface Flags {
  readonly arg?: readonly string[];
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The pipe understands the words itself, and is given them as they were meant. */
const submitAsAgent = async (shell: Shell, tool: string, { arg = [] }: Flags): Promise<Exit> => {
  const { runSubmit } = await import('../pipe-submit.ts');
  const words = [tool, ...arg.map((pair) => `--arg=${pair}`), ...(shell.json ? ['--json'] : [])];
  const { stdout, stderr } = shell.streams;
  return (await runSubmit(words, doorAddress(shell.env), { output: stdout, errors: stderr })) as Exit;
};

export const submitCommand: Register = (program, act) => {
  program
    .command('submit')
    .summary('hand in work, for agents without MCP')
    .description(
      'Calls one of the tools of your assignment and waits for the verdict. The holder sets BATON_TOKEN for it.',
    )
    .argument('<TOOL>', 'for example submit_plan, ask, status, await_verdict')
    .option('--arg <K=V>', 'an argument of the tool, as JSON or as text; may be repeated', collect)
    .addHelpText(
      'after',
      examples('baton submit submit_plan', 'baton submit ask --arg question="Which port?"'),
    )
    .action(
      act(async (shell, tool: string, flags: Flags): Promise<Exit> => {
        if (shell.env['BATON_TOKEN']) return submitAsAgent(shell, tool, flags);
        const { BatonError } = await import('../../errors.ts');
        throw new BatonError(
          'TOKEN_MISSING',
          'expected BATON_TOKEN, which the holder sets for each assignment; it is not set',
          {
            hint: "Without it only a person's tools are open: baton inbox, approve, reject, answer.",
          },
        );
      }),
    );
};
