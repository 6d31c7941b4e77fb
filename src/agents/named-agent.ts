// An agent from its SPEC: `scripted:FILE`, `command:NAME`, `tmux:NAME`, `human`.
import { join, resolve } from 'node:path';
import { BatonError } from '../errors.ts';
import { listedIn } from '../model/agent-list.ts';
import type { RoleOptions } from '../model/agents/role-config.ts';
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
import { programInPane } from './tmux/pane-recipe.ts';
import { startInPane } from './tmux/pane-session.ts';

export interface NamedAgentOptions extends CommandAgentOptions {
  /** Where Baton is installed. */
  readonly packageRoot: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the project says for the role that it plays. */
  readonly role?: RoleOptions | undefined;
}

/** Hosts run hooks in a shell. */
const hookLine = (packageRoot: string, ...words: readonly string[]): string =>
  [process.execPath, join(packageRoot, 'bin', 'baton.js'), 'hook', ...words]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');

/**
 * Hosts go on when a hook fails; only with 2, and words, they take it for a no. No settings of a project load code into this one.
 */
export const permissionLine = (packageRoot: string, policy: string, host: string): string =>
  `NODE_OPTIONS= ${hookLine(packageRoot, 'pre-tool-use', policy, host)} || { echo 'Baton could not decide.' >&2; exit 2; }`;

const hooksOf = (packageRoot: string) => ({
  stopHook: hookLine(packageRoot, 'stop'),
  permissionHook: (policy: string, host: string) => permissionLine(packageRoot, policy, host),
});

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
      ...hooksOf(packageRoot),
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

const inPane = (program: AgentProgram, { packageRoot, env, role, ...options }: NamedAgentOptions): Agent => {
  const { model, args } = role ?? {};
  const recipe = programInPane(program, {
    env,
    ...hooksOf(packageRoot),
    ...(model === undefined ? {} : { model }),
    ...(args === undefined ? {} : { args }),
  });
  return commandAgent(recipe, { ...options, start: startInPane });
};

export const agentNamed = (spec: string, options: NamedAgentOptions): Agent => {
  const several = listedIn(spec);
  // A model and arguments are one program's own.
  if (several !== undefined)
    return preferredAgent(
      several.map(({ agent, ...role }) =>
        agentNamed(agent, { ...options, role: several.length > 1 ? role : { ...role, ...options.role } }),
      ),
    );
  const [kind, ...rest] = spec.split(':');
  const name = rest.join(':');
  if (kind === 'human' && name === '') return humanAgent();
  if (kind === 'scripted' && name !== '') return scripted(name, options);
  const custom = customCommandOf(spec);
  if (custom !== undefined) return commandAgent(customRecipe(custom, options.env), options);
  if (kind === 'acp' && name.trim() !== '') return acp(name, options);
  const program = kind === 'command' ? programNamed(name) : undefined;
  if (program !== undefined) return headless(program, options);
  const watched = kind === 'tmux' ? programNamed(name) : undefined;
  if (watched !== undefined) return inPane(watched, options);
  throw new BatonError(
    'AGENT_UNKNOWN',
    `expected command:NAME, acp:COMMAND, tmux:NAME, scripted:FILE or human, got ${JSON.stringify(spec)}`,
    {
      hint: `NAME is one of ${AGENT_PROGRAMS.map(({ name }) => name).join(', ')}: baton run "REQUEST" --agent command:claude`,
    },
  );
};
