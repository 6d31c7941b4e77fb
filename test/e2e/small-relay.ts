// A whole relay run that takes little time: its tests are shell scripts. What an agent hands in goes through the pipe
// (`baton submit`) as well as straight to the door, and an attempt that is started again plays the same.
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';
import { type Files, makeRepository, type Scratch, writeFiles } from './scratch.ts';

/** Runs every check and prints TAP. */
const TEST_SH = `n=0; bad=0
echo "TAP version 13"
for check in checks/*.sh; do
  n=$((n+1))
  if sh "$check"; then echo "ok $n - $check"; else echo "not ok $n - $check"; bad=1; fi
done
echo "1..$n"
exit $bad
`;

export const SMALL_PROJECT: Files = {
  'baton.yaml': 'commands:\n  test: sh test.sh\ntests: [checks/]\n',
  'test.sh': TEST_SH,
  'checks/start.sh': 'test -f test.sh\n',
};

const pipe = (tool: string): string => `'${process.execPath}' '${builtProgram()}' submit ${tool}`;

const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(by)}${line}`))
    .join('\n');

const write = (files: Readonly<Record<string, string>>): string =>
  `- write:\n${Object.entries(files)
    .map(([path, text]) => `    "${path}": |\n${indent(text, 6)}`)
    .join('\n')}`;

const item = (...steps: readonly string[]): string => `    -\n${indent(steps.join('\n'), 6)}\n`;

const PLAN = `version: 1
summary: Two files
items:
  - key: one
    title: One
    task: Write one.txt with the word {answer}.
  - key: two
    title: Two
    task: Write two.txt.
`;

/** Optional: more steps for the coders, to hold them at a place. */
export const smallScenario = ({
  handIn = pipe,
  ...more
}: {
  readonly coder?: string;
  /** A command that hands in, in place of the pipe. */
  readonly handIn?: (tool: string) => string;
} = {}): string => `roles:
  planner:
${item(
  write({ 'plan.yaml': 'version: 2\n' }),
  '- submit: submit_plan',
  '- submit: { tool: ask, args: { question: "Which word?" } }',
  write({ 'plan.yaml': PLAN }),
  `- run: ${JSON.stringify(handIn('submit_plan'))}`,
  '- submit: submit_plan',
)}
  coder:
${item(
  ...(more.coder === undefined ? [] : [more.coder]),
  write({ 'project:one.txt': 'wrong\n', 'project:checks/one.sh': 'grep -q right one.txt\n' }),
  `- run: ${JSON.stringify(handIn('submit_done'))}`,
  '- submit: submit_done',
  write({ 'project:one.txt': 'right\n' }),
  '- submit: submit_done',
)}${item(
  write({ 'project:two.txt': 'two\n', 'project:checks/two.sh': 'test -f two.txt\n' }),
  `- run: ${JSON.stringify(handIn('submit_done'))}`,
  '- submit: submit_done',
)}${item(write({ 'project:three.txt': 'three\n', 'project:checks/three.sh': 'test -f three.txt\n' }), '- submit: submit_done')}
  reviewer:
${item(
  write({
    'review.yaml':
      'verdict: fail\nsummary: Three is missing.\nfindings:\n  - location: three.txt:1\n    issue: It is not there.\n    recommendation: Write it.\n',
  }),
  `- run: ${JSON.stringify(handIn('submit_review'))}`,
  '- submit: submit_review',
)}${item(write({ 'review.yaml': 'verdict: pass\nsummary: Good.\n' }), '- submit: submit_review')}
human:
  - answer: right
  - approve: {}
`;

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeSmallRelay = (world: Scratch, scenario = smallScenario()): string => {
  makeRepository(world.project, SMALL_PROJECT);
  writeFiles(world.root, { 'scenario.yaml': scenario });
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
