// A whole agentmux run that takes little time: its tests are shell scripts. Research, a rejected plan, a design, coders
// one after the other and side by side, a question, a failed review, a fix, a change request, a file that is left out.
// An attempt that is started again plays the same.
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';
import { makeRepository, type Scratch, writeFiles } from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

/** What the person wants changed. */
export const CHANGE = 'Three is to be louder.';

type Step = Readonly<Record<string, unknown>>;
type Item = readonly Step[];

const submit = (tool: string, args: object = {}): Step => ({ submit: { tool, args } });
const write = (files: Readonly<Record<string, string>>): Step => ({ write: files });
const AWAIT = submit('await_verdict');

/** Through the pipe, as agents without MCP do; the same call straight to the door follows it. */
const throughPipe = (tool: string, args: Readonly<Record<string, unknown>> = {}): Item => {
  const words = Object.entries(args).map(([key, value]) => ` --arg '${key}=${JSON.stringify(value)}'`);
  return [
    { run: `'${process.execPath}' '${builtProgram()}' submit ${tool}${words.join('')}` },
    submit(tool, args),
  ];
};

const research = (kind: 'code' | 'web', question: string): Step =>
  submit(`research_dispatch_${kind}`, {
    topic: 'files',
    context: 'Files are wanted.',
    questions: [question],
  });

const CODE = research('code', 'Which files are there?');
const WEB = research('web', 'What do others call them?');

const researcher = (kind: 'code' | 'web', found: string): Item => [
  write({
    [`03_research/${kind}-files/summary.md`]: `${found}\n`,
    [`03_research/${kind}-files/detail.md`]: `${found} In detail.\n`,
  }),
  submit('submit_research_done', { topic: 'files', type: kind }),
];

/** Everything that was found out, in one file. */
const GATHER: Step = {
  run: 'cd "$BATON_RUN_DIRECTORY" && cat 03_research/*/summary.md > 02_architecting/architecture.md',
};

const ARCHITECT: Item = [
  CODE,
  WEB,
  // Asked for twice, a topic is researched once.
  CODE,
  AWAIT,
  GATHER,
  ...throughPipe('submit_architecture', {
    reviewers: ['reviewer_logic', 'reviewer_quality'],
    preferences: [{ target_role: 'coder', bullet: 'Prefer short names.' }],
  }),
];

const subplan = (index: number, name: string, more: readonly string[] = []) => ({
  index,
  title: `Write ${name}`,
  scope: `${name}.txt`,
  owned_files: [`${name}.txt`, `checks/${name}.sh`, ...more],
  dependencies: 'None',
  implementation_approach: 'One file.',
  acceptance_criteria: 'Its check passes.',
  tasks: ['Write it'],
});

const plan = (needs_design: boolean, groups: readonly object[], subplans: readonly object[]): Step =>
  write({
    '04_planning/plan.yaml': JSON.stringify({
      version: 2,
      plan_overview: '# Files\n\nFiles are written.',
      needs_design,
      needs_docs: false,
      doc_files: [],
      review_strategy: { severity: 'medium' },
      groups,
      subplans,
    }),
  });

const named = (index: number): object => ({ index, name: `Plan ${index}` });

const PLANNERS: readonly Item[] = [
  [
    write({ '04_planning/plan.yaml': 'version: 1\n' }),
    submit('submit_plan'),
    plan(
      true,
      [
        { group_id: 'first', mode: 'serial', plans: [named(1)] },
        { group_id: 'then', mode: 'parallel', plans: [named(2), named(3)] },
      ],
      [subplan(1, 'one'), subplan(2, 'two'), subplan(3, 'three', ['extra.txt'])],
    ),
    ...throughPipe('submit_plan'),
  ],
  [
    research('code', 'Which of them are loud?'),
    AWAIT,
    plan(false, [{ group_id: 'loud', mode: 'serial', plans: [named(1)] }], [subplan(1, 'three')]),
    submit('submit_plan', { preferences: [{ target_role: 'coder', bullet: 'Say it loudly.' }] }),
  ],
];

const DESIGNER: Item = [write({ '05_design/design.md': '# Design\n' }), submit('submit_design')];

const change = (files: Readonly<Record<string, string>>): Step =>
  write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project:${path}`, text])));
const done = (index: number): Step => submit('submit_done', { subplan_index: index });

const CODERS: readonly Item[] = [
  [
    change({ 'one.txt': 'wrong\n', 'checks/one.sh': 'grep -q right one.txt\n' }),
    done(1),
    change({ 'one.txt': 'right\n' }),
    ...throughPipe('submit_done', { subplan_index: 1 }),
  ],
  [
    submit('ask', { question: 'Which word?' }),
    change({ 'two.txt': '{answer}\n', 'checks/two.sh': 'grep -q right two.txt\n', notes: 'mine\n' }),
    done(2),
    { run: 'rm notes' },
    done(2),
  ],
  [
    change({ 'three.txt': 'three\n', 'checks/three.sh': 'test -f three.txt\n', 'extra.txt': 'more\n' }),
    done(3),
  ],
  [change({ 'two.txt': 'right, fixed\n' }), done(1)],
  [change({ 'three.txt': 'THREE\n', 'checks/three.sh': 'grep -q THREE three.txt\n' }), done(1)],
];

const review = (role: string, text: string): Item => [
  write({ [`07_review/review_${role}.yaml`]: text }),
  submit('submit_review', { role }),
];
const PASS = 'verdict: pass\nsummary: Good.\n';
const FAIL =
  'verdict: fail\nsummary: Two is not fixed.\nfindings:\n  - {location: two.txt, issue: It is not fixed., recommendation: Fix it.}\n';

const summary = (text: string): Item => [
  write({ '08_completion/summary.md': `${text}\n` }),
  ...throughPipe('submit_summary'),
];

const scenario = {
  roles: {
    architect: [ARCHITECT],
    'code-researcher': [researcher('code', 'None yet.'), researcher('code', 'None is loud.')],
    'web-researcher': [researcher('web', 'Numbers.')],
    planner: PLANNERS,
    designer: [DESIGNER],
    coder: CODERS,
    reviewer_logic: [
      // The fix touches nothing of this, so it is not asked again after it.
      review('reviewer_logic', `${PASS}reviewed: [one.txt]\n`),
      summary('Three files.'),
      review('reviewer_logic', PASS),
      summary('Three files, one of them loud.'),
      review('reviewer_logic', PASS),
      summary('Three files, one of them loud, and nothing more.'),
    ],
    reviewer_quality: [
      review('reviewer_quality', FAIL),
      review('reviewer_quality', PASS),
      review('reviewer_quality', PASS),
      review('reviewer_quality', PASS),
    ],
  },
  human: [
    { answer: 'right' },
    { reject: { text: CHANGE } },
    { approve: { exclude: ['extra.txt'] } },
    { approve: { message: 'feat: three files' } },
  ],
};

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeSmallAgentmux = (world: Scratch): string => {
  makeRepository(world.project, SMALL_PROJECT);
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(scenario) });
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
