// What is handed over in h3a, who hands it over, what is known about it, and what a project decides.
import {
  type File,
  fact,
  file,
  type Memo,
  memo,
  role,
  settings,
  tree,
} from '../../../model/workflow/handles.ts';
import { limit } from '../../../model/workflow/limit.ts';
import type { View } from '../../../model/workflow/view.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  PLANNER_REPORT,
  ROADMAP,
  TASK,
  VALIDATOR_FILES,
  VALIDATOR_REPORT,
} from '../files/files.ts';
import { parseGateReport } from '../files/gate-file.ts';
import { emptyReport, reportParser } from '../files/report-file.ts';
import { parseRoadmap, roadmapTemplate } from '../files/roadmap-file.ts';
import { parseTask } from '../files/task-file.ts';
import {
  EXECUTOR_REPORT_SHAPE,
  GATE_SHAPE,
  PLANNER_REPORT_SHAPE,
  ROADMAP_SHAPE,
  TASK_SHAPE,
  taskTemplate,
  VALIDATOR_REPORT_SHAPE,
} from '../files/templates.ts';
import { seconds } from './notes.ts';
import { policy } from './policy.ts';

export const planner = role(
  'planner',
  'You plan one task at a time, small enough to be measured. You do not change code.',
);
export const executor = role(
  'executor',
  'You implement one task, test first, in your working tree, and keep what shows it.',
);
export const validator = role(
  'validator',
  'You validate what was done. You run and read; you do not change code.',
);

/** The project as a person last approved it, and as it is worked at. */
export const approved = tree('approved', { starts: 'project' });
export const code = tree('tree', { starts: 'project' });

export const currentTask = file(TASK, {
  name: 'task',
  parse: parseTask,
  example: TASK_SHAPE,
  starts: ({ at }) => taskTemplate(at),
});
export const roadmap = file(ROADMAP, {
  name: 'roadmap',
  parse: parseRoadmap,
  example: ROADMAP_SHAPE,
  starts: ({ request, at }) => roadmapTemplate(request, seconds(at)),
});
export const plannerReport = file(PLANNER_REPORT, {
  name: 'plannerReport',
  parse: reportParser('planner'),
  example: PLANNER_REPORT_SHAPE,
  starts: ({ name }) => emptyReport('planner', 'reports', name),
});
export const executorReport = file(EXECUTOR_REPORT, {
  name: 'executorReport',
  parse: reportParser('executor'),
  example: EXECUTOR_REPORT_SHAPE,
  starts: ({ name }) => emptyReport('executor', 'tdd_cycles', name),
});
export const validatorReport = file(VALIDATOR_REPORT, {
  name: 'validatorReport',
  parse: reportParser('validator'),
  example: VALIDATOR_REPORT_SHAPE,
  starts: ({ name }) => emptyReport('validator', 'verdicts', name),
});
export const gateReport = file('artifacts/validator/gate_{item}.json', {
  name: 'gateReport',
  parse: parseGateReport,
  example: GATE_SHAPE,
});

/** Written anew by each work: what an earlier one showed proves nothing of this one. */
const byExecutor = (name: keyof typeof EXECUTOR_FILES): File<string> =>
  file(EXECUTOR_FILES[name], { name, starts: 'fresh' });
const byValidator = (name: keyof typeof VALIDATOR_FILES): File<string> =>
  file(VALIDATOR_FILES[name], { name, starts: 'fresh' });

export const redOutput = byExecutor('red');
export const greenOutput = byExecutor('green');
export const coverageDelta = byExecutor('coverageDelta');
export const executorOutputs: readonly File<string>[] = [
  ...[redOutput, greenOutput, coverageDelta, byExecutor('refactorOutput'), byExecutor('fullSuite')],
  ...[byExecutor('lintOutput'), byExecutor('typesOutput'), byExecutor('coverageOutput')],
  ...[byExecutor('mutationOutput'), byExecutor('securityOutput')],
];

export const securityScan = byValidator('securityScan');
export const mutationReport = byValidator('mutationReport');
export const validatorOutputs: readonly File<string>[] = [
  ...[securityScan, mutationReport, byValidator('accessibilityReport'), byValidator('independentTests')],
  ...[byValidator('independentLint'), byValidator('validationSummary')],
];

export const executable = fact('task.executable', { about: [currentTask, approved] });
export const released = fact('task.released', { about: [currentTask] });
export const discriminates = fact('red.discriminates', { about: [code] });
export const green = fact('tests.green', { about: [code] });
export const inScope = fact('scope.kept', { about: [code, currentTask] });
export const covered = fact('coverage.kept', { about: [code] });
export const validated = fact('validated', { about: [code] });
export const accepted = fact('approved', { about: [code] });

export const policies = settings(policy);

export const remediations = limit('remediations', policies.remediations);
export const conditionals = limit('conditionals', policies.conditionals);
export const rejections = limit('rejections', policies.rejections);
export const plansReturned = limit('plansReturned', policies.returns);
export const workReturned = limit('workReturned', policies.returns);

/** The task that is on: every step of h3a belongs to one. */
export const taskId = ({ here }: View): string => here.item ?? '';
export const goalOf = (view: View): string => view.maybe(currentTask)?.goal ?? '';

/** The branch that the run commits on. */
export const branch: Memo = memo('branch');
/** The tree that a person saw at the last gate, and what is different in the one that came after it. */
export const seenTree = (view: View): Memo => memo(`seen/${taskId(view)}`);
export const difference = (view: View): Memo => memo(`difference/${taskId(view)}`);
/** Pieces of the task's code that no test misses, as they were seen when it was handed in. */
export const untested = (view: View): Memo => memo(`untested/${taskId(view)}`);
