// What waits, one after the other, answered at the terminal that listed it.
import type { InboxItem } from '../../operations/people/inbox.ts';
import { readRun } from '../../operations/runs/runs.ts';
import { plainLine, plainText } from '../../std/terminal-text.ts';
import { onInterruption } from '../interruption.ts';
import type { Place, Shell } from '../shell.ts';
import { answeringAt } from './answer-here.ts';
import { askItem } from './ask-person.ts';

const FIRST_LINES = 3;

/** The list above says all of it. */
const headOf = ({ run, text }: InboxItem): string =>
  plainText(`${run}: ${text}`).trim().split('\n').slice(0, FIRST_LINES).join('\n');

/** Ids of the list may have the run before them. */
const idIn = ({ run, id }: InboxItem): string => (id.startsWith(`${run}/`) ? id.slice(run.length + 1) : id);

/** Does nothing where no person can be asked. */
export const answerHere = async (
  shell: Shell,
  place: Place,
  waiting: readonly InboxItem[],
): Promise<void> => {
  const system = await shell.system();
  const answering = answeringAt(shell, system, place);
  if (answering === undefined) return;
  const { stdin, stderr } = shell.streams;
  const interruption = onInterruption(() => {});
  const options = { ...answering, input: stdin, output: stderr, interrupt: interruption.interrupt };
  try {
    for (const item of waiting) {
      const found = await readRun(system, place, item.run);
      if (found === undefined) continue;
      stderr.write(`\n${headOf(item)}\n`);
      const asked = { ...item, id: idIn(item) };
      const { signal } = interruption;
      const done = await askItem(options, found.state, asked, { signal, canSkip: true });
      if (done === 'ended') return;
      if (done === 'answered' && !(await system.stores(place).isHeld(item.run)))
        stderr.write(`No process runs it. Continue with: baton resume ${plainLine(item.run)}\n`);
    }
  } finally {
    interruption.release();
  }
};
