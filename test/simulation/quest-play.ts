// quest as it is simulated: thin requests, plans that are sent back, endings that cannot be read, contradict each other, ask or
// are blocked, builders that lie, findings, fixes, people who walk through the plan, change their mind and give up.
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { GIVE_UP } from '../../src/model/workflow/names.ts';
import { policy } from '../../src/systems/quest/workflow/policy.ts';
import { quest } from '../../src/systems/quest/workflow/quest.ts';
import type { Play, PlayBook, Word } from './play.ts';
import { actQuest } from './quest-agents.ts';
import { endOfQuest } from './quest-end.ts';
import { drawScenario, isReviewStuck, type QuestScenario, ROLES, WORST, wordsAt } from './quest-scenario.ts';
import { ANSWER, CHANGE, PROJECT, REASON, REQUEST } from './quest-texts.ts';

const LATE_MS = 25 * 60_000;
/** Whoever fails three times is given up, and then the quest takes another way. */
const ACCIDENTS_MAX = 1;

/** Nobody makes the same mistake so often by accident. */
const PAGES_MAX = 3;
const isHopeless = (id: string): boolean => Number(id.split('-').at(-1)) > PAGES_MAX;

const answer = ({ id, ask, page }: WantedQuestion, scenario: QuestScenario): Word => {
  if (page) return { item: id, text: 'Try once more.', ...(isHopeless(id) ? { choice: GIVE_UP } : {}) };
  if (ask.kind === 'question') return { item: id, text: ANSWER };
  const choice = wordsAt(id, scenario);
  return { item: id, choice, text: choice === 'change' || choice === 'replan' ? CHANGE : REASON };
};

/** More rounds of planning than any quest here has. */
const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const play = (scenario: QuestScenario): Play => ({
  workflow: quest,
  request: REQUEST,
  options: {
    agents: Object.fromEntries(['router', 'questioner', ...ROLES].map((role) => [role, 'simulated'])),
    policy: policy.parse(scenario.settings),
    commands: ['test'],
  },
  project: PROJECT,
  // The change, and the journal on top of it.
  commits: 2,
  // Backlogs say when they were made.
  timed: [
    ...['planBacklog', 'reviewBacklog'],
    // The manifest of a sealed round has the digest of its backlog.
    ...ROUNDS.flatMap((round) =>
      ['review_backlog.json', 'snapshot.json', 'snapshot.sha256'].map(
        (name) => `sealedRounds/iteration-000${round}/${name}`,
      ),
    ),
  ],
  accidentsMax: ACCIDENTS_MAX,
  ...(scenario.late ? { thinkingMs: LATE_MS } : {}),
  act: (session) => actQuest(session, scenario),
  answer: (question) => answer(question, scenario),
  end: (finished) => endOfQuest(finished, scenario),
});

export const questBook: PlayBook<QuestScenario> = {
  name: 'quest',
  worst: WORST,
  draw: drawScenario,
  // Where one reviewer cannot go on, the other was heard before or not.
  variants: (scenario) =>
    isReviewStuck(scenario) ? (['a', 'b'] as const).map((first) => ({ ...scenario, first })) : [scenario],
  play,
};
