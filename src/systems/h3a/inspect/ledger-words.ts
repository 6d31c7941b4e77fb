// What happened at a gate, in the words of all five sets of documents.

export const GATE_STATES = [
  'pending',
  'started',
  'accepted',
  'passed',
  'conditional',
  'partial',
  'failed',
  'rejected',
  'escalation',
] as const;
export type GateState = (typeof GATE_STATES)[number];

/** The words of an event line, as its format has them. */
export const EVENT_WORDS = ['STARTED', 'PASSED', 'FAILED', 'REJECTED', 'ESCALATION', 'ACCEPTED'] as const;
export type EventWord = (typeof EVENT_WORDS)[number];

const STATES: Readonly<Record<string, GateState>> = {
  STARTED: 'started',
  IN_PROGRESS: 'started',
  ACCEPTED: 'accepted',
  PASSED: 'passed',
  PASS: 'passed',
  PASS_WITH_NOTES: 'passed',
  APPROVED: 'passed',
  APPROVE: 'passed',
  COMPLETE: 'passed',
  COMPLETED: 'passed',
  FAILED: 'failed',
  FAIL: 'failed',
  NEEDS_REMEDIATION: 'failed',
  REJECTED: 'rejected',
  REJECT: 'rejected',
  ESCALATION: 'escalation',
  ESCALATE: 'escalation',
  ESCALATED: 'escalation',
  ESCALATION_REQUIRED: 'escalation',
  CONDITIONAL: 'conditional',
  CONDITIONAL_APPROVAL: 'conditional',
  PARTIAL: 'partial',
  PENDING: 'pending',
  NOT_STARTED: 'pending',
};

export const isEventWord = (word: string): word is EventWord =>
  (EVENT_WORDS as readonly string[]).includes(word);

/** `✅ PASSED`, `IN PROGRESS`, `passed` → the state. Undefined for other words, and for `PASS | FAIL`. */
export const stateOfWords = (text: string): GateState | undefined => {
  let from = 0;
  while (from < text.length && !/[A-Za-z]/.test(text[from]!)) from += 1;
  if (text.includes('|')) return undefined;
  const words = text
    .slice(from, from + 60)
    .toUpperCase()
    .split(/[^A-Z]+/);
  for (const count of [3, 2, 1]) {
    const word = words.slice(0, count).join('_');
    if (Object.hasOwn(STATES, word)) return STATES[word];
  }
  return undefined;
};

/** Nothing has come of it yet. */
export const isUnderWay = (state: GateState): boolean =>
  state === 'started' || state === 'accepted' || state === 'pending';

/** After these a gate that was passed before is not passed any more. */
export const isSetback = (state: GateState): boolean =>
  state === 'failed' || state === 'rejected' || state === 'escalation';
