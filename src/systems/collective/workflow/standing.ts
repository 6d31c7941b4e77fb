// How a task stands with the hub: who works on it next, how often it failed, and whether a person has to decide. Made anew of
// each handoff that was accepted, and kept with the run.
import * as z from 'zod';
import type { View } from '../../../model/workflow/view.ts';
import { caseOf, EMPTY_LEDGER, failureLedgerSchema, releaseCase } from '../failure/failure-ledger.ts';
import type { FailurePolicy } from '../failure/failure-policy.ts';
import { type FailureAction, reportFailure } from '../failure/on-failure.ts';
import type { CollectiveStatus } from '../handoff/words.ts';
import { PHASES } from '../handoff/words.ts';
import { forgetWays, type HubStep, routeHandoff } from '../hub/hub.ts';
import type { Phase } from '../hub/phases.ts';
import { TASKS_AT_ONCE_MAX } from '../limits.ts';
import { agentNamed, type Registry } from '../registry/registry.ts';
import type { TaskGraph, TaskNode } from '../tasks/task-graph.ts';
import type { CollectiveHandoff } from './handing-in.ts';
import { standingMemo } from './nouns.ts';

const phase = z.enum(PHASES);
const words = z.array(z.string());

export const nextSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('dispatch'),
    to: z.string(),
    why: z.string(),
    /** Baton's own count of retries, and what earlier failures said. */
    retry: z.int().min(0),
    context: words,
  }),
  z.strictObject({ kind: z.literal('ask'), why: z.string(), text: z.string() }),
  z.strictObject({ kind: z.literal('end') }),
]);
export type Next = z.infer<typeof nextSchema>;

const standingSchema = z.strictObject({
  hub: z.strictObject({ phases: z.record(z.string(), phase), ways: z.record(z.string(), z.int()) }),
  ledger: failureLedgerSchema,
  /** The handoff that led here. */
  last: z
    .strictObject({ from: z.string(), phase, summary: z.string().nullable(), wish: z.string().nullable() })
    .nullable(),
  next: nextSchema,
  /** Whose code the task has. */
  coders: words,
});
export type Standing = z.infer<typeof standingSchema>;

export interface HubSettings {
  readonly registry: Registry;
  readonly policy: FailurePolicy;
}

export const standingAtFirst = (to: string): Standing => ({
  hub: { phases: {}, ways: {} },
  ledger: EMPTY_LEDGER,
  last: null,
  next: { kind: 'dispatch', to, why: 'task', retry: 0, context: [] },
  coders: [],
});

/** A task that is done has nothing left to count; a run of many keeps what is still asked. */
export const withoutCounts = ({ hub, ...standing }: Standing): Standing => ({
  ...standing,
  hub: { ...hub, ways: {} },
  ledger: EMPTY_LEDGER,
});

const read = new Map<string, Standing>();

/** One handoff asks often how its task stands; as many are remembered as tasks are at work. */
const readStanding = (kept: string): Standing => {
  const standing = read.get(kept) ?? standingSchema.parse(JSON.parse(kept));
  const [oldest] = read.keys();
  if (!read.has(kept) && read.size >= TASKS_AT_ONCE_MAX && oldest !== undefined) read.delete(oldest);
  read.set(kept, standing);
  return standing;
};

/** What the run keeps is its own; `first` is who begins a task. */
export const standingOf = (view: View, task: string, first: () => string): Standing => {
  const kept = view.memo(standingMemo(task));
  return kept === undefined ? standingAtFirst(first()) : readStanding(kept);
};

export interface Reported {
  readonly id: string;
  readonly task: string;
  readonly from: string;
  readonly handoff: CollectiveHandoff;
  /** Whether it hands in code; whether code of this task was proved, with what is handed in now. */
  readonly isCode: boolean;
  readonly hasCode: boolean;
  /** Whether the sender works in the phase that it names. */
  readonly isOwnPhase: boolean;
}

/** From here on a piece of work that is complete, and names nobody, is the task done. */
const DONE_IN: readonly Phase[] = ['Implementation', 'Testing', 'Integration', 'QA'];

const START = { line: 1, column: 1 };
const DONE: Omit<TaskNode, 'id'> = {
  ...{ parent: null, title: '', status: 'done', priority: 'medium', dependencies: [] },
  ...{ at: START, path: [] },
};

/**
 * The one task, as the hub asks for it: without it only a coordinator ends the work. Somebody who writes documentation does not
 * end a task by calling it an implementation.
 */
const graphOf = ({ task, handoff, hasCode, isOwnPhase }: Reported): TaskGraph | undefined =>
  hasCode && isOwnPhase && DONE_IN.includes(handoff.phase) && handoff.status === 'complete'
    ? { file: '', form: 'tagged', tag: '', tags: [], tasks: [{ ...DONE, id: task }] }
    : undefined;

/** What the hub makes of it; its problems are told to the sender before anything is accepted. */
export const routed = (standing: Standing, reported: Reported, { registry }: HubSettings): HubStep =>
  routeHandoff({ registry, graph: graphOf(reported) }, standing.hub, {
    from: reported.from,
    to: reported.handoff.to,
    phase: reported.handoff.phase,
    status: reported.handoff.status,
    task: reported.task,
  });

const afterRoute = ({ decision }: HubStep): Next => {
  switch (decision.kind) {
    case 'dispatch':
      return { kind: 'dispatch', to: decision.to, why: decision.why, retry: 0, context: [] };
    case 'end':
      return { kind: 'end' };
    case 'ask':
      return { kind: 'ask', why: decision.why, text: decision.text };
    default:
      return { kind: 'ask', why: 'nobody', text: 'The hub does not know who is next.' };
  }
};

const REASONS: Readonly<Record<string, string>> = {
  exhausted: 'no try is left',
  'escalate-after': 'it wants a decision after so many failures',
  blocked: 'it is blocked again and again',
  unfinished: 'it does not come to an end',
};

const escalationText = (from: string, action: Extract<FailureAction, { kind: 'escalate' }>): string =>
  [
    `@${from} failed ${action.failures === 1 ? 'once' : `${action.failures} times`}, and ${REASONS[action.why] ?? action.why}.`,
    ...action.context.map((text) => `- ${text}`),
  ].join('\n');

const afterFailure = (from: string, actions: readonly FailureAction[]): Next => {
  for (const action of actions) {
    if (action.kind === 'retry')
      return {
        ...{ kind: 'dispatch' as const, to: action.to, why: 'retry', retry: action.retryCount },
        context: [...action.context],
      };
    if (action.kind === 'wait')
      return { kind: 'dispatch', to: action.to, why: 'blocked', retry: 0, context: [...action.context] };
    if (action.kind === 'escalate')
      return { kind: 'ask', why: action.why, text: escalationText(from, action) };
  }
  return { kind: 'ask', why: 'exhausted', text: `@${from} failed, and nothing is left to try.` };
};

export interface Told {
  readonly agent: string;
  readonly context: readonly string[];
}

export interface Moved {
  readonly standing: Standing;
  readonly tells: readonly Told[];
}

const failed = (status: CollectiveStatus): boolean => status === 'failed' || status === 'blocked';

/** Everybody whose code is in the task, with whoever hands in now. */
export const codersWith = ({ coders }: Standing, { from, isCode, handoff }: Reported): string[] =>
  isCode && !failed(handoff.status) ? [...new Set([...coders, from])] : [...coders];

/** One accepted handoff, success or failure → how the task stands now, and who is told beside. */
export const afterHandoff = (standing: Standing, reported: Reported, settings: HubSettings): Moved => {
  const { registry, policy } = settings;
  const { handoff, from, task, id } = reported;
  const step = reportFailure(
    standing.ledger,
    {
      ...{ id, task, from, phase: handoff.phase, status: handoff.status },
      ...{ retryCount: handoff.retry_count ?? null, onFailure: handoff.onFailure },
    },
    { policy, hub: registry.hub, resolve: (name) => agentNamed(registry, name)?.name },
  );
  const route = routed(standing, reported, settings);
  const wish = route.decision.kind === 'dispatch' ? route.decision.wish : null;
  return {
    standing: {
      hub: { phases: { ...route.state.phases }, ways: { ...route.state.ways } },
      ledger: step.ledger,
      last: { from, phase: handoff.phase, summary: handoff.summary ?? null, wish },
      next: failed(handoff.status) ? afterFailure(from, step.actions) : afterRoute(route),
      coders: codersWith(standing, reported),
    },
    tells: step.actions.flatMap((action) =>
      action.kind === 'notify' ? [{ agent: action.agent, context: action.context }] : [],
    ),
  };
};

/** A person lets it be tried again: counts begin anew, and whoever was last at it, or the hub, goes on. */
export const released = (standing: Standing, task: string, { registry }: HubSettings): Standing => {
  const { last, ledger, hub, next, coders } = standing;
  const context = last === null ? [] : caseOf(ledger, { task, phase: last.phase, from: last.from }).notes;
  const to = next.kind === 'dispatch' ? next.to : (last?.from ?? registry.hub);
  return {
    hub: { ...forgetWays(hub), phases: { ...hub.phases }, ways: {} },
    ledger: last === null ? ledger : releaseCase(ledger, { task, phase: last.phase, from: last.from }),
    last,
    next: { kind: 'dispatch', to, why: 'person', retry: 0, context: [...context] },
    coders,
  };
};
