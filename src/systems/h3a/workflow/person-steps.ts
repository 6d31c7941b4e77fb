// Where people come in: they carry handoffs over where the project wants them to, approve at the last gate, and decide
// where agents cannot go on.
import { person } from '../../../authoring/step.ts';
import { EXECUTOR_REPORT, TASK, VALIDATOR_REPORT } from '../files/files.ts';
import {
  againstApproved,
  askApproval,
  askDispute,
  askRuling,
  DECISIONS,
  refuseDecision,
} from './approval.ts';
import {
  accepted,
  code,
  currentTask,
  executable,
  executorReport,
  goalOf,
  green,
  released,
  seenTree,
  taskId,
  validated,
  validatorReport,
} from './nouns.ts';

export const bridge = person(['go', 'back'], {
  says: 'A person lets the plan go on to the executor.',
  reads: [currentTask],
  assumes: [executable],
  ask: (view) =>
    `H1 of ${taskId(view)} is ready: ${goalOf(view)}\nSee ${TASK}. Approve it to start the executor; reject it with words to have it planned anew.`,
  guarantees: { go: [released] },
});

export const bridgeH2 = person(['go', 'back'], {
  says: 'A person lets the work go on to the validator.',
  reads: [currentTask, code, executorReport],
  assumes: [green],
  ask: (view) => ({
    text: `H2 of ${taskId(view)} is ready, and its evidence was measured: ${goalOf(view)}\nSee ${EXECUTOR_REPORT}. Approve it to start the validator; reject it with words to send it back to the executor.`,
    ...againstApproved(view),
  }),
});

export const bridgeH3 = person(['go', 'back'], {
  says: 'A person lets the verdict go on.',
  reads: [currentTask, code, validatorReport],
  assumes: [validated],
  ask: (view) => ({
    text: `H3 of ${taskId(view)} is ready: ${goalOf(view)}\nSee ${VALIDATOR_REPORT}. Approve it to go on to the gates behind it; reject it with words to have it validated anew.`,
    ...againstApproved(view),
  }),
});

export const approving = person(DECISIONS, {
  says: 'A person has looked at the eight points.',
  reads: [code, validatorReport],
  assumes: [validated, green],
  ask: askApproval,
  refuses: refuseDecision,
  guarantees: { approve: [accepted] },
  onAccepted: { remember: ({ view }) => ({ [seenTree(view).name]: view.digest(code) }) },
});

export const escalated = person(['executor', 'planner', 'validator', 'abort'], {
  contract: 'ruling',
  says: 'A person decides how to go on.',
  ask: askRuling,
});

export const disputed = person(['executor', 'planner', 'abort'], {
  contract: 'dispute',
  says: 'A person decides about a plan that its executor keeps sending back.',
  reads: [currentTask],
  ask: askDispute,
});
