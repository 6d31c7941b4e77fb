// One report about a piece of work → what happens next. Every report leads to an action, and every chain of failures to
// one escalation: nothing ends in silence, whatever the agent says about its own count.
import type { Handoff } from '../../../model/handoff.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import type { CollectiveStatus } from '../handoff/words.ts';
import { BLOCKED_REPORTS_MAX, FAILURE_REPORTS_SEEN_MAX, UNFINISHED_REPORTS_MAX } from '../limits.ts';
import {
  type CaseName,
  caseOf,
  type FailureCase,
  type FailureLedger,
  withCase,
  withNote,
} from './failure-ledger.ts';
import { type FailurePolicy, limitsFor, limitsInForce } from './failure-policy.ts';

export interface FailureReport extends CaseName {
  /** The report's own name: the same report that arrives again counts once. */
  readonly id: string;
  readonly status: CollectiveStatus;
  /** The agent's own count, null where it says none. */
  readonly retryCount: number | null;
  readonly onFailure: Handoff['onFailure'];
}

export const ESCALATION_REASONS = ['exhausted', 'escalate-after', 'blocked', 'unfinished'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export type FailureAction =
  | { readonly kind: 'done' }
  /** Not finished: the same agent continues. */
  | { readonly kind: 'continue'; readonly to: string }
  | { readonly kind: 'notify'; readonly agent: string; readonly context: readonly string[] }
  | {
      readonly kind: 'retry';
      readonly to: string;
      readonly retryCount: number;
      readonly context: readonly string[];
    }
  /** Blocked: the hub is told what it waits for. */
  | { readonly kind: 'wait'; readonly to: string; readonly context: readonly string[] }
  | {
      readonly kind: 'escalate';
      /** The hub, or a person where the hub itself failed. */
      readonly to: string | null;
      readonly why: EscalationReason;
      readonly failures: number;
      readonly context: readonly string[];
    }
  /** It was counted before, or it is already escalated. */
  | { readonly kind: 'known'; readonly why: 'repeated' | 'escalated' };

export interface FailureSettings {
  readonly policy: FailurePolicy;
  readonly hub: string;
  /** The agent that is meant by a name; undefined where there is none. */
  readonly resolve: (name: string) => string | undefined;
}

export interface FailureStep {
  readonly ledger: FailureLedger;
  readonly actions: readonly FailureAction[];
  readonly problems: readonly Problem[];
}

const unknownAgent = (field: string, name: string, used: string): Problem =>
  problem('HANDOFF_AGENT_UNKNOWN', `on_failure.${field}: expected an agent that exists, got @${name}`, {
    severity: 'warning',
    field: `on_failure.${field}`,
    hint: `@${used} is used.`,
  });

/** An agent that is named, or the one to use where that does not exist. */
const resolved = (
  field: string,
  name: string | undefined,
  otherwise: string,
  { resolve }: FailureSettings,
): { readonly agent: string; readonly problems: readonly Problem[] } => {
  const agent = name === undefined ? otherwise : resolve(name);
  if (agent !== undefined) return { agent, problems: [] };
  return { agent: otherwise, problems: [unknownAgent(field, name ?? '', otherwise)] };
};

const countProblems = ({ retryCount, from, task, phase }: FailureReport, retries: number): Problem[] =>
  retryCount === null || retryCount === retries
    ? []
    : [
        problem(
          'HANDOFF_CONTRADICTION',
          `retry_count: expected ${retries}, Baton's own count for ${task ?? 'work without a task'} of @${from} in ${phase}, got ${retryCount}`,
          { severity: 'warning', field: 'retry_count', hint: `${retries} is used.` },
        ),
      ];

const escalation = (
  found: FailureCase,
  why: EscalationReason,
  { hub }: FailureSettings,
): { readonly found: FailureCase; readonly action: FailureAction } => ({
  found: { ...found, state: 'escalated' },
  action: {
    kind: 'escalate',
    to: found.from === hub ? null : hub,
    why,
    failures: found.failures,
    context: found.notes,
  },
});

type Decided = {
  readonly found: FailureCase;
  readonly action: FailureAction;
  readonly problems?: readonly Problem[];
};

const afterFailure = (before: FailureCase, report: FailureReport, settings: FailureSettings): Decided => {
  const workflow = limitsFor(settings.policy, report.phase);
  const { limits, problems } = limitsInForce(workflow, report.onFailure, before.limits ?? undefined);
  const found = { ...before, limits, failures: before.failures + 1 };
  if (limits.escalateAfter !== null && found.failures >= limits.escalateAfter)
    return { ...escalation(found, 'escalate-after', settings), problems };
  if (found.retries >= limits.retry) return { ...escalation(found, 'exhausted', settings), problems };
  const route = resolved('route_to', report.onFailure?.routeTo ?? workflow.route_to, report.from, settings);
  const retryCount = found.retries + 1;
  return {
    found: { ...found, retries: retryCount },
    action: { kind: 'retry', to: route.agent, retryCount, context: found.notes },
    problems: [...problems, ...route.problems],
  };
};

const afterBlocked = (before: FailureCase, settings: FailureSettings): Decided => {
  const found = { ...before, blocked: before.blocked + 1 };
  if (found.blocked >= BLOCKED_REPORTS_MAX) return escalation(found, 'blocked', settings);
  return { found, action: { kind: 'wait', to: settings.hub, context: found.notes } };
};

const afterUnfinished = (before: FailureCase, settings: FailureSettings): Decided => {
  const found = { ...before, unfinished: before.unfinished + 1 };
  if (found.unfinished >= UNFINISHED_REPORTS_MAX) return escalation(found, 'unfinished', settings);
  return { found, action: { kind: 'continue', to: before.from } };
};

const decided = (found: FailureCase, report: FailureReport, settings: FailureSettings): Decided => {
  switch (report.status) {
    case 'complete':
      return { found: { ...found, state: 'done' }, action: { kind: 'done' } };
    case 'failed':
      return afterFailure(found, report, settings);
    case 'blocked':
      return afterBlocked(found, settings);
    default:
      return afterUnfinished(found, settings);
  }
};

const isBad = (status: CollectiveStatus): boolean => status === 'failed' || status === 'blocked';

/** Reports about different pieces of work may arrive in any order: none of them changes what another one leads to. */
export const reportFailure = (
  ledger: FailureLedger,
  report: FailureReport,
  settings: FailureSettings,
): FailureStep => {
  const before = caseOf(ledger, report);
  const known = (why: 'repeated' | 'escalated'): FailureStep => ({
    ledger,
    actions: [{ kind: 'known', why }],
    problems: [],
  });
  if (before.seen.includes(report.id)) return known('repeated');
  if (before.state === 'escalated') return known('escalated');
  const noted: FailureCase = {
    ...before,
    state: 'open',
    seen: [...before.seen, report.id].slice(-FAILURE_REPORTS_SEEN_MAX),
    notes: isBad(report.status) ? withNote(before.notes, report.onFailure?.context) : before.notes,
  };
  const { found, action, problems = [] } = decided(noted, report, settings);
  const told = isBad(report.status) ? report.onFailure?.notify : undefined;
  const notify = resolved('notify', told, settings.hub, settings);
  const notices: FailureAction[] =
    told === undefined ? [] : [{ kind: 'notify', agent: notify.agent, context: found.notes }];
  return {
    ledger: withCase(ledger, found),
    actions: [...notices, action],
    problems: [...countProblems(report, before.retries), ...problems, ...notify.problems],
  };
};
