// h3a as it is simulated: plans that are vague or cannot be read, executors that lie or are blocked, validators that send
// back, escalate, or miscount, gates of the project, people who answer late, approve, set conditions and reject.

import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import type { Verdict } from '../../src/systems/h3a/handoff/vocabulary.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { policy } from '../../src/systems/h3a/workflow/policy.ts';
import { actH3a } from './h3a-agents.ts';
import { endOfH3a } from './h3a-end.ts';
import { CHANGE, GATE, LIES, type Lie, LOUDNESS, PROJECT, RELAXED, REQUEST, RULING } from './h3a-texts.ts';
import type { Play, PlayBook, Word } from './play.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export type Ruling = 'executor' | 'planner' | 'validator' | 'abort';

export interface TaskStory {
  /** What the planner hands in first. */
  readonly plan: 'clear' | 'vague' | 'malformed';
  /** What the executor hands in first. */
  readonly lie: Lie | 'none';
  readonly blocked: boolean;
  /** Of the validator, round by round; after them it passes. */
  readonly verdicts: readonly Verdict[];
  readonly passesWithNotes: boolean;
  /** The validator's first report claims other numbers than there are. */
  readonly misreports: boolean;
  /** Of the person at an escalation, each time. */
  readonly rulings: readonly Ruling[];
  /** With its ruling the person lets later changes be larger. */
  readonly relaxes: boolean;
  /** Of the person at the last gate, each time; after them it approves. */
  readonly decisions: readonly ('conditional' | 'reject')[];
}

export interface H3aScenario {
  readonly tasks: readonly TaskStory[];
  /** Whether a person lets plans go on, and sends the first one back. */
  readonly bridge: 'auto' | 'person' | 'back';
  /** A gate of the project, which passes, or fails at first. */
  readonly gate: 'none' | 'passes' | 'fails';
  /** People take longer than an attempt may. */
  readonly late: boolean;
  /** What the executor keeps is too large to stand in the journal line. */
  readonly large: boolean;
}

const LATE_MS = 25 * 60_000;

/** The last part of an id is the round, the one before it the task. */
const placeOf = (id: string): { task: number; round: number } => {
  const parts = id.split('.');
  return { task: Number(parts.at(-2)?.at(-1)), round: Number(parts.at(-1)) };
};

const answer = ({ id, ask, notice }: WantedQuestion, { tasks, bridge }: H3aScenario): Word => {
  if (notice) return { item: id, text: 'have another look at it' };
  if (ask.kind === 'question') return { item: id, text: LOUDNESS };
  const { task, round } = placeOf(id);
  const story = tasks[task - 1]!;
  if (id.startsWith('bridge.'))
    return {
      item: id,
      choice: bridge === 'back' && task === 1 && round === 1 ? 'back' : 'go',
      text: 'so be it',
    };
  if (id.startsWith('escalated.')) {
    const args = story.relaxes ? { policy: { lines: RELAXED } } : {};
    return { item: id, choice: story.rulings[round - 1] ?? 'executor', text: RULING, args };
  }
  const decision = story.decisions[round - 1] ?? 'approve';
  return { item: id, choice: decision, text: decision === 'approve' ? 'fine' : CHANGE };
};

const play = (scenario: H3aScenario): Play => ({
  workflow: h3a,
  request: REQUEST,
  options: {
    agents: { planner: 'simulated', executor: 'simulated', validator: 'simulated' },
    policy: policy.parse({
      bridge_h1: scenario.bridge === 'auto' ? 'auto' : 'person',
      gates: scenario.gate === 'none' ? [] : [GATE],
    }),
    commands: ['test', 'coverage', 'lint'],
    waived: { types: { why: 'none' }, mutation: { why: 'none' }, security: { why: 'none' } },
    commandLines: { test: 'simulated tests' },
  },
  project: PROJECT,
  commits: scenario.tasks.length,
  // The roadmap says when each task was done.
  timed: ['roadmap'],
  ...(scenario.late ? { thinkingMs: LATE_MS } : {}),
  act: (session) => actH3a(session, scenario),
  answer: (question) => answer(question, scenario),
  end: (finished) => endOfH3a(finished, scenario),
});

const drawTask = (random: SeededRandom): TaskStory => ({
  plan: random.pick(['clear', 'clear', 'vague', 'malformed'] as const),
  lie: random.chance(0.3) ? 'none' : random.pick(Object.keys(LIES) as Lie[]),
  blocked: random.chance(0.25),
  verdicts: random.pick<readonly Verdict[]>([
    [],
    [],
    ['needs_remediation'],
    ['fail'],
    ['escalation'],
    ['needs_remediation', 'fail'],
    ['fail', 'needs_remediation', 'escalation'],
  ]),
  passesWithNotes: random.chance(0.3),
  misreports: random.chance(0.25),
  rulings: random.pick<readonly Ruling[]>([
    ['executor'],
    ['planner'],
    ['validator'],
    ['abort', 'executor'],
    ['validator', 'abort', 'planner'],
  ]),
  relaxes: random.chance(0.5),
  decisions: random.pick<readonly ('conditional' | 'reject')[]>([
    [],
    [],
    ['conditional'],
    ['reject'],
    ['reject', 'conditional'],
  ]),
});

/** Undisturbed ends are found once for each scenario, so there are not too many of them. */
const SCENARIOS = 100;

const scenarioOf = (index: number): H3aScenario => {
  const random = seededRandom(index);
  return {
    tasks: Array.from({ length: random.chance(0.25) ? 3 : 2 }, () => drawTask(random)),
    bridge: random.pick(['auto', 'auto', 'person', 'back'] as const),
    gate: random.pick(['none', 'none', 'passes', 'fails'] as const),
    late: random.chance(0.2),
    large: random.chance(0.2),
  };
};

const CLEAN: TaskStory = {
  plan: 'clear',
  lie: 'none',
  blocked: false,
  verdicts: [],
  passesWithNotes: false,
  misreports: false,
  rulings: [],
  relaxes: true,
  decisions: [],
};

export const h3aBook: PlayBook<H3aScenario> = {
  name: 'h3a',
  worst: {
    tasks: [
      { ...CLEAN, plan: 'vague', lie: 'red', verdicts: ['needs_remediation', 'fail'], rulings: ['planner'] },
      { ...CLEAN, lie: 'outside', blocked: true, misreports: true, decisions: ['conditional'] },
    ],
    bridge: 'person',
    gate: 'fails',
    late: false,
    large: true,
  },
  draw: (random) => scenarioOf(random.below(SCENARIOS)),
  variants: (scenario) => [scenario],
  play,
};
