// The outer part of SESSION_HANDOFF.json. Five sets of documents write it in five ways; here they become one.
import { agentField, below, idField, type Place, timeField, warnUnknownKeys } from './fields.ts';
import { isPlaceholder, isRecord, isText, type JsonRecord, shown } from './values.ts';
import { CONTRACTS, type Contract, contractOf, type Variant } from './vocabulary.ts';

const SENDERS = ['from_agent', 'from', 'current_agent'];
const RECEIVERS = ['to_agent', 'to', 'next_agent', 'handoff_to'];
const TIMES = ['handoff_time', 'timestamp'];
const CONTRACT_KEYS = ['contract', 'handoff_contract', 'handoff_id'];

/** What the payload of one is named. D has it under another key. */
export const PAYLOADS = ['payload', 'context'];

export const KNOWN_KEYS: readonly string[] = [
  'run_id',
  ...CONTRACT_KEYS,
  ...SENDERS,
  ...RECEIVERS,
  ...TIMES,
  ...PAYLOADS,
  'gate_transition',
  'gate_status',
  'status',
  'blocked_by',
  'verification_checklist',
  'rejection_reason',
  'rejected_by',
  'rejected_at',
  'history',
  'expectations',
  'verification',
  'handoff_completed_at',
  'g2_decision',
  'next_gate',
  'version',
];

/** Keys that the envelope consumes; the others are the handoff's details. */
export const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  ...CONTRACT_KEYS,
  ...SENDERS,
  ...RECEIVERS,
  ...TIMES,
  'payload',
]);

export interface Envelope {
  readonly variant: Variant;
  readonly contract: Contract | undefined;
  /** The contract is named, and not only to be concluded from who hands over to whom. */
  readonly named: boolean;
  readonly from: string | undefined;
  readonly fromPath: readonly string[];
  /** Null: nobody follows. Undefined: it does not say. */
  readonly to: string | null | undefined;
  readonly toPath: readonly string[];
  readonly at: string | undefined;
  readonly payload: Place | undefined;
}

/** How others write null. */
const NOBODY: ReadonlySet<string> = new Set(['null', 'none', 'n/a', '-']);

const CONTRACT = /^(H[123])(?:-(.{1,200}))?$/;

const has = (record: JsonRecord, key: string): boolean => Object.hasOwn(record, key);

export const variantOf = (record: JsonRecord): Variant => {
  const contract = record['handoff_id'];
  if (has(record, 'handoff_contract') || has(record, 'handoff_to')) return 'D';
  if (!has(record, 'from_agent') && (has(record, 'from') || has(record, 'to'))) return 'D';
  if (has(record, 'contract') || has(record, 'expectations')) return 'C';
  if (typeof contract === 'string' && CONTRACT.exec(contract)?.[2] !== undefined) return 'C';
  const persistent = has(record, 'current_agent') || has(record, 'history');
  if (has(record, 'handoff_id') || has(record, 'from_agent')) return persistent ? 'A+B' : 'B';
  if (typeof record['gate_status'] === 'string' && record['gate_status'].endsWith('_complete')) return 'E';
  return persistent || has(record, 'next_agent') || has(record, 'gate_status') ? 'A' : 'B';
};

/** Whether an object is a handoff of H3A, whatever its file is called. */
export const looksLikeHandoff = (record: JsonRecord): boolean => {
  const named = CONTRACT_KEYS.some((key) => typeof record[key] === 'string' && /^H[1-9]\b/.test(record[key]));
  if (named) return PAYLOADS.some((key) => has(record, key)) || SENDERS.some((key) => has(record, key));
  return (
    has(record, 'run_id') &&
    has(record, 'payload') &&
    (has(record, 'current_agent') || has(record, 'from_agent'))
  );
};

/** Which of the keys that mean the same one counts. Others that say something else contradict it. */
const chosenKey = (place: Place, keys: readonly string[]): string | undefined => {
  const present = keys.filter((key) => has(place.record, key));
  const first = present.find((key) => place.record[key] !== null) ?? present[0];
  if (first === undefined) return undefined;
  for (const other of present) {
    if (place.record[other] === place.record[first]) continue;
    const message = `${first} is ${shown(place.record[first])}, and ${other} is ${shown(place.record[other])}`;
    const hint = 'Both mean the same; keep one, or make them equal.';
    if (place.record[other] === null) place.findings.warn('HANDOFF_CONFLICT', message, [other], hint);
    else place.findings.error('HANDOFF_CONFLICT', message, [other], hint);
  }
  return first;
};

interface Named {
  readonly contract: Contract | undefined;
  readonly named: boolean;
}

const readContract = (place: Place): Named => {
  const found = new Set<Contract>();
  const present = CONTRACT_KEYS.filter((key) => has(place.record, key));
  for (const key of present) {
    const id = idField(place, key, { required: true, expected: `one of ${CONTRACTS.join(', ')}` });
    if (id === undefined) continue;
    const contract = CONTRACT.exec(id)?.[1] as Contract | undefined;
    if (contract === undefined)
      place.findings.error(
        'FIELD_INVALID',
        `${key}: expected one of ${CONTRACTS.join(', ')}, got ${shown(id)}`,
        [key],
      );
    else {
      if (found.size > 0 && !found.has(contract))
        place.findings.error('HANDOFF_CONFLICT', `${key} says ${contract}, another key says otherwise`, [
          key,
        ]);
      found.add(contract);
    }
  }
  return { contract: [...found][0], named: present.length > 0 };
};

/** The names under which each document has sender, receiver and time; the first is asked for where none is there. */
const namesIn = (variant: Variant): { from: string; to: string; at: string } => {
  if (variant === 'D') return { from: 'from', to: 'to', at: 'handoff_time' };
  if (variant === 'A' || variant === 'E')
    return { from: 'current_agent', to: 'next_agent', at: 'handoff_time' };
  return { from: 'from_agent', to: 'to_agent', at: variant === 'C' ? 'timestamp' : 'handoff_time' };
};

const readReceiver = (place: Place, variant: Variant): Pick<Envelope, 'to' | 'toPath'> => {
  // In C next_agent is who comes after the receiver.
  const keys = variant === 'C' ? ['to_agent', 'to'] : RECEIVERS;
  const key = chosenKey(place, keys);
  const name = namesIn(variant).to;
  if (key === undefined) {
    place.findings.error(
      'HANDOFF_NEXT_MISSING',
      `${name} is missing: expected the agent that is next, or null for nobody`,
      [name],
      `Add "${name}".`,
    );
    return { to: undefined, toPath: [] };
  }
  const value = place.record[key];
  if (value === null) return { to: null, toPath: [key] };
  if (typeof value === 'string' && NOBODY.has(value)) {
    place.findings.warn(
      'HANDOFF_DECORATION',
      `${key}: ${shown(value)} is read as nobody`,
      [key],
      'Write null.',
    );
    return { to: null, toPath: [key] };
  }
  if (typeof value === 'string' && value.includes('|') && !isPlaceholder(value)) {
    place.findings.error('HANDOFF_NEXT_AMBIGUOUS', `${key}: expected one agent, got ${shown(value)}`, [key]);
    return { to: undefined, toPath: [key] };
  }
  return { to: agentField(place, key, { required: true }), toPath: [key] };
};

const readPayload = (place: Place, variant: Variant): Place | undefined => {
  const key = !has(place.record, 'payload') && isRecord(place.record['context']) ? 'context' : 'payload';
  return below(place, variant === 'D' ? key : 'payload', {
    required: true,
    expected: 'an object with what is handed over',
  });
};

export const readEnvelope = (place: Place): Envelope => {
  const { record } = place;
  const variant = variantOf(record);
  const names = namesIn(variant);
  warnUnknownKeys(place, KNOWN_KEYS);
  const { contract, named } = readContract(place);
  const senderKey = chosenKey(place, SENDERS) ?? names.from;
  const from = agentField(place, senderKey, { required: true });
  const receiver = readReceiver(place, variant);
  const timeKey = chosenKey(place, TIMES) ?? names.at;
  const nullable = variant === 'A' || variant === 'E';
  const at = timeField(place, timeKey, { required: variant !== 'D', nullable });
  const concluded = from !== undefined && isText(receiver.to) ? contractOf(from, receiver.to) : undefined;
  return {
    variant,
    contract: contract ?? (named ? undefined : concluded),
    named,
    from,
    fromPath: [senderKey],
    ...receiver,
    at,
    payload: readPayload(place, variant),
  };
};

/** The task that stands in an id such as `H1-task-001`. */
export const taskInId = (record: JsonRecord): string | undefined => {
  const id = record['handoff_id'];
  return typeof id === 'string' ? CONTRACT.exec(id)?.[2] : undefined;
};
