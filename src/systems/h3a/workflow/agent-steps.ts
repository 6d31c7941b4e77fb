// What the three agents of h3a do: plan, execute, validate, and look at the gates of a project.
import * as z from 'zod';
import { request } from '../../../authoring/request.ts';
import { agent, agents, provedBy } from '../../../authoring/step.ts';
import { untestedText } from '../../../checks/change/change-probed.ts';
import { problemText } from '../../../model/problem-text.ts';
import type { Rejection } from '../../../model/run/rejection.ts';
import { optional } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import { EXECUTOR_REPORT, ROADMAP, rejectionFile, TASK, VALIDATOR_REPORT } from '../files/files.ts';
import { keptDifference, sinceSeen } from './difference.ts';
import { h1Checks } from './h1.ts';
import { executedChange, h2Checks } from './h2.ts';
import { h3Checks, verdictOf } from './h3.ts';
import {
  approved,
  code,
  covered,
  currentTask,
  discriminates,
  executable,
  executor,
  executorOutputs,
  executorReport,
  gateReport,
  goalOf,
  green,
  inScope,
  planner,
  plannerReport,
  policies,
  roadmap,
  taskId,
  untested,
  validated,
  validator,
  validatorOutputs,
  validatorReport,
} from './nouns.ts';
import { rejects, returnedWords } from './returns.ts';

const remarkText = (view: View): string =>
  view.remark === undefined || view.remark === '' ? '' : `\n\nA person said:\n\n${view.remark}`;

const untestedWords = (view: View): string => {
  const pieces = view.memo(untested(view)) ?? '';
  return pieces === ''
    ? ''
    : `\n\nWithout these pieces of the change all tests still pass, so look at them:\n\n${pieces}`;
};

const summary = z.object({
  summary: z.string().max(2_000).optional().describe('One or two sentences about what was done.'),
});

const toldPeople = ({ assignment, view }: Submission, rejection: Rejection): string =>
  [
    `${assignment.contract} of ${taskId(view)} was rejected; ${assignment.role} has been asked to fix it. See ${rejectionFile(assignment.contract)}.`,
    ...rejection.problems.slice(0, 5).map(problemText),
    'What you answer is passed on to the sender. It does not make the handoff an accepted one.',
  ].join('\n');

export const planning = agent(planner, {
  contract: 'H1',
  says: 'One task that can be carried out and measured.',
  prompt: (view) =>
    `The request:\n\n${view.request}\n\nPlan the task ${taskId(view)}: the next unchecked one of ${ROADMAP}, which you write or carry on.${returnedWords(view, 'H1')}${remarkText(view)}`,
  args: summary,
  worksIn: approved,
  reads: [approved, optional(roadmap), optional(plannerReport)],
  writes: [currentTask, roadmap, plannerReport],
  outcome: 'ready',
  checks: h1Checks,
  guarantees: [executable],
  onRejected: toldPeople,
});

const blocked = request('submit_blocked', {
  says: 'The task cannot be done as it is: say what blocks it. A person answers, and you go on.',
  args: z.object({
    blocked_by: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(20)
      .describe('What blocks the task, one text each.'),
    reason: z.string().max(4_000).optional().describe('What you tried, and what would help.'),
  }),
  text: ({ blocked_by, reason }) =>
    `Blocked: ${blocked_by.join('; ')}${reason === undefined ? '' : `\n${reason}`}`,
  max: 5,
  waits: true,
});

const roundText = ({ here }: View): string =>
  here.visit > 1
    ? `\n\nThis is round ${here.visit}: fix what remediation_plan in ${VALIDATOR_REPORT} and what people say name.`
    : '';

export const executing = agent(executor, {
  contract: 'H2',
  says: 'The task, done in a RED, GREEN and REFACTOR step, with what shows it.',
  prompt: (view) =>
    `The task ${taskId(view)}: ${goalOf(view)}\n\nIt is in ${TASK}. Write the failing test first, keep its output, then make it pass. If it cannot be done as it is planned, call \`submit_rejection\` when the planner must change the plan, and \`submit_blocked\` when a person must answer.${returnedWords(view, 'H2')}${roundText(view)}${remarkText(view)}`,
  args: summary,
  worksIn: code,
  reads: [currentTask, approved, optional(executorReport), optional(validatorReport)],
  writes: [code, executorReport, ...executorOutputs.map(optional)],
  assumes: [executable],
  outcome: () => 'done',
  declines: rejects('H1', planner),
  checks: h2Checks,
  guarantees: {
    done: [
      provedBy(discriminates, ['red-then-green']),
      provedBy(green, ['tests-green']),
      provedBy(inScope, ['scope-kept']),
      provedBy(covered, ['coverage-kept']),
    ],
  },
  requests: [blocked],
  onAccepted: {
    needs: sinceSeen,
    remember: (submission, seen) => ({
      ...keptDifference(submission, seen),
      [untested(submission.view).name]: untestedText(executedChange(submission), seen),
    }),
  },
  onRejected: toldPeople,
});

export const validating = agent(validator, {
  contract: 'H3',
  says: 'A verdict on the task, by ten checks, independent of the executor.',
  prompt: (view) =>
    `Validate the task ${taskId(view)}: ${goalOf(view)}\n\nRun the commands yourself; the executor's word does not count. Its report is ${EXECUTOR_REPORT}. If you cannot begin because of what was handed in, call \`submit_rejection\`.${untestedWords(view)}${remarkText(view)}`,
  args: summary,
  worksIn: code,
  reviews: approved,
  reads: [currentTask, code, executorReport, optional(validatorReport)],
  writes: [validatorReport, ...validatorOutputs.map(optional)],
  assumes: [executable, discriminates, green, inScope, covered],
  outcome: verdictOf,
  declines: rejects('H2', executor),
  checks: h3Checks,
  guarantees: { pass: [validated], pass_with_notes: [validated] },
  onRejected: toldPeople,
});

const gateKey = (gate: string): string => gate.replace('.', '-');

export const gating = agents(validator, {
  contract: 'gate',
  says: 'A gate of the project, looked at.',
  each: {
    items: (view) => view.setting(policies.gates).map((gate) => ({ key: gateKey(gate), gate })),
    max: 8,
  },
  prompt: (view, { item }) =>
    `The gate ${item.gate} of the task ${taskId(view)}: measure what it is about, and say whether it is passed.`,
  worksIn: code,
  reviews: approved,
  reads: [currentTask, code],
  writes: [gateReport],
  assumes: [validated],
  outcome: (submission) => submission.value(gateReport).status,
});
