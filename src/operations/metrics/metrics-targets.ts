// The targets, as data: which workflow promises what. A figure without a target is only shown.

export interface WorkflowTargets {
  /** Accept rate of a contract, at least. */
  readonly acceptRate: Readonly<Record<string, number>>;
  /** Mean time in a phase, at most. */
  readonly phaseMeanMs: Readonly<Record<string, number>>;
  /** Share of tasks that pass a gate at the first try, at least. */
  readonly firstTry: Readonly<Record<string, number>>;
  /** Share of tasks that are escalated, at most. */
  readonly escalationShare: number | null;
  /** Requests that are escalations too, beside the decisions that are asked for as such. */
  readonly escalatingRequests: readonly string[];
  /** The place of a phase in the order of gates; undefined for a phase that is none. */
  gateNumber(phase: string): number | undefined;
}

const MINUTE_MS = 60_000;

/** From received to judged, and from accepted to the next who acts: 95 of 100 within. */
export const VALIDATION_MS_TARGET: number = 2 * MINUTE_MS;
export const HANDOFF_MS_TARGET: number = 5 * MINUTE_MS;

const NONE: WorkflowTargets = {
  acceptRate: {},
  phaseMeanMs: {},
  firstTry: {},
  escalationShare: null,
  escalatingRequests: [],
  gateNumber: () => undefined,
};

/** A project's own gates stand between: `G2.5` comes after `G2`. */
const h3aGateNumber = (phase: string): number | undefined =>
  /^G\d{1,3}(\.\d{1,3})?$/.test(phase) ? Number(phase.slice(1)) : undefined;

const TARGETS: ReadonlyMap<string, WorkflowTargets> = new Map([
  [
    'h3a',
    {
      acceptRate: { H1: 0.95, H2: 0.9, H3: 0.85 },
      phaseMeanMs: { G0: 20 * MINUTE_MS, G1: 60 * MINUTE_MS, G2: 25 * MINUTE_MS },
      firstTry: { G0: 0.95, G1: 0.8, G2: 0.7 },
      escalationShare: 0.05,
      escalatingRequests: ['submit_blocked'],
      gateNumber: h3aGateNumber,
    },
  ],
]);

export const targetsOf = (workflow: string): WorkflowTargets => TARGETS.get(workflow) ?? NONE;

/** Names come from journals: `toString` is no target. */
export const targetIn = (targets: Readonly<Record<string, number>>, name: string): number | null =>
  (Object.hasOwn(targets, name) ? targets[name] : undefined) ?? null;
