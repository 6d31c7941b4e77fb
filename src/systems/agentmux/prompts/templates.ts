// All prompt templates of agentmux by name, with the values that each may use. A project adds to one with a
// text of its own in .agentmux/prompts/<name>.md; that text may use the same placeholders.
import { CHANGE } from './change.ts';
import { CODER, CODER_WHOLE, FIX } from './coders.ts';
import { ARCHITECT, DESIGNER, PLANNER, PRODUCT_MANAGER } from './deciding-agents.ts';
import { CODE_RESEARCHER, WEB_RESEARCHER } from './researchers.ts';
import { REVIEW_FOLLOWUP, REVIEWER_EXPERT, REVIEWER_LOGIC, REVIEWER_QUALITY, SUMMARY } from './reviewers.ts';

/** Every placeholder and what its value is. "Section": with its heading, or empty. */
export const PLACEHOLDERS = {
  run_directory: 'the absolute path of the run directory',
  working_directory: "the absolute path of the role's working tree",
  role: 'the role, such as "planner"',
  tool: 'the tool that hands the work in',
  assignment_id: 'the id of the assignment',
  request: 'what the person asked for when the run began',
  hand_in: 'how the work is handed in, and how the verdict is waited for',
  rejected: 'section: what was rejected before in this assignment',
  answers: 'section: the questions of this assignment and their answers',
  checks: 'section: the clauses that are checked, where no contract fragment lists them',
  research_handoff: 'section: research that is finished',
  user_ask_tool: "the tool that puts a question to the person: `ask`, or one of the agent's own",
  subplan_index: 'the number of the sub-plan',
  plan_file: 'the sub-plan, relative to the run directory',
  tasks_file: 'its tasks, relative to the run directory',
  plans_section: 'all sub-plans with their tasks, as file blocks',
  completion_instruction: 'the calls that end the work, as one sentence',
  fix_round: 'the number of the repair round, from 1',
  review_role: 'the role of the reviewer, such as "reviewer_logic"',
  review_file: 'the review, relative to the run directory',
  review_iteration: 'the number of the review round, from 1',
  listed: 'what Baton lists of tests that were dropped or rewritten',
  topic: 'the topic of the research',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

export interface PromptTemplate {
  readonly source: string;
  /** The values that must be given; the template and the project's text may use these and no others. */
  readonly placeholders: readonly Placeholder[];
}

const ALWAYS = [
  'run_directory',
  'working_directory',
  'role',
  'tool',
  'assignment_id',
  'request',
  'hand_in',
  'rejected',
  'answers',
] as const;

const using = (source: string, ...own: Placeholder[]): PromptTemplate => ({
  source,
  placeholders: [...ALWAYS, ...own],
});

const reviewing = (source: string): PromptTemplate =>
  using(source, 'user_ask_tool', 'review_role', 'review_file', 'review_iteration', 'listed');

export const TEMPLATES: Readonly<Record<string, PromptTemplate>> = {
  'agents/product-manager': using(PRODUCT_MANAGER, 'user_ask_tool', 'research_handoff', 'checks'),
  'agents/architect': using(ARCHITECT, 'user_ask_tool', 'research_handoff'),
  'agents/planner': using(PLANNER, 'user_ask_tool', 'research_handoff'),
  'agents/designer': using(DESIGNER, 'user_ask_tool', 'research_handoff', 'checks'),
  'agents/coder': using(
    CODER,
    'user_ask_tool',
    'research_handoff',
    'checks',
    'subplan_index',
    'plan_file',
    'tasks_file',
  ),
  'agents/reviewer_logic': reviewing(REVIEWER_LOGIC),
  'agents/reviewer_quality': reviewing(REVIEWER_QUALITY),
  'agents/reviewer_expert': reviewing(REVIEWER_EXPERT),
  'agents/code-researcher': using(CODE_RESEARCHER, 'checks', 'topic'),
  'agents/web-researcher': using(WEB_RESEARCHER, 'checks', 'topic'),
  'commands/coder_whole': using(
    CODER_WHOLE,
    'user_ask_tool',
    'research_handoff',
    'checks',
    'plans_section',
    'completion_instruction',
  ),
  'commands/fix': using(FIX, 'user_ask_tool', 'checks', 'fix_round', 'completion_instruction'),
  'commands/change': using(CHANGE, 'user_ask_tool', 'research_handoff'),
  'commands/review_followup': reviewing(REVIEW_FOLLOWUP),
  'commands/summary': using(SUMMARY, 'checks'),
};
