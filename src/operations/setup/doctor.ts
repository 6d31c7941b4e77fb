// `baton doctor`: what is missing here, and how to fix each thing.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { usableFence, usableUser } from '../../agents/fence/usable-fence.ts';
import { BatonError, causeText } from '../../errors.ts';
import { toIsolation } from '../../model/isolation.ts';
import { CONNECTIONS_MAX, DESCRIPTORS_KEPT } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { usableSandbox } from '../../runners/commands/sandbox.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { descriptorLimit } from '../../std/processes/descriptor-limit.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { gitLine } from '../../std/processes/git.ts';
import { promptProblems } from '../check/check-prompts.ts';
import { removedHooks } from '../hook/expected-hooks.ts';
import { CONFIG_FILE, loadConfig } from '../project/load-config.ts';
import { placeOf, stateRoot } from '../project/state-directory.ts';
import { tryTests } from './try-tests.ts';

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** Something optional that is missing is a finding, not a failure. */
  readonly required: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export interface DoctorOptions {
  readonly project: string;
  readonly env: InheritedEnvironment;
  readonly nodeVersion: string;
  /** Also runs the tests, on a clean checkout of what is here. */
  readonly run?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Whose prompts a project may add to. */
  readonly workflows?: readonly Workflow[];
}

const DESCRIPTORS_ENOUGH = CONNECTIONS_MAX + DESCRIPTORS_KEPT;
const NODE_MIN = [20, 19] as const;
/** `git merge-tree --write-tree` is there from this version on. */
const GIT_MIN = [2, 38] as const;

const atLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [, a = '0', b = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(a) > major || (Number(a) === major && Number(b) >= minor);
};

const good = (name: string, detail: string, required = true): Finding => ({
  name,
  ok: true,
  required,
  detail,
});
const bad = (name: string, detail: string, fix: string, required = true): Finding => ({
  ...{ name, ok: false, required, detail, fix },
});

const words = (cause: unknown): string =>
  cause instanceof BatonError && cause.hint !== undefined
    ? `${cause.message} ${cause.hint}`
    : causeText(cause);

const onPath = (program: string, env: InheritedEnvironment): string | undefined =>
  findProgram(program, env['PATH'] ?? '');

const checkNode = ({ nodeVersion }: DoctorOptions): Finding =>
  atLeast(nodeVersion, NODE_MIN)
    ? good('node', nodeVersion)
    : bad(
        'node',
        `expected ${NODE_MIN.join('.')} or newer, this is ${nodeVersion}`,
        'Install a newer Node.js.',
      );

const checkGit = async ({ project }: DoctorOptions): Promise<Finding> => {
  const fix = `Install git ${GIT_MIN.join('.')} or newer and put it on PATH.`;
  try {
    const version = await gitLine(['--version'], { cwd: project });
    return atLeast(version, GIT_MIN)
      ? good('git', version)
      : bad('git', `expected ${GIT_MIN.join('.')} or newer, this is ${version}`, fix);
  } catch (cause) {
    return bad('git', causeText(cause), fix);
  }
};

const checkSandbox = async ({ env }: DoctorOptions): Promise<Finding> => {
  const usable = (await usableSandbox(env['PATH'] ?? '')) === 'no-network';
  if (usable)
    return good(
      'sandbox',
      'bwrap works: re-executed commands have no network, agents have pid namespaces of their own',
      false,
    );
  const found = onPath('bwrap', env);
  return bad(
    'sandbox',
    found === undefined
      ? 'bwrap is not on PATH: re-executed commands have the network, agents see all processes'
      : `${found} is there but may not be used here`,
    found === undefined ? 'Install bubblewrap.' : 'Allow unprivileged user namespaces.',
    false,
  );
};

const checkIsolation = async ({ env, project }: DoctorOptions): Promise<Finding> => {
  const path = env['PATH'] ?? '';
  const [fence, user] = await Promise.all([usableFence(path), usableUser(path, project)]);
  const { value } = await loadConfig(project, env);
  const { level } = toIsolation(value?.isolation);
  const chosen = `this project plays at ${level}`;
  const notUser = user.ok ? '' : `; user is not: ${user.why}`;
  if (level === 'user' && !user.ok)
    return bad('isolation', `user is not possible: ${user.why}; ${chosen}`, user.fix);
  if (fence.ok)
    return good(
      'isolation',
      `none${user.ok ? ', fenced and user' : ' and fenced'} are possible${notUser}; ${chosen}`,
      false,
    );
  if (user.ok)
    return bad(
      'isolation',
      `none and user are possible, fenced is not: ${fence.why}; ${chosen}`,
      fence.fix,
      level === 'fenced',
    );
  return bad('isolation', `only none is possible: ${fence.why}; ${chosen}`, fence.fix, level !== 'none');
};

/** Nothing is said where there are enough. */
const checkDescriptors = (): Finding[] => {
  const limit = descriptorLimit();
  if (limit === undefined || limit >= DESCRIPTORS_ENOUGH) return [];
  return [
    bad(
      'open files',
      `at most ${limit} files may be open at once: a run holds back connections below ${DESCRIPTORS_ENOUGH}`,
      `Run \`ulimit -n ${DESCRIPTORS_ENOUGH}\` before you start Baton.`,
      false,
    ),
  ];
};

const checkProject = async ({ project }: DoctorOptions): Promise<Finding> => {
  try {
    const { root } = await findRepository(project);
    return good('project', `${project}, in the repository ${root}`);
  } catch (cause) {
    return bad('project', causeText(cause), 'Run `git init` in the project.');
  }
};

const checkConfig = async ({ project, env }: DoctorOptions): Promise<Finding[]> => {
  const { value, problems, files } = await loadConfig(project, env);
  const names = files.join(' and ') || CONFIG_FILE;
  if (value === undefined) return [bad('configuration', problemsText(problems), `Fix ${names}.`)];
  const valid = files.length > 1 ? `${names} are valid` : `${names} is valid`;
  const where = files.length > 0 ? valid : `no ${CONFIG_FILE}: all is default`;
  const warnings =
    problems.length === 0
      ? []
      : [
          bad(
            'configuration warnings',
            problemsText(problems),
            `Write what you need into ${CONFIG_FILE}, and remove the rest.`,
            false,
          ),
        ];
  return [good('configuration', where), ...warnings, good('tests', `\`${value.commands.test?.line}\``)];
};

const checkTestProgram = async ({ project, env }: DoctorOptions): Promise<Finding[]> => {
  const line = (await loadConfig(project, env)).value?.commands.test?.line ?? '';
  const [program = ''] = line.trim().split(/\s+/);
  // Anything that is not a plain word is for the shell to understand.
  if (!/^[\w.-]+$/.test(program) || onPath(program, env) !== undefined) return [];
  return [
    bad(
      'test program',
      `${program} is not on PATH`,
      `Install ${program}, or change commands.test in ${CONFIG_FILE}.`,
    ),
  ];
};

const checkRun = async ({ project, env, run = false, signal }: DoctorOptions): Promise<Finding[]> => {
  const { value } = await loadConfig(project, env);
  if (!run || value === undefined) return [];
  try {
    const { ok, says, fix, proposes } = await tryTests(placeOf(project, env), value, signal);
    const isLine = fix !== undefined && /^(?:commands|environment|limits|waived): /.test(fix);
    const hint = isLine ? `In ${CONFIG_FILE}: ${fix}` : (fix ?? `Fix ${CONFIG_FILE}.`);
    const isNoted = ok && proposes !== undefined;
    return [ok && !isNoted ? good('test run', says) : bad('test run', says, hint, !isNoted)];
  } catch (cause) {
    return [bad('test run', words(cause), 'Fix what is named above.')];
  }
};

/** What the project adds to prompts; nothing is said where it adds nothing. */
const checkPrompts = async ({ project, workflows = [] }: DoctorOptions): Promise<Finding[]> => {
  const found = await Promise.all(
    workflows.map(async (workflow) => ({ workflow, problems: await promptProblems(workflow, project) })),
  );
  return found
    .filter(({ problems }) => problems.length > 0)
    .map(({ workflow, problems }) =>
      bad(
        `prompts of ${workflow.name}`,
        problemsText(problems),
        `Fix the files in ${workflow.templates?.directory}.`,
        problems.some(isError),
      ),
    );
};

const checkState = async ({ project, env }: DoctorOptions): Promise<Finding> => {
  try {
    const { stateDirectory } = placeOf(project, env);
    await rm(await mkdtemp(join(stateDirectory, '.doctor-')), { recursive: true });
    return good('state directory', stateDirectory);
  } catch (cause) {
    return bad('state directory', words(cause), `Make ${stateRoot(env)} writable, or set BATON_STATE.`);
  }
};

/** Nothing is said where no hook was set up. */
const checkHooks = async ({ project, env }: DoctorOptions): Promise<Finding[]> => {
  try {
    const removed = await removedHooks(placeOf(project, env));
    return removed === undefined ? [] : [bad('hooks', removed, 'Run `baton init --agent claude`.', false)];
  } catch {
    // The state directory has a finding of its own.
    return [];
  }
};

const checkClaude = ({ env }: DoctorOptions): Finding => {
  const found = onPath('claude', env);
  return found === undefined
    ? bad(
        'claude',
        'Claude Code is not on PATH (optional)',
        'npm install -g @anthropic-ai/claude-code',
        false,
      )
    : good('claude', found, false);
};

/** In the order in which they should be fixed. */
export const doctor = async (options: DoctorOptions): Promise<Finding[]> => [
  checkNode(options),
  await checkGit(options),
  await checkProject(options),
  ...(await checkConfig(options)),
  ...(await checkTestProgram(options)),
  ...(await checkRun(options)),
  ...(await checkPrompts(options)),
  await checkState(options),
  ...(await checkHooks(options)),
  await checkSandbox(options),
  await checkIsolation(options),
  ...checkDescriptors(),
  checkClaude(options),
];
