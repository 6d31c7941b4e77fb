// What Go compiles is there for the next run, and nothing of what a run does is.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
import { compileFlags } from './compiled-go.ts';
import { compiledDirectory, type Place, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';
import { usableSandbox } from './sandbox.ts';

const PATH = process.env['PATH'] ?? '';
const hasGo = findProgram('go', PATH) !== undefined;
const hasSandbox = (await usableSandbox(PATH)) === 'no-network';

const FILES = {
  'go.mod': 'module example.com/shop\n\ngo 1.19\n',
  'shop.go':
    'package shop\n\nimport "example.com/shop/price"\n\nfunc Total() int { return price.Of("tea") }\n',
  'price/price.go': 'package price\n\nfunc Of(string) int { return 3 }\n',
  // It would leave a file beside the compiled packages if anything started it.
  'shop_test.go':
    'package shop\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc init() { os.WriteFile(os.Getenv("GOCACHE")+"/ran", nil, 0o644) }\n\nfunc TestTotal(t *testing.T) {\n\tif Total() != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};

interface World {
  readonly place: Place;
  run(line: string, more?: Partial<ReexecuteOptions>): Promise<{ exit: number | null; lines: string[] }>;
  seal(): Promise<string>;
}

const worldOf = async (): Promise<World> => {
  const project = repositoryWith(FILES);
  const stateRoot = join(temporaryFolder(), 'state');
  const stateDirectory = join(stateRoot, 'project-1');
  mkdirSync(stateDirectory, { recursive: true });
  const place = { project, stateRoot, stateDirectory, env: process.env };
  const repository: Repository = await findRepository(project);
  let count = 0;
  const seal = (): Promise<string> => {
    count += 1;
    return sealTree(repository, {
      scratchDirectory: scratchDirectory(place),
      ref: `refs/baton/test/${count}`,
    });
  };
  return {
    place,
    seal,
    run: async (line, more = {}) => {
      const evidence = await reexecute({ place, tree: await seal(), line, ...more });
      if (evidence.kind !== 'command') throw new Error(evidence.cause);
      const lines = evidence.tail.split('\n').filter((text) => text !== '');
      return { exit: evidence.exit, lines };
    },
  };
};

// With -v it names what it compiles. The package that others import is the same for their tests and for a build.
const BUILD = 'go build -v ./price';

// Without a sandbox each run has a folder of its own, and Go compiles what lies in another folder again.
describe.skipIf(!hasGo || !hasSandbox)('compiled packages of Go', () => {
  it('are those of the base: only what was changed is compiled again', async () => {
    const { place, run, seal } = await worldOf();
    const base = await seal();
    writeFiles(place.project, { 'shop.go': FILES['shop.go'].replace('("tea")', '("cake")') });
    const more = { scriptsOf: base, refs: 'refs/baton/test' };
    expect(await run('go build -v ./...', more)).toEqual({ exit: 0, lines: ['example.com/shop'] });
    expect(readdirSync(compiledDirectory(place))).toHaveLength(1);
  });

  it('hold no result of a test, and nothing that a test wrote', async () => {
    const { run, place } = await worldOf();
    const first = await run('go test ./... && ls "$GOCACHE" | grep ran');
    expect(first.lines.at(-1)).toBe('ran');
    expect(first.lines.join('\n')).not.toContain('(cached)');
    const again = await run('ls "$GOCACHE" | grep -c ran; find "$GOCACHE" -type f -exec sh -c ": > {}" \\;');
    expect(again.lines).toEqual(['0']);
    expect(await run(`${BUILD} `)).toEqual({ exit: 0, lines: [] });
    expect(readdirSync(compiledDirectory(place))).toHaveLength(1);
  });

  it('are there for a base whose tests do not all compile', async () => {
    const { place, run } = await worldOf();
    writeFiles(place.project, { 'price/price_test.go': 'package price\n\nfunc TestOf(\n' });
    expect(await run(BUILD)).toEqual({ exit: 0, lines: [] });
  });
});

it.skipIf(!hasGo)('are kept without a sandbox, too', async () => {
  const { run, place } = await worldOf();
  const first = await run('go test ./... && ls "$GOCACHE" | grep ran', { sandbox: 'none' });
  expect(first.lines.at(-1)).toBe('ran');
  expect((await run('ls "$GOCACHE" | grep -c ran', { sandbox: 'none' })).lines).toEqual(['0']);
  expect(readdirSync(compiledDirectory(place))).toHaveLength(1);
});

it.each([
  ['go test ./...', []],
  ['go test -race -tags integration,slow -count=1 ./...', ['-race', '-tags=integration,slow']],
  ['go vet ./... && go test --tags=a -coverprofile=cover.out ./...', ['--tags=a', '-cover']],
  ["go test -tags '$(touch x)' -ldflags='-X a=b' ./...", []],
])('flags of `%s` that say how packages are compiled', (line, flags) => {
  expect(compileFlags(line)).toEqual(flags);
});
