// What was counted in some runs, before anything is divided: two tallies can be added, two documents cannot.
import { type ModelUsage, usageByModel } from '../../model/run/usage.ts';

/** What was handed in. `rounds` has one number for each acceptance: how many were judged until then, itself included. */
export interface Handed {
  submitted: number;
  accepted: number;
  rejected: number;
  /** Assignments of which something was judged, and those of which the first was accepted. */
  assignments: number;
  firstPass: number;
  rounds: number[];
}

export interface ContractTally {
  readonly workflow: string;
  readonly contract: string;
  readonly handed: Handed;
  readonly roles: Set<string>;
  /** Rejections that name a clause, that list a code, that blame somebody. */
  readonly clauses: Map<string, number>;
  readonly codes: Map<string, number>;
  readonly blame: Map<string, number>;
}

export interface Attempts {
  attempts: number;
  failures: number;
  retries: number;
  lost: number;
  /** One line a model, and how many attempts reported nothing. */
  usage: ModelUsage[];
  unreported: number;
}

export interface AgentTally extends Attempts {
  readonly role: string;
  readonly agent: string;
  readonly model: string | null;
  readonly handed: Handed;
}

export interface PhaseTally {
  readonly workflow: string;
  readonly phase: string;
  /** Milliseconds of each stay that ended. */
  readonly stays: number[];
  open: number;
  /** Gates only: how many first tries were decided, and how many of them passed. */
  tried: number;
  passed: number;
}

export interface TaskTally {
  readonly run: string;
  readonly workflow: string;
  readonly scope: string;
  readonly item: string;
  outcome: 'complete' | 'failed' | 'cancelled' | 'open' | 'waiting';
  rounds: number;
  accepted: number;
  rejected: number;
  escalations: number;
  readonly phases: Map<string, { visits: number; totalMs: number }>;
}

export type RunStatus = 'complete' | 'failed' | 'cancelled' | 'running';

export interface Tally {
  readonly runs: Record<RunStatus, number>;
  readonly contracts: Map<string, ContractTally>;
  readonly agents: Map<string, AgentTally>;
  readonly phases: Map<string, PhaseTally>;
  readonly tasks: TaskTally[];
  readonly validationMs: number[];
  readonly humanHandoffMs: number[];
  readonly questionMs: number[];
  readonly startMs: number[];
}

export const emptyTally = (): Tally => ({
  runs: { complete: 0, failed: 0, cancelled: 0, running: 0 },
  contracts: new Map(),
  agents: new Map(),
  phases: new Map(),
  tasks: [],
  validationMs: [],
  humanHandoffMs: [],
  questionMs: [],
  startMs: [],
});

export const noAttempts = (): Attempts => ({
  attempts: 0,
  failures: 0,
  retries: 0,
  lost: 0,
  usage: [],
  unreported: 0,
});

export const noneHanded = (): Handed => ({
  submitted: 0,
  accepted: 0,
  rejected: 0,
  assignments: 0,
  firstPass: 0,
  rounds: [],
});

const getOrAdd = <T>(map: Map<string, T>, parts: readonly (string | null)[], make: () => T): T => {
  const key = JSON.stringify(parts);
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

export const contractIn = (tally: Tally, workflow: string, contract: string): ContractTally =>
  getOrAdd(tally.contracts, [workflow, contract], () => ({
    workflow,
    contract,
    handed: noneHanded(),
    roles: new Set(),
    clauses: new Map(),
    codes: new Map(),
    blame: new Map(),
  }));

export const agentIn = (
  tally: Tally,
  { role, agent, model }: Pick<AgentTally, 'role' | 'agent' | 'model'>,
): AgentTally =>
  getOrAdd(tally.agents, [role, agent, model], () => ({
    role,
    agent,
    model,
    handed: noneHanded(),
    ...noAttempts(),
  }));

export const phaseIn = (tally: Tally, workflow: string, phase: string): PhaseTally =>
  getOrAdd(tally.phases, [workflow, phase], () => ({
    workflow,
    phase,
    stays: [],
    open: 0,
    tried: 0,
    passed: 0,
  }));

export const raise = (counts: Map<string, number>, name: string, by = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + by);
};

/** One by one: a call with a hundred thousand arguments is more than the stack holds. */
const append = (into: number[], from: readonly number[]): void => {
  for (const value of from) into.push(value);
};

export const addHanded = (into: Handed, from: Handed): void => {
  into.submitted += from.submitted;
  into.accepted += from.accepted;
  into.rejected += from.rejected;
  into.assignments += from.assignments;
  into.firstPass += from.firstPass;
  append(into.rounds, from.rounds);
};

const addCounts = (into: Map<string, number>, from: ReadonlyMap<string, number>): void => {
  for (const [name, count] of from) raise(into, name, count);
};

const addContract = (into: ContractTally, from: ContractTally): void => {
  addHanded(into.handed, from.handed);
  for (const role of from.roles) into.roles.add(role);
  addCounts(into.clauses, from.clauses);
  addCounts(into.codes, from.codes);
  addCounts(into.blame, from.blame);
};

export const addAttempts = (into: AgentTally, from: Attempts): void => {
  into.attempts += from.attempts;
  into.failures += from.failures;
  into.retries += from.retries;
  into.lost += from.lost;
  into.usage = usageByModel([...into.usage, ...from.usage]);
  into.unreported += from.unreported;
};

const addAgent = (into: AgentTally, from: AgentTally): void => {
  addHanded(into.handed, from.handed);
  addAttempts(into, from);
};

const addPhase = (into: PhaseTally, from: PhaseTally): void => {
  append(into.stays, from.stays);
  into.open += from.open;
  into.tried += from.tried;
  into.passed += from.passed;
};

/** Adds all that `from` counted; `from` stays as it is. */
export const addTally = (into: Tally, from: Tally): void => {
  for (const status of ['complete', 'failed', 'cancelled', 'running'] as const)
    into.runs[status] += from.runs[status];
  for (const one of from.contracts.values()) addContract(contractIn(into, one.workflow, one.contract), one);
  for (const one of from.agents.values()) addAgent(agentIn(into, one), one);
  for (const one of from.phases.values()) addPhase(phaseIn(into, one.workflow, one.phase), one);
  for (const task of from.tasks) into.tasks.push(task);
  append(into.validationMs, from.validationMs);
  append(into.humanHandoffMs, from.humanHandoffMs);
  append(into.questionMs, from.questionMs);
  append(into.startMs, from.startMs);
};
