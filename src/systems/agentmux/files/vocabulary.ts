// The words of agentmux for those who work.

export const REVIEWERS = ['reviewer_logic', 'reviewer_quality', 'reviewer_expert'] as const;
export type Reviewer = (typeof REVIEWERS)[number];

/** Who reviews when the architect nominates nobody. */
export const DEFAULT_REVIEWER: Reviewer = 'reviewer_logic';

export const isReviewer = (role: unknown): role is Reviewer =>
  REVIEWERS.some((reviewer) => reviewer === role);

export const AGENT_ROLES = [
  'product-manager',
  'architect',
  'code-researcher',
  'web-researcher',
  'planner',
  'designer',
  'coder',
  ...REVIEWERS,
] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];
