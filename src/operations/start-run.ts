// Starts a run, or goes on with one that is there.
import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { loadScenario } from '../agents/scripted/scenario.ts';
import { type ScriptedPerson, scriptedPerson } from '../agents/scripted/scripted-person.ts';
import { prove } from '../engine/prove.ts';
import { BatonError } from '../errors.ts';
import type { Config } from '../model/config.ts';
import type { Run } from '../model/event.ts';
import { ATTEMPT_MS_MAX } from '../model/limits.ts';
import { type Digest, type Sealed, treeDigest } from '../model/sealed.ts';
import type { Workflow } from '../model/workflow.ts';
import { type Place, scratchDirectory } from '../runners/place.ts';
import { findRepository, headCommit, type Repository, treeOfCommit } from '../runners/repository.ts';
import { sealTree } from '../runners/sealed-tree.ts';
import type { HolderEnd } from '../runtime/holder.ts';
import { git } from '../std/git.ts';
import { type HoldOptions, holdRun } from './hold-run.ts';
import { loadWorkflow, WORKFLOW_FILE } from './load-workflow.ts';
import { findRun, readRun, requireName, runPlace } from './runs.ts';
import type { RunPlace, StateListener, System } from './system.ts';

export interface RunRequest {
  readonly request: string;
  readonly workflow?: string | undefined;
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  readonly roleAgents?: Readonly<Record<string, string>> | undefined;
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

/** Data of the definition only: functions are code, and the code's version is Baton's. */
export const definitionDigest = (workflow: Workflow): string => {
  const text = JSON.stringify(workflow, (key, value: unknown) =>
    typeof value === 'function' ? 'ƒ' : key === 'args' || key === 'checks' ? undefined : value,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
};

const nameFor = (request: string): string => {
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
  if (problems.length === 0) return;
  throw new BatonError(
    'WORKFLOW_UNPROVED',
    `workflow ${workflow.name} is not proved: ${problems[0]!.message}`,
    {
      hint: `run: baton prove ${workflow.name}`,
      data: { problems },
    },
  );
};

/** A role may name an agent of `agents`, or say outright who it is. */
const named = (config: Config, agent: string | undefined): string | undefined =>
  agent === undefined ? undefined : (config.agents?.[agent] ?? agent);

/** Every agent role has somebody who plays it, before anything starts. */
const specsFor = (workflow: Workflow, config: Config, request: RunRequest): Record<string, string> => {
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
          config.agents?.['default'],
      ] as const,
  );
  const missing = specs.filter(([, spec]) => spec === undefined).map(([role]) => role);
  if (missing.length > 0)
    throw new BatonError('AGENT_UNKNOWN', `nobody plays ${missing.join(', ')}`, {
      hint: 'name an agent: --agent command:claude, --agent scripted:FILE, --agent human',
    });
  return Object.fromEntries(specs) as Record<string, string>;
};

const personFrom = (specs: Readonly<Record<string, string>>, project: string): ScriptedPerson | undefined => {
  const file = Object.values(specs)
    .find((spec) => spec.startsWith('scripted:'))
    ?.slice('scripted:'.length);
  return file === undefined ? undefined : scriptedPerson(loadScenario(resolve(project, file)));
};

/** A journal that cannot be read is still somebody's; one without a whole entry is not. */
const exists = async ({ system, place }: RunCircumstances, run: RunPlace): Promise<boolean> => {
  const journal = await stat(join(run.stateDirectory, 'journal.jsonl')).catch(() => undefined);
  if (journal === undefined || journal.size === 0) return false;
  return readRun(system, place, run.name).then(
    (found) => found !== undefined,
    () => true,
  );
};

/** Without a commit there is nothing to begin from but the files that are there. */
const sealCheckout = (place: Place, repository: Repository, run: string): Promise<Digest> =>
  sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: `refs/baton/${run}/base` });

const baseOf = async (place: Place, run: string): Promise<{ base: Run['base']; given: Sealed[] }> => {
  const repository = await findRepository(place.project);
  const commit = (await headCommit(repository)) ?? null;
  const tree =
    commit === null
      ? await sealCheckout(place, repository, run)
      : treeDigest(await treeOfCommit(repository, commit));
  if (commit !== null) await git(['update-ref', `refs/baton/${run}/base`, commit], { cwd: repository.root });
  return { base: { commit, tree }, given: [{ artifact: 'base', path: '.', digest: tree, bytes: 0 }] };
};

const agentsOf = (
  circumstances: RunCircumstances,
  run: RunPlace,
  specs: Readonly<Record<string, string>>,
): ((role: string) => Agent) => {
  const bySpec = new Map<string, Agent>();
  for (const spec of new Set(Object.values(specs)))
    bySpec.set(spec, circumstances.system.agent(spec, { place: circumstances.place, run }));
  return (role) => bySpec.get(specs[role]!)!;
};

const hold = async (
  circumstances: RunCircumstances,
  workflow: Workflow,
  run: RunPlace,
  specs: Readonly<Record<string, string>>,
  more: Pick<HoldOptions, 'start' | 'resume'> & { readonly baseCommit: string | null },
): Promise<RunEnd> => {
  const { system, place, config } = circumstances;
  const agentFor = agentsOf(circumstances, run, specs);
  const ports = await system.ports({ place, run, workflow, config, baseCommit: more.baseCommit, agentFor });
  const { baseCommit: _, ...input } = more;
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

export interface PlannedRun {
  readonly workflow: Workflow;
  /** Of a user's own workflow: the file that exports it. */
  readonly file: string | undefined;
  readonly run: RunPlace;
  /** Role → who plays it. */
  readonly specs: Readonly<Record<string, string>>;
}

/** Everything that can be refused before anything is written. */
export const planRun = async (circumstances: RunCircumstances, request: RunRequest): Promise<PlannedRun> => {
  const { system, place, config } = circumstances;
  const given = request.workflow ?? config.workflow ?? 'relay';
  const { workflow, file } = await loadWorkflow(system, given, place.project);
  requireProof(workflow);
  if (request.request.trim() === '')
    throw new BatonError('USAGE_INVALID', 'expected a request, got an empty one', {
      hint: 'baton run "Add a search box"',
    });
  const specs = specsFor(workflow, config, request);
  const name = requireName(request.name ?? nameFor(request.request));
  const run = runPlace(place, workflow, name);
  if (await exists(circumstances, run))
    throw new BatonError('RUN_EXISTS', `run ${name} is there already`, {
      hint: `go on with it: baton resume ${name}`,
    });
  // An agent that nobody knows, or a scenario that cannot be played, is found here, too.
  agentsOf(circumstances, run, specs);
  return { workflow, file, run, specs };
};

export const startRun = async (circumstances: RunCircumstances, request: RunRequest): Promise<RunEnd> => {
  const { system, place, config } = circumstances;
  const { workflow, file, run, specs } = await planRun(circumstances, request);
  const { name } = run;
  const { base, given } = await baseOf(place, name);
  return hold(circumstances, workflow, run, specs, {
    baseCommit: base.commit,
    start: {
      kind: 'start',
      given,
      run: {
        name,
        workflow: workflow.name,
        workflowVersion: workflow.version,
        definition: definitionDigest(workflow),
        request: request.request,
        options: { agents: specs, ...(file === undefined ? {} : { [WORKFLOW_FILE]: file }) },
        base,
        isolation: 'none',
        attemptMs: config.limits?.attemptMs ?? ATTEMPT_MS_MAX,
        startedAt: system.clock.now(),
      },
    },
  });
};

export const resumeRun = async (
  circumstances: RunCircumstances,
  name: string | undefined,
): Promise<RunEnd> => {
  const { run, workflow, state } = await findRun(circumstances.system, circumstances.place, name);
  if (state.status === 'complete')
    throw new BatonError('RUN_ENDED', `run ${run.name} is complete; there is nothing to go on with`);
  requireProof(workflow);
  const specs = (state.run.options['agents'] ?? {}) as Record<string, string>;
  return hold(circumstances, workflow, run, specs, { baseCommit: state.run.base.commit, resume: true });
};
