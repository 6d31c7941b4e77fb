// What was handed in, as the evidence log and the history of the run keep it.

import type { File } from '../../../model/workflow/handles.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { HandoffId } from '../files/files.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { evidenceHash } from '../inspect/evidence-log.ts';
import { type Note, seconds } from '../workflow/notes.ts';
import {
  currentTask,
  executorOutputs,
  executorReport,
  plannerReport,
  roadmap,
  taskId,
  validatorOutputs,
  validatorReport,
} from '../workflow/nouns.ts';

/** Every file that was handed in, with what it is. */
const FILES: Readonly<Record<HandoffId, readonly (readonly [file: File, says: string])[]>> = {
  H1: [
    [currentTask, 'The task: goal, TDD plan, definition of done'],
    [roadmap, 'Strategy and tasks'],
    [plannerReport, 'Report of the planner'],
  ],
  H2: [
    [executorReport, 'Report of the executor'],
    ...executorOutputs.map((output) => [output, 'Output that the executor kept'] as const),
  ],
  H3: [
    [validatorReport, 'Report of the validator'],
    ...validatorOutputs.map((output) => [output, 'Output that the validator kept'] as const),
  ],
};

/** Those that are not there were not made by this work. */
const filesIn = (id: HandoffId, submission: Submission): (typeof FILES)[HandoffId] =>
  FILES[id].filter(([file]) => submission.digest(file) !== undefined);

export const evidenceNotes = (id: HandoffId, by: string, at: string, submission: Submission): Note[] =>
  filesIn(id, submission).map(([file, says]) => ({
    note: 'evidence',
    ...{ at: seconds(at), by, path: file.path, hash: evidenceHash(submission.text(file)) },
    says: `${taskId(submission.view)}: ${says}`,
  }));

const REPORTS = { H1: plannerReport, H2: executorReport, H3: validatorReport };

export const stepNote = (
  id: HandoffId,
  agent: string,
  at: string,
  gateStatus: string,
  submission: Submission,
): Note => {
  const task = taskId(submission.view);
  const report = submission.maybe(REPORTS[id]);
  const entry = recordOf(report, entryFor(report, task));
  const kept = ['files_changed', 'commands_run', 'coverage_delta'].filter((key) => entry[key] !== undefined);
  return {
    note: 'step',
    step: {
      task_id: task,
      agent,
      timestamp: seconds(at),
      summary: String(submission.args['summary'] ?? `${id} ${submission.outcome}`),
      gate: gateStatus.slice(0, 2),
      status: gateStatus.slice(3),
      ...Object.fromEntries(kept.map((key) => [key, entry[key]])),
      artifacts: filesIn(id, submission).map(([file]) => file.path),
    },
  };
};
