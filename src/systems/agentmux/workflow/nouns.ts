// The nouns of agentmux: who works, what is handed over, and what is known about it.
import { fact, file, memo, type Role, role, settings, tree } from '../../../model/workflow/handles.ts';
import { limit } from '../../../model/workflow/limit.ts';
import { PLAN_SHAPE, parseHandedInPlan } from '../files/plan-file.ts';
import { initialRequirements } from '../files/requirements-file.ts';
import { parseReview, REVIEW_SHAPE } from '../files/review-file.ts';
import { type AgentRole, REVIEWERS } from '../files/vocabulary.ts';
import { parseWords } from '../files/words-file.ts';
import { policy } from './policy.ts';

export const set = settings(policy);

/** Its brief is its template. */
const played = (name: AgentRole, more: Pick<Role, 'optional' | 'web'> = {}): Role =>
  role(name, undefined, more);

export const productManager = played('product-manager', { optional: set.product_manager });
export const architect = played('architect');
export const codeResearcher = played('code-researcher');
export const webResearcher = played('web-researcher', { web: true });
export const planner = played('planner');
export const designer = played('designer', { optional: true });
export const coder = played('coder');
export const reviewers: readonly Role[] = REVIEWERS.map((name) => played(name));

export const project = tree('tree', { starts: 'project' });
export const requirements = file('requirements.md', {
  starts: ({ request }) => initialRequirements(request),
});
export const architecture = file('02_architecting/architecture.md', { parse: parseWords });
export const researchRequest = file('03_research/{item}/request.md', { name: 'researchRequest' });
export const research = file('03_research/{item}/summary.md', {
  name: 'research',
  starts: 'fresh',
  parse: parseWords,
});
export const researchDetail = file('03_research/{item}/detail.md', { name: 'researchDetail' });
export const plan = file('04_planning/plan.yaml', { parse: parseHandedInPlan, example: PLAN_SHAPE });
export const round = file('04_planning/round.json');
export const design = file('05_design/design.md', { starts: 'fresh', parse: parseWords });
export const work = tree('work', { each: true });
export const review = file('07_review/review_{item}.yaml', {
  starts: 'fresh',
  parse: parseReview,
  example: REVIEW_SHAPE,
  // Whoever names no role has written the one file that a lone reviewer writes.
  alias: { path: '07_review/review.yaml', when: (args) => args['role'] === undefined },
});
export const archive = file('07_review/review_{item}.md', { name: 'archive' });
export const summary = file('08_completion/summary.md', { starts: 'fresh', parse: parseWords });
export const approval = file('08_completion/approval.json');
export const changes = file('08_completion/changes.md');

export const requirementsClear = fact('requirements.clear', { about: [requirements] });
export const architectureWritten = fact('architecture.written', { about: [architecture] });
export const researchAnswered = fact('research.answered', { about: [research] });
export const planValid = fact('plan.valid', { about: [plan] });
export const designWritten = fact('design.written', { about: [design] });
export const workDone = fact('work.done', { about: [work, round] });
export const treeMerged = fact('tree.merged', { about: [project] });
export const reviewPassed = fact('review.passed', { about: [project] });
export const summaryWritten = fact('summary.written', { about: [summary, project] });
export const treeApproved = fact('tree.approved', { about: [project, summary] });

export const fixes = limit('fixes', set.max_review_iterations);

/** Whom the architect nominated, by name. */
export const nominations = memo('reviewer_nominations');
/** The branch of the last commit. */
export const branch = memo('branch');
/** Why nothing could be left out. */
export const excludeProblem = memo('excludeProblem');
/** What was listed when a sub-plan, or a fix of the whole, was accepted. */
export const listed = (item: string) => memo(`listed/${item}`);
