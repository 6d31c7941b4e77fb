// Answers from this terminal to a run that this or another process holds, with all that is to be seen before.
import { workflowOfRun } from '../../operations/definitions/load-workflow.ts';
import { diffRun } from '../../operations/people/diff-run.ts';
import { sayToRun } from '../../operations/people/person.ts';
import { isAgent, personName } from '../../operations/people/require-person.ts';
import { withChange } from '../../operations/people/shown-change.ts';
import { runPlace } from '../../operations/runs/runs.ts';
import type { System } from '../../operations/system.ts';
import type { Place, Shell } from '../shell.ts';
import { patchText } from '../texts/diff-text.ts';
import { paintWith } from '../texts/paint.ts';
import { shownLines } from '../texts/status-text.ts';
import type { Answering } from './ask-person.ts';
import { editText } from './editor.ts';
import { showInPager } from './pager.ts';

/** Undefined where nobody can be asked, or no person sits. The holder takes what is typed the way it takes any person's word. */
export const answeringAt = (shell: Shell, system: System, place: Place): Answering | undefined => {
  if (!shell.canAsk || isAgent({ env: shell.env, pid: process.pid })) return undefined;
  const paint = paintWith(shell.progressColor);
  return {
    speak: async (state, item, reply) => {
      const workflow = await workflowOfRun(system, state);
      const seen = item.about === undefined ? {} : { about: { ...item.about } };
      const word = { ...reply, ...seen, item: item.id, exclude: [], person: personName(shell.env) };
      const { ok, message } = await sayToRun(
        system,
        workflow,
        runPlace(place, workflow, state.run.name),
        word,
      );
      return ok ? undefined : message;
    },
    show: async (state, item) => {
      const workflow = await workflowOfRun(system, state);
      const run = runPlace(place, workflow, state.run.name);
      return shownLines(paint, run.name, await withChange(system, run, state, item));
    },
    page: async (state) => {
      const { patch } = await diffRun(system, place, state.run.name, { patch: true });
      await showInPager(shell, shell.streams.stderr, patchText(patch?.toString('utf8') ?? '', paint));
    },
    edit: (item) => editText(shell.env, item.text),
  };
};
