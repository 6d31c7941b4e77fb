// Which command installs what a project needs, for the files that package managers keep.
import { describe, expect, it } from 'vitest';
import { installsOf } from './package-managers.ts';

const installs = async (files: Readonly<Record<string, string>>, prefix = '') =>
  (await installsOf(new Map(Object.entries(files)), prefix, async (path) => files[path])).map(
    ({ line, directory }) => (directory === '' ? line : `${directory}: ${line}`),
  );

const NEEDS = '{"devDependencies":{"vitest":"1"}}';

describe('a project', () => {
  it.each([
    ['of npm', { 'package.json': NEEDS, 'package-lock.json': '{}' }, ['npm ci']],
    ['of pnpm', { 'package.json': NEEDS, 'pnpm-lock.yaml': '' }, ['pnpm install --frozen-lockfile']],
    [
      'of yarn 1',
      { 'package.json': NEEDS, 'yarn.lock': '# yarn lockfile v1\n' },
      ['yarn install --frozen-lockfile --non-interactive'],
    ],
    ['of yarn 4', { 'yarn.lock': '__metadata:\n  version: 8\n' }, ['yarn install --immutable']],
    ['of bun', { 'package.json': NEEDS, 'bun.lock': '' }, ['bun install --frozen-lockfile']],
    ['without a lock file', { 'package.json': NEEDS }, ['npm install --no-save --no-package-lock']],
    ['without dependencies', { 'package.json': '{"name":"x"}' }, []],
    ['with a package.json that cannot be read', { 'package.json': '{' }, []],
    ['of uv', { 'uv.lock': '', 'pyproject.toml': '' }, ['uv sync --frozen']],
    ['of Rust that needs nothing', { 'Cargo.lock': '[[package]]\nname = "x"\n' }, []],
    [
      'of Rust that needs crates',
      { 'Cargo.lock': '[[package]]\nname = "x"\nsource = "registry+x"\n' },
      ['cargo fetch --locked'],
    ],
    [
      'of Rust without a lock file',
      { 'Cargo.toml': '[package]\nname = "x"\n\n[dev-dependencies]\nserde = "1"\n' },
      ['cargo fetch'],
    ],
    [
      'of Rust with a table for one crate',
      { 'Cargo.toml': '[target.\'cfg(unix)\'.dependencies.libc]\nversion = "0.2"\n' },
      ['cargo fetch'],
    ],
    [
      'of Rust with crates of its own',
      { 'Cargo.toml': '[dependencies]\nown = { path = "own" }\n\n[features]\nstd = []\n' },
      [],
    ],
    ['of Go', { 'go.mod': '', 'go.sum': '' }, ['go mod vendor']],
    ['of Go that keeps its modules', { 'go.sum': '', 'vendor/modules.txt': '' }, []],
    ['of several modules of Go', { 'go.sum': '', 'go.work': '' }, []],
    [
      'of two languages',
      { 'package-lock.json': '', 'package.json': NEEDS, 'uv.lock': '' },
      ['npm ci', 'uv sync --frozen'],
    ],
    [
      'with lock files of two managers',
      { 'package-lock.json': '', 'yarn.lock': '', 'poetry.lock': '', 'uv.lock': '' },
      ['npm ci', 'uv sync --frozen'],
    ],
  ])('%s', async (_, files, lines) => {
    expect(await installs(files)).toEqual(lines);
  });

  it('in a folder takes the nearest lock file upwards', async () => {
    const files = { 'package-lock.json': '', 'packages/a/package.json': NEEDS };
    expect(await installs(files, 'packages/a/')).toEqual(['npm ci']);
    expect(await installs({ ...files, 'packages/a/pnpm-lock.yaml': '' }, 'packages/a/')).toEqual([
      'packages/a: pnpm install --frozen-lockfile',
    ]);
    expect(await installs({ 'packages/a/package.json': NEEDS }, 'packages/a/')).toEqual([
      'packages/a: npm install --no-save --no-package-lock',
    ]);
  });
});
