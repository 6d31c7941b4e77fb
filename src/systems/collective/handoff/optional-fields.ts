// The fields that a block may have: what is measured, what it depends on, what is to happen on a failure, when, and more.
import type { Handoff } from '../../../model/handoff.ts';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { nearest } from '../../../std/nearest.ts';
import { agentFaultText, judgeKnown, readAgent } from './agent-name.ts';
import { DECORATED, type Field, fieldsOf, placeholderIn, type Reading, readCount } from './fields.ts';
import { type Path, shown } from './findings.ts';
import { isMapping, judgeFreePart, judgeMetrics, type Mapping } from './metrics.ts';
import { isPlaceholder, isSlotList, isTime, ON_FAILURE_KEYS } from './words.ts';

export const readMapping = (field: Field | undefined, name: string, { findings }: Reading): Mapping => {
  if (field === undefined || field.value === null) return {};
  if (isMapping(field.value)) {
    if (name !== 'on_failure') judgeFreePart(field.value, field.path, findings);
    if (name === 'metrics') judgeMetrics(field.value, field.path, findings);
    return field.value;
  }
  const slot = placeholderIn(field.value);
  findings.error(
    slot === undefined ? 'FIELD_INVALID' : 'HANDOFF_PLACEHOLDER',
    `${name}: expected a mapping (key: value), got ${slot ?? shown(field.value)}`,
    { path: field.path },
  );
  return {};
};

export const readDependencies = (field: Field | undefined, { findings }: Reading): string[] => {
  if (field === undefined || field.value === null) return [];
  const { value, path } = field;
  if (!Array.isArray(value)) {
    const code = placeholderIn(value) === undefined ? 'FIELD_INVALID' : 'HANDOFF_PLACEHOLDER';
    findings.error(code, `dependencies: expected a list of task ids, got ${shown(value)}`, {
      path,
      hint: 'Write ["task-12", "task-15.3"].',
    });
    return [];
  }
  if (isSlotList(value)) {
    findings.error('HANDOFF_PLACEHOLDER', `dependencies: expected task ids, got [${shown(value[0])}]`, {
      path,
    });
    return [];
  }
  value.forEach((id, at) => {
    const place = { path: [...path, at] };
    if (typeof id === 'number')
      findings.error(
        'FIELD_INVALID',
        `dependencies[${at}]: expected a task id as text, got the number ${id}`,
        {
          ...place,
          hint: 'Put it in quotation marks: a number loses its last zeros.',
        },
      );
    else if (typeof id !== 'string' || id.trim() === '')
      findings.error(
        'FIELD_INVALID',
        `dependencies[${at}]: expected a task id as text, got ${shown(id)}`,
        place,
      );
    else if (isPlaceholder(id))
      findings.error(
        'HANDOFF_PLACEHOLDER',
        `dependencies[${at}]: expected a task id, got ${shown(id)}`,
        place,
      );
  });
  return value.filter((id): id is string => typeof id === 'string');
};

export const readTimestamp = (field: Field | undefined, { findings }: Reading): string | null => {
  if (field === undefined || field.value === null) return null;
  const { value, path } = field;
  if (typeof value === 'string' && isTime(value.trim())) return value.trim();
  const slot = placeholderIn(value);
  findings.error(
    slot === undefined ? 'FIELD_INVALID' : 'HANDOFF_PLACEHOLDER',
    `timestamp: expected an ISO-8601 time, got ${slot ?? shown(value)}`,
    { path, hint: 'Write it as in "2025-01-06T14:30:00Z", or leave it out.' },
  );
  return null;
};

/** Keys that the schema does not have go along, with a warning. */
export const warnOfUnknown = (
  unknown: readonly (readonly [key: string, value: unknown])[],
  parent: Path,
  names: readonly string[],
  { findings }: Reading,
): void => {
  // Beyond the limit nobody is told, so nothing is looked up.
  for (const [key] of unknown.slice(0, PROBLEMS_MAX)) {
    const meant = nearest(key.slice(0, KEY_CHARS_MAX), [...names]);
    const hint = meant === undefined ? `Known here: ${names.join(', ')}.` : `Write "${meant}".`;
    findings.warn('FIELD_UNKNOWN', `unknown key "${shown(key)}"`, { path: parent, key, hint });
  }
  judgeFreePart(Object.fromEntries(unknown), parent, findings);
};

const KEY_CHARS_MAX = 64;

const readOtherAgent = (field: Field | undefined, name: string, reading: Reading): string | undefined => {
  const { findings, options } = reading;
  if (field === undefined || field.value === null) return undefined;
  const { name: agent, fault, decorated } = readAgent(field.value, options.exact);
  const place = { path: field.path };
  if (fault !== undefined) {
    const text = agentFaultText(fault, field.value);
    const code = fault === 'placeholder' ? 'HANDOFF_PLACEHOLDER' : 'FIELD_INVALID';
    findings.error(code, `on_failure.${name}: ${text.message}`, { ...place, hint: text.hint });
    return undefined;
  }
  if (decorated)
    findings.warn(DECORATED, `expected "@${agent ?? 'agent-name'}", got ${shown(field.value)}`, place);
  judgeKnown(agent, options.agents, place, findings);
  return agent ?? undefined;
};

const readNote = (field: Field | undefined, { findings }: Reading): string | undefined => {
  if (field === undefined || field.value === null) return undefined;
  const { value, path } = field;
  if (typeof value === 'string' && !isPlaceholder(value)) return value;
  const slot = placeholderIn(value);
  findings.error(
    slot === undefined ? 'FIELD_INVALID' : 'HANDOFF_PLACEHOLDER',
    `on_failure.context: expected text, got ${slot ?? shown(value)}`,
    { path },
  );
  return undefined;
};

export interface FailureRead {
  readonly onFailure: Handoff['onFailure'];
  /** What the schema does not know of it. */
  readonly details: readonly (readonly [key: string, value: unknown])[];
}

export const readOnFailure = (field: Field | undefined, reading: Reading): FailureRead => {
  const mapping = readMapping(field, 'on_failure', reading);
  if (field === undefined || !isMapping(field.value)) return { onFailure: null, details: [] };
  const { known, unknown } = fieldsOf(mapping, field.path, ON_FAILURE_KEYS, reading);
  warnOfUnknown(unknown, field.path, ON_FAILURE_KEYS, reading);
  const retry = readCount(known.get('retry'), 'on_failure.retry', reading);
  const routeTo = readOtherAgent(known.get('route_to'), 'route_to', reading);
  const notify = readOtherAgent(known.get('notify'), 'notify', reading);
  const escalateAfter = readCount(known.get('escalate_after'), 'on_failure.escalate_after', reading);
  const context = readNote(known.get('context'), reading);
  return {
    onFailure: {
      ...(retry === undefined ? {} : { retry }),
      ...(routeTo === undefined ? {} : { routeTo }),
      ...(notify === undefined ? {} : { notify }),
      ...(escalateAfter === undefined ? {} : { escalateAfter }),
      ...(context === undefined ? {} : { context }),
    },
    details: unknown.length === 0 ? [] : [['on_failure', Object.fromEntries(unknown)]],
  };
};
