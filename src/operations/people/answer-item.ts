// A person's answer to something in the inbox, whichever run it waits in.
import { BatonError } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { WaitingItem } from '../status/status.ts';
import type { System } from '../system.ts';
import { findWaiting } from './inbox.ts';
import { failed, type PersonWord, sayToRun } from './person.ts';

export interface Answered {
  readonly run: string;
  readonly id: string;
  readonly message: string;
  /** Whether somebody goes on with the run now. */
  readonly held: boolean;
}

/** A digest may be given without its kind, and by its first digits. */
const DIGITS_MIN = 8;
const isDigest = (given: string, digest: string): boolean =>
  given === digest || (given.length >= DIGITS_MIN && digest.slice(digest.indexOf(':') + 1).startsWith(given));

/** What a person says to have seen is what waits now. */
const requireSeen = (id: string, seen: readonly string[], about: WaitingItem['about']): void => {
  const digests = Object.values(about ?? {});
  const other = seen.find((given) => !digests.some((digest) => isDigest(given, digest)));
  if (other === undefined) return;
  const now = Object.entries(about ?? {}).map(([name, digest]) => `${name} ${digest}`);
  throw new BatonError(
    'CONTENT_CHANGED',
    `${id}: expected a digest of what waits (${now.join(', ') || 'it is about no bytes'}), got ${other}`,
    { hint: 'Look at it again with `baton inbox --json`, then answer.' },
  );
};

/** `seen`: digests that must be among those of what waits. The answer carries those that were read here. */
export const answerItem = async (
  system: System,
  place: Place,
  word: PersonWord,
  seen: readonly string[] = [],
): Promise<Answered> => {
  const { found, id, about } = await findWaiting(system, place, word.item);
  requireSeen(id, seen, about);
  const read = about === undefined ? {} : { about: { ...about } };
  const said = await sayToRun(system, found.workflow, found.run, { ...read, ...word, item: id });
  if (!said.ok) throw failed(said);
  return { run: found.run.name, id, message: said.message, held: said.held ?? false };
};
