// The canonical handoff as SESSION_HANDOFF.json, in the union of the two forms that readers look for. What it cannot hold
// is named, what it lacks is named; nothing is made up, and work that is not done is never written as done.

import type { Encoded } from '../../../handoffs/dialect.ts';
import type { Handoff, HandoffStatus } from '../../../model/handoff.ts';
import { PAYLOAD_KEYS } from './decode.ts';
import { gateLeft } from './details.ts';
import { ENVELOPE_KEYS, KNOWN_KEYS } from './envelope.ts';
import { isRecord, isText, type JsonRecord } from './values.ts';
import {
  CONTRACTS,
  type Contract,
  contractOf,
  STATUS_OF_VERDICT,
  sendsBack,
  statusOfWord,
  VERDICT_OF_STATUS,
  type Verdict,
  verdictOfWord,
  WORD_OF_STATUS,
} from './vocabulary.ts';

const REQUIRED = [
  'run_id',
  'handoff_id',
  'from_agent',
  'to_agent',
  'handoff_time',
  'gate_transition',
  'verification_checklist',
];
const REQUIRED_BELOW: Readonly<Record<Contract | 'none', readonly string[]>> = {
  none: ['task_id', 'files_to_review'],
  H1: ['task_id', 'goal', 'context', 'files_to_review', 'tdd_plan', 'definition_of_done', 'action_required'],
  H2: [
    'task_id',
    'summary',
    'files_to_review',
    'tdd_evidence',
    'files_changed',
    'commands_run',
    'coverage_delta',
    'coverage_absolute',
    'definition_of_done_status',
    'iteration_count',
    'action_required',
  ],
  H3: [
    'task_id',
    'verdict',
    'summary',
    'files_to_review',
    'verification_summary',
    'approval_for_next_task',
    'next_action',
  ],
};

const TOP_ORDER = [
  ...['run_id', 'handoff_id', 'from_agent', 'to_agent', 'current_agent', 'next_agent', 'handoff_time'],
  ...['gate_transition', 'gate_status', 'status', 'rejection_reason', 'rejected_by', 'rejected_at'],
  ...['blocked_by', 'payload', 'verification_checklist', 'history'],
];

/** Details that this form has a place for. */
const TOP_DETAILS: ReadonlySet<string> = new Set(
  KNOWN_KEYS.filter((key) => !ENVELOPE_KEYS.has(key) && key !== 'context'),
);
const PLACED = new Set(['task_id', 'files_to_review', 'iteration_count', 'summary']);
const PAYLOAD_DETAILS: ReadonlySet<string> = new Set(
  PAYLOAD_KEYS.filter((key) => !PLACED.has(key) && key !== 'rejection_reason' && key !== 'decision'),
);

type Values = Map<string, unknown>;

const isWritable = (value: unknown): boolean => {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
};

const takeDetails = (from: JsonRecord, held: ReadonlySet<string>, name: string, lost: string[]): Values => {
  const values: Values = new Map();
  for (const [key, value] of Object.entries(from)) {
    if (held.has(key) && isWritable(value)) values.set(key, value);
    else if (!(name === 'details' && (key === 'payload' || key === 'handoff_id')))
      lost.push(`${name}.${key}`);
  }
  return values;
};

const CANONICAL: readonly (readonly [keyof Handoff, (handoff: Handoff) => boolean])[] = [
  ['questions', ({ questions }) => questions.length > 0],
  ['phase', ({ phase }) => phase !== null],
  ['metrics', ({ metrics }) => Object.keys(metrics).length > 0],
  ['dependencies', ({ dependencies }) => dependencies.length > 0],
  ['onFailure', ({ onFailure }) => onFailure !== null],
  ['context', ({ context }) => Object.keys(context).length > 0],
];

interface Writing {
  readonly handoff: Handoff;
  readonly contract: Contract | undefined;
  readonly top: Values;
  readonly payload: Values;
  readonly lost: string[];
  readonly missing: string[];
}

const drop = (values: Values, key: string, name: string, lost: string[]): void => {
  if (values.delete(key)) lost.push(name);
};

/** A verdict that says the status; a detail that says another one is replaced. */
const writeVerdict = ({ payload, handoff, lost }: Writing, verdict: Verdict): void => {
  const word = payload.get('verdict');
  const told = typeof word === 'string' ? verdictOfWord(word)?.verdict : undefined;
  if (told !== undefined && STATUS_OF_VERDICT[told] === handoff.status) return;
  drop(payload, 'verdict', 'details.payload.verdict', lost);
  payload.set('verdict', verdict);
};

const isBlocking = (value: unknown): boolean => (Array.isArray(value) ? value.some(isText) : isText(value));

/** The word for a status that no verdict tells. */
const writeWord = (writing: Writing, status: HandoffStatus): void => {
  const { top, payload, lost, missing } = writing;
  const word = top.get('status');
  const told = typeof word === 'string' ? statusOfWord(word) : undefined;
  const blocking = isBlocking(top.get('blocked_by')) || isBlocking(payload.get('blocked_by'));
  if (status === 'blocked') {
    if (told === undefined || told === 'rejected') drop(top, 'status', 'details.status', lost);
    if (!blocking) {
      missing.push('blocked_by');
      top.set('status', status);
    }
    return;
  }
  if (status !== 'rejected' && blocking) {
    drop(top, 'blocked_by', 'details.blocked_by', lost);
    drop(payload, 'blocked_by', 'details.payload.blocked_by', lost);
  }
  if (told !== status) {
    drop(top, 'status', 'details.status', lost);
    const gate = top.get('gate_status');
    const gateFailed = typeof gate === 'string' && gate.endsWith('_failed');
    const plain = WORD_OF_STATUS[status] ?? (status === 'complete' && gateFailed ? 'complete' : undefined);
    if (plain !== undefined) top.set('status', plain);
    else if (status !== 'complete') {
      // There is no word for it. To leave it out would say that the work is complete.
      lost.push('status');
      top.set('status', status);
    }
  }
};

const writeStatus = (writing: Writing): void => {
  const { handoff, contract, top, payload, lost, missing } = writing;
  const { status } = handoff;
  const verdict = VERDICT_OF_STATUS[status];
  const withVerdict = contract === 'H3' || (contract === undefined && status !== 'complete');
  if (status !== 'rejected' && verdict !== undefined && withVerdict) {
    writeVerdict(writing, verdict);
    const word = top.get('status');
    if (typeof word !== 'string' || statusOfWord(word) === undefined || word === 'rejected')
      drop(top, 'status', 'details.status', lost);
    return;
  }
  const told = payload.get('verdict');
  const read = typeof told === 'string' ? verdictOfWord(told)?.verdict : undefined;
  const spoils = contract === undefined && (read === undefined || STATUS_OF_VERDICT[read] !== status);
  if (status !== 'rejected' && (contract === 'H3' || spoils))
    drop(payload, 'verdict', 'details.payload.verdict', lost);
  if (contract === 'H3' && status !== 'rejected') lost.push('status');
  writeWord(writing, status);
  if (status === 'rejected')
    for (const key of ['rejection_reason', 'rejected_by', 'rejected_at'])
      if (!top.has(key)) missing.push(key);
};

const writeAgents = ({ handoff, top, missing }: Writing): void => {
  const { from, to, at } = handoff;
  if (from === null) missing.push('from_agent');
  else for (const key of ['from_agent', 'current_agent']) top.set(key, from);
  if (to === undefined) missing.push('to_agent');
  else for (const key of ['to_agent', 'next_agent']) top.set(key, to);
  if (at === null) missing.push('handoff_time');
  else top.set('handoff_time', at);
  const left = gateLeft(top.get('gate_transition'));
  if (left !== undefined && !top.has('gate_status')) top.set('gate_status', left);
};

const writePayload = ({ handoff, contract, payload, lost }: Writing): void => {
  const { task, summary, artifacts, attempt } = handoff;
  if (task !== null) payload.set('task_id', task);
  if (summary !== null && !isText(summary)) lost.push('summary');
  else if (summary !== null)
    payload.set(contract === 'H1' && !isText(payload.get('goal')) ? 'goal' : 'summary', summary);
  payload.set('files_to_review', artifacts);
  if (attempt !== null) payload.set('iteration_count', attempt);
};

const inOrderOf = (values: Values, order: readonly string[]): Record<string, unknown> => {
  const known = order.filter((key) => values.has(key)).map((key) => [key, values.get(key)] as const);
  return Object.fromEntries([...known, ...[...values].filter(([key]) => !order.includes(key))]);
};

const noteMissing = ({ contract, top, payload, missing, handoff }: Writing): void => {
  for (const key of REQUIRED) if (!top.has(key) && !missing.includes(key)) missing.push(key);
  const below = new Set(REQUIRED_BELOW[contract ?? 'none'].filter((key) => !payload.has(key)));
  if (handoff.artifacts.length === 0) below.add('files_to_review');
  const word = payload.get('verdict');
  const verdict = typeof word === 'string' ? verdictOfWord(word)?.verdict : undefined;
  if (contract === 'H3' && verdict !== undefined && sendsBack(verdict) && !payload.has('remediation_plan'))
    below.add('remediation_plan');
  for (const key of below) missing.push(`payload.${key}`);
};

export const encodeHandoff = (handoff: Handoff): Encoded => {
  const lost: string[] = CANONICAL.filter(([, holds]) => holds(handoff)).map(([name]) => name);
  const missing: string[] = [];
  const { details, from, to } = handoff;
  const top = takeDetails(details, TOP_DETAILS, 'details', lost);
  const inner = details['payload'];
  const payload = takeDetails(isRecord(inner) ? inner : {}, PAYLOAD_DETAILS, 'details.payload', lost);
  if (inner !== undefined && !isRecord(inner)) lost.push('details.payload');
  const id = details['handoff_id'];
  const named = CONTRACTS.find((one) => one === id);
  if (named !== undefined) top.set('handoff_id', named);
  else if (id !== undefined) lost.push('details.handoff_id');
  const concluded = from !== null && isText(to) ? contractOf(from, to) : undefined;
  const writing: Writing = { handoff, contract: named ?? concluded, top, payload, lost, missing };
  writeAgents(writing);
  writePayload(writing);
  writeStatus(writing);
  noteMissing(writing);
  top.set('payload', inOrderOf(payload, PAYLOAD_KEYS));
  return { text: `${JSON.stringify(inOrderOf(top, TOP_ORDER), null, 2)}\n`, lost, missing };
};
