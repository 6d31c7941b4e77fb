// agentmux as it is simulated: research, a plan that is rejected, a design, coders one after the other and side by side,
// a review that fails, fixes, a change request, preferences, files that a person leaves out.
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { AGENT_ROLES } from '../../src/systems/agentmux/files/vocabulary.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import { policy } from '../../src/systems/agentmux/workflow/policy.ts';
import { actAgentmux } from './agentmux-agents.ts';
import { endOfAgentmux } from './agentmux-end.ts';
import { CHANGE, EXTRA, MESSAGE, REQUEST } from './agentmux-texts.ts';
import type { Play, PlayBook, Word } from './play.ts';

export interface AgentmuxScenario {
  /** The reviewer who passed says what it looked at, and is not asked again after a fix. */
  readonly sitsOut: boolean;
  /** Fixes until the other reviewer passes; one more than a person has to be asked for. */
  readonly fixes: 1 | 2;
  /** What the person leaves out when it approves: nothing, a file, or something that is not there. */
  readonly exclude: 'nothing' | 'file' | 'misspelt';
  /** After the change request the same topic is asked for with another question. */
  readonly asksAnew: boolean;
  /** What researchers find is too large to stand in the journal line. */
  readonly large: boolean;
}

const ROUNDS_MAX = 1;

const excluded = ({ exclude }: AgentmuxScenario): string[] =>
  exclude === 'nothing' ? [] : [exclude === 'file' ? EXTRA : 'src/four/extar'];

const answer = ({ id, ask }: WantedQuestion, scenario: AgentmuxScenario): Word => {
  if (ask.kind === 'question') return { item: id, text: 'loud' };
  if (id.startsWith('stuck.')) return { item: id, choice: 'again', text: 'once more' };
  if (id === 'completing.human.1') return { item: id, choice: 'changes', text: CHANGE };
  const exclude = id === 'completing.human.2' ? excluded(scenario) : [];
  return { item: id, choice: 'approve', text: 'fine', args: { exclude, message: MESSAGE } };
};

const play = (scenario: AgentmuxScenario): Play => ({
  workflow: agentmux,
  request: REQUEST,
  options: {
    agents: Object.fromEntries(AGENT_ROLES.map((role) => [role, 'simulated'])),
    policy: policy.parse({ tests: 'required', max_review_iterations: ROUNDS_MAX }),
    commands: ['test'],
  },
  project: { README: 'a project' },
  act: (session) => actAgentmux(session, scenario),
  answer: (question) => answer(question, scenario),
  end: (finished) => endOfAgentmux(finished, scenario),
});

export const agentmuxBook: PlayBook<AgentmuxScenario> = {
  name: 'agentmux',
  worst: { sitsOut: true, fixes: 2, exclude: 'file', asksAnew: true, large: true },
  draw: (random) => ({
    sitsOut: random.chance(0.5),
    fixes: random.chance(0.3) ? 2 : 1,
    exclude: random.pick(['nothing', 'nothing', 'file', 'misspelt'] as const),
    asksAnew: random.chance(0.5),
    large: random.chance(0.2),
  }),
  variants: (scenario) => [scenario],
  play,
};
