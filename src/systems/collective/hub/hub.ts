// Who is next, as a pure function. Agents propose; only a coordinator hands over to any agent, work comes back to the hub
// unless a task is ready, and nothing ends but what is complete.
import { type Problem, problem } from '../../../model/problem.ts';
import type { CollectiveStatus } from '../handoff/words.ts';
import { HUB_LOOPS_MAX } from '../limits.ts';
import type { AgentEntry } from '../registry/agent-entry.ts';
import { agentNamed, findAgent, type Registry } from '../registry/registry.ts';
import { isEverythingDone, readyTasks } from '../tasks/next-task.ts';
import type { TaskGraph } from '../tasks/task-graph.ts';
import { mayFollow, type Phase, phasesAfter } from './phases.ts';

export interface HubHandoff {
  readonly from: string;
  /** Null or undefined: nobody is named. */
  readonly to: string | null | undefined;
  readonly phase: Phase;
  readonly status: CollectiveStatus;
  readonly task: string | null;
}

export interface HubState {
  /** The phase that each task was last seen in. */
  readonly phases: Readonly<Record<string, Phase>>;
  /** How often work went each way. */
  readonly ways: Readonly<Record<string, number>>;
}
export const NEW_HUB: HubState = { phases: {}, ways: {} };

export type HubDecision =
  | {
      readonly kind: 'dispatch';
      readonly to: string;
      readonly task: string | null;
      readonly why: 'named' | 'continues' | 'task' | 'hub';
      /** Whom the sender named, where that is not who gets it. */
      readonly wish: string | null;
    }
  /** `on_failure` decides. */
  | { readonly kind: 'failure' }
  | { readonly kind: 'end' }
  /** Back to the sender. */
  | { readonly kind: 'reject' }
  | { readonly kind: 'ask'; readonly why: 'loop' | 'nobody' | 'stuck'; readonly text: string };

export interface Hub {
  readonly registry: Registry;
  /** The tasks as they are now, with what this handoff finished; undefined where there are none. */
  readonly graph: TaskGraph | undefined;
  /** Who does a task; the hub where nobody is known. */
  readonly agentFor?: (task: string) => string | undefined;
}

export interface HubStep {
  readonly state: HubState;
  readonly decision: HubDecision;
  readonly problems: readonly Problem[];
}

interface Chosen {
  readonly decision: HubDecision;
  readonly problems: readonly Problem[];
}

const only = (decision: HubDecision): Chosen => ({ decision, problems: [] });

const refused = (message: string, field: string, hint: string, code: Problem['code']): Chosen => ({
  decision: { kind: 'reject' },
  problems: [problem(code, message, { field, hint })],
});

const dispatch = (
  to: string,
  task: string | null,
  why: Extract<HubDecision, { kind: 'dispatch' }>['why'],
  wish: string | null = null,
): HubDecision => ({ kind: 'dispatch', to, task, why, wish });

const isComplete = ({ phase, status }: HubHandoff): boolean => phase === 'Complete' && status === 'complete';

/** What follows where nobody is named: the next task, the end, or the hub. */
const afterNobody = (hub: Hub, handoff: HubHandoff, sender: AgentEntry): Chosen => {
  const { registry, graph, agentFor } = hub;
  const left = graph !== undefined && !isEverythingDone(graph);
  const [next] = left ? readyTasks(graph) : [];
  if (next !== undefined) {
    const agent = agentNamed(registry, agentFor?.(next.id) ?? registry.hub)?.name ?? registry.hub;
    const early = isComplete(handoff)
      ? [
          problem('HANDOFF_CONTRADICTION', `phase is Complete, but task ${next.id} is ready and not done`, {
            severity: 'warning',
            field: 'phase',
          }),
        ]
      : [];
    return { decision: dispatch(agent, next.id, 'task'), problems: early };
  }
  if (left)
    return only({
      kind: 'ask',
      why: 'stuck',
      text: 'Tasks are left, but none can start: each waits for another one or for a person.',
    });
  // With tasks, their being done is the end; without, a coordinator has to say so.
  if (graph !== undefined || (isComplete(handoff) && sender.coordinator)) return only({ kind: 'end' });
  if (sender.name === registry.hub)
    return only({
      kind: 'ask',
      why: 'nobody',
      text: `@${sender.name} named nobody, and there are no tasks.`,
    });
  return only(dispatch(registry.hub, handoff.task, 'hub'));
};

const toNamed = (hub: Hub, handoff: HubHandoff, sender: AgentEntry, named: string): Chosen => {
  const { registry } = hub;
  const { agent, problems } = findAgent(registry, named, 'to');
  if (agent === undefined) return { decision: { kind: 'reject' }, problems };
  const isSelf = agent.name === sender.name;
  if (isSelf && handoff.status === 'complete')
    return refused(
      `to: expected another agent or "None" after complete work, got the sender @${sender.name} itself`,
      'to',
      'Write "None", or the status in_progress.',
      'HANDOFF_NEXT_NOT_ALLOWED',
    );
  if (isSelf) return { decision: dispatch(sender.name, handoff.task, 'continues'), problems };
  if (sender.coordinator || agent.coordinator)
    return { decision: dispatch(agent.name, handoff.task, 'named'), problems };
  return {
    decision: dispatch(registry.hub, handoff.task, 'hub', agent.name),
    problems: [
      ...problems,
      problem(
        'HANDOFF_NEXT_NOT_ALLOWED',
        `to: expected a coordinator or "None" from @${sender.name}, got @${agent.name}`,
        { severity: 'warning', field: 'to', hint: `@${registry.hub} decides.` },
      ),
    ],
  };
};

const chosen = (hub: Hub, handoff: HubHandoff, sender: AgentEntry): Chosen => {
  const { status, to } = handoff;
  if (status === 'failed' || status === 'blocked') return only({ kind: 'failure' });
  if (to !== null && to !== undefined) return toNamed(hub, handoff, sender, to);
  if (status === 'complete') return afterNobody(hub, handoff, sender);
  return only(dispatch(sender.name, handoff.task, 'continues'));
};

/** As JSON, so that no name of a task is a name that every object has. */
const taskKey = (task: string | null): string => JSON.stringify(task);

const phaseFault = ({ phases }: HubState, { task, phase }: HubHandoff): Chosen | undefined => {
  const before = phases[taskKey(task)];
  if (before === undefined || mayFollow(before, phase)) return undefined;
  return refused(
    `phase: expected one that may follow ${before} (${phasesAfter(before).join(', ')}), got ${phase}`,
    'phase',
    `Work goes back from Testing, Integration and QA to Implementation, and from there to Research.`,
    'HANDOFF_CONTRADICTION',
  );
};

const wayKey = (handoff: HubHandoff, to: string): string =>
  JSON.stringify([handoff.task, handoff.phase, handoff.from, to]);

/** Work that goes the same way again and again is going round: a person decides. */
const bounded = (state: HubState, handoff: HubHandoff, decided: Chosen): HubStep => {
  const { decision, problems } = decided;
  if (decision.kind !== 'dispatch') return { state, decision, problems };
  const key = wayKey(handoff, decision.to);
  const times = (state.ways[key] ?? 0) + 1;
  const ways = { ...state.ways, [key]: times };
  if (times <= HUB_LOOPS_MAX) return { state: { ...state, ways }, decision, problems };
  const text = `Work went from @${handoff.from} to @${decision.to} ${times} times in ${handoff.phase}${handoff.task === null ? '' : ` of task ${handoff.task}`}.`;
  return { state: { ...state, ways }, decision: { kind: 'ask', why: 'loop', text }, problems };
};

/** One handoff that was read and judged → what happens next. */
export const routeHandoff = (hub: Hub, state: HubState, handoff: HubHandoff): HubStep => {
  const { agent: sender, problems } = findAgent(hub.registry, handoff.from, 'from');
  if (sender === undefined) return { state, decision: { kind: 'reject' }, problems };
  // Whoever only decides who is next is in no phase of the work.
  const fault = sender.coordinator ? undefined : phaseFault(state, handoff);
  if (fault !== undefined)
    return { state, decision: fault.decision, problems: [...problems, ...fault.problems] };
  const named = { ...handoff, from: sender.name };
  const decided = chosen(hub, named, sender);
  const isTaken = decided.decision.kind !== 'reject' && !sender.coordinator;
  const phases = isTaken ? { ...state.phases, [taskKey(handoff.task)]: handoff.phase } : state.phases;
  const step = bounded({ ...state, phases }, named, decided);
  return { ...step, problems: [...problems, ...step.problems] };
};

/** A person decided about a loop: its count begins again. */
export const forgetWays = (state: HubState): HubState => ({ ...state, ways: {} });
