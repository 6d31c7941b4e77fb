// CURRENT_TASK.json as it is shown while the executor is blocked. Sealed is the task that the planner handed in.
import type { View } from '../../../model/workflow/view.ts';
import { notesAbout } from '../workflow/notes.ts';
import { currentTask } from '../workflow/nouns.ts';
import { valueAt } from './task-file.ts';

export const blockedTask = (view: View, blockers: readonly string[]): string | undefined => {
  const task = view.maybe(currentTask);
  return task === undefined
    ? undefined
    : `${JSON.stringify({ ...task.record, status: 'blocked', blocked_by: blockers }, null, 2)}\n`;
};

/** What blocks the task that is worked at, by the last handoff; none when nobody waits for an answer. */
export const blockersOf = (view: View): readonly string[] => {
  const envelope = notesAbout(view.lines, 'handoff').at(-1)?.envelope;
  const blockers = valueAt(envelope, 'payload', 'blocked_by');
  return Array.isArray(blockers) ? blockers.map(String) : [];
};
