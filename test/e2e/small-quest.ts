// A whole quest that takes little time: its tests are shell scripts that print TAP. A question above the block, handoff files, a
// build that is red in its first attempt, a finding, a fix, a finding for later.
import { join } from 'node:path';
import { finding } from '../../src/systems/quest/files/findings.fixture.ts';
import { builtProgram } from './built-program.ts';
import { type Files, makeRepository, type Scratch, writeFiles } from './scratch.ts';
import { shellTests } from './shell-tests.ts';

/** Takes a moment, so that evidence is under way when something is killed. */
const TEST_SH = shellTests('test', '0.1');

const PROJECT: Files = {
  'baton.yaml': 'commands:\n  test: sh run-tests.sh\n',
  'run-tests.sh': TEST_SH,
  'start.txt': 'start\n',
  'test/start.sh': 'grep -q start start.txt\n',
};

type Step = Readonly<Record<string, unknown>>;
type Item = readonly Step[];

const [PLAN, BUILD, REVIEW] = ['phase_01_plan', 'phase_02_implementation', 'phase_03_review'];

const write = (files: Readonly<Record<string, string>>): Step => ({ write: files });
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

const block = (
  status: string,
  artifacts: readonly string[],
  next: string | null,
  summary: string,
  above = 'Here it is.',
): Step => ({
  say: `${above}\n\n---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${artifacts.map((path) => `.quest/{runId}/${path}`).join(', ') || 'none'}\nNEXT: ${next ?? 'null'}\nSUMMARY: ${summary}\n`,
});

/** Files, and the block that lists them. */
const hands = (
  files: Readonly<Record<string, string>>,
  next: string | null,
  summary = 'Done.',
): readonly [Step, Step] => [write(files), block('complete', Object.keys(files), next, summary)];

/** The same by the handoff file; the message has no block. */
const handsByFile = (path: string, files: Readonly<Record<string, string>>, next: string | null): Item => [
  write({
    ...files,
    [path]: json({
      ...{ status: 'complete', next, summary: 'Done.' },
      artifacts: Object.keys(files).map((name) => `.quest/{runId}/${name}`),
    }),
  }),
  { say: 'See the file.' },
];

const DEFECT = finding({ finding_id: 'A-1', path: 'one.txt', write_scope: ['one.txt'] });
const TRIFLE = finding({
  ...{ finding_id: 'B-1', severity: 'low', confidence: 'medium', path: 'start.txt' },
  ...{ write_scope: ['start.txt'], summary: 'It could be shorter.', evidence: ['one', 'two'] },
});

const ROUTE = json({
  ...{ route: 'workflow', confidence: 0.9, risk_level: 'low', complexity: 'substantial' },
  ...{ reason: 'One file.', missing_information: [], ui_work: false, ui_work_evidence: [] },
  dimensions: {
    ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
    ...{ input_artifacts: 'present', testing_expectations: 'present', deployment_expectations: 'missing' },
  },
});

export const QUESTION = 'Which word is it?';

const review = (slot: string, findings: readonly object[]): Readonly<Record<string, string>> => ({
  [`${REVIEW}/review_${slot}.md`]: 'Looked at.\n',
  [`${REVIEW}/review_findings_${slot}.json`]: json(findings),
});

const judged = (findings: readonly object[], next: string | null): Item =>
  hands(
    {
      [`${REVIEW}/review_arbiter_verdict.md`]: 'All of them stand.\n',
      [`${REVIEW}/review_findings.json.next`]: json(findings),
    },
    next,
  );

const BUILT = {
  [`${BUILD}/pr_description.md`]: '# Write one\n',
  [`${BUILD}/builder_feedback_discussion.md`]: 'ASSUMPTION: none.\n',
};

/** Wrong at first only: whoever made the same mistake again and again would be stopped, and a person asked. */
const WORD: Step = { run: 'if [ {attempt} = 1 ]; then echo wrong; else echo right; fi > one.txt' };

const ROLES: Readonly<Record<string, readonly Item[]>> = {
  router: [
    [
      write({ 'logs/router.json': ROUTE }),
      // Through the pipe, as agents without MCP do.
      { run: `'${process.execPath}' '${builtProgram()}' submit submit_route` },
      { submit: 'submit_route' },
    ],
  ],
  planner: [
    [
      block('needs_human', [], null, 'A question.', QUESTION),
      ...hands(
        { [`${PLAN}/plan.md`]: '# Write one\n\n## Phases\n\n### Phase 1: One\none.txt\n' },
        'plan_review',
      ),
    ],
  ],
  'plan-reviewer-a': [hands({ [`${PLAN}/review_claude.md`]: 'Good.\n' }, 'arbiter')],
  'plan-reviewer-b': [
    handsByFile(`${PLAN}/handoff_codex.json`, { [`${PLAN}/review_codex.md`]: 'Good.\n' }, 'arbiter'),
  ],
  arbiter: [
    hands(
      { [`${PLAN}/arbiter_verdict.md`]: 'Good.\n', [`${PLAN}/review_findings.json`]: '[]\n' },
      'builder',
      'Iteration 1: approve - it is clear',
    ),
  ],
  builder: [
    [
      write({ 'project:test/one.sh': 'grep -q right one.txt\n' }),
      WORD,
      ...hands(BUILT, 'code_review', 'All tests pass.'),
      WORD,
      ...hands(BUILT, 'code_review', 'All tests pass.'),
    ],
  ],
  'code-reviewer-a': [hands(review('claude', [DEFECT]), 'fixer'), hands(review('claude', []), null)],
  'code-reviewer-b': [
    handsByFile(`${REVIEW}/handoff_codex.json`, review('codex', [TRIFLE]), null),
    hands(review('codex', [TRIFLE]), null),
  ],
  'review-arbiter': [judged([DEFECT, TRIFLE], 'fixer'), judged([TRIFLE], null)],
  fixer: [
    [
      write({ 'project:one.txt': 'right, fixed\n' }),
      ...hands({ [`${REVIEW}/review_fix_feedback_discussion.md`]: 'Fixed.\n' }, 'code_review'),
    ],
  ],
};

/** The route, the question, the plan, the build, the fix, the commit. */
const PEOPLE: readonly Step[] = [
  ...[{ answer: 'proceed' }, { answer: 'right' }, { answer: 'proceed' }, { answer: 'build' }],
  ...[{ answer: 'fix' }, { approve: { text: 'Read it.' } }],
];

export interface SmallQuest {
  /** How many of the answers the scenario has; all of them unless told. */
  readonly answers?: number;
  /** Steps before all others of the builder. */
  readonly builder?: Item;
}

export const writeSmallQuest = (world: Scratch, { answers, builder = [] }: SmallQuest = {}): void => {
  const [first = []] = ROLES['builder'] ?? [];
  const roles = { ...ROLES, builder: [[...builder, ...first]] };
  writeFiles(world.root, {
    'scenario.yaml': JSON.stringify({ roles, human: PEOPLE.slice(0, answers) }),
  });
};

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeSmallQuest = (world: Scratch, options?: SmallQuest): string => {
  makeRepository(world.project, PROJECT);
  writeSmallQuest(world, options);
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
