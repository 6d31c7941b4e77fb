// What a run of H3A is about: trees, the files that agents write, and what lies there before anybody has written anything.
import type { ArtifactSpec } from '../../model/workflow.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  PLANNER_REPORT,
  ROADMAP,
  TASK,
  VALIDATOR_FILES,
  VALIDATOR_REPORT,
} from './files.ts';
import { parseGateReport } from './gate-file.ts';
import { seconds } from './notes.ts';
import { emptyReport, reportParser } from './report-file.ts';
import { parseRoadmap, roadmapTemplate } from './roadmap-file.ts';
import { parseTask } from './task-file.ts';
import {
  EXECUTOR_REPORT_SHAPE,
  GATE_SHAPE,
  PLANNER_REPORT_SHAPE,
  ROADMAP_SHAPE,
  TASK_SHAPE,
  taskTemplate,
  VALIDATOR_REPORT_SHAPE,
} from './templates.ts';

/** Written anew by each work: what an earlier one showed proves nothing of this one. */
const filesIn = <K extends string>(files: Readonly<Record<K, string>>): Readonly<Record<K, ArtifactSpec>> =>
  Object.fromEntries(
    Object.entries(files).map(([name, path]) => [name, { path, kind: 'file', fresh: true }]),
  ) as unknown as Record<K, ArtifactSpec>;

export const EXECUTOR_ARTIFACTS = Object.keys(EXECUTOR_FILES) as (keyof typeof EXECUTOR_FILES)[];
export const VALIDATOR_ARTIFACTS = Object.keys(VALIDATOR_FILES) as (keyof typeof VALIDATOR_FILES)[];

export const artifacts = {
  /** The project as a person last approved it, and as it is worked at. */
  approved: { path: '.', kind: 'tree', given: true },
  tree: { path: '.', kind: 'tree', given: true },
  task: {
    path: TASK,
    kind: 'file',
    parse: parseTask,
    shape: TASK_SHAPE,
    given: (_, { at }) => taskTemplate(at),
  },
  roadmap: {
    ...{ path: ROADMAP, kind: 'file', parse: parseRoadmap, shape: ROADMAP_SHAPE },
    given: (request, { at }) => roadmapTemplate(request, seconds(at)),
  },
  plannerReport: {
    ...{ path: PLANNER_REPORT, kind: 'file', parse: reportParser('planner'), shape: PLANNER_REPORT_SHAPE },
    given: (_, { name }) => emptyReport('planner', 'reports', name),
  },
  executorReport: {
    ...{
      path: EXECUTOR_REPORT,
      kind: 'file',
      parse: reportParser('executor'),
      shape: EXECUTOR_REPORT_SHAPE,
    },
    given: (_, { name }) => emptyReport('executor', 'tdd_cycles', name),
  },
  validatorReport: {
    ...{
      path: VALIDATOR_REPORT,
      kind: 'file',
      parse: reportParser('validator'),
      shape: VALIDATOR_REPORT_SHAPE,
    },
    given: (_, { name }) => emptyReport('validator', 'verdicts', name),
  },
  gateReport: {
    path: 'artifacts/validator/gate_{item}.json',
    kind: 'file',
    each: true,
    parse: parseGateReport,
    shape: GATE_SHAPE,
  },
  ...filesIn(EXECUTOR_FILES),
  ...filesIn(VALIDATOR_FILES),
} as const satisfies Readonly<Record<string, ArtifactSpec>>;
