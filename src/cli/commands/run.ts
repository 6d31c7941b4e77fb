import { InvalidArgumentError } from 'commander';
import { examples, type Register } from '../register.ts';

/** Set for the process that holds a detached run: nobody is at its terminal, but people answer from elsewhere. */
export const DETACHED = 'BATON_DETACHED';

export interface RunFlags {
  readonly workflow?: string;
  readonly name?: string;
  readonly agent?: string;
  readonly roleAgent?: Readonly<Record<string, string>>;
  readonly detach?: boolean;
}

const roleAgent = (
  pair: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const equals = pair.indexOf('=');
  if (equals < 1 || equals === pair.length - 1)
    throw new InvalidArgumentError(`Expected ROLE=SPEC, for example coder=command:claude.`);
  return { ...before, [pair.slice(0, equals)]: pair.slice(equals + 1) };
};

export const runCommand: Register = (program, act) => {
  program
    .command('run')
    .summary('start a run')
    .description('Starts a run of a workflow and holds it until it ends. Exits by its outcome.')
    .argument('<REQUEST>', 'what is wanted, in words')
    .option('--workflow <W>', 'which workflow to follow (default: that of baton.yaml, else relay)')
    .option('--name <NAME>', 'name of the run (default: made from the request)')
    .option('--agent <SPEC>', 'who plays every role: scripted:FILE, command:claude, human')
    .option('--role-agent <ROLE=SPEC>', 'who plays one role; may be repeated', roleAgent)
    .option('--detach', 'hold it in the background, where it also waits for people; prints its name')
    .addHelpText(
      'after',
      examples(
        'baton run "Add a search box" --agent command:claude',
        'baton run "Fix the login" --role-agent reviewer=human --detach',
      ),
    )
    .action(
      act(async (shell, request: string, flags: RunFlags) => {
        const { startRun } = await import('../../operations/start-run.ts');
        const { requireConfig } = await import('../../operations/load-config.ts');
        const { attendRun } = await import('../attend-run.ts');
        const system = await shell.system();
        const place = await shell.place();
        const config = await requireConfig(place.project);
        const { workflow, name, agent, roleAgent: roleAgents } = flags;
        return attendRun(
          shell,
          system,
          (attendance) =>
            startRun(
              { ...attendance, system, place, config },
              { request, workflow, name, agent, roleAgents },
            ),
          { waitsForPeople: shell.env[DETACHED] !== undefined },
        );
      }),
    );
};
