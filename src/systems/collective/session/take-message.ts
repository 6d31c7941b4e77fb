// A subagent wants to end: its last message is judged, counted and answered. Pure: the state before → the state after.

import { STOP_BLOCKS_MAX } from '../../../model/limits/hook.ts';
import { TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { problemsText } from '../../../model/problem-text.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { caseOf } from '../failure/failure-ledger.ts';
import { type FailurePolicy, limitsFor } from '../failure/failure-policy.ts';
import { type FailureAction, type FailureReport, reportFailure } from '../failure/on-failure.ts';
import { type HubDecision, type HubHandoff, routeHandoff } from '../hub/hub.ts';
import { NOTICES_MAX, ORDERS_MAX, SESSION_AGENTS_MAX } from '../limits.ts';
import type { HandoffRecord } from '../metrics/handoff-record.ts';
import { recordedText, recordProblems } from '../metrics/handoff-record.ts';
import { agentNamed, type Registry } from '../registry/registry.ts';
import { judgeMessage, phaseOf, taskOf } from './judge-message.ts';
import { actionWords, decisionWords } from './order-words.ts';
import type { Order, SessionState } from './session-state.ts';

export interface AgentMessage {
  /** The host's name of this subagent. */
  readonly id: string;
  /** Its kind; undefined where the host does not tell. */
  readonly agent: string | undefined;
  readonly text: string;
  /** Its last line says `NOT DONE: why`. */
  readonly notDone: string | undefined;
  /** Whether the host says that this is its first try to end. */
  readonly first: boolean;
  /** False where it has ended already, so that nobody can hold it. */
  readonly canHold: boolean;
}

export interface CollectiveSettings {
  readonly registry: Registry;
  readonly policy: FailurePolicy;
  /** Agents that may be handed over to, but owe no handoff themselves. */
  readonly guests?: ReadonlySet<string>;
}

export type Outcome = Omit<HandoffRecord, 'v' | 'received_at' | 'session'>;

export interface Taken {
  readonly state: SessionState;
  /** Why it must not end yet. */
  readonly hold: string | undefined;
  /** Undefined for a message that is no handoff and owes none. */
  readonly outcome: Outcome | undefined;
}

const withAgent = (state: SessionState, id: string, holds: number, taken: number): SessionState => ({
  ...state,
  agents: [...state.agents.filter((one) => one.id !== id), { id, holds, taken }].slice(-SESSION_AGENTS_MAX),
});

const known = (state: SessionState, id: string) =>
  state.agents.find((one) => one.id === id) ?? { id, holds: 0, taken: 0 };

/** Orders to start an agent are followed when it works; one of its own message is a new one. */
export const withoutFollowed = (
  state: SessionState,
  agent: string | undefined,
  id: string,
  registry: Registry,
): SessionState => {
  const name = agent === undefined ? undefined : (agentNamed(registry, agent)?.name ?? agent);
  const orders = state.orders.filter(({ to, by }) => to === null || to !== name || by === id);
  return orders.length === state.orders.length ? state : { ...state, orders, holds: 0 };
};

const withWords = (
  state: SessionState,
  orders: readonly Order[],
  notices: readonly string[],
): SessionState => ({
  ...state,
  orders: [...state.orders, ...orders].slice(-ORDERS_MAX),
  notices: [...state.notices, ...notices.filter((text) => text !== '')].slice(-NOTICES_MAX),
});

const heldText = (problems: readonly Problem[], times: number): string =>
  `Baton cannot use your handoff.\n${clip(problemsText(problems.filter(isError)), TEXT_CHARS_MAX)}\nFix this and write the whole block again at the end of your message (held back ${times} of ${STOP_BLOCKS_MAX} times). If you cannot, end your message with the line "NOT DONE: why".`;

interface Report extends FailureReport {
  readonly decision: HubDecision | undefined;
}

/** Counts the message, and turns what follows into orders and notices. */
const counted = (
  state: SessionState,
  report: Report,
  { registry, policy }: CollectiveSettings,
): {
  readonly state: SessionState;
  readonly actions: readonly FailureAction[];
  readonly problems: readonly Problem[];
} => {
  const resolve = (name: string): string | undefined => agentNamed(registry, name)?.name;
  const step = reportFailure(state.ledger, report, { policy, hub: registry.hub, resolve });
  const limit = caseOf(step.ledger, report).limits?.retry ?? limitsFor(policy, report.phase).retry;
  const words = step.actions.flatMap((action) => actionWords(action, report, limit) ?? []);
  const decided = report.decision === undefined ? undefined : decisionWords(report.decision);
  const orders = words.map(
    ({ kind, to, text }): Order => ({ kind, to, by: report.id.split('#')[0] ?? '', text }),
  );
  const more: Order[] =
    decided === undefined ? [] : [{ kind: decided.kind, to: null, by: '', text: decided.text }];
  const notices = [...words.map(({ notice }) => notice), decided?.notice ?? ''];
  return {
    state: withWords({ ...state, ledger: step.ledger }, [...orders, ...more], notices),
    actions: step.actions,
    problems: step.problems,
  };
};

/** Work without a task has no order of phases: several such pieces may be under way. */
const routed = (state: SessionState, handoff: HubHandoff, registry: Registry) => {
  const step = routeHandoff({ registry, graph: undefined }, state.hub, handoff);
  const phases = { ...step.state.phases };
  delete phases[JSON.stringify(null)];
  return { ...step, hub: { phases, ways: { ...step.state.ways } } };
};

const nextOf = (decision: HubDecision | undefined, actions: readonly FailureAction[]): string | null => {
  const retry = actions.find((action) => action.kind === 'retry');
  if (retry?.kind === 'retry') return retry.to;
  return decision?.kind === 'dispatch' ? decision.to : null;
};

interface Case {
  readonly state: SessionState;
  readonly message: AgentMessage;
  readonly settings: CollectiveSettings;
  readonly problems: readonly Problem[];
  readonly judged: ReturnType<typeof judgeMessage>;
}

const finished = (
  { state, message, settings, problems, judged }: Case,
  verdict: Outcome['verdict'],
  given: Pick<Report, 'status' | 'decision'> & { readonly note?: string; readonly notice?: string },
): Taken => {
  const { registry } = settings;
  const { handoff } = judged;
  const from = message.agent ?? handoff?.from ?? 'unknown-agent';
  const name = agentNamed(registry, from)?.name ?? from;
  const task = handoff === undefined ? null : taskOf(handoff);
  const phase =
    handoff === undefined
      ? (agentNamed(registry, from)?.phases[0] ?? 'Implementation')
      : phaseOf(handoff, from, registry);
  const { taken } = known(state, message.id);
  const own = verdict === 'accepted' ? (handoff?.onFailure ?? null) : null;
  const note = given.note ?? own?.context;
  const onFailure =
    own === null && note === undefined ? null : { ...own, ...(note === undefined ? {} : { context: note }) };
  const report: Report = {
    ...{
      id: `${message.id}#${taken}`,
      task,
      phase,
      from: name,
      status: given.status,
      decision: given.decision,
    },
    ...{ retryCount: verdict === 'accepted' ? (handoff?.attempt ?? null) : null, onFailure },
  };
  const step = counted(state, report, settings);
  const told = given.notice === undefined ? step.state : withWords(step.state, [], [given.notice]);
  const { failures, retries } = caseOf(step.state.ledger, report);
  return {
    state: withAgent(told, message.id, 0, taken + 1),
    hold: undefined,
    outcome: {
      ...{ agent: message.agent ?? null, agent_id: message.id, verdict, task, failures, retries },
      problems: recordProblems([...problems, ...step.problems]),
      actions: step.actions.map(({ kind }) => kind),
      next: nextOf(given.decision, step.actions),
      handoff: verdict === 'accepted' ? (handoff ?? null) : null,
      text: recordedText(message.text),
    },
  };
};

const refused = (given: Case): Taken => {
  const { state, message, problems } = given;
  const { holds, taken } = known(state, message.id);
  const before = message.first ? 0 : holds;
  if (message.canHold && before < STOP_BLOCKS_MAX)
    return {
      state: withAgent(state, message.id, before + 1, taken),
      hold: heldText(problems, before + 1),
      outcome: {
        ...{ agent: message.agent ?? null, agent_id: message.id, verdict: 'held', task: null },
        ...{ failures: 0, retries: 0, actions: [], next: null, handoff: null },
        problems: recordProblems(problems),
        text: recordedText(message.text),
      },
    };
  const who = `@${message.agent ?? 'a subagent'}`;
  const first = problems.find(isError)?.message ?? 'it has no handoff';
  const times = message.canHold ? ` It was held back ${before} times.` : '';
  return finished(given, 'let_go', {
    ...{ status: 'failed', decision: undefined, note: `no usable handoff: ${first}` },
    notice: `${who} ended without a usable handoff: ${plainLine(first)}.${times} It counts as failed.`,
  });
};

const accepted = (given: Case): Taken => {
  const { state, message, settings, judged } = given;
  const { handoff } = judged;
  if (handoff === undefined) return refused(given);
  const from = message.agent ?? handoff.from ?? '';
  const { registry } = settings;
  const status =
    handoff.status === 'needs_human' || handoff.status === 'rejected' ? 'blocked' : handoff.status;
  const isOurs = agentNamed(registry, from) !== undefined;
  const step = isOurs
    ? routed(
        state,
        { from, to: handoff.to, phase: phaseOf(handoff, from, registry), status, task: taskOf(handoff) },
        registry,
      )
    : undefined;
  const problems = [...given.problems, ...(step?.problems ?? [])];
  if (step?.decision.kind === 'reject') return refused({ ...given, problems });
  const isDelegated = step?.decision.kind === 'dispatch' && step.decision.why !== 'continues';
  // A coordinator that hands over while its own work goes on has finished this piece of it.
  const counts = isDelegated && status !== 'complete' ? 'complete' : status;
  const next = step === undefined ? state : { ...state, hub: step.hub };
  return finished({ ...given, state: next, problems }, 'accepted', {
    status: counts,
    decision: step?.decision,
  });
};

export const takeMessage = (
  before: SessionState,
  message: AgentMessage,
  settings: CollectiveSettings,
): Taken => {
  const { registry, guests } = settings;
  const own = message.agent === undefined ? undefined : agentNamed(registry, message.agent);
  const owes = own !== undefined && guests?.has(own.name) !== true;
  const judged = judgeMessage(message.text, message.agent, registry, owes);
  const state = withoutFollowed(before, message.agent, message.id, registry);
  const given: Case = { state, message, settings, judged, problems: judged.problems };
  if (message.notDone !== undefined && judged.verdict !== 'accepted') {
    if (!owes) return { state, hold: undefined, outcome: undefined };
    return finished({ ...given, judged: { ...judged, handoff: undefined } }, 'not_done', {
      ...{ status: 'blocked', decision: undefined, note: message.notDone },
      notice: `@${message.agent} says NOT DONE: ${message.notDone}`,
    });
  }
  if (judged.verdict === 'none') return { state, hold: undefined, outcome: undefined };
  return judged.verdict === 'accepted' ? accepted(given) : refused(given);
};
