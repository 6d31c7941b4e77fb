// A planner's report against the task and the roadmap that it hands in with it.

import type { Submission } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { PLANNER_REPORT, ROADMAP, TASK } from '../files/files.ts';
import type { Roadmap } from '../files/roadmap-file.ts';
import { isRecord, type Task, valueAt } from '../files/task-file.ts';
import { isText } from '../handoff/values.ts';
import { currentTask, plannerReport, policies, roadmap } from '../workflow/nouns.ts';
import { entryIn, filesOf } from './compare-executor.ts';
import { type Compared, comparedVerdict, plainWords, told } from './compared.ts';
import {
  claimAt,
  type Entry,
  fileClaims,
  gateClaim,
  isOneOf,
  type JsonRecord,
  listPlaces,
  runClaim,
  timeClaim,
} from './report-claims.ts';

export interface PlannerClaims {
  readonly entry: Entry;
  readonly task: Task | undefined;
  readonly roadmap: Roadmap | undefined;
  /** The roadmap before this plan; undefined where nobody can say. */
  readonly before: Roadmap | undefined;
  /** The task was planned before: what that plan brought is there already. */
  readonly again: boolean;
}

const COMPLETE = /\b(?:complete|completed|done|finished)\b/i;
/** `2/5 tasks`, `2 of 5`. */
const SHARE = /\b(\d{1,4})\s*(?:\/|of)\s*(\d{1,4})\b/i;
const COUNT = /\b(\d{1,4}) (?:open |unchecked |planned |new )?tasks?\b/i;

/** Words are the planner's own; that everything is done, and how many tasks there are, can be counted. */
const statusClaims = ({ entry, roadmap }: PlannerClaims): Compared[] => {
  const claimed = entry.record['roadmap_status'];
  if (!isText(claimed) || roadmap === undefined) return [];
  const open = roadmap.tasks.filter(({ done }) => !done).length;
  const all = roadmap.tasks.length;
  const share = SHARE.exec(claimed);
  const count = share === null ? COUNT.exec(claimed)?.[1] : undefined;
  const isWrongShare =
    share !== null &&
    (Number(share[2]) !== all ||
      !(COMPLETE.test(claimed) ? [all - open] : [open, all, all - open]).includes(Number(share[1])));
  const isWrong =
    isWrongShare ||
    (share === null &&
      COMPLETE.test(claimed) &&
      !/\b(?:in|not)\b/i.test(claimed) &&
      open > 0 &&
      !/\bplan/i.test(claimed)) ||
    (count !== undefined && ![open, all, all - open].includes(Number(count)));
  return [
    claimAt(entry, ['roadmap_status'], {
      ...{ claimed, measured: `${open} of ${all} tasks open`, same: !isWrong },
      source: `stand in ${ROADMAP}`,
      hint: 'Say "planned", or how many tasks there are.',
    }),
  ];
};

/** Tasks that this plan brought into the roadmap; the one that is planned may be among them. */
const createdClaims = ({ entry, task, roadmap, before, again }: PlannerClaims): Compared[] => {
  const list = entry.record['tasks_created'];
  if (!Array.isArray(list) || roadmap === undefined) return [];
  // With its title behind, as the roadmap has it.
  const claimed = list.filter(isText).map((text) => text.trim().replace(/(?<=^\S+):?\s.*$|:$/s, ''));
  const all = roadmap.tasks.map(({ id }) => id);
  const added = before === undefined ? [] : all.filter((id) => !before.tasks.some((one) => one.id === id));
  const allowed =
    before === undefined || again ? all : [...added, ...(task?.task === undefined ? [] : [task.task])];
  const same =
    claimed.every((id) => allowed.includes(id)) &&
    added.every((id) => claimed.includes(id) || id === task?.task);
  return [
    claimAt(entry, ['tasks_created'], {
      ...{ claimed: told(claimed), measured: told(before === undefined ? all : added), same },
      source: before === undefined ? `stand in ${ROADMAP}` : `came to ${ROADMAP} with this plan`,
      hint: 'List the tasks that this plan adds to the roadmap; the one that you plan may be among them.',
    }),
  ];
};

/** Two plans of one task would leave it to the executor which of them counts. */
const strategyClaims = ({ entry, task, roadmap }: PlannerClaims): Compared[] => {
  const strategy = entry.record['tdd_strategy'];
  if (!isRecord(strategy)) return [];
  const ids = roadmap?.tasks.map(({ id }) => id);
  return Object.entries(strategy).flatMap(([id, plan]): Compared[] => {
    if (ids !== undefined && !ids.includes(id))
      return [
        claimAt(entry, ['tdd_strategy', id], {
          ...{ claimed: id, measured: told(ids), same: false, source: `stand in ${ROADMAP}` },
        }),
      ];
    if (task === undefined || id !== task.task) return [];
    return (['red', 'green', 'refactor'] as const).flatMap((phase) => {
      const claimed = valueAt(plan, phase);
      return !isText(claimed)
        ? []
        : [
            claimAt(entry, ['tdd_strategy', id, phase], {
              ...{ claimed, measured: task.plan[phase], source: `stands in ${TASK}` },
              same: plainWords(claimed) === plainWords(task.plan[phase]),
              hint: 'Write the plan once, or the same words twice.',
            }),
          ];
    });
  });
};

const STATUSES = ['ready_for_execution', 'planned', 'ready_for_implementation'];
const GATES = ['G0_passed', 'G0_complete', 'G0_pending', 'G0_in_progress'];
const ITERATIONS = 2;

/** Fields of the task that say how it stands: it was planned, and nothing else has been done with it. */
const taskClaims = (task: Task, rounds: number, attempts: number): Compared[] => {
  const entry: Entry = { file: TASK, path: [], record: task.record, json: task.record };
  const one = (key: string, allowed: readonly unknown[], source: string): Compared[] => {
    const claimed = task.record[key];
    return claimed === undefined || claimed === null
      ? []
      : [
          claimAt(entry, [key], {
            ...{
              claimed: told(claimed),
              measured: told(allowed[0]),
              same: allowed.includes(
                typeof claimed === 'string' && key === 'assigned_to' ? claimed.toLowerCase() : claimed,
              ),
              source,
            },
          }),
        ];
  };
  return [
    ...one('status', STATUSES, 'is what a task is handed over with'),
    ...one('gate_status', GATES, 'is what a task is handed over with'),
    ...one('assigned_to', ['executor', 'planner'], 'is who comes next'),
    ...one('iteration_count', [0, rounds - 1], 'is how often it was worked at'),
    ...one('max_iterations', [attempts, ITERATIONS], 'is one more than policy.remediations'),
  ];
};

export const plannerClaims = (claims: PlannerClaims): readonly Compared[] => {
  const { entry } = claims;
  const isThere = (path: string): boolean => isOneOf(path, [TASK, ROADMAP, PLANNER_REPORT]);
  return [
    ...statusClaims(claims),
    ...createdClaims(claims),
    ...strategyClaims(claims),
    ...gateClaim(entry, ['G0_passed', 'G0_complete'], 'is what an H1 is handed in with'),
    ...fileClaims(entry, listPlaces(entry.record, 'artifacts'), isThere, [TASK, ROADMAP, PLANNER_REPORT]),
    ...timeClaim(entry, ['timestamp'], {
      at: createdAt(claims.task?.record),
      what: 'the task (created_at)',
    }),
  ];
};

const createdAt = (record: JsonRecord | undefined): unknown => record?.['created_at'];

const judge = (submission: Submission) => {
  const entry = entryIn(submission, plannerReport);
  const task = submission.maybe(currentTask);
  const own =
    task === undefined
      ? []
      : taskClaims(task, submission.assignment.round, submission.view.setting(policies.remediations) + 1);
  const compared =
    entry === undefined
      ? own
      : [
          ...runClaim(entry, submission.view.run.name),
          ...plannerClaims({
            entry,
            task,
            roadmap: submission.maybe(roadmap),
            before: submission.view.maybe(roadmap),
            again: submission.assignment.round > 1,
          }),
          ...own,
        ];
  const files = new Map([...filesOf(submission, plannerReport), [TASK, submission.text(currentTask)]]);
  return comparedVerdict(compared, [], files, 'stated');
};

export const plannerReportAgrees: Check<never> = {
  name: 'h1-report',
  title: 'The report agrees with the roadmap',
  says: 'your report and the task agree with the roadmap and with each other: roadmap_status, tasks_created, tdd_strategy, gate_status (G0_passed), status, iteration_count and max_iterations',
  needs: () => [],
  judge,
};
