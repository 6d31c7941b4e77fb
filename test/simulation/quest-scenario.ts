// What may differ from quest to quest: the route, how roles end, what they get wrong, what people say.
import { LIE_NAMES, type Lie } from './quest-texts.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export const ROLES = [
  ...(['planner', 'plan-reviewer-a', 'plan-reviewer-b', 'arbiter', 'builder'] as const),
  ...(['code-reviewer-a', 'code-reviewer-b', 'review-arbiter', 'fixer'] as const),
] as const;
export type Role = (typeof ROLES)[number];

/** What a role does when it is asked for the first time. */
export type Slip =
  | 'none'
  /** Ends without the block. */
  | 'forgets'
  /** Its file says something else than its message. */
  | 'contradicts'
  /** Does not list what it hands in. */
  | 'unlisted'
  | 'asks'
  /** Once more than it may. */
  | 'asks-much'
  | 'blocked'
  | 'dies';

export type FindingKind = 'none' | 'defect' | 'trifle' | 'both';

/** Steps where people are asked, each with what they say in the end. */
export const LAST_WORDS = {
  ...{ assessing: 'proceed', refining: 'again', planStuck: 'again', presenting: 'proceed' },
  ...{ walking: 'next', gating: 'build', buildStuck: 'again', reviewStuck: 'again' },
  ...{ gatingFix: 'fix', ruling: 'accept', approving: 'commit' },
} as const;
export type PersonStep = keyof typeof LAST_WORDS;

export interface QuestScenario {
  /** A thin request is asked about first; a thinner one once more. */
  readonly route: 'workflow' | 'solo' | 'thin' | 'thinner';
  readonly by: 'message' | 'file' | 'both' | 'mixed';
  readonly slips: Readonly<Partial<Record<Role, Slip>>>;
  /** What people say before their last word, each time that they are asked. */
  readonly said: Readonly<Partial<Record<PersonStep, readonly string[]>>>;
  /** Plans up to this one are sent back. */
  readonly sentBack: number;
  /** What the builder has got wrong at first. */
  readonly lie: Lie | 'none';
  /** The fixer takes a test of the builder away at first. */
  readonly drops: boolean;
  /** What reviewers find after so many fixes. */
  readonly findings: readonly FindingKind[];
  /** The review arbiter dismisses what can wait. */
  readonly dismisses: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Sessions of agents go on with the next attempt. */
  readonly resumes: boolean;
  /** Which of two reviewers is the faster one. */
  readonly first: 'a' | 'b';
  readonly late: boolean;
  readonly large: boolean;
}

/** What the person says to the route counts more than the router. */
export const isSolo = ({ route, said, settings }: QuestScenario): boolean => {
  const chosen = settings['intake'] === 'ask' ? said.assessing?.find((word) => word !== 'cancel') : undefined;
  return (chosen ?? route) === 'solo';
};

/** What people say to this; the last part of an id is how often they were asked. */
export const wordsAt = (id: string, { said }: QuestScenario): string => {
  const step = id.slice(0, id.indexOf('.')) as PersonStep;
  return said[step]?.[Number(id.split('.').at(-1)) - 1] ?? LAST_WORDS[step];
};

/** One of two reviewers cannot go on. */
export const isReviewStuck = ({ slips }: QuestScenario): boolean =>
  ROLES.some((role) => role.includes('-reviewer-') && (slips[role] === 'blocked' || slips[role] === 'dies'));

const SLIPS: readonly Slip[] = ['forgets', 'contradicts', 'unlisted', 'asks', 'asks-much'];

/** At most one of them cannot go on: then only the order of two reviewers makes a difference. */
const drawSlips = (random: SeededRandom): QuestScenario['slips'] => {
  const slips: Partial<Record<Role, Slip>> = {};
  for (const role of ROLES) if (random.chance(0.3)) slips[role] = random.pick(SLIPS);
  if (random.chance(0.4)) slips[random.pick(ROLES)] = random.pick(['blocked', 'blocked', 'dies'] as const);
  return slips;
};

const drawSaid = (random: SeededRandom): QuestScenario['said'] => ({
  assessing: random.pick([[], [], [], ['solo'], ['workflow'], ['cancel']]),
  planStuck: random.pick([[], [], ['abandon']]),
  presenting: random.pick([[], [], ['change'], ['walk'], ['walk', 'change'], ['abandon', 'walk']]),
  walking: random.pick([[], ['back'], ['next', 'change']]),
  gating: random.pick([[], [], [], ['change'], ['abandon']]),
  buildStuck: random.pick([[], ['change'], ['abandon']]),
  reviewStuck: random.pick([[], ['abandon']]),
  gatingFix: random.pick([[], [], ['abandon']]),
  ruling: random.pick([[], ['fix'], ['replan'], ['abandon', 'fix']]),
  approving: random.pick([[], [], [], ['change'], ['abandon']]),
});

const drawSettings = (random: SeededRandom): QuestScenario['settings'] => ({
  intake: random.chance(0.7) ? 'ask' : 'high-risk',
  plan_iterations: random.pick([1, 2, 4]),
  fix_iterations: random.pick([1, 1, 2]),
  solo_fix_iterations: 1,
  auto_refine: random.chance(0.6),
  auto_build: random.chance(0.3),
  auto_fix: random.chance(0.3),
  auto_commit: random.chance(0.2),
});

/** Undisturbed ends are found once for each scenario, so there are not too many of them. */
const SCENARIOS = 100;

const FINDINGS: readonly (readonly FindingKind[])[] = [
  [],
  ['trifle'],
  ['defect'],
  ['both', 'trifle'],
  ['defect', 'both'],
  ['both', 'both', 'both'],
];

const scenarioOf = (index: number): QuestScenario => {
  const random = seededRandom(index);
  return {
    route: random.pick(['workflow', 'workflow', 'workflow', 'solo', 'solo', 'thin', 'thinner'] as const),
    by: random.pick(['message', 'file', 'both', 'mixed', 'mixed'] as const),
    slips: drawSlips(random),
    said: drawSaid(random),
    sentBack: random.pick([0, 0, 1, 1, 2]),
    lie: random.chance(0.4) ? 'none' : random.pick(LIE_NAMES),
    drops: random.chance(0.3),
    findings: random.pick(FINDINGS),
    dismisses: random.chance(0.3),
    settings: drawSettings(random),
    resumes: random.chance(0.3),
    first: 'a',
    late: random.chance(0.2),
    large: random.chance(0.2),
  };
};

export const drawScenario = (random: SeededRandom): QuestScenario => scenarioOf(random.below(SCENARIOS));

/** A bit of everything, each once. */
export const WORST: QuestScenario = {
  route: 'thin',
  by: 'mixed',
  slips: {
    ...{ planner: 'asks', 'plan-reviewer-a': 'forgets', arbiter: 'contradicts', builder: 'asks' },
    ...{ 'code-reviewer-b': 'unlisted', fixer: 'blocked' },
  },
  said: { presenting: ['walk'], walking: ['change'], ruling: ['fix'], gating: ['abandon'] },
  sentBack: 1,
  lie: 'red',
  drops: true,
  findings: ['both', 'trifle'],
  dismisses: false,
  settings: { intake: 'ask', fix_iterations: 1 },
  resumes: false,
  first: 'a',
  late: false,
  large: true,
};
