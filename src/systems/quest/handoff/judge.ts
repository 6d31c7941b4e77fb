// A block's fields → the canonical handoff, with everything that is wrong about them.

import type { DecodeOptions } from '../../../handoffs/dialect.ts';
import type { Findings } from '../../../handoffs/findings.ts';
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import { nearest } from '../../../std/nearest.ts';
import { readArtifacts } from './artifact-paths.ts';
import type { Field, OtherField } from './block.ts';
import { judgeRole } from './judge-role.ts';
import { QUEST_STATUSES, type QuestField, type QuestStatus } from './quest-contract.ts';
import { isChoice, shown, splitNote, wordOf } from './values.ts';
import { canonicalRole, isNobody, isPlaceholder, isQuestStatus, QUEST_ROLES } from './vocabulary.ts';

export const SUMMARY_CHARS_MAX = 500;

/** The words that a form of the block uses beside Quest's own. */
export interface Words {
  readonly status: ReadonlyMap<string, QuestStatus>;
  /** Any name is a receiver. */
  readonly anyNext: boolean;
}

export const QUEST_WORDS: Words = { status: new Map(), anyNext: false };

interface Value {
  readonly text: string;
  readonly at: number;
  readonly field: Field;
}

export interface Judging {
  readonly findings: Findings;
  readonly words: Words;
  /** Something says that the handoff must not be used at all, whatever its status. */
  unusable: boolean;
}

const joined = (field: Field): string =>
  field.pieces
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(' ');

const valueAt = (field: Field): number => field.pieces.find(({ text }) => text !== '')?.at ?? field.at;

/** The one value of a key; two that differ are none. */
export const singleField = (
  fields: readonly Field[],
  key: QuestField,
  judging: Judging,
): Field | undefined => {
  const [first, ...more] = fields.filter((field) => field.key === key);
  if (first === undefined) return undefined;
  const name = key.toLowerCase();
  for (const other of more) {
    if (wordOf(joined(other)).word.toLowerCase() === wordOf(joined(first)).word.toLowerCase()) {
      const message = `${key} is written twice, with the same value`;
      judging.findings.warn('HANDOFF_DECORATION', message, other.at, { field: name, hint: 'Keep one.' });
      continue;
    }
    const message = `${key} has two values: ${shown(joined(first))} and ${shown(joined(other))}`;
    judging.findings.error('HANDOFF_CONFLICT', message, other.at, { field: name, hint: 'Keep one of them.' });
    judging.unusable = true;
  }
  return first;
};

const saidBy = (field: Field | undefined, judging: Judging): Value | undefined => {
  if (field === undefined) return undefined;
  const text = joined(field);
  if (text === '') return undefined;
  const at = valueAt(field);
  if (field.key !== 'ARTIFACTS' && isPlaceholder(wordOf(text).word)) {
    const message = `${field.key}: expected a value, got the placeholder ${shown(text)}`;
    const more = { field: field.key.toLowerCase(), hint: 'Write the real value.' };
    judging.findings.error('HANDOFF_PLACEHOLDER', message, at, more);
    judging.unusable = true;
  }
  return { text, at, field };
};

const warnDecoration = (judging: Judging, kinds: readonly string[], value: Value, plain: string): void => {
  if (kinds.length === 0) return;
  const message = `${value.field.key}: expected the plain word, got ${kinds.join(', ')}`;
  const more = { field: value.field.key.toLowerCase(), hint: `Write "${value.field.key}: ${plain}".` };
  judging.findings.warn('HANDOFF_DECORATION', message, value.at, more);
};

const STATUS_LIST = QUEST_STATUSES.join(', ');

export const judgeStatus = (
  field: Field | undefined,
  markerAt: number,
  judging: Judging,
): QuestStatus | undefined => {
  const { findings } = judging;
  const more = { field: 'status' };
  const value = saidBy(field, judging);
  if (value === undefined) {
    const hint = `Add a line such as "STATUS: complete".`;
    findings.error(
      'HANDOFF_STATUS_MISSING',
      `STATUS is missing: expected one of ${STATUS_LIST}`,
      field?.at ?? markerAt,
      {
        ...more,
        hint,
      },
    );
    return undefined;
  }
  if (judging.unusable && isPlaceholder(wordOf(value.text).word)) return undefined;
  const { word, decoration } = wordOf(value.text);
  const lower = word.toLowerCase();
  const own = lower.replaceAll(/[\s-]+/g, '_');
  const status = isQuestStatus(own) ? own : judging.words.status.get(lower);
  if (status !== undefined) {
    const spelling = word === lower ? [] : ['upper case'];
    const dashes = isQuestStatus(own) && own !== lower ? ['another spelling'] : [];
    warnDecoration(judging, [...decoration, ...spelling, ...dashes], value, status);
    return status;
  }
  judging.unusable = true;
  if (isChoice(value.text, (part) => isQuestStatus(part.toLowerCase()))) {
    const message = `STATUS: expected one of ${STATUS_LIST}, got several: ${shown(value.text)}`;
    findings.error('HANDOFF_STATUS_AMBIGUOUS', message, value.at, { ...more, hint: 'Choose one of them.' });
  } else {
    const meant = nearest(word, QUEST_STATUSES);
    findings.error(
      'HANDOFF_STATUS_UNKNOWN',
      `STATUS: expected one of ${STATUS_LIST}, got ${shown(value.text)}`,
      value.at,
      {
        ...more,
        hint: meant === undefined ? `Write one of ${STATUS_LIST}.` : `Write "${meant}" if that is meant.`,
      },
    );
  }
  return undefined;
};

const NEXT_LIST = `${QUEST_ROLES.join(', ')}, or null`;
const NAME = /^[A-Za-z][\w-]{0,63}$/;

const isReceiver = (word: string): boolean => isNobody(word) || canonicalRole(word) !== undefined;

/** Undefined when nothing is said, or nothing that can be read. */
export const judgeNext = (
  field: Field | undefined,
  markerAt: number,
  judging: Judging,
): { to: string | null; at: number } | undefined => {
  const { findings } = judging;
  const value = saidBy(field, judging);
  if (value === undefined) {
    findings.error(
      'HANDOFF_NEXT_MISSING',
      'NEXT is missing, which is not the same as null',
      field?.at ?? markerAt,
      {
        field: 'next',
        hint: 'Add "NEXT: <role>", or "NEXT: null" when nobody follows.',
      },
    );
    return undefined;
  }
  if (isPlaceholder(wordOf(value.text).word)) return undefined;
  const { word: bare, note } = splitNote(value.text);
  const { word, decoration } = wordOf(bare);
  const role = isNobody(word)
    ? null
    : (canonicalRole(word) ?? (judging.words.anyNext && NAME.test(word) ? word : undefined));
  if (role !== undefined) {
    const kinds = [...decoration, ...(note === undefined ? [] : ['a note'])];
    const spelling = role !== null && word !== word.toLowerCase() ? ['upper case'] : [];
    warnDecoration(judging, [...kinds, ...spelling], value, role ?? 'null');
    return { to: role, at: value.at };
  }
  judging.unusable = true;
  if (isChoice(value.text, isReceiver)) {
    const message = `NEXT: expected one role or null, got several: ${shown(value.text)}`;
    findings.error('HANDOFF_NEXT_AMBIGUOUS', message, value.at, {
      field: 'next',
      hint: 'Choose one of them.',
    });
  } else {
    const meant = nearest(word, QUEST_ROLES);
    findings.error(
      'HANDOFF_NEXT_UNKNOWN',
      `NEXT: expected one of ${NEXT_LIST}, got ${shown(value.text)}`,
      value.at,
      {
        field: 'next',
        hint: meant === undefined ? `Write one of ${NEXT_LIST}.` : `Write "${meant}" if that is meant.`,
      },
    );
  }
  return undefined;
};

export const judgeSummary = (field: Field | undefined, markerAt: number, judging: Judging): string | null => {
  const value = saidBy(field, judging);
  const more = { field: 'summary' };
  if (value === undefined) {
    judging.findings.error(
      'HANDOFF_SUMMARY_MISSING',
      'SUMMARY is missing: expected one line',
      field?.at ?? markerAt,
      {
        ...more,
        hint: 'Add "SUMMARY: " and say in one line what was done.',
      },
    );
    return null;
  }
  if (value.text.length > SUMMARY_CHARS_MAX) {
    const message = `SUMMARY: expected at most ${SUMMARY_CHARS_MAX} characters, got ${value.text.length}`;
    judging.findings.warn('FIELD_INVALID', message, value.at, { ...more, hint: 'Say it in one line.' });
  }
  return value.text;
};

export const judgeArtifacts = (
  field: Pick<Field | OtherField, 'pieces' | 'at'> | undefined,
  complete: boolean,
  markerAt: number,
  judging: Judging,
): string[] => {
  const { findings } = judging;
  const more = { field: 'artifacts' };
  const said = field?.pieces.some(({ text }) => text !== '') ?? false;
  if (!said && complete)
    findings.error(
      'HANDOFF_ARTIFACTS_MISSING',
      'ARTIFACTS is missing: expected the files that were written',
      field?.at ?? markerAt,
      {
        ...more,
        hint: 'List the files, or write "ARTIFACTS: none".',
      },
    );
  if (field === undefined || !said) return [];
  const list = readArtifacts(field.pieces);
  for (const { code, message, at, hint } of list.faults) {
    findings.error(code, `ARTIFACTS: ${message}`, at, { ...more, hint });
    if (code === 'HANDOFF_PLACEHOLDER') judging.unusable = true;
  }
  for (const [kind, at] of list.decoration)
    findings.warn('HANDOFF_DECORATION', `ARTIFACTS: expected plain paths, got ${kind}`, at, {
      ...more,
      hint: 'Write plain paths with commas between them.',
    });
  return [...list.paths];
};

/** Keys that are none of the contract's, as they stand. */
export const detailsOf = (others: readonly OtherField[], findings: Findings): Handoff['details'] => {
  for (const { key, at } of others)
    findings.warn('FIELD_UNKNOWN', `${key} is no field of the block; it is kept as it stands`, at, {
      field: key,
      hint: 'The block has STATUS, ARTIFACTS, NEXT and SUMMARY.',
    });
  return Object.fromEntries(others.map(({ key, pieces }) => [key, pieceText(pieces)]));
};

export const pieceText = (pieces: OtherField['pieces']): string | string[] => {
  const texts = pieces.map(({ text }) => text).filter((text) => text !== '');
  const [only] = texts;
  const bullet = /^(?:[-*+•‣◦]|\d{1,9}[.)])\s+/;
  if (pieces[0]?.text === '' && texts.length > 0) return texts.map((text) => text.replace(bullet, ''));
  return texts.length <= 1 ? (only ?? '') : texts.join(' ');
};

export interface JudgedFields {
  readonly handoff: Handoff | undefined;
  readonly nextAt: number;
}

export const judgeFields = (
  fields: readonly Field[],
  markerAt: number,
  judging: Judging,
  options: DecodeOptions,
): JudgedFields => {
  const one = (key: QuestField): Field | undefined => singleField(fields, key, judging);
  const status = judgeStatus(one('STATUS'), markerAt, judging);
  const artifacts = judgeArtifacts(one('ARTIFACTS'), status === 'complete', markerAt, judging);
  const next = judgeNext(one('NEXT'), markerAt, judging);
  const summary = judgeSummary(one('SUMMARY'), markerAt, judging);
  const nextAt = next?.at ?? markerAt;
  if (status === undefined) return { handoff: undefined, nextAt };
  judgeRole(options.role, { status, to: next?.to, at: nextAt }, judging.findings);
  const handoff = handoffOf({ status, summary, artifacts, ...(next === undefined ? {} : { to: next.to }) });
  return { handoff: judging.unusable ? undefined : handoff, nextAt };
};
