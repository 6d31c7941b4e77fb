// The words of a Quest: what STATUS and NEXT may say, in the spellings of all its versions.
import { anyRoleNamed, QUEST, QUEST_STATUSES, type QuestRole, type QuestStatus } from './quest-contract.ts';

/** The canonical name of a role, whatever its case and its separators. */
export const canonicalRole = (name: string): string | undefined => anyRoleNamed(QUEST, name)?.spellings[0];

export const QUEST_ROLES: readonly string[] = [...QUEST.roles, ...QUEST.otherRoles].map(
  ({ spellings }) => spellings[0]!,
);

const roleCalled = (canonical: string): QuestRole | undefined =>
  QUEST.roles.find(({ spellings }) => spellings[0] === canonical);

/** Whom this role may name; undefined where nothing is known about it. */
export const nextOf = (role: string): readonly (string | null)[] | undefined => {
  const stated = roleCalled(role);
  return stated === undefined
    ? QUEST.otherRoles.find(({ spellings }) => spellings[0] === role)?.next
    : [...stated.next, ...(stated.nextElsewhere ?? [])];
};

/** Whether the role's only word is that it is done. */
export const isAlwaysComplete = (role: string): boolean => roleCalled(role)?.status.join() === 'complete';

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
