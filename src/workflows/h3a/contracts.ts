// Who hands over what to whom in H3A, what it must satisfy, and what people are asked.
import * as z from 'zod';
import { untestedText } from '../../checks/change-probed.ts';
import { problemText } from '../../model/problem-text.ts';
import type { View } from '../../model/view.ts';
import type { ContractSpec } from '../../model/workflow.ts';
import { againstApproved, askApproval, askDispute, askRuling, refuseDecision } from './approval.ts';
import { EXECUTOR_ARTIFACTS, VALIDATOR_ARTIFACTS } from './artifacts.ts';
import { keptDifference, seenKey, sinceSeen } from './difference.ts';
import { EXECUTOR_REPORT, ROADMAP, rejectionFile, TASK, VALIDATOR_REPORT } from './files.ts';
import type { GateReport } from './gate-file.ts';
import { h1Checks } from './h1.ts';
import { executedChange, h2Checks } from './h2.ts';
import { h3Checks, verdictOf } from './h3.ts';
import { seconds } from './notes.ts';
import { rejects, returnedWords } from './returns.ts';
import { checkOff } from './roadmap-file.ts';
import type { Task } from './task-file.ts';

type AnyContract = ContractSpec<string, string, string>;

const goalOf = (view: View): string => (view.value('task') as Task | undefined)?.goal ?? '';

const remarkText = (view: View): string =>
  view.remark === undefined || view.remark === '' ? '' : `\n\nA person said:\n\n${view.remark}`;

/** Pieces of the task's code that no test misses, as they were seen when it was handed in. */
const untestedKey = ({ scope }: View): string => `untested/${scope ?? ''}`;

const untestedWords = (view: View): string => {
  const untested = view.detail(untestedKey(view)) ?? '';
  return untested === ''
    ? ''
    : `\n\nWithout these pieces of the change all tests still pass, so look at them:\n\n${untested}`;
};

const summary = z.object({
  summary: z.string().max(2_000).optional().describe('One or two sentences about what was done.'),
});

const told: NonNullable<ContractSpec<'human', string, string>['onRejection']> = {
  to: 'human',
  says: ({ assignment, view }, rejection) =>
    [
      `${assignment.contract} of ${view.scope ?? ''} was rejected; ${assignment.role} has been asked to fix it. See ${rejectionFile(assignment.contract)}.`,
      ...rejection.problems.slice(0, 5).map(problemText),
      'What you answer is passed on to the sender. It does not make the handoff an accepted one.',
    ].join('\n'),
};

export const contracts = {
  H1: {
    from: ['planner'],
    tool: 'submit_h1',
    says: 'One task that can be carried out and measured.',
    args: summary,
    reads: { approved: 'required', roadmap: 'optional', plannerReport: 'optional' },
    produces: ['task', 'roadmap', 'plannerReport'],
    worksIn: 'approved',
    outcomes: { ready: { guarantees: ['task.executable'] } },
    checks: h1Checks,
    onRejection: told,
    asks: (view) =>
      `The request:\n\n${view.request}\n\nPlan the task ${view.scope ?? ''}: the next unchecked one of ${ROADMAP}, which you write or carry on.${returnedWords(view, 'H1')}${remarkText(view)}`,
  },
  bridge: {
    from: ['human'],
    says: 'A person lets the plan go on to the executor.',
    reads: { task: 'required' },
    produces: [],
    assumes: ['task.executable'],
    outcomes: { go: { guarantees: ['task.released'] }, back: { guarantees: [] } },
    ask: (view) => ({
      kind: 'approval',
      text: `H1 of ${view.scope ?? ''} is ready: ${goalOf(view)}\nSee ${TASK}. Approve it to start the executor; reject it with words to have it planned anew.`,
      choices: ['go', 'back'],
      approve: 'go',
      reject: 'back',
    }),
  },
  bridgeH2: {
    from: ['human'],
    says: 'A person lets the work go on to the validator.',
    reads: { task: 'required', tree: 'required', executorReport: 'required' },
    produces: [],
    assumes: ['tests.green'],
    outcomes: { go: { guarantees: [] }, back: { guarantees: [] } },
    ask: (view) => ({
      kind: 'approval',
      text: `H2 of ${view.scope ?? ''} is ready, and its evidence was measured: ${goalOf(view)}\nSee ${EXECUTOR_REPORT}. Approve it to start the validator; reject it with words to send it back to the executor.`,
      choices: ['go', 'back'],
      approve: 'go',
      reject: 'back',
      ...againstApproved(view),
    }),
  },
  bridgeH3: {
    from: ['human'],
    says: 'A person lets the verdict go on.',
    reads: { task: 'required', tree: 'required', validatorReport: 'required' },
    produces: [],
    assumes: ['validated'],
    outcomes: { go: { guarantees: [] }, back: { guarantees: [] } },
    ask: (view) => ({
      kind: 'approval',
      text: `H3 of ${view.scope ?? ''} is ready: ${goalOf(view)}\nSee ${VALIDATOR_REPORT}. Approve it to go on to the gates behind it; reject it with words to have it validated anew.`,
      choices: ['go', 'back'],
      approve: 'go',
      reject: 'back',
      ...againstApproved(view),
    }),
  },
  H2: {
    from: ['executor'],
    tool: 'submit_h2',
    says: 'The task, done in a RED, GREEN and REFACTOR step, with what shows it.',
    args: summary,
    reads: {
      task: 'required',
      approved: 'required',
      executorReport: 'optional',
      validatorReport: 'optional',
    },
    produces: ['tree', 'executorReport'],
    mayProduce: EXECUTOR_ARTIFACTS,
    worksIn: 'tree',
    assumes: ['task.executable'],
    outcomes: {
      done: { guarantees: ['red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'] },
      reject: { guarantees: [] },
    },
    outcome: () => 'done',
    declines: rejects('H1', 'planner'),
    checks: h2Checks,
    rests: {
      'red.discriminates': ['red-then-green'],
      'tests.green': ['tests-green'],
      'scope.kept': ['scope-kept'],
      'coverage.kept': ['coverage-kept'],
    },
    observes: sinceSeen,
    keeps: (s, seen) => ({
      ...keptDifference(s, seen),
      [untestedKey(s.view)]: untestedText(executedChange(s), seen),
    }),
    onRejection: told,
    asks: (view) =>
      `The task ${view.scope ?? ''}: ${goalOf(view)}\n\nIt is in ${TASK}. Write the failing test first, keep its output, then make it pass. If it cannot be done as it is planned, call \`submit_rejection\` when the planner must change the plan, and \`submit_blocked\` when a person must answer.${returnedWords(view, 'H2')}${view.visit > 1 ? `\n\nThis is round ${view.visit}: fix what remediation_plan in ${VALIDATOR_REPORT} and what people say name.` : ''}${remarkText(view)}`,
  },
  H3: {
    from: ['validator'],
    tool: 'submit_h3',
    says: 'A verdict on the task, by ten checks, independent of the executor.',
    args: summary,
    reads: { task: 'required', tree: 'required', executorReport: 'required', validatorReport: 'optional' },
    produces: ['validatorReport'],
    mayProduce: VALIDATOR_ARTIFACTS,
    worksIn: 'tree',
    reviews: 'approved',
    assumes: ['task.executable', 'red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'],
    outcomes: {
      pass: { guarantees: ['validated'] },
      pass_with_notes: { guarantees: ['validated'] },
      needs_remediation: { guarantees: [] },
      fail: { guarantees: [] },
      escalation: { guarantees: [] },
      reject: { guarantees: [] },
    },
    outcome: verdictOf,
    declines: rejects('H2', 'executor'),
    checks: h3Checks,
    onRejection: told,
    asks: (view) =>
      `Validate the task ${view.scope ?? ''}: ${goalOf(view)}\n\nRun the commands yourself; the executor's word does not count. Its report is ${EXECUTOR_REPORT}. If you cannot begin because of what was handed in, call \`submit_rejection\`.${untestedWords(view)}${remarkText(view)}`,
  },
  gate: {
    from: ['validator'],
    tool: 'submit_gate',
    says: 'A gate of the project, looked at.',
    reads: { task: 'required', tree: 'required' },
    produces: ['gateReport'],
    worksIn: 'tree',
    reviews: 'approved',
    assumes: ['validated'],
    outcomes: { pass: { guarantees: [] }, fail: { guarantees: [] } },
    outcome: (submission) => (submission.value('gateReport') as GateReport).status,
    asks: (view, assignment) =>
      `The gate ${String(assignment.inputs['gate'])} of the task ${view.scope ?? ''}: measure what it is about, and say whether it is passed.`,
  },
  G3: {
    from: ['human'],
    says: 'A person has looked at the eight points.',
    reads: { tree: 'required', validatorReport: 'required' },
    produces: [],
    assumes: ['validated', 'tests.green'],
    outcomes: {
      approve: { guarantees: ['approved'] },
      conditional: { guarantees: [] },
      reject: { guarantees: [] },
    },
    ask: askApproval,
    refuses: refuseDecision,
    keeps: ({ view }) => ({ [seenKey(view)]: view.digest('tree') ?? '' }),
  },
  ruling: {
    from: ['human'],
    says: 'A person decides how to go on.',
    produces: [],
    outcomes: {
      executor: { guarantees: [] },
      planner: { guarantees: [] },
      validator: { guarantees: [] },
      abort: { guarantees: [] },
    },
    ask: askRuling,
  },
  dispute: {
    from: ['human'],
    says: 'A person decides about a plan that its executor keeps sending back.',
    reads: { task: 'required' },
    produces: [],
    outcomes: { executor: { guarantees: [] }, planner: { guarantees: [] }, abort: { guarantees: [] } },
    ask: askDispute,
  },
  commit: {
    from: ['engine'],
    says: 'The approved task, committed on the branch of the run and checked off.',
    reads: { tree: 'required', roadmap: 'required' },
    produces: ['approved'],
    derives: {
      artifacts: ['roadmap'],
      make: ({ view }) => [
        {
          artifact: 'roadmap',
          text: checkOff(view.text('roadmap') ?? '', view.scope ?? '', seconds(view.at)),
        },
      ],
    },
    assumes: ['approved', 'validated', 'tests.green'],
    outcomes: { committed: { guarantees: [] } },
    effect: (view) => ({
      action: 'commit',
      tree: view.digest('tree')!,
      parent: view.detail('commit') ?? view.base.commit,
      branch: `baton/${view.run.name}`,
      message: `${view.scope ?? ''}: ${goalOf(view)}\n`,
      into: 'approved',
    }),
  },
} as const satisfies Record<string, AnyContract>;
