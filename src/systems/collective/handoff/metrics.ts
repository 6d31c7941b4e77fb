// The free parts of a block, metrics and context: what is known of their keys, slots left open, and what they say
// against the status.
import { type Findings, gatherFindings, type Path, shown } from './findings.ts';
import { hasSlot, isPlaceholder, isSlotList } from './words.ts';

export type Mapping = Readonly<Record<string, unknown>>;

/** Whole numbers, or the things themselves in a list. */
const COUNTS: ReadonlySet<string> = new Set([
  'tests_total',
  'tests_passed',
  'tests_failed',
  'tests_skipped',
  'files_created',
  'files_modified',
  'lines_of_code',
  'agents_coordinated',
  'parallel_tasks',
  'scenarios',
  'scenarios_passed',
  'scenarios_failed',
  'feature_files',
  'screenshots',
  'screenshots_baseline',
  'screenshots_current',
  'viewports',
  'failures',
  'tasks_completed',
  'subtasks_completed',
  'technologies_researched',
  'context7_queries',
  'cache_files_created',
]);
const DURATIONS: ReadonlySet<string> = new Set([
  'execution_time',
  'total_duration',
  'workflow_duration',
  'research_duration',
]);

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const countProblem = (value: unknown): string | undefined =>
  isCount(value) || Array.isArray(value) ? undefined : 'a whole number, 0 or more';

const durationProblem = (value: unknown): string | undefined => {
  if (typeof value === 'number') return value >= 0 ? undefined : 'a length of time, 0 or more';
  return typeof value === 'string' && value.trim() !== '' ? undefined : 'a length of time such as "3m 45s"';
};

const coverageProblem = (value: unknown): string | undefined => {
  if (typeof value === 'number') return value >= 0 && value <= 100 ? undefined : 'a percentage from 0 to 100';
  if (isMapping(value)) return undefined;
  if (typeof value !== 'string' || value.trim() === '') return 'a percentage such as "95%"';
  const percent = /^\s*([+-]?\d+(?:\.\d+)?)\s*%\s*$/.exec(value)?.[1];
  return percent === undefined || (Number(percent) >= 0 && Number(percent) <= 100)
    ? undefined
    : 'a percentage from 0 to 100';
};

const gatesProblem = (value: unknown): string | undefined =>
  typeof value === 'boolean' || isCount(value) ? undefined : 'true, false or a whole number, 0 or more';

const expectedOf = (key: string, value: unknown): string | undefined => {
  if (COUNTS.has(key)) return countProblem(value);
  if (DURATIONS.has(key)) return durationProblem(value);
  if (key === 'coverage') return coverageProblem(value);
  if (key === 'quality_gates_passed') return gatesProblem(value);
  // Other numbers whose names say that they count.
  if (typeof value === 'number' && /_(?:count|total|passed|failed|created|modified|completed)$/.test(key))
    return countProblem(value);
  return undefined;
};

/** Strings and numbers anywhere inside: slots that nobody filled, and numbers that are none. */
const walk = (value: unknown, path: Path, findings: Findings, seen: Set<unknown>): void => {
  if (typeof value === 'string') {
    if (isPlaceholder(value) || hasSlot(value))
      findings.error('HANDOFF_PLACEHOLDER', `expected a value, got the placeholder ${shown(value)}`, {
        path,
        hint: 'Write what it is, or leave the key out.',
      });
    return;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    findings.error('FIELD_INVALID', `expected a number that JSON can hold, got ${value}`, { path });
    return;
  }
  // An alias makes one thing appear in many places; it is looked at once.
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value) && isSlotList(value)) {
    findings.error('HANDOFF_PLACEHOLDER', `expected a value, got the placeholder [${shown(value[0])}]`, {
      path,
      hint: 'Write what it is, or leave the key out.',
    });
    return;
  }
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) walk(item, [...path, at], findings, seen);
  else for (const [key, item] of Object.entries(value)) walk(item, [...path, key], findings, seen);
};

/** Slots and numbers that are none, in any free part. */
export const judgeFreePart = (value: Mapping, path: Path, findings: Findings): void =>
  walk(value, path, findings, new Set());

/** The keys of `metrics` that the collective's agents share. */
export const judgeMetrics = (metrics: Mapping, path: Path, findings: Findings): void => {
  for (const [key, value] of Object.entries(metrics)) {
    if (Array.isArray(value) && isSlotList(value)) continue;
    if (typeof value === 'string' && (isPlaceholder(value) || hasSlot(value))) continue;
    const expected = expectedOf(key, value);
    if (expected !== undefined)
      findings.error('FIELD_INVALID', `metrics.${shown(key)}: expected ${expected}, got ${shown(value)}`, {
        path: [...path, key],
      });
  }
  for (const [part, whole] of [
    ['tests_passed', 'tests_total'],
    ['scenarios_passed', 'scenarios'],
  ] as const)
    if (isCount(metrics[part]) && isCount(metrics[whole]) && metrics[part] > metrics[whole])
      findings.warn(
        'HANDOFF_CONTRADICTION',
        `${part} is ${metrics[part]}, which is more than ${whole}, ${metrics[whole]}`,
        { path: [...path, part] },
      );
};

const amount = (value: unknown): number => (isCount(value) ? value : Array.isArray(value) ? value.length : 0);

/** What in the metrics speaks against a status of complete. */
const failuresIn = (metrics: Mapping): (readonly [key: string, what: string])[] => {
  const found: (readonly [string, string])[] = [];
  for (const key of ['tests_failed', 'scenarios_failed', 'failures'])
    if (amount(metrics[key]) > 0) found.push([key, `${key} is ${amount(metrics[key])}`]);
  for (const [part, failed, whole] of [
    ['tests_passed', 'tests_failed', 'tests_total'],
    ['scenarios_passed', 'scenarios_failed', 'scenarios'],
  ] as const) {
    const passed = metrics[part];
    const total = metrics[whole];
    if (isCount(passed) && isCount(total) && passed < total && amount(metrics[failed]) === 0)
      found.push([part, `${part} is ${passed} of ${total}`]);
  }
  if (metrics['quality_gates_passed'] === false)
    found.push(['quality_gates_passed', 'quality_gates_passed is false']);
  return found;
};

const NOTES = ['note', 'notes', 'reason', 'comment'] as const;
const CRITERION_NAMES = ['criterion', 'name', 'id', 'description'] as const;

const textOf = (value: Mapping, keys: readonly string[]): string | undefined =>
  keys
    .map((key) => value[key])
    .find((text): text is string => typeof text === 'string' && text.trim() !== '');

/** Criteria that are said to be unmet, with the note that says why. */
const unmetIn = (value: unknown, path: Path, findings: Findings, seen: Set<unknown>): void => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) unmetIn(item, [...path, at], findings, seen);
    return;
  }
  if (!isMapping(value)) return;
  if (value['met'] === false) {
    const name = textOf(value, CRITERION_NAMES) ?? String(path.at(-1));
    const note = textOf(value, NOTES);
    const why = note === undefined ? 'without a note' : `with the note ${JSON.stringify(shown(note))}`;
    findings.warn('HANDOFF_CONTRADICTION', `status is complete, but ${shown(name)} is not met, ${why}`, {
      path: [...path, 'met'],
    });
  }
  for (const [key, item] of Object.entries(value)) unmetIn(item, [...path, key], findings, seen);
};

export interface Denial {
  readonly key: string;
  readonly field: string;
  readonly message: string;
}

/** What a handoff that is complete says against that. */
export const deniesComplete = (parts: { readonly metrics: Mapping; readonly context: Mapping }): Denial[] => {
  const findings = gatherFindings([]);
  judgeComplete(parts, { metrics: ['metrics'], context: ['context'] }, findings);
  return findings.list.map(({ path, field, message }) => ({ key: String(path.at(-1)), field, message }));
};

/** Warnings where a handoff that is complete says itself that something is not. */
export const judgeComplete = (
  parts: { readonly metrics: Mapping; readonly context: Mapping },
  paths: { readonly metrics: Path; readonly context: Path },
  findings: Findings,
): void => {
  for (const [key, what] of failuresIn(parts.metrics))
    findings.warn('HANDOFF_CONTRADICTION', `status is complete, but ${what}`, {
      path: [...paths.metrics, key],
      hint: 'Say failed or retry, or fix what fails.',
    });
  const verdict = parts.context['final_validation'];
  if (typeof verdict === 'string' && /^\s*(?:not passed|fail(?:ed|s|ing)?)\b/i.test(verdict))
    findings.warn('HANDOFF_CONTRADICTION', `status is complete, but final_validation is ${shown(verdict)}`, {
      path: [...paths.context, 'final_validation'],
    });
  for (const part of ['metrics', 'context'] as const) unmetIn(parts[part], paths[part], findings, new Set());
};
