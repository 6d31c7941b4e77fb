// What a collective leaves for people and tools: every handoff with its verdict, how each task stands, and what was measured.
import type { View } from '../../../model/workflow/view.ts';
import type { Happening } from '../../../model/workflow/workflow.ts';
import { SCOPE } from './nouns.ts';
import { itemsOf } from './task-items.ts';
import { reportedBy, type Tasks } from './tasks-of-run.ts';

/** Handoffs as they came in, accepted or rejected by a check. */
export const chronicle =
  (tasks: Tasks) =>
  (happening: Happening): readonly string[] => {
    if (happening.kind !== 'accepted' && happening.kind !== 'rejected') return [];
    const { submission, at } = happening;
    if (submission.assignment.kind !== 'agent') return [];
    const { task, from, handoff } = reportedBy(submission, tasks);
    const { phase, status, to, retry_count, onFailure, summary, metrics } = handoff;
    return [
      `${JSON.stringify({
        ...{ at, task, from, to: to ?? null, phase, status, verdict: happening.kind },
        ...(retry_count === undefined ? {} : { retry_count }),
        ...(onFailure === null ? {} : { on_failure: onFailure }),
        ...{ metrics, summary: summary ?? null },
        ...(happening.kind === 'rejected'
          ? { problems: happening.rejection.problems.map(({ code, message }) => ({ code, message })) }
          : {}),
      })}\n`,
    ];
  };

const stateText =
  (tasks: Tasks) =>
  (view: View): string => {
    const endings = view.endings(SCOPE);
    const state = {
      run: view.run.name,
      status: view.run.status,
      at: view.run.at,
      tasks: Object.fromEntries(
        itemsOf(tasks.graph(view)).map(({ id, key }) => [id, endings[key] ?? 'open']),
      ),
    };
    return `${JSON.stringify(state, null, 2)}\n`;
  };

export const projectionsOf = (tasks: Tasks) => ({
  'handoffs.jsonl': (view: View): string => view.lines.join(''),
  'state.json': stateText(tasks),
});
