// What `baton init` came to, read from the file that it wrote or kept: the commands, and what to do next.
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { loadConfig } from '../project/load-config.ts';
import { testsFor } from './init.ts';
import { projectFiles } from './kinds/project-files.ts';
import type { Tried } from './try-tests.ts';

export interface Chosen {
  /** By name; only those that baton.yaml names. */
  readonly commands: Readonly<Record<string, string>>;
  /** What in the project says so, where it was found and not given. */
  readonly because: string | undefined;
}

export const chosenIn = async (project: string, env: InheritedEnvironment): Promise<Chosen> => {
  const { value } = await loadConfig(project, env);
  const commands = Object.fromEntries(
    Object.entries(value?.commands ?? {})
      .filter(([name]) => value?.namedCommands.includes(name))
      .map(([name, { line }]) => [name, line]),
  );
  const found = await testsFor({ env }, await projectFiles(project));
  return { commands, because: found.find(({ run }) => run === commands['test'])?.because };
};

/** Whether a person has to be asked for the command: nothing says that the project has tests. */
export const isUntested = async (project: string, env: InheritedEnvironment): Promise<boolean> =>
  (await testsFor({ env }, await projectFiles(project))).length === 0;

/** One thing to do next. */
export const nextStep = (
  { commands }: Chosen,
  { agent, tried }: { readonly agent: string | undefined; readonly tried: Tried | undefined },
): string => {
  if (commands['test'] === undefined) return 'write commands.test into baton.yaml once the project has tests';
  if (tried?.ok === false) return 'fix what is named above, then run `baton doctor --run`';
  if (tried === undefined) return 'try the tests on a clean checkout: baton doctor --run';
  if (agent !== undefined) return `start ${agent} here and work as always`;
  return 'hold an agent to the tests: baton init --agent claude; or run several: baton run "REQUEST" --agent command:claude';
};
