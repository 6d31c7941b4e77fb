// What somebody finds who comes back to a project: runs that wait for each kind of answer, that work, failed and are complete.
import type { Started } from '../e2e/scratch.ts';
import { LANGUAGES_COUNT, MANY_LANGUAGES } from './many-languages.ts';
import type { PagesWorld } from './world.ts';

const FAILS = `roles:
  planner:
    - - print: "There is no translation service here."
      - exit: 3
`;

export interface PlayedRuns {
  /** Its coders work until it is told to stop. */
  readonly working: Started;
}

/** Those of which every test of the views needs one. */
export const playRuns = async (world: PagesWorld): Promise<PlayedRuns> => {
  await world.play('say-hello', 'relay', 0, 'Say hello to people.');
  await world.play('loud-greeting', 'agentmux', 1);
  await world.play('count-greetings', 'h3a', 3, 'Greet people by name, say goodbye to them, and count both.');
  await world.play('side-quest', 'quest', 1);
  await world.play('tasks', 'collective', 99, 'Do the tasks.');
  const request = `Greet people in ${LANGUAGES_COUNT} languages`;
  const working = world.start('languages', 'agentmux', MANY_LANGUAGES, request, ['--policy', 'tests=off']);
  return { working };
};

/** Those that make a list what it is after a day. */
export const playMoreRuns = async (world: PagesWorld): Promise<void> => {
  await world.play('greet-people', 'relay', 99, 'Greet people by name.');
  await world.start('translate-greeting', 'relay', FAILS, 'Translate the greeting into Esperanto.').ended;
  await world.play('greet-and-count', 'h3a', 1, 'Greet people by name, say goodbye to them, and count both.');
  await world.play('farewell', 'relay', 1, 'Say goodbye to people.');
};
