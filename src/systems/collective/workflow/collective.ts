// collective: the tasks of a project, done side by side by agents of a registry, with a hub that is code.
import * as z from 'zod';
import { commit } from '../../../authoring/actions.ts';
import { guard, scope } from '../../../authoring/flow.ts';
import { engine, fork, person } from '../../../authoring/step.ts';
import { workflow } from '../../../authoring/workflow.ts';
import { probeShape } from '../../../checks/change/probe-policy.ts';
import { message, settings } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import { DEFAULT_WORK_KIND, owesTest } from '../../../model/workflow/work-kind.ts';
import type { Workflow } from '../../../model/workflow/workflow.ts';
import { DEFAULT_FAILURE_POLICY, type FailurePolicy } from '../failure/failure-policy.ts';
import { RUN_TASKS_MAX } from '../limits.ts';
import { DRUPAL_REGISTRY, type Registry } from '../registry/registry.ts';
import { DEFAULT_TAG, TASKS_FILE } from '../tasks/read-tasks.ts';
import type { TaskStatus } from '../tasks/task-graph.ts';
import { compareTaskIds } from '../tasks/task-id.ts';
import { writeStatuses } from '../tasks/write-statuses.ts';
import { approved, main, requestAsTasks, SCOPE } from './nouns.ts';
import { chronicle, projectionsOf } from './record.ts';
import { standingOf } from './standing.ts';
import { taskSteps } from './steps.ts';
import { itemsOf } from './task-items.ts';
import { type Tasks, tasksOf } from './tasks-of-run.ts';

const policy = z.strictObject({
  handoffs_per_task: z
    .int()
    .min(1)
    .max(200)
    .default(30)
    .describe('Handoffs of one task before a person decides how it continues.'),
  auto_commit: z
    .boolean()
    .default(false)
    .describe('Whether finished tasks are committed without asking a person.'),
  ...probeShape('off'),
});
const set = settings(policy);

const STATUS_OF = { done: 'done', failed: 'blocked', cancelled: undefined } as const;

/** Statuses as they are to be written: a task whose subtasks are all done is done, too. */
const statusesAfter = (view: View, tasks: Tasks): ReadonlyMap<string, TaskStatus> => {
  const endings = view.endings(SCOPE);
  const changed = new Map<string, TaskStatus>();
  for (const { id, key } of itemsOf(tasks.graph(view))) {
    const status = STATUS_OF[endings[key] ?? 'cancelled'];
    if (status !== undefined) changed.set(id, status);
  }
  const all = tasks.graph(view).tasks;
  for (const { id, status } of all) {
    const below = all.filter(({ parent }) => parent === id);
    if (
      below.length > 0 &&
      status !== 'done' &&
      below.every((one) => (changed.get(one.id) ?? one.status) === 'done')
    )
      changed.set(id, 'done');
  }
  return changed;
};

const writesBack =
  (tasks: Tasks) =>
  ({ view }: Submission) => {
    const was = view.text(tasks.file);
    if (was === requestAsTasks(view.request, tasks.graph(view).tag)) return [];
    const { value: now } = writeStatuses(was, statusesAfter(view, tasks), TASKS_FILE, tasks.graph(view).tag);
    return now === undefined || now === was
      ? []
      : [{ action: 'merge-file' as const, path: TASKS_FILE, was, now }];
  };

/** What is done without a change, or with one that owes no test, rests on somebody's word: people must know. */
const howDone = (view: View, key: string, { registry }: Tasks): string => {
  const { coders, last } = standingOf(view, key, () => registry.hub);
  const kinds = coders.map((name) => registry.agents.get(name)?.kind ?? DEFAULT_WORK_KIND);
  if (coders.length === 0)
    return `, without any change: @${last?.from ?? registry.hub} says that it is complete`;
  if (kinds.some(owesTest)) return '';
  return `, only ${[...new Set(kinds)].join(' and ')}, by ${coders.map((name) => `@${name}`).join(', ')}`;
};

const listText = (view: View, tasks: Tasks): string => {
  const endings = view.endings(SCOPE);
  return [...itemsOf(tasks.graph(view))]
    .sort((a, b) => compareTaskIds(a.id, b.id))
    .map(
      ({ id, key }) =>
        `- ${id}: ${endings[key] ?? 'not started'}${endings[key] === 'done' ? howDone(view, key, tasks) : ''}`,
    )
    .join('\n');
};

const nothingIsDone = guard(
  'no task is done',
  (view) => !Object.values(view.endings(SCOPE)).includes('done'),
);

const commitsByItself = guard('the project lets it be committed', (view) => view.setting(set.auto_commit));

const approving = (tasks: Tasks) =>
  person(['commit', 'abandon'], {
    contract: 'approval',
    says: 'A person has seen what was done and wants it.',
    reads: [main],
    ask: (view) =>
      [
        `The tasks have ended:\n${listText(view, tasks)}`,
        'commit: commit all that is done; abandon: give the run up.',
      ].join('\n'),
    guarantees: { commit: [approved] },
  });

const committing = (tasks: Tasks) =>
  engine(
    commit(main, {
      message: (view) => view.memo(message) ?? `${view.request}\n\n${listText(view, tasks)}\n`,
    }),
    {
      contract: 'commit',
      says: 'All tasks that are done, committed on a branch of the run.',
      reads: [tasks.file],
      onAccepted: { effects: writesBack(tasks) },
    },
  );

export interface CollectiveOptions {
  readonly registry?: Registry;
  readonly failures?: FailurePolicy;
  /** The tag of Task Master whose tasks are done. */
  readonly tag?: string;
  /** Tasks at once. */
  readonly parallel?: number;
}

/** The same data give the same workflow. */
export const collectiveOf = (options: CollectiveOptions = {}): Workflow => {
  const {
    registry = DRUPAL_REGISTRY,
    failures = DEFAULT_FAILURE_POLICY,
    tag = DEFAULT_TAG,
    parallel,
  } = options;
  const tasks = tasksOf(registry, failures, tag);
  const { steps, isCode, isAdvice, isDone } = taskSteps(tasks);
  const handover = (to: 'coding' | 'advising') =>
    ({ to, max: set.handoffs_per_task, then: 'escalated' }) as const;
  const ending = { if: isDone, to: 'end', else: 'hub' } as const;
  return workflow('collective', {
    says: 'Agents of a registry do the tasks of a project side by side; the hub is code, and every handoff is checked.',
    directory: '.collective',
    settings: set,
    steps: {
      [SCOPE]: scope({
        items: (view) => itemsOf(tasks.graph(view)).map(({ key, after }) => ({ key, after })),
        max: RUN_TASKS_MAX,
        parallel: parallel ?? true,
        blocked: 'waiting',
        steps,
        flow: {
          hub: {
            if: isCode,
            to: handover('coding'),
            else: {
              if: isAdvice,
              to: handover('advising'),
              else: 'escalated',
            },
          },
          coding: { complete: ending, failed: 'hub', 'gave-up': 'escalated' },
          advising: { complete: ending, failed: 'hub', 'gave-up': 'escalated' },
          escalated: {
            again: { to: 'hub', resets: true },
            'give-up': 'item-failed',
            abandon: 'cancelled',
          },
          waiting: { without: 'item-cancelled', retry: 'retry-failed', abandon: 'cancelled' },
        },
      }),
      closing: fork(),
      approving: approving(tasks),
      committing: committing(tasks),
    },
    flow: {
      [SCOPE]: 'closing',
      closing: {
        if: nothingIsDone,
        to: 'failed',
        else: { if: commitsByItself, to: 'committing', else: 'approving' },
      },
      approving: { commit: 'committing', abandon: 'cancelled' },
      committing: 'end',
    },
    projections: projectionsOf(tasks),
    chronicle: chronicle(tasks),
  });
};

export const collective = collectiveOf();
