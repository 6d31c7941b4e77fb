// CURRENT_TASK.json: the task that is worked at, as the planner wrote it.
import type { Parsed } from '../../../model/problem.ts';
import { VAGUE_WORDS, type VagueWords } from '../../../model/vague-words.ts';
import { nearest } from '../../../std/nearest.ts';
import { parseArtifact } from '../handoff/artifact-text.ts';
import {
  agentField,
  below,
  countField,
  idField,
  type Place,
  pathItems,
  textField,
  textItems,
  timeField,
} from '../handoff/fields.ts';
import { judgeCriteria, judgeCycle } from '../handoff/promises.ts';
import { isRecord, shown } from '../handoff/values.ts';
import { GATE_STATUS, TASK_FILES_MAX } from '../handoff/vocabulary.ts';

export const TASK_FILE = 'CURRENT_TASK.json';

export const TASK_STATUSES = [
  'awaiting_planner',
  'planned',
  'ready_for_execution',
  'ready_for_implementation',
  'needs_decomposition',
  'in_progress',
  'awaiting_validation',
  'validation',
  'remediation_needed',
  'escalation_required',
  'blocked',
  'complete',
  'failed',
] as const;

export interface CurrentTask {
  readonly task: string | undefined;
  readonly status: string | undefined;
  readonly goal: string | undefined;
  readonly files: readonly string[];
  readonly gateStatus: string | undefined;
  readonly attempt: number | undefined;
  readonly attemptsMax: number | undefined;
  readonly blockedBy: readonly string[];
  /** Nobody has planned anything yet. */
  readonly untouched: boolean;
}

/** What is written under another name, as the other documents have it. */
const older = ({ findings, path }: Place, key: string, usual: string): void =>
  findings.warn('HANDOFF_DECORATION', `${key} is an older name`, [...path, key], `Write "${usual}".`);

const filesOf = (place: Place, required: boolean): readonly string[] => {
  const { record } = place;
  const wish = { required, least: required ? 1 : 0, expected: 'a list of the files that it changes' };
  if (Object.hasOwn(record, 'files_affected')) return pathItems(place, 'files_affected', wish) ?? [];
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['scope', ['files_to_modify', 'files_to_create']],
    ['context', ['files_to_modify', 'files_to_create']],
  ];
  for (const [key, names] of groups) {
    if (!isRecord(record[key]) || !names.some((name) => Object.hasOwn(record[key] as object, name))) continue;
    older(place, key, 'files_affected');
    const inner = below(place, key);
    return inner === undefined ? [] : names.flatMap((name) => pathItems(inner, name) ?? []);
  }
  if (Object.hasOwn(record, 'files')) {
    older(place, 'files', 'files_affected');
    return pathItems(place, 'files', wish) ?? [];
  }
  return pathItems(place, 'files_affected', wish) ?? [];
};

const goalOf = (place: Place, required: boolean): string | undefined => {
  const { record } = place;
  const key = ['goal', 'title', 'description'].find((one) => Object.hasOwn(record, one)) ?? 'goal';
  if (key !== 'goal') older(place, key, 'goal');
  return textField(place, key, { required, expected: 'what is to be reached' });
};

const statusOf = (place: Place): string | undefined => {
  const status = textField(place, 'status', { expected: `one of ${TASK_STATUSES.join(', ')}` });
  if (!Object.hasOwn(place.record, 'status'))
    place.findings.warn('FIELD_MISSING', 'status is missing: where the task stands', ['status']);
  if (status !== undefined && !(TASK_STATUSES as readonly string[]).includes(status)) {
    const meant = nearest(status, TASK_STATUSES);
    place.findings.error(
      status.includes('|') ? 'HANDOFF_STATUS_AMBIGUOUS' : 'FIELD_INVALID',
      `status: expected one of ${TASK_STATUSES.join(', ')}, got ${shown(status)}`,
      ['status'],
      meant === undefined ? undefined : `Write "${meant}".`,
    );
  }
  return status;
};

export const judgeGateStatus = (place: Place): string | undefined => {
  const status = textField(place, 'gate_status', { expected: '"G0_passed" and the like' });
  if (status === undefined || GATE_STATUS.test(status)) return status;
  place.findings.error(
    'FIELD_INVALID',
    `gate_status: expected "G0_passed" and the like, got ${shown(status)}`,
    [...place.path, 'gate_status'],
  );
  return undefined;
};

const judgeTask = (place: Place, words: VagueWords): CurrentTask => {
  const { record, findings } = place;
  const status = statusOf(place);
  const untouched = status === 'awaiting_planner';
  const required = !untouched;
  const task = idField(place, 'task_id', { required, nullable: untouched });
  const goal = goalOf(place, required);
  const files = filesOf(place, required);
  if (files.length > TASK_FILES_MAX)
    findings.warn('FIELD_INVALID', `expected 1 to ${TASK_FILES_MAX} files in one task, got ${files.length}`, [
      'files_affected',
    ]);
  if (!untouched) {
    judgeCycle(place, true, words);
    judgeCriteria(place, true, words);
  }
  if (typeof record['context'] !== 'object') textField(place, 'context');
  agentField(place, 'assigned_to');
  timeField(place, 'created_at');
  textField(place, 'notes');
  textItems(place, 'dependencies');
  const blockedBy = (textItems(place, 'blocked_by') ?? []).map(({ text }) => text);
  const attempt = countField(place, 'iteration_count');
  const attemptsMax = countField(place, 'max_iterations');
  if (attempt !== undefined && attempt > (attemptsMax ?? 2) && status !== 'escalation_required')
    findings.warn(
      'HANDOFF_CONTRADICTION',
      `iteration ${attempt} of ${attemptsMax ?? 2}: a person must look at it`,
      ['iteration_count'],
      'Set status to "escalation_required".',
    );
  const gateStatus = judgeGateStatus(place);
  return { task, status, goal, files, gateStatus, attempt, attemptsMax, blockedBy, untouched };
};

export const parseCurrentTask = (
  text: string,
  file: string = TASK_FILE,
  words: VagueWords = VAGUE_WORDS,
): Parsed<CurrentTask> => parseArtifact(text, file, (place) => judgeTask(place, words));
