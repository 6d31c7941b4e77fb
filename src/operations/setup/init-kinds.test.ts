// Every kind of project, and the baton.yaml that is written for it, as a golden file.
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { NODE_ITSELF, PROJECT_KINDS } from '../../../test/fixtures/project-kinds.ts';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { INIT_FILES_MAX } from '../../model/limits/limits.ts';
import { loadConfig } from '../project/load-config.ts';
import { chosenIn, isUntested, nextStep } from './chosen.ts';
import { applyInit, planInit, testsFor } from './init.ts';
import { projectFiles } from './kinds/project-files.ts';

const withPython = (): { readonly PATH: string } => {
  const programs = temporaryFolder();
  writeFiles(programs, { python: '#!/bin/sh\n' });
  chmodSync(join(programs, 'python'), 0o755);
  return { PATH: programs };
};

const init = async (project: string, test?: string) => {
  const env = withPython();
  await applyInit(project, await planInit({ project, launcher: '/opt/baton/bin/baton.js', env, test }));
  const { value, problems } = await loadConfig(project);
  expect(problems).toEqual([]);
  return { env, value, text: readFileSync(join(project, 'baton.yaml'), 'utf8') };
};

describe('baton init in a project of the kind', () => {
  it.each(Object.entries(PROJECT_KINDS))('%s', async (kind, files) => {
    const project = repositoryWith(files);
    const { env, value, text } = await init(project);
    const chosen = await chosenIn(project, env);
    const told = [`# ${chosen.commands['test'] ?? 'no tests'} (${chosen.because ?? 'nothing says how'})`];
    const dated = text.replaceAll(/on: \d{4}-\d\d-\d\d/g, 'on: <DAY>');
    expectGolden(`init/${kind}.yaml`, `${told.join('\n')}\n${dated}`);
    expect(text.includes('node --test')).toBe(NODE_ITSELF.includes(kind));
    // Without a command the tests are waived for everybody to see.
    const isWaived = value?.waived['test'] !== undefined;
    expect([isWaived, await isUntested(project, env)]).toEqual(
      Array(2).fill(chosen.commands['test'] === undefined),
    );
  });

  it('that nobody knows, with the command that a person gives', async () => {
    const project = repositoryWith({ 'main.zig': '' });
    const { value } = await init(project, ' zig build test: all # "x" ');
    expect(value?.commands.test?.line).toBe('zig build test: all # "x"');
    expect(value?.waived['test']).toBeUndefined();
    await expect(init(project, 'make')).rejects.toMatchObject({ code: 'USAGE_INVALID' });
    await expect(init(repositoryWith({ a: '' }), 'a\nb')).rejects.toMatchObject({ code: 'USAGE_INVALID' });
  });
});

describe('docs/projects.md', () => {
  it('names every command that is written', async () => {
    const page = readFileSync(new URL('../../../docs/projects.md', import.meta.url), 'utf8');
    const programs = new Set<string>();
    for (const files of Object.values(PROJECT_KINDS)) {
      const project = temporaryFolder();
      writeFiles(project, files);
      const [test] = await testsFor({ env: withPython() }, await projectFiles(project));
      // Of a longer line the page shows the beginning: the program, and the word behind it.
      if (test !== undefined) programs.add(test.run.split(' ').slice(0, 2).join(' '));
    }
    // Wrappers stand there alone, and of the long line of CMake only its program.
    const named = (run: string): boolean =>
      page.includes(`\`${/^(?:\.\/|cmake)/.test(run) ? run.split(' ')[0] : run}`);
    expect([...programs].filter((run) => !named(run))).toEqual([]);
    expect(programs.size).toBeGreaterThan(15);
  });
});

describe('the next step', () => {
  const tests = { commands: { test: 'make test' }, because: undefined };
  it.each([
    [{ commands: {}, because: undefined }, {}, /write commands\.test/],
    [tests, { tried: { ok: false, says: 'red' } }, /fix what is named above/],
    [tests, {}, /baton doctor --run/],
    [tests, { agent: 'claude', tried: { ok: true, says: 'green' } }, /start claude/],
    [tests, { tried: { ok: true, says: 'green' } }, /baton init --agent claude/],
  ])('%j %j', (chosen, done, words) => {
    expect(nextStep(chosen, { agent: undefined, tried: undefined, ...done })).toMatch(words);
  });
});

describe('the files that init looks at', () => {
  it('are limited in number, and none of them is behind a link', async () => {
    const folder = temporaryFolder();
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a/${at}.txt`, '']));
    writeFiles(folder, { ...many, 'node_modules/x/test.js': '', '.venv/test_a.py': '', 'b.txt': '' });
    symlinkSync('/', join(folder, 'all'));
    const { paths } = await projectFiles(folder);
    expect(paths).toHaveLength(61);
    expect(paths[0]).toBe('b.txt');
    expect(paths.length).toBeLessThanOrEqual(INIT_FILES_MAX);
  });
});
