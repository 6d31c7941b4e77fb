// The nouns of agentmux: who works, what is handed over, and what is known about it.
import type { ArtifactSpec, FactSpec, RoleSpec } from '../../model/workflow.ts';
import { PLAN_SHAPE, parsePlan } from './plan-file.ts';
import { initialRequirements } from './requirements-file.ts';
import { parseReview, REVIEW_SHAPE } from './review-file.ts';
import { parseWords } from './words-file.ts';

export const REVIEWERS = ['reviewer_logic', 'reviewer_quality', 'reviewer_expert'] as const;
export type Reviewer = (typeof REVIEWERS)[number];

/** Who reviews when the architect nominates nobody. */
export const DEFAULT_REVIEWER: Reviewer = 'reviewer_logic';

export const isReviewer = (role: unknown): role is Reviewer =>
  REVIEWERS.some((reviewer) => reviewer === role);

export const artifacts = {
  tree: { path: '.', kind: 'tree', given: true },
  requirements: { path: 'requirements.md', kind: 'file', given: initialRequirements },
  architecture: { path: '02_architecting/architecture.md', kind: 'file', parse: parseWords },
  researchRequest: { path: '03_research/{item}/request.md', kind: 'file', each: true },
  research: {
    path: '03_research/{item}/summary.md',
    kind: 'file',
    each: true,
    fresh: true,
    parse: parseWords,
  },
  researchDetail: { path: '03_research/{item}/detail.md', kind: 'file', each: true },
  plan: { path: '04_planning/plan.yaml', kind: 'file', parse: parsePlan, shape: PLAN_SHAPE },
  round: { path: '04_planning/round.json', kind: 'file' },
  design: { path: '05_design/design.md', kind: 'file', fresh: true, parse: parseWords },
  work: { path: '.', kind: 'tree', each: true },
  review: {
    path: '07_review/review_{item}.yaml',
    kind: 'file',
    each: true,
    fresh: true,
    parse: parseReview,
    shape: REVIEW_SHAPE,
    // Whoever names no role has written the one file that a lone reviewer writes.
    alias: { path: '07_review/review.yaml', when: (args) => args['role'] === undefined },
  },
  archive: { path: '07_review/review_{item}.md', kind: 'file', each: true },
  summary: { path: '08_completion/summary.md', kind: 'file', fresh: true, parse: parseWords },
  approval: { path: '08_completion/approval.json', kind: 'file' },
  changes: { path: '08_completion/changes.md', kind: 'file' },
} as const satisfies Record<string, ArtifactSpec>;
export type Artifact = keyof typeof artifacts;

export const roles = {
  'product-manager': { mayWrite: ['requirements'], optional: { unless: 'product_manager' } },
  architect: { mayWrite: ['architecture'] },
  'code-researcher': { mayWrite: ['research', 'researchDetail'] },
  'web-researcher': { mayWrite: ['research', 'researchDetail'], web: true },
  planner: { mayWrite: ['plan'] },
  designer: { mayWrite: ['design'], optional: true },
  coder: { mayWrite: ['work', 'tree'] },
  reviewer_logic: { mayWrite: ['review', 'summary'] },
  reviewer_quality: { mayWrite: ['review', 'summary'] },
  reviewer_expert: { mayWrite: ['review', 'summary'] },
  human: { mayWrite: [], kind: 'human' },
  engine: { mayWrite: ['tree', 'approval'], kind: 'engine' },
} as const satisfies Record<string, RoleSpec<Artifact>>;
export type Role = keyof typeof roles;

export const AGENT_ROLES: readonly Role[] = (Object.keys(roles) as Role[]).filter(
  (role) => role !== 'human' && role !== 'engine',
);

export const facts = {
  'requirements.clear': { about: ['requirements'] },
  'architecture.written': { about: ['architecture'] },
  'research.answered': { about: ['research'], each: true },
  'plan.valid': { about: ['plan'] },
  'design.written': { about: ['design'] },
  'work.done': { about: ['work', 'round'], each: true },
  'tree.merged': { about: ['tree'] },
  'review.passed': { about: ['tree'], each: true },
  'summary.written': { about: ['summary', 'tree'] },
  'tree.approved': { about: ['tree', 'summary'] },
} as const satisfies Record<string, FactSpec<Artifact>>;
export type Fact = keyof typeof facts;
