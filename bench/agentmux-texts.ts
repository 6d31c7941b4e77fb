// What the agents of an agentmux run hand in, as they would write it. Each plan is another one, because a parse of the
// same bytes is remembered.
const GROUP = 10;

const AREAS = [
  'parser',
  'router',
  'session',
  'report',
  'search',
  'import',
  'export',
  'billing',
  'audit',
  'mail',
];

const areaOf = (index: number): string => AREAS[(index - 1) % AREAS.length]!;

/** The one file that a sub-plan may change. */
export const ownedBy = (index: number): string => `src/p${index}.py`;

const subplanText = (index: number): string => `- index: ${index}
  title: Part ${index}
  scope: ${areaOf(index)}
  owned_files: [${ownedBy(index)}]
  dependencies: None
  implementation_approach: Write it
  acceptance_criteria: Tests pass
  tasks:
  - Code
`;

const groupText = (group: number, indices: readonly number[]): string =>
  `- group_id: group-${group}\n  mode: ${group === 1 ? 'serial' : 'parallel'}\n  plans:\n${indices
    .map((index) => `  - {index: ${index}, name: Part ${index}}\n`)
    .join('')}`;

/** So many sub-plans in groups of ten; the first group is a chain, the others have no order. */
export const planText = (number: number, subplans: number): string => {
  const indices = Array.from({ length: subplans }, (_, position) => position + 1);
  const groups = Array.from({ length: Math.ceil(subplans / GROUP) }, (_, group) =>
    groupText(group + 1, indices.slice(group * GROUP, (group + 1) * GROUP)),
  );
  return `version: 2
plan_overview: |
  # Change ${number}

  Every part by itself.
needs_design: false
needs_docs: false
doc_files: []
review_strategy:
  severity: medium
groups:
${groups.join('')}subplans:
${indices.map((index) => subplanText(index)).join('')}`;
};

/** Two sub-plans that have no order. */
export const pairText = (number: number): string =>
  planText(number, 2).replace('mode: serial', 'mode: parallel');

export const ARCHITECTURE = `# Architecture

One module for each area, no dependency between them. Storage stays as it is.
`;

export const REVIEW = `verdict: pass
summary: The change does what the plan says, and every part has a test.
`;

const findingText = (index: number): string => `- location: ${ownedBy(index)}:${index + 2}
  severity: high
  issue: The empty input is not handled.
  recommendation: Return early, and show it with a test.
`;

/** A review that fails, with so many findings. */
export const failedReview = (findings: number): string => `verdict: fail
summary: Some parts are not what the plan says.
findings:
${Array.from({ length: findings }, (_, index) => findingText(index + 1)).join('')}`;

export const SUMMARY = `## What changed

Every part of the plan, each with its test.
`;
