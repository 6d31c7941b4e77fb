// An agent from its SPEC: `scripted:FILE`, `command:NAME`, `human`.
import { join, resolve } from 'node:path';
import { BatonError } from '../errors.ts';
import { specsIn } from '../model/agent-list.ts';
import type { RoleOptions } from '../model/config.ts';
import { customCommandOf } from '../model/custom-agent.ts';
import { acpRecipe } from './acp/acp-recipe.ts';
import type { Agent } from './agent.ts';
import { type CommandAgentOptions, commandAgent } from './command/command-agent.ts';
import { customRecipe } from './command/custom-program.ts';
import { type AgentProgram, programRecipe } from './command/program.ts';
import { AGENT_PROGRAMS, programNamed } from './command/programs.ts';
import { humanAgent } from './human/human-agent.ts';
import { preferredAgent } from './preferred-agent.ts';
import { scriptedAgent } from './scripted/scripted-agent.ts';

export interface NamedAgentOptions extends CommandAgentOptions {
  /** Where Baton is installed. */
  readonly packageRoot: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the project says for the role that it plays. */
  readonly role?: RoleOptions | undefined;
}

/** Hosts run hooks in a shell. */
const hookLine = (packageRoot: string): string =>
  [process.execPath, join(packageRoot, 'bin', 'baton.js'), 'hook', 'stop']
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');

const scripted = (file: string, { packageRoot, project, role: _, ...options }: NamedAgentOptions): Agent =>
  scriptedAgent({
    scenarioFile: resolve(project, file),
    node: process.execPath,
    player: join(packageRoot, 'dist', 'player.cjs'),
    ...options,
  });

const headless = (
  program: AgentProgram,
  { packageRoot, env, role, ...options }: NamedAgentOptions,
): Agent => {
  const { model, args } = role ?? {};
  return commandAgent(
    programRecipe(program, {
      env,
      stopHook: hookLine(packageRoot),
      ...(model === undefined ? {} : { model }),
      ...(args === undefined ? {} : { args }),
    }),
    options,
  );
};

const acp = (name: string, { packageRoot: _, env, role, ...options }: NamedAgentOptions): Agent => {
  const { model, args } = role ?? {};
  return commandAgent(
    acpRecipe(name, {
      env,
      ...(model === undefined ? {} : { model }),
      ...(args === undefined ? {} : { args }),
    }),
    options,
  );
};

export const agentNamed = (spec: string, options: NamedAgentOptions): Agent => {
  const several = specsIn(spec);
  // A model and arguments are one program's own.
  if (several.length > 1)
    return preferredAgent(several.map((one) => agentNamed(one, { ...options, role: undefined })));
  const [kind, ...rest] = spec.split(':');
  const name = rest.join(':');
  if (kind === 'human' && name === '') return humanAgent();
  if (kind === 'scripted' && name !== '') return scripted(name, options);
  const custom = customCommandOf(spec);
  if (custom !== undefined) return commandAgent(customRecipe(custom, options.env), options);
  if (kind === 'acp' && name.trim() !== '') return acp(name, options);
  const program = kind === 'command' ? programNamed(name) : undefined;
  if (program !== undefined) return headless(program, options);
  throw new BatonError(
    'AGENT_UNKNOWN',
    `expected command:NAME, acp:COMMAND, scripted:FILE or human, got ${JSON.stringify(spec)}`,
    {
      hint: `NAME is one of ${AGENT_PROGRAMS.map(({ name }) => name).join(', ')}: baton run "REQUEST" --agent command:claude`,
    },
  );
};
