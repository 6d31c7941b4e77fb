// A tally → the figures. Pure; the order of what was counted makes no difference.
import { METRICS_LISTED_MAX } from '../../model/limits/limits.ts';
import type {
  AgentMetrics,
  ContractMetrics,
  EscalationMetrics,
  Latency,
  Metrics,
  PhaseMetrics,
  Spread,
  TaskMetrics,
} from '../../model/metrics.ts';
import type { Problem } from '../../model/problem.ts';
import type { AgentTally, ContractTally, Handed, PhaseTally, Tally, TaskTally } from './metrics-tally.ts';
import { HANDOFF_MS_TARGET, targetIn, targetsOf, VALIDATION_MS_TARGET } from './metrics-targets.ts';

const rateOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const atLeast = (figure: number | null, target: number | null): boolean | null =>
  figure === null || target === null ? null : figure >= target;

const atMost = (figure: number | null, target: number | null): boolean | null =>
  figure === null || target === null ? null : figure <= target;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Nearest-rank: the smallest value that so many per cent of all do not exceed. */
const percentile = (sorted: ArrayLike<number>, percent: number): number | null =>
  sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? null;

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = Float64Array.from(values).sort();
  return {
    count: values.length,
    mean: rateOf(sumOf(values), values.length),
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    max: percentile(sorted, 100),
  };
};

const latencyOf = (values: readonly number[], target: number | null): Latency => {
  const spread = spreadOf(values);
  return { ...spread, target, met: atMost(spread.p95, target) };
};

const handedOf = (
  handed: Handed,
): Pick<
  ContractMetrics,
  'submitted' | 'accepted' | 'rejected' | 'acceptRate' | 'firstPassYield' | 'rounds'
> => ({
  submitted: handed.submitted,
  accepted: handed.accepted,
  rejected: handed.rejected,
  acceptRate: rateOf(handed.accepted, handed.accepted + handed.rejected),
  firstPassYield: rateOf(handed.firstPass, handed.assignments),
  rounds: spreadOf(handed.rounds),
});

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byTexts =
  <T>(textsOf: (one: T) => readonly string[]) =>
  (a: T, b: T): number => {
    const right = textsOf(b);
    const orders = textsOf(a).map((text, at) => compareText(text, right[at] ?? ''));
    return orders.find((order) => order !== 0) ?? 0;
  };

/** Runs of two projects may have one name; what is left to compare then is what they say. */
const byPlace = byTexts<TaskMetrics>(({ workflow, run, scope, item }) => [workflow, run, scope, item]);

/** The most frequent first. */
const listOf = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).slice(0, METRICS_LISTED_MAX);

const contractOf = (tally: ContractTally): ContractMetrics => {
  const { workflow, contract, roles, clauses, codes, blame } = tally;
  const handed = handedOf(tally.handed);
  const target = targetIn(targetsOf(workflow).acceptRate, contract);
  return {
    workflow,
    contract,
    roles: [...roles].sort(),
    ...handed,
    target,
    met: atLeast(handed.acceptRate, target),
    rejections: {
      clauses: listOf(clauses).map(([clause, count]) => ({ clause, count })),
      codes: listOf(codes).map(([code, count]) => ({ code, count })),
      blame: listOf(blame).map(([name, count]) => ({ blame: name, count })),
    },
  };
};

const agentOf = (tally: AgentTally): AgentMetrics => {
  const { role, agent, model, attempts, failures, retries, lost } = tally;
  const usage = tally.usage.map((used) => ({
    model: used.model,
    inputTokens: used.inputTokens ?? null,
    cachedInputTokens: used.cachedInputTokens ?? null,
    outputTokens: used.outputTokens ?? null,
    reasoningTokens: used.reasoningTokens ?? null,
    costUsd: used.costUsd ?? null,
  }));
  const used = usage.length === 0 ? {} : { usage, unreported: tally.unreported };
  return { role, agent, model, ...handedOf(tally.handed), attempts, failures, retries, lost, ...used };
};

const phaseOf = ({ workflow, phase, stays, open, tried, passed }: PhaseTally): PhaseMetrics => {
  const targets = targetsOf(workflow);
  const spread = spreadOf(stays);
  const target = targetIn(targets.phaseMeanMs, phase);
  const rate = rateOf(passed, tried);
  const rateTarget = targetIn(targets.firstTry, phase);
  return {
    workflow,
    phase,
    open,
    timeMs: { ...spread, total: sumOf(stays), target, met: atMost(spread.mean, target) },
    firstTry:
      targets.gateNumber(phase) === undefined
        ? null
        : { tried, passed, rate, target: rateTarget, met: atLeast(rate, rateTarget) },
  };
};

const taskOf = ({ phases, ...task }: TaskTally): TaskMetrics => ({
  ...task,
  phases: [...phases].map(([phase, spent]) => ({ phase, ...spent })),
});

const escalationsOf = (tasks: readonly TaskTally[]): EscalationMetrics[] => {
  const begun = tasks.filter(({ outcome }) => outcome !== 'waiting');
  const workflows = [...new Set(begun.map(({ workflow }) => workflow))].sort();
  return workflows.map((workflow) => {
    const own = begun.filter((task) => task.workflow === workflow);
    const escalated = own.filter(({ escalations }) => escalations > 0).length;
    const share = rateOf(escalated, own.length);
    const target = targetsOf(workflow).escalationShare;
    return { workflow, tasks: own.length, escalated, share, target, met: atMost(share, target) };
  });
};

export const figuresOf = (tally: Tally, problems: readonly Problem[]): Metrics => {
  const { complete, failed, cancelled, running } = tally.runs;
  return {
    runs: { counted: complete + failed + cancelled + running, complete, failed, cancelled, running },
    contracts: [...tally.contracts.values()]
      .map(contractOf)
      .sort(byTexts(({ workflow, contract }) => [workflow, contract])),
    latency: {
      validationMs: latencyOf(tally.validationMs, VALIDATION_MS_TARGET),
      humanHandoffMs: latencyOf(tally.humanHandoffMs, HANDOFF_MS_TARGET),
      questionMs: latencyOf(tally.questionMs, null),
      startMs: latencyOf(tally.startMs, HANDOFF_MS_TARGET),
    },
    agents: [...tally.agents.values()]
      .map(agentOf)
      .sort(byTexts(({ role, agent, model }) => [role, agent, model ?? ''])),
    phases: [...tally.phases.values()].map(phaseOf).sort(byTexts(({ workflow, phase }) => [workflow, phase])),
    escalations: escalationsOf(tally.tasks),
    tasks: tally.tasks
      .map(taskOf)
      .sort((a, b) => byPlace(a, b) || compareText(JSON.stringify(a), JSON.stringify(b))),
    problems: [...problems],
  };
};
