// h3a: planner → executor → validator → a person, task by task. Each handoff is taken on evidence, and on nobody's word.
import { createHash } from 'node:crypto';
import { put } from '../../../authoring/accepted.ts';
import { commit } from '../../../authoring/actions.ts';
import { guard, scope } from '../../../authoring/flow.ts';
import { engine, fork } from '../../../authoring/step.ts';
import { workflow } from '../../../authoring/workflow.ts';
import { checkOff, TASKS_MAX } from '../files/roadmap-file.ts';
import { executing, gating, planning, validating } from './agent-steps.ts';
import { chronicle } from './chronicle.ts';
import { seconds } from './notes.ts';
import {
  accepted,
  approved,
  code,
  conditionals,
  goalOf,
  green,
  plansReturned,
  policies,
  rejections,
  remediations,
  roadmap,
  taskId,
  validated,
  workReturned,
} from './nouns.ts';
import { approving, bridge, bridgeH2, bridgeH3, disputed, escalated } from './person-steps.ts';
import { projections } from './projections.ts';

/** As the initialiser of H3A names runs: the time, and an id in the form of a random one. */
const runName = (request: string, at: string): string => {
  const time = at.replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const hex = createHash('sha256').update(`${at} ${request}`).digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${time}-${id}`;
};

/** Whether the project wants a person between: never instead of the evidence, which has been taken by then. */
const bridgedBy = (name: 'bridge_h1' | 'bridge_h2' | 'bridge_h3', id: string) =>
  guard(`a person bridges ${id}`, (view) => view.setting(policies[name]) === 'person');

const hasGates = guard('the project has gates of its own', (view) => view.setting(policies.gates).length > 0);

const committing = engine(
  commit(code, {
    message: (view) => `${taskId(view)}: ${goalOf(view)}\n`,
    after: 'last-commit',
    into: approved,
  }),
  {
    contract: 'commit',
    says: 'The approved task, committed on the branch of the run and checked off.',
    reads: [roadmap],
    assumes: [accepted, validated, green],
    onAccepted: {
      writes: [roadmap],
      files: ({ view }) => [put(roadmap, checkOff(view.text(roadmap), taskId(view), seconds(view.run.at)))],
    },
  },
);

const task = scope({
  // The roadmap says what there is to do. The one that lies there at the start has one task, whose planner writes the others.
  items: (view) => (view.maybe(roadmap)?.tasks ?? []).map(({ id }) => ({ key: id, task_id: id })),
  max: TASKS_MAX,
  grows: true,
  steps: {
    G0: planning,
    bridging: fork(),
    bridge,
    G1: executing,
    bridgingH2: fork(),
    bridgeH2,
    G2: validating,
    bridgingH3: fork(),
    bridgeH3,
    gates: fork(),
    custom: gating,
    G3: approving,
    escalated,
    disputed,
    committing,
  },
  flow: {
    G0: 'bridging',
    bridging: { if: bridgedBy('bridge_h1', 'H1'), to: 'bridge', else: 'G1' },
    bridge: { go: 'G1', back: 'G0' },
    G1: { done: 'bridgingH2', reject: { to: 'G0', max: plansReturned, then: 'disputed' } },
    bridgingH2: { if: bridgedBy('bridge_h2', 'H2'), to: 'bridgeH2', else: 'G2' },
    bridgeH2: { go: 'G2', back: 'G1' },
    G2: {
      pass: 'bridgingH3',
      pass_with_notes: 'bridgingH3',
      needs_remediation: { to: 'G1', max: remediations, then: 'escalated' },
      fail: { to: 'G1', max: remediations, then: 'escalated' },
      escalation: 'escalated',
      reject: { to: 'G1', max: workReturned, then: 'escalated' },
    },
    bridgingH3: { if: bridgedBy('bridge_h3', 'H3'), to: 'bridgeH3', else: 'gates' },
    bridgeH3: { go: 'gates', back: 'G2' },
    gates: { if: hasGates, to: 'custom', else: 'G3' },
    custom: { all: { pass: 'G3' }, any: { fail: { to: 'G1', max: remediations, then: 'escalated' } } },
    G3: {
      approve: 'committing',
      conditional: { to: 'G1', max: conditionals, then: 'escalated' },
      reject: { to: 'G1', max: rejections, then: 'escalated' },
    },
    escalated: { executor: 'G1', planner: 'G0', validator: 'G2', abort: 'cancelled' },
    disputed: { executor: 'G1', planner: 'G0', abort: 'cancelled' },
    committing: 'end',
  },
});

export const h3a = workflow('h3a', {
  says: 'A planner plans, an executor implements test-first, a validator validates, a person approves: task by task, on evidence.',
  directory: 'runs',
  questions: 5,
  settings: policies,
  steps: { task },
  flow: { task: 'end' },
  runName,
  projections,
  chronicle,
});
