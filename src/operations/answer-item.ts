// A person's answer to something in the inbox, whichever run it waits in.
import type { Place } from '../runners/place.ts';
import { findWaiting } from './inbox.ts';
import { failed, type PersonWord, sayToRun } from './person.ts';
import type { System } from './system.ts';

export interface Answered {
  readonly run: string;
  readonly id: string;
  readonly message: string;
  /** Whether somebody goes on with the run now. */
  readonly held: boolean;
}

export const answerItem = async (system: System, place: Place, word: PersonWord): Promise<Answered> => {
  const { found, id } = await findWaiting(system, place, word.item);
  const said = await sayToRun(system, found.workflow, found.run, { ...word, item: id });
  if (!said.ok) throw failed(said);
  return { run: found.run.name, id, message: said.message, held: said.held ?? false };
};
