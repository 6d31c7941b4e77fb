// Defects of the original in what projects, people and agents may write into its files, and what Baton does instead.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attemptFiles } from '../../src/agents/attempt-files.ts';
import { type ProgramOptions, programRecipe } from '../../src/agents/command/program.ts';
import { CLAUDE } from '../../src/agents/command/programs/claude.ts';
import { promptProblems } from '../../src/operations/check/check-prompts.ts';
import { loadConfig } from '../../src/operations/project/load-config.ts';
import { requireName } from '../../src/operations/runs/runs.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import { AgentmuxInMemory } from '../fixtures/agentmux-in-memory.ts';
import { architect, design, plan, planText, startAgentmux, subplan } from '../fixtures/agentmux-steps.ts';
import { scratchTask } from '../fixtures/task.ts';

const PLANNER_PROMPT = '.agentmux/prompts/agents/planner.md';
const ARCHITECT_PROMPT = '.agentmux/prompts/agents/architect.md';

const scratchProject = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'project-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('defect 15: preferences landed behind other sections, and a role of "../" wrote outside; here they are put in place, for roles', () => {
  const handIn = async (run: AgentmuxInMemory, target_role: string, bullet: string) => {
    await run.task('architecting.architect.1');
    run.write('02_architecting/architecture.md', '# Architecture\n');
    const preferences = [{ target_role, bullet }];
    return run.call('architecting.architect.1', 'submit_architecture', { preferences });
  };

  it('a bullet goes below its own heading, before the sections that follow', async () => {
    const before = '# Planner\n\n## Approved Preferences\n\n- Small plans.\n\n## House rules\n\nBe kind.\n';
    const run = await startAgentmux({ project: { [PLANNER_PROMPT]: before } });
    expect(await handIn(run, 'planner', '- Tests first.')).toMatchObject({ status: 'accepted' });
    const read = (): string => readFileSync(join(run.project, PLANNER_PROMPT), 'utf8');
    await run.until(() => read() !== before, 'the preference');
    expect(read()).toBe(before.replace('- Small plans.\n', '- Small plans.\n- Tests first.\n'));
  });

  it.each(['../../evil', '../../../../evil', '/tmp/evil', 'evil/../planner', 'planner\0', 'evil'])(
    'a preference for %j is rejected, and nothing is written anywhere',
    async (role) => {
      const run = await startAgentmux();
      await run.task('architecting.architect.1');
      const outside = filesBelow(run.root).filter((path) => !path.startsWith(run.directory));
      const answer = await handIn(run, role, 'Tests first.');
      expect(answer).toMatchObject({ status: 'rejected' });
      expect(JSON.stringify(answer)).toContain('preferences');
      expect(run.phase).toBe('architecting');
      expect(run.performed).toEqual([]);
      expect(filesBelow(run.root).filter((path) => !path.startsWith(run.directory))).toEqual(outside);
    },
  );
});

describe('defect 16: texts of projects and agents could include any file, or break a prompt; here includes stay inside, and text is text', () => {
  it.each([
    ['an absolute path', '[[include:/etc/passwd]]', 'PATH_OUTSIDE'],
    ['a path out of the run', '[[include:../../../../secret]]', 'PATH_OUTSIDE'],
    ['a path out of the project', '[[include-optional:project:docs/../../secret]]', 'PATH_OUTSIDE'],
    ['a placeholder that there is not', 'For [[placeholder:feature_dirr]]', 'FIELD_UNKNOWN'],
    ['one of another prompt', '[[placeholder:fix_round]]', 'FIELD_UNKNOWN'],
  ])('%s in a project’s prompt is found before the run', async (_, text, code) => {
    const problems = await promptProblems(
      agentmux,
      scratchProject({ [ARCHITECT_PROMPT]: `Hello.\n${text}\n` }),
    );
    expect(problems).toMatchObject([{ code, severity: 'error', file: ARCHITECT_PROMPT, line: 2 }]);
  });

  it('a link out of the project is not followed', async () => {
    const run = new AgentmuxInMemory({
      project: {
        [ARCHITECT_PROMPT]:
          'Read: [[include-optional:project:docs/link.md]] and [[include:project:docs/real.md]]',
        'docs/real.md': 'the real one',
      },
    });
    onTestFinished(() => run.close());
    writeFileSync(join(run.root, 'secret'), 'the secret of somebody else');
    symlinkSync(join(run.root, 'secret'), join(run.project, 'docs/link.md'));
    await run.open();
    const { prompt } = await run.task('architecting.architect.1');
    expect(prompt).toContain('the real one');
    expect(prompt).not.toContain('the secret of somebody else');
  });

  const MARKS =
    'Use [[include:requirements.md]], [[placeholder:nothing]] and [[shared:nothing]] {feature_dir}.';

  it.each([
    ['one coder for each sub-plan', false, 'implementing.coder.1.1'],
    ['one coder for all', true, 'implementing.coder.whole.1'],
  ])('marks in a plan and in a design are text: %s', async (_, single_coder, assignment) => {
    const run = await startAgentmux({ policy: { single_coder } });
    await architect(run);
    const subplans = [subplan(1, { scope: MARKS, tasks: [MARKS] })];
    await plan(run, planText(1, { needs_design: true, plan_overview: MARKS, subplans }));
    await design(run, `# Design\n\n[[include:/etc/passwd]]\n${MARKS}\n`);
    const { prompt } = await run.task(assignment);
    expect(prompt.split(MARKS).length - 1).toBeGreaterThanOrEqual(3);
    expect(prompt).toContain('[[include:/etc/passwd]]');
    expect(prompt).not.toContain('root:');
  });

  it('marks in the request and in the architecture are text', async () => {
    const run = await startAgentmux({ request: MARKS });
    expect((await run.task('architecting.architect.1')).prompt).toContain(MARKS);
    run.write('02_architecting/architecture.md', MARKS);
    await run.accept('architecting.architect.1', 'submit_architecture');
    expect((await run.task('planning.planner.1')).prompt).toContain(MARKS);
  });
});

describe('defect 17: a name with "../" put the session outside of its root; here such a name is no name', () => {
  it.each([
    '../../../x',
    '..',
    '.',
    '',
    'a/b',
    'a\\b',
    '/x',
    'a\0b',
    '-x',
    '.hidden',
    'a.b',
    'ä',
    'x'.repeat(65),
  ])('%j', (name) => {
    expect(() => requireName(name)).toThrow(expect.objectContaining({ code: 'NAME_INVALID' }));
  });

  it('a topic of research, which becomes a directory, is held to the same', async () => {
    const run = await startAgentmux();
    for (const topic of ['../../x', 'a/b', '.', 'Ä', 'a--b']) {
      const asked = { topic, context: 'c', questions: ['q?'] };
      expect(await run.call('architecting.architect.1', 'research_dispatch_code', asked)).toMatchObject({
        status: 'refused',
        code: 'FIELD_INVALID',
        message: expect.stringContaining('topic must be a non-empty slug'),
      });
    }
    expect(existsSync(join(run.directory, '03_research'))).toBe(false);
  });
});

describe('defect 21: a provider without a model got that of another, and wrong configurations passed; here neither', () => {
  const load = (text: string) => loadConfig(scratchProject({ '.agentmux/config.yaml': text }));

  it.each(['codex', 'gemini', 'opencode', 'qwen'])('%s gets no model that nobody named', async (provider) => {
    const { value } = await load(`version: 2\ndefaults: { provider: ${provider} }\n`);
    expect(value?.agents).toEqual({ default: `command:${provider}` });
    expect(value?.roleOptions).toEqual({});
  });

  it('a role with a provider of its own does not get the model of the others’ provider', async () => {
    const { value } = await load('version: 2\nroles: { coder: { provider: codex } }\n');
    expect(value?.roles['coder']).toBe('command:codex');
    expect(value?.roleOptions['coder']).toBeUndefined();
    expect(value?.roleOptions['planner']).toEqual({ model: 'sonnet' });
  });

  it('without a model there is no flag for one', () => {
    const { task, remove } = scratchTask();
    onTestFinished(remove);
    const argsOf = (options: ProgramOptions) =>
      programRecipe(CLAUDE, { env: {}, ...options }).launch(task, attemptFiles()).args;
    expect(argsOf({})).not.toContain('--model');
    expect(argsOf({ model: 'opus' })).toContain('--model');
  });

  it.each([
    ['version 1', 'version: 1\n', 'version', 'expected 2, got 1'],
    ['a version to come', 'version: 3\n', 'version', 'expected 2, got 3'],
    ['an unknown key', 'version: 2\ncolours: {}\n', 'colours', 'colours'],
    ['an unknown key further in', 'version: 2\ndefaults: { modell: x }\n', 'defaults.modell', 'modell'],
    [
      'fewer fix rounds than none',
      'version: 2\ndefaults: { max_review_iterations: -1 }\n',
      'defaults.max_review_iterations',
      'expected a whole number of 0 or more',
    ],
    [
      'half a fix round',
      'version: 2\ndefaults: { max_review_iterations: 1.5 }\n',
      'defaults.max_review_iterations',
      'expected a whole number of 0 or more',
    ],
    [
      'a provider that there is not',
      'version: 2\ndefaults: { provider: claud }\n',
      'defaults.provider',
      'claud',
    ],
    ['a key that was given up', 'version: 2\ndefaults: { tier: max }\n', 'defaults.tier', 'tier'],
  ])('%s is an error with its place', async (_, text, field, words) => {
    const { value, problems } = await load(text);
    expect(value).toBeUndefined();
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ field, file: '.agentmux/config.yaml', line: expect.any(Number) }]);
    expect(errors[0]!.message).toContain(words);
    expect(errors[0]!.hint ?? errors[0]!.message).not.toBe('');
  });
});
