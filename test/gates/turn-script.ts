// What a coder does in one turn, as a script that runs in its working tree: files are copied, so that no text is changed.
import { join } from 'node:path';
import type { Files, Turn } from './case.ts';
import { type World, writeFiles } from './world.ts';

export interface Change {
  readonly written: Files;
  readonly removed: readonly string[];
}

export const changeBetween = (before: Files, after: Files): Change => ({
  written: Object.fromEntries(Object.entries(after).filter(([path, text]) => before[path] !== text)),
  removed: Object.keys(before).filter((path) => after[path] === undefined),
});

export const changedPaths = ({ written, removed }: Change): string[] =>
  [...Object.keys(written), ...removed].sort();

/** The files after each turn, the first being those before all of them. */
export const statesOf = (before: Files, turns: readonly Turn[]): readonly Files[] => {
  const states = [before];
  for (const { edit } of turns) states.push(edit(states.at(-1)!));
  return states;
};

/** Puts the files of a change in place. */
export const scriptOf = (world: World, name: string, change: Change, more = ''): string => {
  const folder = join(world.root, 'turns', name);
  writeFiles(join(folder, 'files'), change.written);
  const lines = [
    'set -e',
    ...change.removed.map((path) => `rm -f '${path}'`),
    ...(Object.keys(change.written).length === 0 ? [] : [`cp -R '${folder}/files/.' .`]),
    more,
    '',
  ];
  writeFiles(folder, { 'turn.sh': lines.join('\n') });
  return `sh '${join(folder, 'turn.sh')}'`;
};
