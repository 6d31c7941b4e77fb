import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentmux } from '../../systems/agentmux/workflow/agentmux.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { promptProblems, requirePrompts } from './check-prompts.ts';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'baton-prompts-'));
});
afterEach(() => rm(project, { recursive: true, force: true }));

const add = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
};

it('finds nothing where a project adds nothing, and where a workflow has no templates', async () => {
  expect(await promptProblems(agentmux, project)).toEqual([]);
  expect(await promptProblems(relay, project)).toEqual([]);
});

it('names a placeholder that nobody fills, with its place and the one that was probably meant', async () => {
  await add('.agentmux/prompts/agents/coder.md', 'Be careful.\n\nWork on [[placeholder:subplan_indx]].\n');
  expect(await promptProblems(agentmux, project)).toMatchObject([
    {
      code: 'FIELD_UNKNOWN',
      severity: 'error',
      file: '.agentmux/prompts/agents/coder.md',
      line: 3,
      column: 9,
      hint: 'Write "[[placeholder:subplan_index]]".',
    },
  ]);
  await expect(requirePrompts(agentmux, project)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('names an include that leaves the project, and a file that is a link out of it', async () => {
  await add('.agentmux/prompts/agents/planner.md', '[[include:../../secret.txt]]\n');
  await symlink('/etc/hostname', join(project, '.agentmux/prompts/agents/architect.md'));
  const codes = (await promptProblems(agentmux, project)).map(({ code, file }) => `${file} ${code}`);
  expect(codes.toSorted()).toEqual([
    '.agentmux/prompts/agents/architect.md PATH_OUTSIDE',
    '.agentmux/prompts/agents/planner.md PATH_OUTSIDE',
  ]);
});

it('lets pass what a project may well write', async () => {
  await add(
    '.agentmux/prompts/agents/coder.md',
    'Use tabs. {literal} [[include-optional:project:docs/x.md]]\n',
  );
  await expect(requirePrompts(agentmux, project)).resolves.toBeUndefined();
});
