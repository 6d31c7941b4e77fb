// Plays a run that is planned or there already: its agents, what it reaches outside, and a holder for it.
import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { loadScenario } from '../../agents/scripted/scenario.ts';
import { type ScriptedPerson, scriptedPerson } from '../../agents/scripted/scripted-person.ts';
import { prove } from '../../engine/prove.ts';
import { BatonError } from '../../errors.ts';
import { specsIn } from '../../model/agent-list.ts';
import type { Config } from '../../model/config.ts';
import type { Isolation } from '../../model/isolation.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { HolderEnd } from '../../runtime/holder.ts';
import type { Ports } from '../../runtime/ports.ts';
import { spentByOthers } from '../status/day-spending.ts';
import type { RunPlace, StateListener, System } from '../system.ts';
import { type HoldOptions, holdRun } from './hold-run.ts';
import type { AllOptions, Specs } from './role-agents.ts';

export interface RunCircumstances {
  readonly system: System;
  readonly place: Place;
  readonly config: Config;
  readonly leaveWhenWaiting: boolean;
  readonly onState?: StateListener | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly notify?: boolean | undefined;
  readonly warn?: ((words: string) => void) | undefined;
}

export interface RunEnd {
  readonly run: RunPlace;
  readonly workflow: Workflow;
  readonly end: HolderEnd;
}

export const requireProof = (workflow: Workflow): void => {
  const { problems } = prove(workflow);
  const [first] = problems;
  if (first === undefined) return;
  throw new BatonError('WORKFLOW_UNPROVED', `workflow ${workflow.name} is not proved: ${first.message}`, {
    hint: `run: baton prove ${workflow.name}`,
    data: { problems },
  });
};

const personFrom = (specs: Readonly<Record<string, string>>, project: string): ScriptedPerson | undefined => {
  const file = Object.values(specs)
    .flatMap(specsIn)
    .find((spec) => spec.startsWith('scripted:'))
    ?.slice('scripted:'.length);
  return file === undefined ? undefined : scriptedPerson(loadScenario(resolve(project, file)));
};

export const agentsOf = (
  circumstances: RunCircumstances,
  run: RunPlace,
  specs: Specs,
  options: AllOptions,
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

export interface PlayOptions extends Pick<HoldOptions, 'start' | 'resume' | 'workflow' | 'run'> {
  readonly specs: Specs;
  readonly baseCommit: string | null;
  readonly roleOptions: AllOptions;
  readonly isolation: Isolation;
}

export const portsFor = async (circumstances: RunCircumstances, options: PlayOptions): Promise<Ports> => {
  const { system, place, config } = circumstances;
  const { workflow, run, specs, baseCommit, roleOptions, isolation } = options;
  const agentFor = agentsOf(circumstances, run, specs, roleOptions, isolation);
  const ports = await system.ports({ place, run, workflow, config, baseCommit, agentFor });
  return { ...ports, spentByOthers: (date) => spentByOthers(system, run, date) };
};

export const playRun = async (circumstances: RunCircumstances, options: PlayOptions): Promise<RunEnd> => {
  const { workflow, run, specs, start, resume } = options;
  const end = await holdRun({
    ...{ ...circumstances, workflow, run },
    ports: await portsFor(circumstances, options),
    person: personFrom(specs, circumstances.place.project),
    ...(start === undefined ? {} : { start }),
    ...(resume === undefined ? {} : { resume }),
  });
  return { run, workflow, end };
};
