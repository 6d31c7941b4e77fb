// The real Claude Code on the scripted model plays the planner of a quest by its last message alone: no tool of Baton's. The
// other roles are scripted.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstallClaude } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';

const PLAN = `$${'{plan}'}`;
const PLAN_FILE = '.quest/greeting/phase_01_plan/plan.md';

const block = (status: string, artifacts: string, next: string, summary: string): string =>
  `---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${artifacts}\nNEXT: ${next}\nSUMMARY: ${summary}\n`;

const SCRIPTS = {
  plan: [
    { text: `Which word should it begin with?\n\n${block('needs_human', 'none', 'null', 'One question.')}` },
    // Both problems are told at once, in the same session.
    { expect: 'Answer: Hello', text: block('complete', 'none', 'builder', 'Planned.') },
    {
      expect: 'plan\\.md[\\s\\S]*HANDOFF_NEXT_NOT_ALLOWED|HANDOFF_NEXT_NOT_ALLOWED[\\s\\S]*plan\\.md',
      call: { write: { path: PLAN, content: '# A greeting\n\n## Approach\nOne module.\n' } },
    },
    { text: `The plan is written.\n\n${block('complete', PLAN_FILE, 'plan_review', 'One module.')}` },
  ],
};

const ROUTER = JSON.stringify({
  ...{ route: 'solo', confidence: 0.9, risk_level: 'low', complexity: 'moderate', reason: 'One module.' },
  ...{ missing_information: [], ui_work: false, ui_work_evidence: [] },
  dimensions: {
    ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
    ...{ input_artifacts: 'partial', testing_expectations: 'partial', deployment_expectations: 'missing' },
  },
});

const SCENARIO = JSON.stringify({
  roles: {
    router: [[{ write: { 'logs/router.json': ROUTER } }, { submit: 'submit_route' }]],
    // It waits for a person, so that the run ends its turn there.
    'plan-reviewer-a': [[{ say: `Go on?\n\n${block('needs_human', 'none', 'null', 'A question.')}` }]],
  },
});

let claude: string;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  claude = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

it('asks above the block, is parked, is rejected with every problem in the same session, and is accepted', async () => {
  project = agentProject(claude, claudeEnvironment(model.url));
  // A thin prompt does not name the request, so the script is named where Claude Code reads the project's own words.
  const file = join(project.directory, PLAN_FILE);
  project.write('CLAUDE.md', `[[script:plan plan=${file}]]\n`);
  project.write('../scenario.yaml', SCENARIO);
  project.git('add', '-A');
  project.git('commit', '-qm', 'Words for agents');
  const start = await project.baton(
    ...['run', 'Greet people', '--name', 'greeting', '--workflow', 'quest', '--json'],
    ...['--agent', `scripted:${join(project.directory, '../scenario.yaml')}`],
    ...['--role-agent', 'planner=command:claude'],
  );
  expect(start.exit, start.stderr).toBe(4);
  expect((await project.baton('answer', 'assessing.human.1', '--text', 'proceed')).exit).toBe(0);
  const asked = await project.baton('resume', 'greeting');
  expect(asked.exit, asked.stderr).toBe(4);
  expect(asked.stderr + asked.stdout).toContain('Which word should it begin with?');
  expect((await project.baton('answer', 'planning.planner.1.question1', '--text', 'Hello')).exit).toBe(0);
  const resumed = await project.baton('resume', 'greeting');
  expect(resumed.exit, resumed.stderr).toBe(4);
  const { entries } = JSON.parse((await project.baton('log', 'greeting', '--json')).stdout) as {
    entries: {
      events: { kind: string; assignment?: string; rejection?: { problems: { code: string }[] } }[];
    }[];
  };
  const own = entries
    .flatMap((entry) => entry.events)
    .filter((event) => event.assignment === 'planning.planner.1');
  expect(own.filter(({ kind }) => kind.startsWith('submission')).map(({ kind }) => kind)).toEqual([
    ...['submission-received', 'submission-rejected', 'submission-received', 'submission-accepted'],
  ]);
  const rejected = own.find(({ kind }) => kind === 'submission-rejected');
  expect(rejected?.rejection?.problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['HANDOFF_NEXT_NOT_ALLOWED', 'ARTIFACT_MISSING']),
  );
  expect((await project.baton('verify', 'greeting')).exit).toBe(0);
});
