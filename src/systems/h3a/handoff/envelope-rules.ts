// What must hold of the outer part: who may hand over to whom, between which gates, and what a rejection tells.

import type { DecodeOptions } from '../../../handoffs/dialect.ts';
import type { HandoffStatus } from '../../../model/handoff.ts';
import { type Envelope, taskInId } from './envelope.ts';
import { agentField, idField, listField, type Place, textField, textItems, timeField } from './fields.ts';
import { isRecord, shown } from './values.ts';
import {
  AGENTS,
  GATE_STATUS,
  GATE_TRANSITION,
  isAgent,
  isApproval,
  NEXT_OF,
  RUN_ID,
  sendsBack,
  type Verdict,
  WAYS,
} from './vocabulary.ts';

const isFull = ({ variant }: Envelope): boolean => variant === 'B' || variant === 'A+B';

const judgeIdentity = (place: Place, envelope: Envelope): void => {
  const { variant, named } = envelope;
  const run = idField(place, 'run_id', {
    required: variant !== 'C' && variant !== 'D',
    expected: 'the id of the run as text',
  });
  if (run !== undefined && !RUN_ID.test(run))
    place.findings.warn(
      'FIELD_INVALID',
      `run_id: expected <date>-<time>-<id>, such as 20250929-134215-8b6f8b9a, got ${shown(run)}`,
      ['run_id'],
    );
  if (!named && variant !== 'A' && variant !== 'E')
    place.findings.error(
      'FIELD_MISSING',
      'handoff_id is missing: expected one of H1, H2, H3',
      ['handoff_id'],
      'Add it.',
    );
  const inId = taskInId(place.record);
  const task = envelope.payload?.record['task_id'];
  if (inId !== undefined && typeof task === 'string' && inId !== task)
    place.findings.warn(
      'HANDOFF_CONTRADICTION',
      `handoff_id names ${shown(inId)}, the payload ${shown(task)}`,
      ['handoff_id'],
    );
};

const judgeAgents = (place: Place, envelope: Envelope, options: DecodeOptions): void => {
  const { findings } = place;
  const { contract, from, to, fromPath, toPath } = envelope;
  const known = new Set<string>([...AGENTS, ...(options.agents ?? [])]);
  for (const [name, path] of [
    [from, fromPath],
    [to, toPath],
  ] as const)
    if (typeof name === 'string' && !known.has(name))
      findings.warn(
        'HANDOFF_AGENT_UNKNOWN',
        `expected one of ${[...known].slice(0, 12).join(', ')}, got ${shown(name)}`,
        path,
      );
  if (contract === undefined) return;
  const way = WAYS[contract];
  if (from !== undefined && isAgent(from) && from !== way.from)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `${contract} is handed over by ${way.from}, got ${shown(from)}`,
      fromPath,
    );
  const wrongReceiver = typeof to === 'string' && isAgent(to) && !way.to.includes(to);
  if (wrongReceiver || (to === null && contract !== 'H3'))
    findings.error(
      'HANDOFF_NEXT_NOT_ALLOWED',
      `${contract} goes to ${way.to.join(', ')}, got ${shown(to)}`,
      toPath,
      `Write "${way.to[0]}".`,
    );
};

/** With the role of the sender known, its handoff must be one that it may make. */
const judgeRole = (
  place: Place,
  envelope: Envelope,
  status: HandoffStatus | undefined,
  role: string,
): void => {
  const { findings } = place;
  const { from, to, fromPath, toPath } = envelope;
  if (from !== undefined && from !== role)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `expected a handoff of ${shown(role)}, got one of ${shown(from)}`,
      fromPath,
    );
  if (!isAgent(role)) return;
  const allowed = NEXT_OF[role];
  if (to === null) {
    if (status === 'complete')
      findings.error(
        'HANDOFF_NEXT_NOT_ALLOWED',
        `complete work of ${role} goes to ${allowed.join(', ')}, got null`,
        toPath,
      );
  } else if (to !== undefined && isAgent(to) && !allowed.includes(to))
    findings.error(
      'HANDOFF_NEXT_NOT_ALLOWED',
      `${role} may hand over to ${allowed.join(', ')}, got ${shown(to)}`,
      toPath,
    );
};

const gateNumber = (gate: string): string => /^G(\d+(?:\.\d+)?)_/.exec(gate)?.[1] ?? '';

const judgeGates = (place: Place, envelope: Envelope, verdict: Verdict | undefined): void => {
  const { findings } = place;
  const transition = textField(place, 'gate_transition', {
    required: isFull(envelope),
    expected: '"G0_passed → G1_pending" and the like',
  });
  const match = transition === undefined ? null : GATE_TRANSITION.exec(transition);
  if (transition !== undefined && match === null)
    findings.error(
      'FIELD_INVALID',
      `gate_transition: expected "G0_passed → G1_pending" and the like, got ${shown(transition)}`,
      ['gate_transition'],
    );
  const left = match?.[1];
  if (left !== undefined && envelope.contract !== undefined) {
    const gate = WAYS[envelope.contract].gate;
    if (gateNumber(left) !== String(gate))
      findings.warn(
        'HANDOFF_CONTRADICTION',
        `${envelope.contract} leaves G${gate}, got ${shown(transition)}`,
        ['gate_transition'],
      );
    if (verdict !== undefined && sendsBack(verdict) && left === 'G2_passed')
      findings.warn('HANDOFF_CONTRADICTION', `the verdict is ${verdict}, and the gate is told as passed`, [
        'gate_transition',
      ]);
  }
  const required = envelope.variant === 'A' || envelope.variant === 'E';
  const status = textField(place, 'gate_status', { required, expected: '"G0_passed" and the like' });
  if (status !== undefined && !GATE_STATUS.test(status))
    findings.error('FIELD_INVALID', `gate_status: expected "G0_passed" and the like, got ${shown(status)}`, [
      'gate_status',
    ]);
};

const REJECTION = ['rejection_reason', 'rejected_by', 'rejected_at'];

const judgeRejection = (place: Place, envelope: Envelope, status: HandoffStatus | undefined): void => {
  const { record, findings } = place;
  const inPayload = envelope.payload !== undefined && Object.hasOwn(envelope.payload.record, REJECTION[0]!);
  if (status !== 'rejected') {
    const left = REJECTION.find((key) => record[key] !== undefined && record[key] !== null);
    if (left !== undefined)
      findings.warn('HANDOFF_CONTRADICTION', `${left} is there, and the status is not rejected`, [left]);
    return;
  }
  if (inPayload && envelope.payload !== undefined)
    textField(envelope.payload, REJECTION[0]!, { required: true });
  else textField(place, 'rejection_reason', { required: true, expected: 'why it was rejected' });
  const by = agentField(place, 'rejected_by');
  const at = timeField(place, 'rejected_at');
  for (const [key, value] of [
    ['rejected_by', by],
    ['rejected_at', at],
  ] as const)
    if (value === undefined && !Object.hasOwn(record, key))
      findings.warn(
        'FIELD_MISSING',
        `${key} is missing from a rejected handoff`,
        ['status'],
        `Add "${key}".`,
      );
  if (by !== undefined && typeof envelope.to === 'string' && by !== envelope.to && by !== 'human')
    findings.warn('HANDOFF_CONTRADICTION', `rejected by ${shown(by)}, handed over to ${shown(envelope.to)}`, [
      'rejected_by',
    ]);
};

const judgeHistory = (place: Place): void => {
  for (const { value, path } of listField(place, 'history') ?? []) {
    if (!isRecord(value)) {
      place.findings.error('FIELD_INVALID', `history: expected objects, got ${shown(value)}`, path);
      continue;
    }
    const one: Place = { record: value, path, findings: place.findings };
    agentField(one, 'from', { required: true });
    agentField(one, 'to', { required: true, nullable: true });
    timeField(one, 'time', { required: true });
  }
};

/** Where a verdict leads: on, back, or to a person. */
const judgeDirection = (place: Place, envelope: Envelope, verdict: Verdict | undefined): void => {
  if (envelope.contract !== 'H3' || verdict === undefined || typeof envelope.to !== 'string') return;
  const wrong =
    (isApproval(verdict) && envelope.to === 'executor') || (sendsBack(verdict) && envelope.to === 'system');
  if (wrong)
    place.findings.warn(
      'HANDOFF_CONTRADICTION',
      `the verdict is ${verdict}, and it is handed over to ${envelope.to}`,
      envelope.toPath,
    );
};

export interface Outer {
  readonly place: Place;
  readonly envelope: Envelope;
  readonly verdict: Verdict | undefined;
  readonly status: HandoffStatus | undefined;
  readonly options: DecodeOptions;
}

export const judgeEnvelope = ({ place, envelope, verdict, status, options }: Outer): void => {
  judgeIdentity(place, envelope);
  judgeAgents(place, envelope, options);
  if (options.role !== undefined) judgeRole(place, envelope, status, options.role);
  judgeGates(place, envelope, verdict);
  judgeRejection(place, envelope, status);
  judgeHistory(place);
  judgeDirection(place, envelope, verdict);
  const required = isFull(envelope);
  textItems(place, 'verification_checklist', { required, least: required ? 1 : 0 });
  for (const one of [place, envelope.payload])
    if (one !== undefined && Array.isArray(one.record['blocked_by'])) textItems(one, 'blocked_by');
    else if (one !== undefined) textField(one, 'blocked_by');
};
