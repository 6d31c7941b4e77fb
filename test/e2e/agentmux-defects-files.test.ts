// agentmux and the files of a project, with real processes and real git: names that are no names, prompts that cannot be
// filled, and paths that break a careless program.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentmuxScenario, codes, plans } from '../fixtures/agentmux-scenario.ts';
import { baton, gitIn, makeRepository, projectState, type Scratch, scratch, writeFiles } from './scratch.ts';
import { errorOf } from './waiting-run.ts';

const simple = agentmuxScenario({
  planner: [plans('Greet people.')],
  coder: [codes({ write: { 'project:a.txt': 'a\n' } })],
  rounds: 1,
});

const prepare = (scenario: string, files: Readonly<Record<string, string>> = {}): Scratch => {
  const world = scratch();
  makeRepository(world.project, {
    ...{ 'README.md': 'A project.\n', 'baton.yaml': 'waived: { test: nothing to run }\n' },
    ...files,
  });
  writeFiles(world.root, { 'scenario.yaml': scenario });
  return world;
};

const start = (world: Scratch, name: string) =>
  baton(world, [
    ...['run', 'Greet people.', '--workflow', 'agentmux', '--name', name, '--json'],
    ...['--agent', `scripted:${world.root}/scenario.yaml`],
  ]);

const expectNothingStarted = (world: Scratch): void => {
  expect(existsSync(join(world.project, '.agentmux/.sessions'))).toBe(false);
  expect(readdirSync(projectState(world))).toEqual([]);
  expect(gitIn(world.project, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main');
};

describe('defect 16: a placeholder that nobody fills broke the run in its middle; here it does not begin', () => {
  it('exits with 3, names the place, and starts nothing', async () => {
    const prompt = '.agentmux/prompts/commands/fix.md';
    const world = prepare(simple, { [prompt]: 'Fix it.\n\nIn [[placeholder:feature_dir]].\n' });
    const refused = await start(world, 'r');
    expect(refused.exit).toBe(3);
    const error = errorOf(refused.stdout);
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.message).toContain(`${prompt}:3`);
    expect(error.message).toContain('there is no placeholder "feature_dir" for');
    expectNothingStarted(world);
  });
});

describe('defect 17: a name with "../" put the session outside of the project; here it is refused', () => {
  it.each(['../../../x', '..', 'a/b'])(
    '--name %s exits with 2, and nothing is made anywhere',
    async (name) => {
      const world = prepare(simple);
      const refused = await start(world, name);
      expect(refused.exit).toBe(2);
      expect(errorOf(refused.stdout)).toMatchObject({
        code: 'NAME_INVALID',
        hint: expect.stringContaining('name'),
      });
      for (const place of [world.root, world.home, world.tmp, projectState(world)])
        expect(readdirSync(place).filter((found) => found === 'x' || found === 'a')).toEqual([]);
      expectNothingStarted(world);
    },
  );
});

const KEPT = [
  'sp ace.txt',
  'quo"te\'s.txt',
  'ümläut ß 日本.txt',
  'new/deep/er/file.txt',
  '-dash.txt',
  'dollar $HOME;ls.txt',
  'star*[a].txt',
  ' leading.txt',
];
const LEFT_OUT = ['sp ace 2.txt', 'new/deep/"left" öut.txt', 'only/here/x.txt', ':(top)magic.txt'];
const TABBED = 'tab\tbed.txt';

describe('defect 20: paths with blanks or quotes and new directories broke the commit, or were not left out; here they are as they are', () => {
  it('commits exactly what was asked for, whatever it is called', async () => {
    const write = Object.fromEntries([...KEPT, ...LEFT_OUT].map((path) => [`project:${path}`, `${path}\n`]));
    const coder = codes({ write }, { run: 'printf tab > "$(printf \'tab\\tbed.txt\')"; rm "gone away.txt"' });
    const world = prepare(
      agentmuxScenario({ planner: [plans('Greet people.')], coder: [coder], rounds: 2 }),
      {
        'gone away.txt': 'gone\n',
        'changed here.txt': 'as it was\n',
      },
    );
    expect((await start(world, 'r')).exit).toBe(4);
    const exclude = LEFT_OUT.flatMap((path) => ['--exclude', path]);
    const approved = await baton(world, ['approve', 'completing.human.1', ...exclude, '--json']);
    expect(approved.exit, approved.stdout).toBe(0);
    // What was approved is another tree now: it is reviewed again, and a person sees it again.
    expect((await baton(world, ['resume', 'r', '--json'])).exit).toBe(4);
    expect((await baton(world, ['approve', 'completing.human.2', '--json'])).exit).toBe(0);
    const ended = await baton(world, ['resume', 'r', '--json']);
    expect(ended.exit, ended.stdout + ended.stderr).toBe(0);
    const names = gitIn(world.project, 'ls-tree', '-r', '-z', '--name-only', 'feature/r').split('\0');
    expect(names.filter((name) => name !== '').sort()).toEqual(
      [...KEPT, TABBED, 'README.md', 'baton.yaml', 'changed here.txt'].sort(),
    );
    for (const path of KEPT) expect(gitIn(world.project, 'show', `feature/r:${path}`)).toBe(`${path}\n`);
    expect(gitIn(world.project, 'status', '--porcelain', '-uall')).toBe(
      '?? .agentmux/.last_completion.json\n',
    );
  });
});
