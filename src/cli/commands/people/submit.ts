import { type DoorAddress, doorAddress } from '../../../model/run/door-call.ts';
import type { Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly arg?: readonly string[];
  readonly item?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The pipe understands the words itself, and is given them as they were meant. */
const submitAt = async (
  shell: Shell,
  door: DoorAddress | undefined,
  tool: string,
  arg: readonly string[],
): Promise<Exit> => {
  const { runSubmit } = await import('../../pipe/pipe-submit.ts');
  const words = [tool, ...arg.map((pair) => `--arg=${pair}`), ...(shell.json ? ['--json'] : [])];
  const { stdout, stderr } = shell.streams;
  return runSubmit(words, door, { output: stdout, errors: stderr });
};

/** Without a token only what a person plays can be handed in, and only by a person. */
const submitAsPerson = async (shell: Shell, tool: string, { arg = [], item }: Flags): Promise<Exit> => {
  const { playRole } = await import('../../../operations/people/play-role.ts');
  const { personName, requirePerson } = await import('../../../operations/people/require-person.ts');
  requirePerson({ env: shell.env, pid: process.pid });
  const call = { tool, item, person: personName(shell.env) };
  return submitAt(shell, await playRole(await shell.system(), await shell.place(), call), tool, arg);
};

export const submitCommand: Register = (program, act) => {
  program
    .command('submit')
    .summary('hand in work, for agents without MCP and for people who play a role')
    .description(
      'Calls a tool of an assignment and waits for the verdict. Agents have a BATON_TOKEN for it. People use it to hand in work for a role that they play.',
    )
    .argument('<TOOL>', 'for example submit_plan, ask, status, await_verdict')
    .option('--arg <K=V>', 'an argument of the tool, as JSON or as text; may be repeated', collect)
    .option('--item <ID>', 'which assignment, if a person plays several')
    .addHelpText(
      'after',
      examples('baton submit submit_plan', 'baton submit ask --arg question="Which port?"'),
    )
    .action(
      act(
        async (shell, tool: string, flags: Flags): Promise<Exit> =>
          shell.env['BATON_TOKEN']
            ? submitAt(shell, doorAddress(shell.env), tool, flags.arg ?? [])
            : submitAsPerson(shell, tool, flags),
      ),
    );
};
