// CURRENT_TASK.json as it is shown while the executor is blocked. Sealed is the task that the planner handed in.
import type { View } from '../../model/view.ts';
import { notesAbout } from './notes.ts';
import type { Task } from './task-file.ts';

export const blockedTask = (view: View, blockers: readonly string[]): string | undefined => {
  const task = view.value('task') as Task | undefined;
  return task === undefined
    ? undefined
    : `${JSON.stringify({ ...task.record, status: 'blocked', blocked_by: blockers }, null, 2)}\n`;
};

/** What blocks the task that is worked at, by the last handoff; none when nobody waits for an answer. */
export const blockersOf = (view: View): readonly string[] => {
  const payload = notesAbout(view.lines, 'handoff').at(-1)?.envelope['payload'];
  const blockers = (payload as { readonly blocked_by?: readonly string[] } | undefined)?.blocked_by;
  return Array.isArray(blockers) ? blockers : [];
};
