// The words of H3A: its agents, contracts, gates, and what its five sets of documents call the same things.
import type { HandoffStatus } from '../../../model/handoff.ts';

export const AGENTS = ['planner', 'executor', 'validator', 'system', 'human'] as const;
export type Agent = (typeof AGENTS)[number];

export const CONTRACTS = ['H1', 'H2', 'H3'] as const;
export type Contract = (typeof CONTRACTS)[number];

export interface Way {
  readonly from: Agent;
  readonly to: readonly Agent[];
  /** The gate that the sender has passed; the receiver's is the next one. */
  readonly gate: number;
}

export const WAYS: Readonly<Record<Contract, Way>> = {
  H1: { from: 'planner', to: ['executor'], gate: 0 },
  H2: { from: 'executor', to: ['validator'], gate: 1 },
  H3: { from: 'validator', to: ['system', 'planner', 'human', 'executor'], gate: 2 },
};

/** Whom each agent may hand over to. */
export const NEXT_OF: Readonly<Record<Agent, readonly Agent[]>> = {
  planner: ['executor'],
  executor: ['validator'],
  validator: ['system', 'planner', 'human', 'executor'],
  system: ['planner', 'human'],
  human: ['planner', 'executor', 'validator', 'system'],
};

export const isAgent = (name: string): name is Agent => (AGENTS as readonly string[]).includes(name);

export const contractOf = (from: string, to: string): Contract | undefined =>
  CONTRACTS.find((one) => WAYS[one].from === from && (WAYS[one].to as readonly string[]).includes(to));

/** Which of the five sets of documents a file follows; `A+B` is the union that is written. */
export const VARIANTS = ['A', 'B', 'C', 'D', 'E', 'A+B'] as const;
export type Variant = (typeof VARIANTS)[number];

const STATUS_WORDS: Readonly<Record<string, HandoffStatus>> = {
  rejected: 'rejected',
  ready: 'complete',
  accepted: 'complete',
  complete: 'complete',
  validation_complete: 'complete',
  in_progress: 'in_progress',
  validation_in_progress: 'in_progress',
  pending: 'pending',
};
export const STATUS_LIST = `${Object.keys(STATUS_WORDS).join(', ')}, awaiting_…`;
export const STATUS_NAMES: readonly string[] = [...Object.keys(STATUS_WORDS), 'awaiting_validation'];

export const statusOfWord = (word: string): HandoffStatus | undefined =>
  Object.hasOwn(STATUS_WORDS, word)
    ? STATUS_WORDS[word]
    : /^awaiting_[a-z_]+$/.test(word)
      ? 'pending'
      : undefined;

/** The word that is written for a status; complete is the absence of one. */
export const WORD_OF_STATUS: Readonly<Partial<Record<HandoffStatus, string>>> = {
  rejected: 'rejected',
  in_progress: 'in_progress',
  pending: 'pending',
};

export const VERDICTS = ['pass', 'pass_with_notes', 'needs_remediation', 'fail', 'escalation'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const STATUS_OF_VERDICT: Readonly<Record<Verdict, HandoffStatus>> = {
  pass: 'complete',
  pass_with_notes: 'complete',
  needs_remediation: 'retry',
  fail: 'failed',
  escalation: 'needs_human',
};

export const VERDICT_OF_STATUS: Readonly<Partial<Record<HandoffStatus, Verdict>>> = {
  complete: 'pass',
  retry: 'needs_remediation',
  failed: 'fail',
  needs_human: 'escalation',
};

/** What the other documents say instead. */
const VERDICT_ALIASES: Readonly<Record<string, Verdict>> = {
  PASS: 'pass',
  PASSED: 'pass',
  passed: 'pass',
  APPROVE: 'pass',
  approve: 'pass',
  approved: 'pass',
  PASS_WITH_NOTES: 'pass_with_notes',
  NEEDS_REMEDIATION: 'needs_remediation',
  FAIL: 'fail',
  FAILED: 'fail',
  failed: 'fail',
  rejected: 'fail',
  ESCALATION: 'escalation',
  ESCALATE: 'escalation',
  escalation_required: 'escalation',
  needs_human_review: 'escalation',
};

export interface ReadVerdict {
  readonly verdict: Verdict;
  /** It is written as one of the other documents has it. */
  readonly alias: boolean;
}

export const verdictOfWord = (word: string): ReadVerdict | undefined => {
  const plain = VERDICTS.find((one) => one === word);
  if (plain !== undefined) return { verdict: plain, alias: false };
  return Object.hasOwn(VERDICT_ALIASES, word) ? { verdict: VERDICT_ALIASES[word]!, alias: true } : undefined;
};

export const isApproval = (verdict: Verdict): boolean => STATUS_OF_VERDICT[verdict] === 'complete';
/** Whether the verdict sends the work back, so that it needs a plan. */
export const sendsBack = (verdict: Verdict): boolean => verdict === 'fail' || verdict === 'needs_remediation';

/** What every validation looks at. */
export const TEN_CHECKS = [
  'tdd_compliance',
  'tests',
  'coverage',
  'mutation',
  'security',
  'lint',
  'type_check',
  'accessibility',
  'dod_checklist',
  'intent_alignment',
] as const;

export const GATES = ['G0_planning', 'G1_implementation', 'G2_validation', 'G3_production_ready'] as const;

/** The agent whose gate it is; G3 is the system's or a person's. */
export const OWNERS_OF_GATE: readonly (readonly string[])[] = [
  ['planner'],
  ['executor'],
  ['validator'],
  ['system', 'human', 'human_decision'],
];

export const GATE_STATUS = /^G\d+(?:\.\d+)?_(?:pending|in_progress|passed|failed|complete|not_started)$/;
export const GATE_TRANSITION = /^(G\d+(?:\.\d+)?_[a-z_]+) (?:→|->) (G\d+(?:\.\d+)?_[a-z_]+)$/;
export const TASK_ID = /\b(?:T\d+|task-\d+[a-z]?)\b/;
export const RUN_ID = /^\d{8}-\d{6}-\S+$/;

/** Criteria that a definition of done has at least. */
export const CRITERIA_MIN = 3;
/** Files that one task touches at most, as a rule. */
export const TASK_FILES_MAX = 3;

/** Where the outputs of the two phases lie when nobody says otherwise. */
export const RED_OUTPUT = 'artifacts/executor/test_output_red.txt';
export const GREEN_OUTPUT = 'artifacts/executor/test_output_green.txt';
