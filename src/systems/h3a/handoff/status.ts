// What a handoff's status is, whatever words it is told in.
import type { HandoffStatus } from '../../../model/handoff.ts';
import { nearest } from '../../../std/nearest.ts';
import type { Envelope } from './envelope.ts';
import type { Place } from './fields.ts';
import { readVerdict } from './payloads.ts';
import { isPlaceholder, isText, shown } from './values.ts';
import {
  STATUS_LIST,
  STATUS_NAMES,
  STATUS_OF_VERDICT,
  statusOfWord,
  VERDICTS,
  type Verdict,
} from './vocabulary.ts';

/** A word, nothing, or something that is neither. */
type Word = { readonly word: string } | 'none' | 'unreadable';

const readWord = ({ record, findings }: Place): Word => {
  if (!Object.hasOwn(record, 'status')) return 'none';
  const value = record['status'];
  if (typeof value === 'string' && isPlaceholder(value)) return 'unreadable';
  if (typeof value === 'string' && statusOfWord(value) !== undefined) return { word: value };
  const several = typeof value === 'string' && value.includes('|');
  const meant = typeof value === 'string' ? nearest(value, STATUS_NAMES) : undefined;
  findings.error(
    several ? 'HANDOFF_STATUS_AMBIGUOUS' : 'HANDOFF_STATUS_UNKNOWN',
    `status: expected one of ${STATUS_LIST}, got ${shown(value)}`,
    ['status'],
    several ? 'Choose one.' : meant === undefined ? undefined : `Write "${meant}".`,
  );
  return 'unreadable';
};

const GATE_VERDICTS: Readonly<Record<string, Verdict>> = { G2_passed: 'pass', G2_failed: 'fail' };

/** The verdict of a handoff that has one; each document has it in another place. */
export const findVerdict = (place: Place, { payload, contract }: Envelope): Verdict | undefined => {
  if (contract === 'H1' || contract === 'H2') return undefined;
  const places = [
    ...(payload === undefined
      ? []
      : ([
          [payload, 'verdict'],
          [payload, 'decision'],
        ] as const)),
    [place, 'g2_decision'] as const,
  ].filter(([one, key]) => Object.hasOwn(one.record, key));
  const read = places.map(([one, key]) => readVerdict(one, key));
  const first = read.find((verdict) => verdict !== undefined);
  if (first !== undefined && read.some((verdict) => verdict !== undefined && verdict !== first))
    place.findings.error('HANDOFF_CONFLICT', `two verdicts that differ: ${read.join(', ')}`, [
      ...places[1]![0].path,
      places[1]![1],
    ]);
  if (first !== undefined || places.length > 0 || contract !== 'H3') return first;
  // The persistent document has no verdict of its own, only the state of the gate.
  const gate = place.record['gate_status'];
  if (typeof gate === 'string' && Object.hasOwn(GATE_VERDICTS, gate)) return GATE_VERDICTS[gate];
  place.findings.error(
    'HANDOFF_STATUS_MISSING',
    `payload.verdict is missing: expected one of ${VERDICTS.join(', ')}`,
    [...(payload?.path ?? []), 'verdict'],
    'Add "verdict".',
  );
  return undefined;
};

const isBlocked = ({ record }: Place): boolean => {
  const by = record['blocked_by'];
  return Array.isArray(by) ? by.some(isText) : isText(by);
};

/** Written by the initialiser: nobody has handed over anything. */
const isUntouched = ({ variant, from, to, at }: Envelope): boolean =>
  (variant === 'A' || variant === 'E') && from !== undefined && to === null && at === undefined;

const statusOfNone = (place: Place, envelope: Envelope): HandoffStatus => {
  if (isUntouched(envelope)) {
    place.findings.warn(
      'HANDOFF_MISSING',
      'nothing has been handed over yet: next_agent and handoff_time are null',
      ['next_agent'],
    );
    return 'pending';
  }
  const gate = place.record['gate_status'];
  return typeof gate === 'string' && gate.endsWith('_failed') ? 'failed' : 'complete';
};

/** Undefined when it cannot be told; that is among the findings then. */
export const findStatus = (
  place: Place,
  envelope: Envelope,
  verdict: Verdict | undefined,
): HandoffStatus | undefined => {
  const word = readWord(place);
  if (word !== 'none' && word !== 'unreadable' && word.word === 'rejected') return 'rejected';
  if (verdict !== undefined) return word === 'unreadable' ? undefined : STATUS_OF_VERDICT[verdict];
  if (envelope.contract === 'H3' || word === 'unreadable') return undefined;
  if (isBlocked(place) || (envelope.payload !== undefined && isBlocked(envelope.payload))) return 'blocked';
  return word === 'none' ? statusOfNone(place, envelope) : statusOfWord(word.word);
};
