// `baton init`: everything is worked out first, so that a file that cannot be read stops it before any is written.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { BatonError, causeText } from '../../errors.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { isName } from '../../model/workflow/names.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { replaceUsersFile } from '../../std/disk/replace-file.ts';
import { nearest } from '../../std/nearest.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import {
  AGENT_HOOKS,
  COLLECTIVE_HOOKS,
  HOOK_NAMES,
  type HookName,
  withHooks,
  withoutHooks,
} from './claude-settings.ts';
import { hostChanges, hostRemoval } from './host-changes.ts';
import { AGENT_HOSTS, type HostCommands } from './host-hooks.ts';
import { type InitChange, initChange } from './init-change.ts';
import { initialConfig, withTestLine } from './initial-config.ts';
import { initialWorkflow, WORKFLOWS_FOLDER } from './initial-workflow.ts';
import { type ProjectFiles, projectFiles } from './kinds/project-files.ts';
import type { TestCommand } from './kinds/test-command.ts';
import { testCommandsOf } from './kinds/test-commands.ts';
import type { ServerCommand } from './mcp-clients.ts';

export interface InitOptions {
  readonly project: string;
  readonly agent?: string | undefined;
  /** Also judge the handoffs of Claude Code's subagents. */
  readonly collective?: boolean | undefined;
  /** A workflow of the project's own, by the name that it gets. */
  readonly workflow?: string | undefined;
  /** The absolute path of bin/baton.js, for when `baton` is not on PATH. */
  readonly launcher: string;
  readonly env: InheritedEnvironment;
  /** The test command that a person gave; without one it is looked for. */
  readonly test?: string | undefined;
}

const AGENTS = ['claude', ...AGENT_HOSTS.map(({ name }) => name)];
const FILE_MODE = 0o644;
const IGNORED = '.baton/';

const textOf = async (project: string, path: string): Promise<string | undefined> =>
  (await readBoundedIfThere(join(project, path), YAML_BYTES_MAX))?.toString('utf8');

const withIgnored = (before: string | undefined): string => {
  const text = before ?? '';
  const known = text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '').replace(/\/$/, ''));
  if (known.includes('.baton')) return text;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}${IGNORED}${end}`;
};

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** Whether a shell of the agent's will find `baton`; a folder of some package's own programs is not on its PATH. */
const isOnPath = (env: InitOptions['env']): boolean =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .some((folder) => folder !== '' && existsSync(join(folder, 'baton')));

export const hookCommand = (
  { launcher, env }: Pick<InitOptions, 'launcher' | 'env'>,
  name: HookName = 'stop',
): string => `${isOnPath(env) ? 'baton' : `node ${quoted(launcher)}`} hook ${name}`;

/** How a program starts `baton mcp`, without a shell. */
export const serverCommand = ({ launcher, env }: Pick<InitOptions, 'launcher' | 'env'>): ServerCommand =>
  isOnPath(env) ? ['baton', 'mcp'] : ['node', launcher, 'mcp'];

const requireAgent = (agent: string | undefined): void => {
  if (agent === undefined || AGENTS.includes(agent)) return;
  const meant = nearest(agent, AGENTS);
  throw new BatonError(
    'AGENT_UNKNOWN',
    `expected --agent ${AGENTS.join(' or ')}, got ${JSON.stringify(agent)}`,
    {
      hint: meant === undefined ? `Known here: ${AGENTS.join(', ')}.` : `Write --agent ${meant}.`,
    },
  );
};

/** What a person said, else what the files say. */
export const testsFor = async (
  { test, env }: Pick<InitOptions, 'test' | 'env'>,
  files: ProjectFiles,
): Promise<readonly TestCommand[]> => {
  if (test === undefined) return testCommandsOf(files, env['PATH'] ?? '');
  const run = test.trim();
  if (run !== '' && !/[\r\n]/.test(run)) return [{ run, because: 'you said so' }];
  throw new BatonError('USAGE_INVALID', `expected a command in one line, got ${JSON.stringify(test)}`, {
    hint: 'baton init --test "make check"',
  });
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** With Baton where it is a dependency of the project; elsewhere beside its run directories, which nobody commits. */
const INSTALLED = join('node_modules', 'baton-relay');
const SCHEMAS = join('.baton', 'schemas');

/** The schema for editors: where it is, and what must be written for it to be there. */
const schemaFor = async (
  { project, launcher }: InitOptions,
  name: string,
): Promise<{ readonly path: string; readonly changes: readonly InitChange[] }> => {
  const installed = join(INSTALLED, 'spec', name);
  const shipped = join(dirname(dirname(launcher)), 'spec', name);
  const text = (await readBoundedIfThere(shipped, YAML_BYTES_MAX))?.toString('utf8');
  if (text === undefined || existsSync(join(project, INSTALLED))) return { path: installed, changes: [] };
  const path = join(SCHEMAS, name);
  return {
    path,
    changes: [initChange(path, 'what editors know of the file', await textOf(project, path), text)],
  };
};

const workflowChanges = async (options: InitOptions): Promise<InitChange[]> => {
  const { project, workflow } = options;
  if (workflow === undefined) return [];
  if (!isName(workflow))
    throw new BatonError(
      'NAME_INVALID',
      `expected a name of letters, digits, "-" and "_", got ${JSON.stringify(workflow)}`,
    );
  const schema = await schemaFor(options, 'workflow.schema.json');
  const path = join(WORKFLOWS_FOLDER, `${workflow}.yaml`);
  const before = await textOf(project, path);
  const text = before ?? initialWorkflow(workflow, `../${schema.path}`);
  return [initChange(path, 'a workflow of your own', before, text), ...schema.changes];
};

const SETTINGS = join('.claude', 'settings.json');
const HOOKS_SAY =
  'hooks: what Claude Code changes is checked against the start of the session when it wants to stop';

/** A collective has the hooks of an agent, too: its work is judged as that of one. */
const settingsChange = async (options: InitOptions): Promise<InitChange> => {
  const isCollective = options.collective === true;
  const names = isCollective ? [...AGENT_HOOKS, ...COLLECTIVE_HOOKS] : AGENT_HOOKS;
  const before = await textOf(options.project, SETTINGS);
  const text = withHooks(before, (name) => hookCommand(options, name), SETTINGS, names);
  const what = isCollective ? `${HOOKS_SAY}, and the handoffs of its subagents are checked` : HOOKS_SAY;
  return initChange(SETTINGS, what, before, text);
};

export type RemovalOptions = Pick<InitOptions, 'project' | 'agent' | 'collective' | 'launcher' | 'env'>;

/** What would be written. Nothing is, yet. */
export const planInit = async (options: InitOptions): Promise<InitChange[]> => {
  const { project, agent } = options;
  requireAgent(agent);
  const schema = await schemaFor(options, 'baton.schema.json');
  const config = await textOf(project, CONFIG_FILE);
  if (config !== undefined && options.test !== undefined)
    throw new BatonError('USAGE_INVALID', `expected no --test: ${CONFIG_FILE} is there already`, {
      hint: `Write the command into it: commands: { test: ${JSON.stringify(options.test)} }`,
    });
  const files = await projectFiles(project);
  const ignore = await textOf(project, '.gitignore');
  const changes = [
    initChange(
      CONFIG_FILE,
      'the commands that prove work',
      config,
      config ??
        (await initialConfig({
          ...{ tests: await testsFor(options, files), files, on: today(), schema: `./${schema.path}` },
        })),
    ),
    initChange('.gitignore', 'run directories stay out of commits', ignore, withIgnored(ignore)),
    ...(config === undefined ? schema.changes : []),
    ...(await workflowChanges(options)),
  ];
  if (agent === 'claude' || options.collective === true) changes.push(await settingsChange(options));
  const host = AGENT_HOSTS.find(({ name }) => name === agent);
  if (host !== undefined) changes.push(...(await hostChanges(project, host, hostCommands(options), textOf)));
  return changes;
};

/** What a host's person has to do first; undefined where that is nothing. */
export const afterInit = (agent: string | undefined): string | undefined =>
  AGENT_HOSTS.find(({ name }) => name === agent)?.then;

/** How a host calls Baton. */
const hostCommands = (options: Pick<InitOptions, 'launcher' | 'env'>): HostCommands => ({
  hook: (name) => hookCommand(options, name),
  server: serverCommand(options),
});

/** What would be written to take the hooks out again; a project without settings has none. */
export const planRemoval = async (options: RemovalOptions): Promise<InitChange[]> => {
  const { project, agent, collective } = options;
  requireAgent(agent);
  const host = AGENT_HOSTS.find(({ name }) => name === agent);
  if (host !== undefined) return hostRemoval(project, host, hostCommands(options), textOf);
  const before = await textOf(project, SETTINGS);
  if (before === undefined) return [];
  const names = collective === true && agent === undefined ? COLLECTIVE_HOOKS : HOOK_NAMES;
  const what = `without Baton's hooks (${names.join(', ')})`;
  return [initChange(SETTINGS, what, before, withoutHooks(before, SETTINGS, names))];
};

/** Writes what was planned. A file behind a link is changed where it is. */
export const applyInit = async (project: string, changes: readonly InitChange[]): Promise<void> => {
  for (const { path, action, text } of changes) {
    if (action === 'keep') continue;
    const target = join(project, path);
    try {
      if (action === 'remove') {
        await rm(target, { force: true });
        continue;
      }
      await mkdir(dirname(target), { recursive: true });
      await replaceUsersFile(target, text, FILE_MODE);
    } catch (cause) {
      throw new BatonError('FILE_UNWRITABLE', `${target} cannot be written: ${causeText(cause)}`, {
        hint: 'Make the folder writable and run `baton init` again; what was written already stays.',
        cause,
      });
    }
  }
};

/** What was tried green is written into a baton.yaml that init has just made; a file of the user's own stays. */
const adopt = async (
  project: string,
  changes: readonly InitChange[],
  what: string,
  edit: (text: string) => string | undefined,
): Promise<InitChange | undefined> => {
  const made = changes.find(({ path, action }) => path === CONFIG_FILE && action === 'create');
  const text =
    made === undefined || (await textOf(project, CONFIG_FILE)) !== made.text ? undefined : edit(made.text);
  if (text === undefined) return undefined;
  const change = initChange(CONFIG_FILE, `${what}, which was tried`, made?.text, text);
  await applyInit(project, [change]);
  return change;
};

/** A line that names the tests takes the place of one that does not. */
export const adoptTestLine = (
  project: string,
  changes: readonly InitChange[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<InitChange | undefined> =>
  adopt(project, changes, `test: ${to}`, (text) => withTestLine(text, from, to));

export const adoptLine = (
  project: string,
  changes: readonly InitChange[],
  line: string,
): Promise<InitChange | undefined> => adopt(project, changes, line, (text) => `${text}\n${line}\n`);
