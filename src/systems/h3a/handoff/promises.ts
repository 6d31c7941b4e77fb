// What a plan promises: its steps, when it is done, how a fault is fixed. Each must be something that can be measured.

import { LIST_ITEMS_MAX } from '../../../model/limits/limits.ts';
import { type GuaranteeKind, type VagueWords, vaguenessOf } from '../../../model/vague-words.ts';
import { fieldName } from '../../../model/validate-with.ts';
import type { Path } from '../../../text/json-places.ts';
import { below, type Item, listField, type Place, textField } from './fields.ts';
import type { Findings } from './findings.ts';
import { isPlaceholder, isRecord, isText, shown } from './values.ts';
import { CRITERIA_MIN } from './vocabulary.ts';

const WHAT: Readonly<Record<GuaranteeKind, string>> = {
  step: 'a test that can be written as it is described',
  criterion: 'a criterion that can be measured',
  remedy: 'a step that says what to change, and where',
};
const HINT: Readonly<Record<GuaranteeKind, string>> = {
  step: 'Name the test and what it expects: "Write test_login_rejects_empty() expecting ValueError".',
  criterion: 'Name a number with its unit, a command, a file, or what can be seen: "p95 below 200 ms".',
  remedy: 'Name the file, the test or the command: "Add a test of expired tokens to tests/test_auth.py".',
};

export const judgePromise = (
  kind: GuaranteeKind,
  text: string,
  path: Path,
  findings: Findings,
  words: VagueWords,
): void => {
  const vague = vaguenessOf(kind, text, words);
  if (vague === undefined) return;
  const why = vague.words.length === 0 ? '' : ` (${vague.words.slice(0, 5).join(', ')})`;
  findings.error(
    'HANDOFF_VAGUE',
    `${fieldName(path)}: expected ${WHAT[kind]}, got ${shown(text)}${why}`,
    path,
    HINT[kind],
  );
};

/** The texts inside of a value, joined: a phase may be an object of lists. */
const textsInside = (value: unknown): string => {
  if (typeof value === 'string') return isPlaceholder(value) ? '' : value;
  if (Array.isArray(value)) return value.map(textsInside).join(' ');
  return isRecord(value) ? Object.values(value).map(textsInside).join(' ') : '';
};

const PHASES = ['red', 'green', 'refactor'] as const;

/** The plan of a test-driven cycle; `red_phase` and its like are how the prompts write it. */
export const judgeCycle = (place: Place, required: boolean, words: VagueWords): void => {
  const plan = below(place, 'tdd_plan', { required, expected: 'an object with red, green and refactor' });
  if (plan === undefined) return;
  for (const phase of PHASES) {
    const older = `${phase}_phase`;
    if (!Object.hasOwn(plan.record, phase) && Object.hasOwn(plan.record, older)) {
      const text = textsInside(plan.record[older]);
      const path = [...plan.path, older];
      if (text.trim() === '')
        plan.findings.error('FIELD_INVALID', `${fieldName(path)}: expected what is done, got nothing`, path);
      else if (phase === 'red') judgePromise('step', text, path, plan.findings, words);
      continue;
    }
    const text = textField(plan, phase, { required: true, expected: `what the ${phase} phase does` });
    if (phase === 'red' && text !== undefined)
      judgePromise('step', text, [...plan.path, phase], plan.findings, words);
  }
};

const judgeCriterion = ({ value, path }: Item, findings: Findings, words: VagueWords): void => {
  if (isText(value)) {
    if (!isPlaceholder(value)) judgePromise('criterion', value, path, findings, words);
    return;
  }
  const text = isRecord(value) ? (value['item'] ?? value['criterion']) : undefined;
  if (!isText(text)) {
    findings.error('FIELD_INVALID', `${fieldName(path)}: expected a criterion, got ${shown(value)}`, path);
    return;
  }
  // One that comes with its command is measured by it.
  if (isRecord(value) && isText(value['command'])) return;
  judgePromise('criterion', text, path, findings, words);
};

export const judgeCriteria = (place: Place, required: boolean, words: VagueWords): void => {
  const items = listField(place, 'definition_of_done', {
    required,
    least: CRITERIA_MIN,
    expected: `a list of at least ${CRITERIA_MIN} criteria`,
  });
  for (const item of items ?? []) if (!place.findings.isFull()) judgeCriterion(item, place.findings, words);
};

const STEP_KEYS = ['fix_steps', 'steps', 'actions'];

/** The steps of a plan that fixes something: text, a list, or an object with a list. */
const stepsOf = (value: unknown, path: Path): Item[] => {
  if (Array.isArray(value))
    return value
      .slice(0, LIST_ITEMS_MAX)
      .map((item: unknown, index) => ({ value: item, path: [...path, index] }));
  if (!isRecord(value)) return isText(value) ? [{ value, path }] : [];
  const key = STEP_KEYS.find((one) => Object.hasOwn(value, one));
  return key === undefined ? [{ value, path }] : stepsOf(value[key], [...path, key]);
};

/** Whether there is a plan; each of its steps is judged. */
export const judgeRemedies = (place: Place, key: string, words: VagueWords): boolean => {
  const value = place.record[key];
  if (value === undefined || value === null) return false;
  const steps = stepsOf(value, [...place.path, key])
    .map(({ value: step, path }) => ({ text: textsInside(step), path }))
    .filter(({ text }) => text.trim() !== '');
  for (const { text, path } of steps) judgePromise('remedy', text, path, place.findings, words);
  return steps.length > 0;
};
