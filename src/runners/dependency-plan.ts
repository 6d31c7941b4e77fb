// Which command brings a tree's dependencies, where it runs, and a key that changes when they could.
import { posix } from 'node:path';
import type { Digest } from '../model/sealed.ts';
import { sha256 } from '../std/sha256.ts';
import type { Repository } from './repository.ts';
import { listTree } from './tree-files.ts';

export interface DependencyPlan {
  readonly line: string;
  /** From the root of the tree. */
  readonly directory: string;
  readonly key: string;
}

const NPM_LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];
const DEPENDENCY_FILES = new Set([
  ...NPM_LOCKS,
  ...[
    'package.json',
    '.npmrc',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'yarn.lock',
    '.yarnrc.yml',
    'bun.lock',
    'bun.lockb',
  ],
  ...['requirements.txt', 'constraints.txt', 'pyproject.toml', 'poetry.lock', 'uv.lock', 'Pipfile.lock'],
  ...['Gemfile.lock', 'composer.lock', 'go.sum', 'Cargo.lock'],
]);

const foldersUpwards = (prefix: string): string[] => {
  const parts = prefix.split('/').filter(Boolean);
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('/')).concat('');
};

/** Undefined where there is nothing to do: no command is configured and no lock file says what to install. */
export const planDependencies = async (
  repository: Repository,
  tree: Digest,
  configured: string | undefined,
  runtime: string,
): Promise<DependencyPlan | undefined> => {
  const files = await listTree(repository, tree);
  const locked = foldersUpwards(repository.prefix).find((folder) =>
    NPM_LOCKS.some((name) => files.has(posix.join(folder, name))),
  );
  const line = configured ?? (locked === undefined ? undefined : 'npm ci');
  if (line === undefined || line.trim() === '') return undefined;
  const directory = configured === undefined ? (locked ?? '') : repository.prefix;
  const relevant = [...files]
    .filter(([path]) => DEPENDENCY_FILES.has(posix.basename(path)) || /(^|\/)patches\//.test(path))
    .map(([path, { oid }]) => [path, oid]);
  return {
    line,
    directory,
    key: sha256(JSON.stringify(['v1', line, directory, runtime, relevant])).slice(7),
  };
};
