// Names become file names, ids and URL parts, so they are checked in one place.
import * as z from 'zod';
import { NAME_CHARS_MAX } from '../limits/limits.ts';

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;

/** Runs, roles, phases, items. No dot, no slash: `<phase>.<role>.<item>.<round>` stays readable both ways. */
export const nameSchema = z
  .string()
  .max(NAME_CHARS_MAX, `expected at most ${NAME_CHARS_MAX} characters`)
  .regex(NAME, 'expected letters, digits, "-" and "_", beginning and ending with a letter or digit');

export const isName = (text: string): boolean => text.length <= NAME_CHARS_MAX && NAME.test(text);

/** Keys of artifacts and facts: a name, and the item it belongs to where there is one per item. */
export const keyOf = (name: string, item?: string): string => (item === undefined ? name : `${name}/${item}`);

/** Both parts of such a key. */
export const partsOfKey = (key: string): { readonly name: string; readonly item: string | undefined } => {
  const at = key.indexOf('/');
  return at < 0 ? { name: key, item: undefined } : { name: key.slice(0, at), item: key.slice(at + 1) };
};

export const assignmentId = (phase: string, role: string, item: string | undefined, round: number): string =>
  [phase, role, ...(item === undefined ? [] : [item]), String(round)].join('.');

/** What people are told when this work is rejected; they may say something to it. */
export const rejectionNotice = (assignment: string): string => `${assignment}.rejection`;

/** What Baton asks a person when work repeats a mistake. Each time it is another question. */
export const STALEMATE = 'stalemate';
/** What an agent wishes to do and no rule decides. */
export const PERMISSION = 'permission';
export const stalemateId = (assignment: string, nth: number): string => `${assignment}.${STALEMATE}-${nth}`;

/** What a person chooses who wants no further try. */
export const GIVE_UP = 'give-up';
