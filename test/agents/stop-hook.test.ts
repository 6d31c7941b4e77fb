// Programs with a hook at the end of their turn, in a run: whoever ends it without having handed in is told once, and may go then.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';
import { prepareHome } from './scripted-home.ts';

const SCRIPTS = {
  stubborn: [
    { text: 'Done.' },
    { expect: 'Nothing of yours has been accepted', text: 'I stop now.' },
    { text: 'This is never asked for.' },
  ],
};

const SCENARIO = `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items:
              - key: one
                title: Double a number
                task: Add twice(n). [[script:stubborn]]
      - submit: submit_plan
`;

const NAMES = testedPrograms().filter((name) => ['claude', 'gemini', 'qwen'].includes(name));

let said: string[] = [];
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => {
      if (answer['where'] !== undefined) said.push(String(answer['text']));
    },
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

describe.each(NAMES.map((name) => [name] as const))(
  '%s, whose turn ends before its work is accepted',
  (name) => {
    it('is told once, and may go the second time', async () => {
      said = [];
      const program = await findOrInstall(name);
      project = agentProject(program, {}, { parent: scratchParent(), others: { [name]: program } });
      Object.assign(project.env, prepareHome([name], project.home, model.url));
      project.write('scenario.yaml', SCENARIO);
      const running = project.baton(
        ...['run', 'Double numbers', '--name', 'r', '--agent', 'scripted:scenario.yaml'],
        ...['--role-agent', `coder=command:${name}`],
      );
      const hasEnded = async (): Promise<boolean> => {
        const { stdout } = await project.baton('log', 'r', '--json');
        return /"kind":\s*"attempt-ended","assignment":\s*"coding/.test(
          stdout.replaceAll(/\s+/g, ' ').replaceAll(', ', ','),
        );
      };
      const deadline = performance.now() + 90_000;
      while (!(await hasEnded().catch(() => false)) && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 100));
      await project.baton('stop', 'r');
      const { stdout, stderr } = await running;
      expect(said.slice(0, 2), stdout + stderr).toEqual(['Done.', 'I stop now.']);
      expect(said).not.toContain('This is never asked for.');
    });
  },
);
