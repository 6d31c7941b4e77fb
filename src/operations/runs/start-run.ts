// Starts a run, or goes on with one that is there.
import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { loadScenario } from '../../agents/scripted/scenario.ts';
import { type ScriptedPerson, scriptedPerson } from '../../agents/scripted/scripted-person.ts';
import { readArtifactNow } from '../../effects/read-artifact.ts';
import { givenBy } from '../../engine/given.ts';
import { prove } from '../../engine/prove.ts';
import { BatonError } from '../../errors.ts';
import { specsIn } from '../../model/agent-list.ts';
import { type Config, commandNamed, type RoleOptions } from '../../model/config.ts';
import type { Isolation } from '../../model/isolation.ts';
import { ATTEMPT_MS_MAX, GIVEN_FILE_BYTES_MAX } from '../../model/limits.ts';
import { isError } from '../../model/problem.ts';
import { JUDGEMENT_VERSION } from '../../model/run/verdict.ts';
import type { Check, Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { usableSandbox } from '../../runners/commands/sandbox.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import type { HolderEnd } from '../../runtime/holder.ts';
import { redactDeep } from '../../std/redact.ts';
import { requirePrompts } from '../check/check-prompts.ts';
import {
  loadWorkflow,
  type MadeWorkflow,
  WORKFLOW_FILE,
  WORKFLOW_MADE,
} from '../definitions/load-workflow.ts';
import { type Asked, requestFrom } from '../people/request-text.ts';
import type { RunPlace, StateListener, System } from '../system.ts';
import { withBaseCommands } from './base-commands.ts';
import { baseOf } from './base-of-run.ts';
import { bringTrees } from './bring-trees.ts';
import { type HoldOptions, holdRun, redactorOf } from './hold-run.ts';
import { isolationFor, isolationOfRun, isolationOptions } from './run-isolation.ts';
import { policyFor } from './run-policy.ts';
import { findRun, readRun, requireName, runPlace } from './runs.ts';

/** No file, and an empty one, say nothing. */
const ABSENT: readonly string[] = ['ARTIFACT_MISSING', 'FILE_EMPTY'];

type Specs = Readonly<Record<string, string>>;

export interface RunRequest {
  readonly request: string;
  readonly workflow?: string | undefined;
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  readonly roleAgents?: Readonly<Record<string, string>> | undefined;
  /** What the workflow leaves open, for this run. */
  readonly policy?: Readonly<Record<string, unknown>> | undefined;
  readonly isolation?: Isolation['level'] | undefined;
}

export interface RunCircumstances {
  readonly system: System;
  readonly place: Place;
  readonly config: Config;
  readonly leaveWhenWaiting: boolean;
  readonly onState?: StateListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RunEnd {
  readonly run: RunPlace;
  readonly workflow: Workflow;
  readonly end: HolderEnd;
}

const SCHEMAS_AND_CODE = ['args', 'policy', 'templates'];

const asDefined = (key: string, value: unknown): unknown => {
  if (typeof value === 'function') return 'ƒ';
  if (key === 'checks' && Array.isArray(value)) return (value as readonly Check[]).map(({ name }) => name);
  return SCHEMAS_AND_CODE.includes(key) && typeof value === 'object' ? undefined : value;
};

/** Data of the definition, its clauses by name, and the version of the judgement: functions are code. */
export const definitionDigest = (workflow: Workflow): string => {
  const text = JSON.stringify({ judgement: JUDGEMENT_VERSION, workflow }, asDefined);
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
};

const nameFor = ({ system }: RunCircumstances, workflow: Workflow, asked: Asked): string => {
  const request = asked.slugSource ?? asked.request;
  if (workflow.runName !== undefined) return workflow.runName(request, system.clock.now());
  const words = request
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return `${words === '' ? 'run' : words}-${randomBytes(2).toString('hex')}`;
};

const requireProof = (workflow: Workflow): void => {
  const { problems } = prove(workflow);
  const [first] = problems;
  if (first === undefined) return;
  throw new BatonError('WORKFLOW_UNPROVED', `workflow ${workflow.name} is not proved: ${first.message}`, {
    hint: `run: baton prove ${workflow.name}`,
    data: { problems },
  });
};

/** A role may name an agent of `agents`, or say outright who it is. */
const named = (config: Config, agent: string | undefined): string | undefined =>
  agent === undefined ? undefined : (config.agents?.[agent] ?? agent);

type Policy = Readonly<Record<string, unknown>>;

const isOptional = (workflow: Workflow, role: string, policy: Policy): boolean => {
  const optional = workflow.roles[role]?.optional;
  return typeof optional === 'object' ? policy[optional.unless] !== true : optional === true;
};

/** Every agent role has somebody who plays it, before anything starts. */
const specsFor = (
  workflow: Workflow,
  config: Config,
  request: RunRequest,
  policy: Policy,
): Record<string, string> => {
  const roles = Object.entries(workflow.roles).filter(([, role]) => (role.kind ?? 'agent') === 'agent');
  const unknown = Object.keys(request.roleAgents ?? {}).filter(
    (role) => !roles.some(([name]) => name === role),
  );
  if (unknown.length > 0)
    throw new BatonError(
      'USAGE_INVALID',
      `expected a role of ${workflow.name} (${roles.map(([n]) => n).join(', ')}), got ${unknown.join(', ')}`,
    );
  const specs = roles.map(
    ([role]) =>
      [
        role,
        request.roleAgents?.[role] ??
          request.agent ??
          named(config, config.roles[role]) ??
          config.agents?.[role] ??
          config.agents?.['default'],
      ] as const,
  );
  const missing = specs
    .filter(([role, spec]) => spec === undefined && !isOptional(workflow, role, policy))
    .map(([role]) => role);
  if (missing.length > 0)
    throw new BatonError('AGENT_UNKNOWN', `nobody plays ${missing.join(', ')}`, {
      hint: 'name an agent: --agent command:claude, --agent scripted:FILE, --agent human',
    });
  return Object.fromEntries(
    specs.flatMap(([role, spec]) => (spec === undefined ? [] : [[role, spec] as const])),
  );
};

const personFrom = (specs: Readonly<Record<string, string>>, project: string): ScriptedPerson | undefined => {
  const file = Object.values(specs)
    .flatMap(specsIn)
    .find((spec) => spec.startsWith('scripted:'))
    ?.slice('scripted:'.length);
  return file === undefined ? undefined : scriptedPerson(loadScenario(resolve(project, file)));
};

/** What is decided when a run starts and may matter to its workflow. Only what there is: a run's first entry is short. */
const optionsOf = (
  config: Config,
  workflow: Workflow,
  policy: Readonly<Record<string, unknown>>,
  { issue }: Asked,
): Record<string, unknown> => ({
  commands: config.namedCommands,
  ...(workflow.policy === undefined
    ? {}
    : {
        policy,
        commandLines: Object.fromEntries(
          config.namedCommands.map((name) => [name, commandNamed(config, name)?.line]),
        ),
      }),
  ...(Object.keys(config.waived).length === 0 ? {} : { waived: config.waived }),
  ...(config.limits?.phaseMs === undefined ? {} : { phaseMs: config.limits.phaseMs }),
  ...(issue === undefined ? {} : { issue }),
});

/** A journal that cannot be read is still somebody's; one without a whole entry is not. */
const exists = async ({ system, place }: RunCircumstances, run: RunPlace): Promise<boolean> => {
  if (!(await system.stores(place).has(run.name))) return false;
  return readRun(system, place, run.name).then(
    (found) => found !== undefined,
    () => true,
  );
};

/** A model and arguments were written for the agent beside them: whoever takes its place gets none of them. */
const roleOptionsFor = (config: Config, specs: Specs): Readonly<Record<string, RoleOptions>> =>
  Object.fromEntries(
    Object.entries(config.roleOptions).filter(([role]) => specs[role] === named(config, config.roles[role])),
  );

const agentsOf = (
  circumstances: RunCircumstances,
  run: RunPlace,
  specs: Specs,
  options: Readonly<Record<string, RoleOptions>>,
  isolation: Isolation,
): ((role: string) => Agent) => {
  const { system, place } = circumstances;
  const known = new Map<string, Agent>();
  const byRole = new Map(
    Object.entries(specs).map(([role, spec]) => {
      const key = `${spec} ${JSON.stringify(options[role] ?? {})}`;
      const agent = known.get(key) ?? system.agent(spec, { place, run, role: options[role], isolation });
      known.set(key, agent);
      return [role, agent] as const;
    }),
  );
  return (role) => {
    const agent = byRole.get(role);
    if (agent === undefined) throw new BatonError('AGENT_UNKNOWN', `nobody plays ${role}`);
    return agent;
  };
};

const hold = async (
  circumstances: RunCircumstances,
  workflow: Workflow,
  run: RunPlace,
  specs: Readonly<Record<string, string>>,
  more: Pick<HoldOptions, 'start' | 'resume'> & {
    readonly baseCommit: string | null;
    readonly roleOptions: Readonly<Record<string, RoleOptions>>;
    readonly isolation: Isolation;
  },
): Promise<RunEnd> => {
  const { system, place, config } = circumstances;
  const agentFor = agentsOf(circumstances, run, specs, more.roleOptions, more.isolation);
  const ports = await system.ports({ place, run, workflow, config, baseCommit: more.baseCommit, agentFor });
  const { baseCommit: _, roleOptions: __, isolation: ___, ...input } = more;
  const end = await holdRun({
    ...circumstances,
    workflow,
    run,
    ports,
    person: personFrom(specs, place.project),
    ...input,
  });
  return { run, workflow, end };
};

/** They are kept as they are, so that the run can be resumed. */
const requireNoSecret = (
  circumstances: RunCircumstances,
  written: Readonly<Record<string, unknown>>,
): void => {
  const redact = redactorOf(circumstances);
  const role = Object.keys(written).find((name) => redactDeep(written[name], redact) !== written[name]);
  if (role === undefined) return;
  throw new BatonError('SECRET_FOUND', `expected no secret in what is said of the role ${role}, got one`, {
    hint: 'Put it into a variable that the agent reads by itself.',
  });
};

export interface PlannedRun {
  readonly workflow: Workflow;
  /** Of a user's own workflow: the file that exports it. */
  readonly file: string | undefined;
  /** What it was made of, where it was made of what the project says. */
  readonly made: MadeWorkflow | undefined;
  readonly run: RunPlace;
  /** Role → who plays it. */
  readonly specs: Readonly<Record<string, string>>;
  readonly roleOptions: Readonly<Record<string, RoleOptions>>;
  readonly policy: Readonly<Record<string, unknown>>;
  readonly isolation: Isolation;
  readonly asked: Asked;
}

/** A registry may say who plays a role; what the project says of the role itself counts. */
const withPrograms = (config: Config, programs: Readonly<Record<string, string>> = {}): Config => ({
  ...config,
  roles: { ...programs, ...config.roles },
});

/** Everything that can be refused before anything is written. */
export const planRun = async (circumstances: RunCircumstances, request: RunRequest): Promise<PlannedRun> => {
  const { system, place, config } = circumstances;
  const given = request.workflow ?? config.workflow ?? 'relay';
  const { workflow, file, made, programs } = await loadWorkflow(system, given, place.project, {
    collective: config.collective,
  });
  requireProof(workflow);
  if (request.request.trim() === '')
    throw new BatonError('USAGE_INVALID', 'expected a request, got an empty one', {
      hint: 'baton run "Add a search box"',
    });
  const policy = policyFor(system.workflows, workflow, config, request.policy);
  const isolation = await isolationFor(config, request.isolation, place);
  const specs = specsFor(workflow, withPrograms(config, programs), request, policy);
  await requirePrompts(workflow, place.project);
  const asked = await requestFrom(request.request, place);
  const name = requireName(request.name ?? nameFor(circumstances, workflow, asked));
  const run = runPlace(place, workflow, name);
  if (await exists(circumstances, run))
    throw new BatonError('RUN_EXISTS', `run ${name} is there already`, {
      hint: `continue it: baton resume ${name}`,
    });
  // An agent that nobody knows, or a scenario that cannot be played, is found here, too.
  const roleOptions = roleOptionsFor(config, specs);
  requireNoSecret(circumstances, { ...specs, ...roleOptions });
  agentsOf(circumstances, run, specs, roleOptions, isolation);
  return { workflow, file, made, run, specs, roleOptions, policy, isolation, asked };
};

/** What cannot be read is not taken for a file that is not there. */
const projectFile = ({ project }: Place, path: string): string | undefined => {
  const { value, problems } = readArtifactNow(project, path, GIVEN_FILE_BYTES_MAX);
  const found = problems.find((one) => isError(one) && !ABSENT.includes(one.code));
  if (found !== undefined) throw new BatonError(found.code, found.message, { data: { file: path } });
  return value;
};

export const startRun = async (circumstances: RunCircumstances, request: RunRequest): Promise<RunEnd> => {
  const { system, place, config } = circumstances;
  const planned = await planRun(circumstances, request);
  const { workflow, file, made, run, specs, roleOptions, policy, isolation, asked } = planned;
  const { name } = run;
  const base = await baseOf(place, name);
  const startedAt = system.clock.now();
  // What is recorded is what will be run: the commands of the base, whatever the checkout says by now.
  const pinned = await withBaseCommands(config, await findRepository(place.project), base.tree);
  return hold(circumstances, workflow, run, specs, {
    baseCommit: base.commit,
    roleOptions,
    isolation,
    start: {
      kind: 'start',
      given: givenBy(workflow, base.tree, {
        ...{ request: asked.request, name, at: startedAt },
        project: (path) => projectFile(place, path),
      }),
      run: {
        name,
        workflow: workflow.name,
        workflowVersion: workflow.version,
        definition: definitionDigest(workflow),
        request: asked.request,
        options: {
          agents: specs,
          processes: (await usableSandbox(place.env['PATH'] ?? '')) === 'none' ? 'shared' : 'pid-namespace',
          ...(file === undefined ? {} : { [WORKFLOW_FILE]: file }),
          ...(made === undefined ? {} : { [WORKFLOW_MADE]: made }),
          ...(Object.keys(roleOptions).length === 0 ? {} : { roleOptions }),
          ...isolationOptions(isolation),
          ...optionsOf(pinned.config, workflow, policy, asked),
        },
        base,
        isolation: isolation.level,
        attemptMs: config.limits?.attemptMs ?? ATTEMPT_MS_MAX,
        startedAt,
      },
    },
  });
};

export const resumeRun = async (
  circumstances: RunCircumstances,
  name: string | undefined,
): Promise<RunEnd> => {
  const found = await findRun(circumstances.system, circumstances.place, name);
  const { run, workflow, state } = found;
  // What it owes is done by whoever continues it.
  if (state.status === 'complete' && Object.keys(state.effects ?? {}).length === 0)
    throw new BatonError('RUN_ENDED', `run ${run.name} is complete; there is nothing to continue`);
  requireProof(workflow);
  await bringTrees(circumstances.system, found);
  const specs = (state.run.options['agents'] ?? {}) as Record<string, string>;
  const roleOptions = (state.run.options['roleOptions'] ?? {}) as Record<string, RoleOptions>;
  const { commit } = state.run.base;
  const isolation = await isolationOfRun(state, circumstances.place);
  return hold(circumstances, workflow, run, specs, {
    ...{ baseCommit: commit, roleOptions, isolation, resume: true },
  });
};
