// Agents and people of a quest in memory: honest ones, of which a test exchanges those that it is about.
import { play } from '../../../testing/play.ts';
import type { AgentScript, PersonScript, Scene, Turn } from '../../../testing/script.ts';
import { testEvidence } from '../../../testing/test-evidence.ts';
import { finding } from '../files/findings.fixture.ts';
import type { Finding } from '../files/findings-file.ts';
import { quest } from './quest.ts';

export const NAME = 'greet-people_2026-01-01__0000';

export const inQuest = (path: string): string => `.quest/${NAME}/${path}`;

export const block = (
  status: string,
  artifacts: readonly string[],
  next: string | null,
  summary: string,
  above = '',
): string =>
  `${above === '' ? '' : `${above}\n\n`}---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${artifacts.map(inQuest).join(', ') || 'none'}\nNEXT: ${next ?? 'null'}\nSUMMARY: ${summary}\n`;

/** Writes files, and says at the end that they are written. */
export const hands = (
  files: Readonly<Record<string, string>>,
  next: string | null,
  summary = 'Done.',
): Turn => ({
  write: files,
  say: block(
    'complete',
    Object.keys(files).filter((path) => !path.startsWith('project:')),
    next,
    summary,
  ),
});

export const routerJson = (more: object = {}): string =>
  JSON.stringify({
    ...{ route: 'workflow', confidence: 0.9, risk_level: 'low', complexity: 'substantial' },
    ...{ reason: 'Two modules.', missing_information: [], ui_work: false, ui_work_evidence: [] },
    dimensions: {
      ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
      ...{ input_artifacts: 'present', testing_expectations: 'present', deployment_expectations: 'missing' },
    },
    ...more,
  });

export const SOLO = { route: 'solo', complexity: 'moderate' };

export const PLAN = `# Greetings

## Problem
Nobody is greeted.

## Approach
One module.

## Phases

### Phase 1: Greet
src/greet.js

### Phase 2: Say goodbye
src/bye.js

## Acceptance Criteria
- AC1: greet("Ada") is "Hello, Ada!"
`;

const P = 'phase_01_plan';
const B = 'phase_02_implementation';
const R = 'phase_03_review';

/** The iteration that the prompt names. */
export const iterationIn = ({ prompt }: Scene): number => Number(/iteration (\d+)/i.exec(prompt)?.[1] ?? 0);

export const reviewsCode =
  (findings: readonly Finding[], next: string | null = findings.length === 0 ? null : 'fixer') =>
  ({ item }: Scene): Turn =>
    hands(
      {
        [`${R}/review_${item}.md`]: 'Looked at.\n',
        [`${R}/review_findings_${item}.json`]: JSON.stringify(findings),
      },
      next,
    );

export const judges = (kept: readonly Finding[], words = 'Judged.\n'): Turn =>
  hands(
    { [`${R}/review_arbiter_verdict.md`]: words, [`${R}/review_findings.json.next`]: JSON.stringify(kept) },
    kept.length === 0 ? null : 'fixer',
  );

export const decides =
  (word: 'approve' | 'iterate') =>
  (scene: Scene): Turn =>
    hands(
      { [`${P}/arbiter_verdict.md`]: `${word}\n`, [`${P}/review_findings.json`]: '[]' },
      word === 'approve' ? 'builder' : 'planner',
      `Iteration ${iterationIn(scene)}: ${word} - because`,
    );

export const builds = (): Turn =>
  hands(
    {
      'project:src/greet.js': "export const greet = (name) => 'Hello, ' + name;\n",
      [`${B}/pr_description.md`]: '# Greet people\n',
      [`${B}/builder_feedback_discussion.md`]: 'ASSUMPTION: none.\n',
    },
    'code_review',
  );

let fixed = 0;

/** Each fix is another one: a round that changes nothing is none. */
export const fixes = (): Turn => {
  fixed += 1;
  return hands(
    {
      'project:src/greet.js': `export const greet = (name) => 'Hello, ' + name.trim().slice(${fixed});\n`,
      [`${R}/review_fix_feedback_discussion.md`]: 'Fixed.\n',
    },
    'code_review',
  );
};

export const plans = (): Turn => hands({ [`${P}/plan.md`]: PLAN }, 'plan_review');

export const honestAgents: Readonly<Record<string, AgentScript>> = {
  router: () => ({ write: { 'logs/router.json': routerJson() } }),
  planner: plans,
  'plan-reviewer-a': ({ item, inputs }) =>
    hands({ [`${P}/review_${item}.md`]: 'Good.\n' }, inputs['solo'] === true ? 'builder' : 'arbiter'),
  'plan-reviewer-b': ({ item }) => hands({ [`${P}/review_${item}.md`]: 'Good.\n' }, 'arbiter'),
  arbiter: decides('approve'),
  builder: builds,
  'code-reviewer-a': reviewsCode([]),
  'code-reviewer-b': reviewsCode([]),
  'review-arbiter': () => judges([]),
  fixer: fixes,
};

export const willingPeople: Readonly<Record<string, PersonScript>> = {
  assessing: () => 'proceed',
  presenting: () => 'proceed',
  gating: () => 'build',
  gatingFix: () => 'fix',
  approving: () => 'commit',
};

/** A finding that must be fixed, and one that can wait. */
export const DEFECT = finding({ finding_id: 'A-1', severity: 'high', confidence: 'high' });
export const TRIFLE = finding({
  ...{ finding_id: 'B-1', severity: 'low', confidence: 'medium', path: 'src/other.js' },
  ...{ evidence: ['one', 'two'], write_scope: ['src/other.js'], summary: 'A trifle' },
});

export const honest = {
  request: 'Greet people',
  project: { 'README.md': 'A project.\n' },
  agents: honestAgents,
  people: willingPeople,
  evidence: testEvidence(),
};

type Agents = typeof honestAgents;
type People = typeof willingPeople;

/** An honest quest, in which these agents and people take the place of the honest ones. */
export const playedWith = (agents: Partial<Agents>, people: Partial<People> = {}) =>
  play(quest, {
    ...honest,
    agents: { ...honestAgents, ...agents } as Agents,
    people: { ...willingPeople, ...people } as People,
  });
