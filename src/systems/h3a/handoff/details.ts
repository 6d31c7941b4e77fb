// The fields of an H3A handoff that the canonical one has no place for, under the names of the form that is written.
import type { HandoffStatus } from '../../../model/handoff.ts';
import { ENVELOPE_KEYS, type Envelope } from './envelope.ts';
import { isText, type JsonRecord } from './values.ts';
import { GATE_TRANSITION, VERDICT_OF_STATUS, type Verdict, WORD_OF_STATUS } from './vocabulary.ts';

/** The state of the gate that a transition leaves. */
export const gateLeft = (transition: unknown): string | undefined =>
  typeof transition === 'string' ? GATE_TRANSITION.exec(transition)?.[1] : undefined;

/** Fields of the payload that have a place in the canonical handoff. */
const isPlaced = (key: string, envelope: Envelope, payload: JsonRecord): boolean => {
  if (key === 'task_id' || key === 'files_to_review' || key === 'iteration_count') return true;
  if (key === 'summary') return isText(payload['summary']);
  return (
    key === 'goal' && envelope.contract === 'H1' && isText(payload['goal']) && !isText(payload['summary'])
  );
};

/** What the other documents call differently. */
const RENAMED: Readonly<Record<string, string>> = { instruction: 'action_required', decision: 'verdict' };

const payloadDetails = (
  envelope: Envelope,
  status: HandoffStatus,
  verdict: Verdict | undefined,
): JsonRecord => {
  const payload = envelope.payload?.record ?? {};
  const entries = Object.entries(payload).flatMap(([key, value]): [string, unknown][] => {
    if (isPlaced(key, envelope, payload) || key === 'rejection_reason') return [];
    const name = Object.hasOwn(RENAMED, key) ? RENAMED[key]! : key;
    if (name !== key && Object.hasOwn(payload, name)) return [[key, value]];
    if (name !== 'verdict') return [[name, value]];
    // Outside of an H3 the verdict only says what the status says.
    const implied =
      verdict !== undefined && envelope.contract !== 'H3' && verdict === VERDICT_OF_STATUS[status];
    return implied ? [] : [[name, verdict ?? value]];
  });
  return Object.fromEntries(entries);
};

export const detailsOf = (
  record: JsonRecord,
  envelope: Envelope,
  status: HandoffStatus,
  verdict: Verdict | undefined,
): Record<string, unknown> => {
  const payload = payloadDetails(envelope, status, verdict);
  const reason = envelope.payload?.record['rejection_reason'];
  const left = gateLeft(record['gate_transition']);
  const others = Object.entries(record).filter(([key, value]) => {
    if (ENVELOPE_KEYS.has(key)) return key === 'next_agent' && envelope.variant === 'C';
    if (key === 'context' && envelope.payload?.path[0] === 'context') return false;
    if (key === 'status') return value !== WORD_OF_STATUS[status];
    return !(key === 'gate_status' && value === left);
  });
  return Object.fromEntries([
    ...(envelope.named && envelope.contract !== undefined ? [['handoff_id', envelope.contract]] : []),
    ...others,
    ...(isText(reason) && !Object.hasOwn(record, 'rejection_reason') ? [['rejection_reason', reason]] : []),
    ...(Object.keys(payload).length === 0 ? [] : [['payload', payload]]),
  ]) as Record<string, unknown>;
};
