// The data of one block → the canonical handoff and everything that is wrong with it, all at once.
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import type { Problem } from '../../../model/problem.ts';
import { agentFaultText, judgeKnown, readAgent } from './agent-name.ts';
import {
  type BlockOptions,
  DECORATED,
  type Fields,
  fieldsOf,
  isNothing,
  missing,
  PHASE,
  type Reading,
  readCount,
  readWord,
  STATUS,
} from './fields.ts';
import { type Finding, gatherFindings, type Path, shown } from './findings.ts';
import { judgeComplete, type Mapping } from './metrics.ts';
import {
  readDependencies,
  readMapping,
  readOnFailure,
  readTimestamp,
  warnOfUnknown,
} from './optional-fields.ts';
import { KNOWN_KEYS } from './words.ts';

export interface BlockRead {
  /** Not there when it must not be used, not even in part. */
  readonly handoff: Handoff | undefined;
  readonly findings: readonly Finding[];
}

const readFrom = ({ known }: Fields, reading: Reading): string | null => {
  const { findings, options } = reading;
  const field = known.get('from');
  if (field === undefined || isNothing(field) || field.value === null) {
    missing('from', field, 'FIELD_MISSING', '"@agent-name"', reading);
    return null;
  }
  const { name, fault, decorated } = readAgent(field.value, options.exact);
  const place = { path: field.path };
  if (fault !== undefined || name === null || name === undefined) {
    const text = agentFaultText(fault ?? 'no-at', field.value);
    findings.error(
      fault === 'placeholder' ? 'HANDOFF_PLACEHOLDER' : 'FIELD_INVALID',
      `from: ${text.message}`,
      {
        ...place,
        hint: text.hint,
      },
    );
    return null;
  }
  if (decorated) findings.warn(DECORATED, `expected "@${name}", got ${shown(field.value)}`, place);
  judgeKnown(name, options.agents, place, findings);
  const role = options.role?.replace(/^@/, '').toLowerCase();
  if (role !== undefined && role !== name)
    findings.warn('HANDOFF_CONTRADICTION', `from is @${name}, but @${shown(role)} was to write it`, place);
  return name;
};

const readTo = ({ known }: Fields, reading: Reading): string | null | undefined => {
  const { findings, options } = reading;
  const field = known.get('to');
  if (field === undefined || isNothing(field)) {
    missing('to', field, 'HANDOFF_NEXT_MISSING', '"@agent-name" or "None"', reading);
    return undefined;
  }
  const { name, fault, decorated } = readAgent(field.value, options.exact);
  const place = { path: field.path };
  if (fault !== undefined) {
    const code = (
      { placeholder: 'HANDOFF_PLACEHOLDER', undecided: 'HANDOFF_NEXT_AMBIGUOUS' } as Record<
        string,
        Problem['code']
      >
    )[fault];
    const text = agentFaultText(fault, field.value);
    findings.error(code ?? 'HANDOFF_NEXT_UNKNOWN', `to: ${text.message}`, {
      ...place,
      hint: `${text.hint} "None" says that nobody follows.`,
    });
    return undefined;
  }
  if (decorated)
    findings.warn(
      DECORATED,
      `expected "${name === null ? 'None' : `@${name}`}", got ${shown(field.value)}`,
      place,
    );
  judgeKnown(name, options.agents, place, findings);
  return name;
};

const judgeWhole = (handoff: Handoff, fields: Fields, { findings }: Reading): void => {
  const at = (name: string): Path => fields.known.get(name)?.path ?? [];
  if (handoff.status === 'complete')
    judgeComplete(
      { metrics: handoff.metrics, context: handoff.context },
      { metrics: at('metrics'), context: at('context') },
      findings,
    );
  if (handoff.phase === 'Complete' && typeof handoff.to === 'string')
    findings.warn('HANDOFF_CONTRADICTION', `phase is Complete, but to is @${handoff.to}`, {
      path: at('to'),
      hint: 'Write "None", or the phase that the work is in.',
    });
  if (handoff.phase === 'Complete' && handoff.status !== 'complete')
    findings.warn('HANDOFF_CONTRADICTION', `phase is Complete, but status is ${handoff.status}`, {
      path: at('status'),
    });
  const limit = handoff.onFailure?.retry;
  if (handoff.attempt !== null && limit !== undefined && handoff.attempt > limit)
    findings.warn(
      'HANDOFF_CONTRADICTION',
      `retry_count is ${handoff.attempt}, but on_failure.retry allows ${limit}`,
      { path: at('retry_count') },
    );
  if (handoff.status === 'retry' && (handoff.attempt ?? 0) === 0)
    findings.warn(
      'HANDOFF_CONTRADICTION',
      'status is retry, but retry_count says that nothing was tried before',
      {
        path: fields.known.has('retry_count') ? at('retry_count') : at('status'),
      },
    );
};

/** With one of these the handoff is not to be believed in any part. */
const UNBELIEVABLE: readonly Problem['code'][] = [
  'HANDOFF_PLACEHOLDER',
  'HANDOFF_CONFLICT',
  'HANDOFF_NEXT_AMBIGUOUS',
  'HANDOFF_NEXT_UNKNOWN',
];

export const readBlock = (block: Mapping, options: BlockOptions): BlockRead => {
  const findings = gatherFindings(options.root);
  const reading = { findings, options };
  const fields = fieldsOf(block, options.root, KNOWN_KEYS, reading);
  const phase = readWord(fields, PHASE, reading);
  const from = readFrom(fields, reading);
  const to = readTo(fields, reading);
  const status = readWord(fields, STATUS, reading);
  const attempt = readCount(fields.known.get('retry_count'), 'retry_count', reading);
  const metrics = readMapping(fields.known.get('metrics'), 'metrics', reading);
  const dependencies = readDependencies(fields.known.get('dependencies'), reading);
  const failure = readOnFailure(fields.known.get('on_failure'), reading);
  const at = readTimestamp(fields.known.get('timestamp'), reading);
  const context = readMapping(fields.known.get('context'), 'context', reading);
  warnOfUnknown(fields.unknown, options.root, KNOWN_KEYS, reading);
  const refused = findings.list.some(
    (found) => found.severity === 'error' && UNBELIEVABLE.includes(found.code),
  );
  if (status === undefined) return { handoff: undefined, findings: findings.list };
  const handoff = handoffOf({
    status,
    from,
    ...(to === undefined ? {} : { to }),
    phase: phase ?? null,
    attempt: attempt ?? null,
    metrics,
    dependencies,
    onFailure: failure.onFailure,
    at,
    context,
    details: Object.fromEntries([...fields.unknown, ...failure.details]),
  });
  judgeWhole(handoff, fields, reading);
  return { handoff: refused ? undefined : handoff, findings: findings.list };
};
