// Starts a run: held here, or left to whichever host comes.
import { createHash, randomBytes } from 'node:crypto';
import { readArtifactNow } from '../../effects/read-artifact.ts';
import { givenBy } from '../../engine/given.ts';
import { BatonError } from '../../errors.ts';
import { DIFFERENT_FROM } from '../../model/agents/player.ts';
import { type Config, commandNamed } from '../../model/config.ts';
import type { Isolation } from '../../model/isolation.ts';
import { ATTEMPT_MS_MAX, GIVEN_FILE_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { BUDGET } from '../../model/run/budget.ts';
import { JUDGEMENT_VERSION } from '../../model/run/verdict.ts';
import type { Check, Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { usableSandbox } from '../../runners/commands/sandbox.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { redactDeep } from '../../std/redact.ts';
import { requirePrompts } from '../check/check-prompts.ts';
import {
  loadWorkflow,
  type MadeWorkflow,
  WORKFLOW_FILE,
  WORKFLOW_MADE,
} from '../definitions/load-workflow.ts';
import { type Asked, requestFrom } from '../people/request-text.ts';
import { redactorOf } from '../project/redactor-of.ts';
import type { RunPlace } from '../system.ts';
import { resolveRegistries } from './acp-registries.ts';
import { withBaseCommands } from './base-commands.ts';
import { baseOf } from './base-of-run.ts';
import { leaveRun } from './leave-run.ts';
import {
  agentsOf,
  type PlayOptions,
  playRun,
  type RunCircumstances,
  type RunEnd,
  requireProof,
} from './play-run.ts';
import {
  type AllOptions,
  type DifferentFrom,
  differentFromOf,
  requireDifferent,
  roleOptionsFor,
  type Specs,
  specsFor,
  withPrograms,
} from './role-agents.ts';
import { isolationFor, isolationOptions } from './run-isolation.ts';
import { policyFor } from './run-policy.ts';
import { readRun, requireName, runPlace } from './runs.ts';

/** No file, and an empty one, say nothing. */
const ABSENT: readonly string[] = ['ARTIFACT_MISSING', 'FILE_EMPTY'];

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
  readonly specs: Specs;
  readonly roleOptions: AllOptions;
  /** Role → roles whose agents must be of other vendors. */
  readonly differentFrom: DifferentFrom;
  readonly policy: Readonly<Record<string, unknown>>;
  readonly isolation: Isolation;
  readonly asked: Asked;
}

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
  const written = specsFor(workflow, withPrograms(config, programs), request, policy);
  await requirePrompts(workflow, place.project);
  const asked = await requestFrom(request.request, place);
  const name = requireName(request.name ?? nameFor(circumstances, workflow, asked));
  const run = runPlace(place, workflow, name);
  if (await exists(circumstances, run))
    throw new BatonError('RUN_EXISTS', `run ${name} is there already`, {
      hint: `continue it: baton resume ${name}`,
    });
  // An agent that nobody knows, or a scenario that cannot be played, is found here, too.
  const roleOptions = roleOptionsFor(config, written);
  const specs = resolveRegistries(written, place);
  requireNoSecret(circumstances, { ...specs, ...roleOptions });
  const differentFrom = differentFromOf(workflow, config);
  requireDifferent(specs, roleOptions, differentFrom);
  agentsOf(circumstances, run, specs, roleOptions, isolation);
  return { workflow, file, made, run, specs, roleOptions, differentFrom, policy, isolation, asked };
};

/** What cannot be read is not taken for a file that is not there. */
const projectFile = ({ project }: Place, path: string): string | undefined => {
  const { value, problems } = readArtifactNow(project, path, GIVEN_FILE_BYTES_MAX);
  const found = problems.find((one) => isError(one) && !ABSENT.includes(one.code));
  if (found !== undefined) throw new BatonError(found.code, found.message, { data: { file: path } });
  return value;
};

/** What the first entry of a run says, and who plays it. */
const beginning = async (circumstances: RunCircumstances, planned: PlannedRun): Promise<PlayOptions> => {
  const { system, place, config } = circumstances;
  const { workflow, file, made, run, specs, roleOptions, differentFrom, policy, isolation, asked } = planned;
  const { name } = run;
  const base = await baseOf(place, name);
  const startedAt = system.clock.now();
  // What is recorded is what will be run: the commands of the base, whatever the checkout says by now.
  const pinned = await withBaseCommands(config, await findRepository(place.project), base.tree);
  const processes = (await usableSandbox(place.env['PATH'] ?? '')) === 'none' ? 'shared' : 'pid-namespace';
  return {
    ...{ workflow, run, specs, baseCommit: base.commit, roleOptions, isolation },
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
          processes,
          ...(file === undefined ? {} : { [WORKFLOW_FILE]: file }),
          ...(made === undefined ? {} : { [WORKFLOW_MADE]: made }),
          ...(Object.keys(roleOptions).length === 0 ? {} : { roleOptions }),
          ...(Object.keys(differentFrom).length === 0 ? {} : { [DIFFERENT_FROM]: differentFrom }),
          ...isolationOptions(isolation),
          ...(config.budget === undefined ? {} : { [BUDGET]: config.budget }),
          ...optionsOf(pinned.config, workflow, policy, asked),
        },
        base,
        isolation: isolation.level,
        attemptMs: config.limits?.attemptMs ?? ATTEMPT_MS_MAX,
        startedAt,
      },
    },
  };
};

export const startRun = async (circumstances: RunCircumstances, request: RunRequest): Promise<RunEnd> =>
  playRun(circumstances, await beginning(circumstances, await planRun(circumstances, request)));

/** Its first entry is written, and nothing more: the next host that comes by takes it. */
export const startOnHost = async (
  circumstances: RunCircumstances,
  request: RunRequest,
): Promise<RunPlace> => {
  const begun = await beginning(circumstances, await planRun(circumstances, request));
  await leaveRun(circumstances, begun);
  return begun.run;
};
