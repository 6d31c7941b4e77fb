// h3a: planner → executor → validator → a person, task by task. Each handoff is taken on evidence, and on nobody's word.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { View } from '../../model/view.ts';
import { defineWorkflow, type Item, type Workflow } from '../../model/workflow.ts';
import { artifacts, EXECUTOR_ARTIFACTS, VALIDATOR_ARTIFACTS } from './artifacts.ts';
import { chronicle } from './chronicle.ts';
import { contracts } from './contracts.ts';
import { policy, policyOf } from './policy.ts';
import { projections } from './projections.ts';
import { type Roadmap, TASKS_MAX } from './roadmap-file.ts';

/** The roadmap says what there is to do. The one that lies there at the start has one task, whose planner writes the others. */
const tasksOf = (view: View): readonly Item[] =>
  ((view.value('roadmap') as Roadmap | undefined)?.tasks ?? []).map(({ id }) => ({
    key: id,
    inputs: { task_id: id },
  }));

const gateKey = (gate: string): string => gate.replace('.', '-');

const gatesOf = (view: View): readonly Item[] =>
  policyOf(view, 'gates').map((gate) => ({ key: gateKey(gate), inputs: { gate } }));

/** As the initialiser of H3A names runs: the time, and an id in the form of a random one. */
const runName = (request: string, at: string): string => {
  const time = at.replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const hex = createHash('sha256').update(`${at} ${request}`).digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${time}-${id}`;
};

/** Whether the project wants a person between: never instead of the evidence, which has been taken by then. */
const bridgedBy = (name: 'bridge_h1' | 'bridge_h2' | 'bridge_h3', id: string) => ({
  guard: (view: View): boolean => policyOf(view, name) === 'person',
  says: `a person bridges ${id}`,
});

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
  artifacts,
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
        { when: bridgedBy('bridge_h1', 'H1'), to: 'bridge' },
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
    G1: {
      work: [{ role: 'executor', contract: 'H2' }],
      routes: [
        { when: { all: 'done' }, to: 'bridgingH2' },
        { when: { any: 'reject' }, to: 'G0', counts: 'plansReturned' },
      ],
    },
    bridgingH2: {
      work: [],
      routes: [
        { when: bridgedBy('bridge_h2', 'H2'), to: 'bridgeH2' },
        { when: { otherwise: true }, to: 'G2' },
      ],
    },
    bridgeH2: {
      work: [{ role: 'human', contract: 'bridgeH2' }],
      routes: [
        { when: { all: 'go' }, to: 'G2' },
        { when: { all: 'back' }, to: 'G1' },
      ],
    },
    G2: {
      work: [{ role: 'validator', contract: 'H3' }],
      routes: [
        { when: { all: 'pass' }, to: 'bridgingH3' },
        { when: { all: 'pass_with_notes' }, to: 'bridgingH3' },
        { when: { any: 'needs_remediation' }, to: 'G1', counts: 'remediations' },
        { when: { any: 'fail' }, to: 'G1', counts: 'remediations' },
        { when: { any: 'escalation' }, to: 'escalated' },
        { when: { any: 'reject' }, to: 'G1', counts: 'workReturned' },
      ],
    },
    bridgingH3: {
      work: [],
      routes: [
        { when: bridgedBy('bridge_h3', 'H3'), to: 'bridgeH3' },
        { when: { otherwise: true }, to: 'gates' },
      ],
    },
    bridgeH3: {
      work: [{ role: 'human', contract: 'bridgeH3' }],
      routes: [
        { when: { all: 'go' }, to: 'gates' },
        { when: { all: 'back' }, to: 'G2' },
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
    disputed: {
      work: [{ role: 'human', contract: 'dispute' }],
      routes: [
        { when: { all: 'executor' }, to: 'G1' },
        { when: { all: 'planner' }, to: 'G0' },
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
    plansReturned: { max: { policy: 'returns' }, per: 'item', atLimit: 'disputed', resetBy: 'human' },
    workReturned: { max: { policy: 'returns' }, per: 'item', atLimit: 'escalated', resetBy: 'human' },
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
      phases: [
        ...([
          'G0',
          'bridging',
          'bridge',
          'G1',
          'bridgingH2',
          'bridgeH2',
          'G2',
          'bridgingH3',
          'bridgeH3',
        ] as const),
        ...(['gates', 'custom', 'G3', 'escalated', 'disputed', 'committing'] as const),
      ],
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
