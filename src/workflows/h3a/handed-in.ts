// What was handed in, as the evidence log and the history of the run keep it.
import { evidenceHash } from '../../dialects/h3a/evidence-log.ts';
import type { Submission } from '../../model/view.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  type HandoffId,
  PLANNER_REPORT,
  ROADMAP,
  TASK,
  VALIDATOR_FILES,
  VALIDATOR_REPORT,
} from './files.ts';
import { type Note, seconds } from './notes.ts';
import { type AgentReport, entryFor, recordOf } from './report-file.ts';

/** Every file that was handed in, with what it is. */
const FILES: Readonly<
  Record<HandoffId, readonly (readonly [artifact: string, path: string, says: string])[]>
> = {
  H1: [
    ['task', TASK, 'The task: goal, TDD plan, definition of done'],
    ['roadmap', ROADMAP, 'Strategy and tasks'],
    ['plannerReport', PLANNER_REPORT, 'Report of the planner'],
  ],
  H2: [
    ['executorReport', EXECUTOR_REPORT, 'Report of the executor'],
    ...Object.entries(EXECUTOR_FILES).map(
      ([artifact, path]) => [artifact, path, 'Output that the executor kept'] as const,
    ),
  ],
  H3: [
    ['validatorReport', VALIDATOR_REPORT, 'Report of the validator'],
    ...Object.entries(VALIDATOR_FILES).map(
      ([artifact, path]) => [artifact, path, 'Output that the validator kept'] as const,
    ),
  ],
};

export const evidenceNotes = (id: HandoffId, by: string, at: string, submission: Submission): Note[] =>
  FILES[id].flatMap(([artifact, path, says]): Note[] => {
    const text = submission.text(artifact);
    return text === undefined
      ? []
      : [
          {
            note: 'evidence',
            ...{ at: seconds(at), by, path, hash: evidenceHash(text) },
            says: `${submission.view.scope ?? ''}: ${says}`,
          },
        ];
  });

const REPORTS = { H1: 'plannerReport', H2: 'executorReport', H3: 'validatorReport' } as const;

export const stepNote = (
  id: HandoffId,
  agent: string,
  at: string,
  gateStatus: string,
  submission: Submission,
): Note => {
  const task = submission.view.scope ?? '';
  const report = submission.value(REPORTS[id]) as AgentReport | undefined;
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
      artifacts: FILES[id]
        .filter(([artifact]) => submission.text(artifact) !== undefined)
        .map(([, path]) => path),
    },
  };
};
