// h3a: planner → executor → validator → a person, task by task. Each handoff is taken on evidence, and on nobody's word.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { problemText } from '../../model/problem-text.ts';
import {
  type ArtifactSpec,
  type ContractSpec,
  defineWorkflow,
  type Item,
  type View,
  type Workflow,
} from '../../model/workflow.ts';
import { askApproval, askRuling, refuseDecision } from './approval.ts';
import { chronicle } from './chronicle.ts';
import { keptDifference, seenKey, sinceSeen } from './difference.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  PLANNER_REPORT,
  ROADMAP,
  rejectionFile,
  TASK,
  VALIDATOR_FILES,
  VALIDATOR_REPORT,
} from './files.ts';
import { type GateReport, parseGateReport } from './gate-file.ts';
import { h1Checks } from './h1.ts';
import { h2Checks } from './h2.ts';
import { h3Checks, verdictOf } from './h3.ts';
import { seconds } from './notes.ts';
import { policy, policyOf } from './policy.ts';
import { projections } from './projections.ts';
import { emptyReport, reportParser } from './report-file.ts';
import { checkOff, parseRoadmap, type Roadmap, roadmapTemplate, TASKS_MAX } from './roadmap-file.ts';
import { parseTask, type Task } from './task-file.ts';
import {
  EXECUTOR_REPORT_SHAPE,
  GATE_SHAPE,
  PLANNER_REPORT_SHAPE,
  ROADMAP_SHAPE,
  TASK_SHAPE,
  taskTemplate,
  VALIDATOR_REPORT_SHAPE,
} from './templates.ts';

type AnyContract = ContractSpec<string, string, string>;

/** The roadmap says what there is to do. The one that lies there at the start has one task, whose planner writes the others. */
const tasksOf = (view: View): readonly Item[] =>
  ((view.value('roadmap') as Roadmap | undefined)?.tasks ?? []).map(({ id }) => ({
    key: id,
    inputs: { task_id: id },
  }));

const gateKey = (gate: string): string => gate.replace('.', '-');

const gatesOf = (view: View): readonly Item[] =>
  policyOf(view, 'gates').map((gate) => ({ key: gateKey(gate), inputs: { gate } }));

const goalOf = (view: View): string => (view.value('task') as Task | undefined)?.goal ?? '';

const remarkText = (view: View): string =>
  view.remark === undefined || view.remark === '' ? '' : `\n\nA person said:\n\n${view.remark}`;

const filesIn = <K extends string>(files: Readonly<Record<K, string>>): Readonly<Record<K, ArtifactSpec>> =>
  Object.fromEntries(
    Object.entries(files).map(([name, path]) => [name, { path, kind: 'file', fresh: true }]),
  ) as unknown as Record<K, ArtifactSpec>;

const EXECUTOR_ARTIFACTS = Object.keys(EXECUTOR_FILES) as (keyof typeof EXECUTOR_FILES)[];
const VALIDATOR_ARTIFACTS = Object.keys(VALIDATOR_FILES) as (keyof typeof VALIDATOR_FILES)[];

const summary = z.object({
  summary: z.string().max(2_000).optional().describe('One or two sentences about what was done.'),
});

const told: NonNullable<ContractSpec<'human', string, string>['onRejection']> = {
  to: 'human',
  says: ({ assignment, view }, rejection) =>
    [
      `${assignment.contract} of ${view.scope ?? ''} was rejected; ${assignment.role} has been asked to mend it. See ${rejectionFile(assignment.contract)}.`,
      ...rejection.problems.slice(0, 5).map(problemText),
      'What you answer is passed on to the sender. It does not make the handoff an accepted one.',
    ].join('\n'),
};

/** As the initialiser of H3A names runs: the time, and an id in the form of a random one. */
const runName = (request: string, at: string): string => {
  const time = at.replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const hex = createHash('sha256').update(`${at} ${request}`).digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${time}-${id}`;
};

const contracts = {
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
      `The request:\n\n${view.request}\n\nPlan the task ${view.scope ?? ''}: the next unchecked one of ${ROADMAP}, which you write or carry on.${remarkText(view)}`,
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
    outcomes: { done: { guarantees: ['red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'] } },
    checks: h2Checks,
    observes: sinceSeen,
    keeps: keptDifference,
    onRejection: told,
    asks: (view) =>
      `The task ${view.scope ?? ''}: ${goalOf(view)}\n\nIt is in ${TASK}. Write the failing test first, keep its output, then make it pass.${view.visit > 1 ? `\n\nThis is round ${view.visit}: mend what remediation_plan in ${VALIDATOR_REPORT} and what people say name.` : ''}${remarkText(view)}`,
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
    assumes: ['task.executable', 'red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'],
    outcomes: {
      pass: { guarantees: ['validated'] },
      pass_with_notes: { guarantees: ['validated'] },
      needs_remediation: { guarantees: [] },
      fail: { guarantees: [] },
      escalation: { guarantees: [] },
    },
    outcome: verdictOf,
    checks: h3Checks,
    onRejection: told,
    asks: (view) =>
      `Validate the task ${view.scope ?? ''}: ${goalOf(view)}\n\nRun the commands yourself; the executor's word does not count. Its report is ${EXECUTOR_REPORT}.${remarkText(view)}`,
  },
  gate: {
    from: ['validator'],
    tool: 'submit_gate',
    says: 'A gate of the project, looked at.',
    reads: { task: 'required', tree: 'required' },
    produces: ['gateReport'],
    worksIn: 'tree',
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
      branch: `baton/${view.run}`,
      message: `${view.scope ?? ''}: ${goalOf(view)}\n`,
      into: 'approved',
    }),
  },
} as const satisfies Record<string, AnyContract>;

export const h3a: Workflow = defineWorkflow({
  name: 'h3a',
  version: 1,
  says: 'A planner plans, an executor implements test-first, a validator validates, a person approves: task by task, on evidence.',
  directory: 'runs',
  first: 'task',
  roles: {
    planner: {
      mayWrite: ['task', 'roadmap', 'plannerReport'],
      brief: 'You plan one task at a time, small enough to be measured. You do not change code.',
    },
    executor: {
      mayWrite: ['tree', 'executorReport', ...EXECUTOR_ARTIFACTS],
      brief: 'You implement one task, test first, in your working tree, and keep what shows it.',
    },
    validator: {
      mayWrite: ['validatorReport', 'gateReport', ...VALIDATOR_ARTIFACTS],
      brief: 'You validate what was done. You run and read; you do not change code.',
    },
    human: { mayWrite: [], kind: 'human' },
    engine: { mayWrite: ['approved', 'roadmap'], kind: 'engine' },
  },
  artifacts: {
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
  },
  facts: {
    'task.executable': { about: ['task', 'approved'] },
    'task.released': { about: ['task'] },
    'red.discriminates': { about: ['tree'] },
    'tests.green': { about: ['tree'] },
    'scope.kept': { about: ['tree', 'task'] },
    'coverage.kept': { about: ['tree'] },
    validated: { about: ['tree'] },
    approved: { about: ['tree'] },
  },
  contracts,
  phases: {
    G0: { work: [{ role: 'planner', contract: 'H1' }], routes: [{ when: { all: 'ready' }, to: 'bridging' }] },
    bridging: {
      work: [],
      routes: [
        {
          when: { guard: (view) => policyOf(view, 'bridge_h1') === 'person', says: 'a person bridges H1' },
          to: 'bridge',
        },
        { when: { otherwise: true }, to: 'G1' },
      ],
    },
    bridge: {
      work: [{ role: 'human', contract: 'bridge' }],
      routes: [
        { when: { all: 'go' }, to: 'G1' },
        { when: { all: 'back' }, to: 'G0' },
      ],
    },
    G1: { work: [{ role: 'executor', contract: 'H2' }], routes: [{ when: { all: 'done' }, to: 'G2' }] },
    G2: {
      work: [{ role: 'validator', contract: 'H3' }],
      routes: [
        { when: { all: 'pass' }, to: 'gates' },
        { when: { all: 'pass_with_notes' }, to: 'gates' },
        { when: { any: 'needs_remediation' }, to: 'G1', counts: 'remediations' },
        { when: { any: 'fail' }, to: 'G1', counts: 'remediations' },
        { when: { any: 'escalation' }, to: 'escalated' },
      ],
    },
    gates: {
      work: [],
      routes: [
        {
          when: {
            guard: (view) => policyOf(view, 'gates').length > 0,
            says: 'the project has gates of its own',
          },
          to: 'custom',
        },
        { when: { otherwise: true }, to: 'G3' },
      ],
    },
    custom: {
      work: [{ role: 'validator', contract: 'gate', over: { items: gatesOf, min: 1, max: 8 } }],
      routes: [
        { when: { all: 'pass' }, to: 'G3' },
        { when: { any: 'fail' }, to: 'G1', counts: 'remediations' },
      ],
    },
    G3: {
      work: [{ role: 'human', contract: 'G3' }],
      routes: [
        { when: { all: 'approve' }, to: 'committing' },
        { when: { all: 'conditional' }, to: 'G1', counts: 'conditionals' },
        { when: { all: 'reject' }, to: 'G1', counts: 'rejections' },
      ],
    },
    escalated: {
      work: [{ role: 'human', contract: 'ruling' }],
      routes: [
        { when: { all: 'executor' }, to: 'G1' },
        { when: { all: 'planner' }, to: 'G0' },
        { when: { all: 'validator' }, to: 'G2' },
        { when: { all: 'abort' }, to: 'end', as: 'cancelled' },
      ],
    },
    committing: {
      work: [{ role: 'engine', contract: 'commit' }],
      routes: [{ when: { all: 'committed' }, to: 'end' }],
    },
  },
  limits: {
    remediations: { max: { policy: 'remediations' }, per: 'item', atLimit: 'escalated', resetBy: 'human' },
    conditionals: { max: { policy: 'conditionals' }, per: 'item', atLimit: 'escalated', resetBy: 'human' },
    rejections: { max: { policy: 'rejections' }, per: 'item', atLimit: 'escalated', resetBy: 'human' },
  },
  requests: {
    submit_blocked: {
      by: ['executor'],
      in: ['G1'],
      to: 'human',
      says: 'The task cannot be done as it is: say what blocks it. A person answers, and you go on.',
      args: z.object({
        blocked_by: z
          .array(z.string().min(1).max(500))
          .min(1)
          .max(20)
          .describe('What blocks the task, one text each.'),
        reason: z.string().max(4_000).optional().describe('What you tried, and what would help.'),
      }),
      text: (args) =>
        `Blocked: ${(args['blocked_by'] as string[]).join('; ')}${typeof args['reason'] === 'string' ? `\n${args['reason']}` : ''}`,
      max: 5,
      parks: true,
    },
    ask: {
      by: ['planner', 'executor', 'validator'],
      in: ['G0', 'G1', 'G2'],
      to: 'human',
      says: 'A question to the person who asked for this work. Ask only what you cannot find out or decide yourself.',
      max: 5,
      parks: true,
    },
  },
  scopes: {
    task: {
      items: tasksOf,
      min: 1,
      max: TASKS_MAX,
      order: 'sequential',
      phases: ['G0', 'bridging', 'bridge', 'G1', 'G2', 'gates', 'custom', 'G3', 'escalated', 'committing'],
      first: 'G0',
      then: 'end',
      grows: true,
    },
  },
  policy,
  runName,
  projections,
  owns: ['artifacts/escalation/*'],
  chronicle,
});
