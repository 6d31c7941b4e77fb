import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { compose } from '../../compose.ts';
import type { Evidence } from '../../model/evidence.ts';
import { treeDigest } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository, headCommit, treeOfCommit } from '../../runners/trees/repository.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { requireConfig } from '../project/load-config.ts';
import { withBaseCommands } from './base-commands.ts';

const pinned = async (files: Record<string, string>, changed: Record<string, string>, inner = '') => {
  const root = repositoryWith(files);
  const project = join(root, inner);
  writeFiles(root, changed);
  const repository = await findRepository(project);
  const tree = treeDigest(await treeOfCommit(repository, (await headCommit(repository))!));
  const { config, changed: names } = await withBaseCommands(await requireConfig(project), repository, tree);
  return {
    test: config.commands.test?.line,
    lint: config.commands.lint?.line,
    names,
    named: config.namedCommands,
  };
};

describe('withBaseCommands', () => {
  it.each<[string, Record<string, string>, Record<string, string>, object]>([
    [
      'the base',
      { 'baton.yaml': 'commands: { test: make test }' },
      { 'baton.yaml': 'commands: { test: "true" }' },
      { test: 'make test', names: ['test'] },
    ],
    [
      'a command that was added since',
      { 'baton.yaml': 'commands: { test: a }' },
      { 'baton.yaml': 'commands: { test: a, lint: b }' },
      { test: 'a', lint: undefined, names: ['lint'], named: ['test'] },
    ],
    [
      'the script, where the base names no test',
      { 'baton.yaml': '{}', 'package.json': '{"scripts":{"test":"x"}}' },
      { 'baton.yaml': 'commands: { test: "true" }' },
      { test: 'npm test', names: ['test'] },
    ],
    [
      'the checkout, where the base has no file',
      { 'a.txt': '' },
      { 'baton.yaml': 'commands: { test: make }' },
      { test: 'make', names: [] },
    ],
    [
      'the checkout, where that of the base is broken',
      { 'baton.yaml': 'commands: [' },
      { 'baton.yaml': 'commands: { test: make }' },
      { test: 'make', names: [] },
    ],
    [
      'both, where they are the same',
      { 'baton.yaml': 'commands: { test: make, lint: { run: x, report: y.sarif } }' },
      {},
      { test: 'make', lint: 'x', names: [] },
    ],
  ])('takes %s', async (_what, base, checkout, expected) => {
    expect(await pinned(base, checkout)).toMatchObject(expected);
  });

  it('reads the file of the project inside of a larger repository', async () => {
    const base = { 'baton.yaml': 'commands: { test: outer }', 'app/baton.yaml': 'commands: { test: inner }' };
    expect(await pinned(base, { 'app/baton.yaml': 'commands: { test: "true" }' }, 'app')).toMatchObject({
      test: 'inner',
    });
  });
});

describe('a run that is resumed', () => {
  const observe = async (project: string, base: string | null): Promise<Evidence> => {
    const stateRoot = join(temporaryFolder(), 'state');
    const place: Place = { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
    const run = {
      name: 'one',
      project,
      directory: join(project, '.baton/runs/one'),
      stateDirectory: join(place.stateDirectory, 'one'),
    };
    mkdirSync(run.stateDirectory, { recursive: true });
    const agentFor = (): never => {
      throw new Error('nobody plays');
    };
    const config = await requireConfig(project);
    const ports = await compose('.', '0').ports({
      place,
      run,
      workflow: relay,
      config,
      baseCommit: base,
      agentFor,
    });
    const repository = await findRepository(project);
    const tree = treeDigest(gitIn(project, 'rev-parse', 'HEAD^{tree}').trim());
    expect(repository.root).toBe(project);
    return ports.outside.observe({ kind: 'command', command: 'test', tree }, new AbortController().signal);
  };

  it('runs the commands of its base, and says so', async () => {
    const project = repositoryWith({ 'baton.yaml': 'commands: { test: "echo honest; exit 3" }' });
    const base = gitIn(project, 'rev-parse', 'HEAD').trim();
    writeFileSync(join(project, 'baton.yaml'), 'commands: { test: "true" }\n');
    expect(await observe(project, base)).toMatchObject({
      exit: 3,
      line: 'echo honest; exit 3',
      restored: ['baton.yaml'],
    });
    // Also when it was committed since.
    gitIn(project, 'commit', '--quiet', '-am', 'evil');
    expect(await observe(project, base)).toMatchObject({ exit: 3, restored: ['baton.yaml'] });
    expect(await observe(project, gitIn(project, 'rev-parse', 'HEAD').trim())).toMatchObject({
      line: 'true',
      cannotFail: expect.any(String),
    });
  });
});
