// The words of a Quest: what STATUS and NEXT may say, in the spellings of all its versions.
import { QUEST, roleNamed } from '../../model/quest-contract.ts';

export const QUEST_STATUSES = ['complete', 'needs_human', 'blocked'] as const;
export type QuestStatus = (typeof QUEST_STATUSES)[number];

/** Roles and slots that the contract of the role files does not have; later and earlier versions do. */
const MORE_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  plan_review: ['plan_reviewer_a', 'plan_reviewer_b', 'slot_a_claude', 'slot_b_codex'],
  code_review: ['code_review_claude', 'code_review_codex', 'code_review_a', 'code_review_b'],
  review_arbiter: ['review_arbiter', 'review_arbiter_agent'],
  quest_agent: ['quest_agent'],
};

const MORE_NEXT: Readonly<Record<string, readonly (string | null)[]>> = {
  // With one reviewer and no arbiter the reviewer itself sends a plan back.
  plan_review: ['planner'],
  review_arbiter: ['fixer', null],
};

const canonicalByName: ReadonlyMap<string, string> = new Map(
  Object.entries(MORE_SPELLINGS).flatMap(([role, names]) => names.map((name) => [name, role])),
);

/** The canonical name of a role, whatever its case and its separators. */
export const canonicalRole = (name: string): string | undefined => {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return canonicalByName.get(plain) ?? roleNamed(QUEST, plain)?.spellings[0];
};

export const QUEST_ROLES: readonly string[] = [
  ...new Set([...QUEST.roles.map((role) => role.spellings[0]!), ...canonicalByName.values()]),
];

/** Whom this role may name; undefined where nothing is known about it. */
export const nextOf = (role: string): readonly (string | null)[] | undefined => {
  const stated = QUEST.roles.find(({ spellings }) => spellings[0] === role)?.next;
  const more = MORE_NEXT[role];
  return stated === undefined && more === undefined ? undefined : [...(stated ?? []), ...(more ?? [])];
};

/** The role whose only word is that it is done. */
export const ALWAYS_COMPLETE_ROLE = 'arbiter';

const NOBODY = new Set(['null', 'none', 'n/a', '-']);

/** An explicit nobody, or an explicit nothing. */
export const isNobody = (word: string): boolean =>
  NOBODY.has(word.toLowerCase().replaceAll(/[\u2010-\u2015\u2212]/g, '-'));

export const isQuestStatus = (word: string): word is QuestStatus =>
  (QUEST_STATUSES as readonly string[]).includes(word);

/** A template's own words as the whole value. */
export const isPlaceholder = (value: string): boolean => {
  if (/^(?:\.{2,}|…)$/.test(value)) return true;
  const [first, last] = [value[0], value.at(-1)];
  const inside = value.slice(1, -1);
  if (first === '<' && last === '>') return !/[<>]/.test(inside);
  return first === '[' && last === ']' && !/[[\]]/.test(inside);
};
