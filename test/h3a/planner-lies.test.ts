// Every field of the planner's report: one lie each, rejected with both values.
import { describe, it } from 'vitest';
import { planEntry, roadmapText, text } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { check, type Lie, plans } from '../fixtures/h3a-report-lies.ts';

const PLANNER: readonly Lie[] = [
  [
    'run_id',
    ['run_id: other was claimed, r is this run'],
    () => {
      const run = new H3aInMemory();
      const report = text({ run_id: 'other', agent: 'planner', reports: [planEntry('T001')] });
      return run.planned({ files: { 'planner_report.json': report } });
    },
  ],
  [
    'agent',
    ['expected planner', 'executor'],
    () => {
      const run = new H3aInMemory();
      const report = text({ run_id: 'r', agent: 'executor', reports: [planEntry('T001')] });
      return run.planned({ files: { 'planner_report.json': report } });
    },
  ],
  ['task_id', ['an entry of T001'], () => plans({ task_id: 'T002' })],
  [
    'timestamp',
    ['2026-11-14T09:00:00Z was claimed', '2026-11-15T09:00:00Z is the time of the task'],
    () => plans({ timestamp: '2026-11-14T09:00:00Z' }),
  ],
  [
    'roadmap_status: complete',
    ['complete was claimed', '1 of 1 tasks open'],
    () => plans({ roadmap_status: 'complete' }),
  ],
  [
    'roadmap_status: count',
    ['5 tasks planned was claimed', '1 of 1 tasks open'],
    () => plans({ roadmap_status: '5 tasks planned' }),
  ],
  [
    'tasks_created: too many',
    ['["T001","T002"] was claimed', '[] came to state/ROADMAP.md'],
    () => plans({ tasks_created: ['T001', 'T002'] }),
  ],
  [
    'tasks_created: too few',
    ['["T001"] was claimed', '["T002"] came to state/ROADMAP.md'],
    () =>
      new H3aInMemory().planned({
        roadmap: roadmapText(['T001', 'T002']),
        entry: { tasks_created: ['T001'] },
      }),
  ],
  [
    'tdd_strategy',
    ['a failing test was claimed', "Write the test 'does T001'"],
    () => plans({ tdd_strategy: { T001: { red: 'a failing test' } } }),
  ],
  [
    'tdd_strategy of a task that is not there',
    ['T009 was claimed', '["T001"] stand in state/ROADMAP.md'],
    () => plans({ tdd_strategy: { T009: { red: 'x' } } }),
  ],
  ['gate_status', ['G1_passed was claimed, G0_passed is'], () => plans({ gate_status: 'G1_passed' })],
  [
    'artifacts',
    ['artifacts/planner/research.md was claimed', 'state/CURRENT_TASK.json'],
    () => plans({ artifacts: ['artifacts/planner/research.md'] }),
  ],
  [
    'status of the task',
    ['complete was claimed, ready_for_execution is'],
    () => plans({}, { status: 'complete' }),
  ],
  [
    'gate_status of the task',
    ['G2_passed was claimed, G0_passed is'],
    () => plans({}, { gate_status: 'G2_passed' }),
  ],
  [
    'iteration_count of the task',
    ['iteration_count: 2 was claimed, 0 is'],
    () => plans({}, { iteration_count: 2 }),
  ],
  [
    'max_iterations of the task',
    ['max_iterations: 9 was claimed, 2 is'],
    () => plans({}, { max_iterations: 9 }),
  ],
  [
    'assigned_to of the task',
    ['assigned_to: validator was claimed, executor is'],
    () => plans({}, { assigned_to: 'validator' }),
  ],
];

describe('a lie of the planner', () => {
  it.each(PLANNER.map((lie) => [lie[0], lie] as const))('%s', (_, lie) => check(lie));
});
