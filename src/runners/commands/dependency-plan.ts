// Which command brings a tree's dependencies, where it runs, and a key that changes when they could.
import { posix } from 'node:path';
import { BatonError } from '../../errors.ts';
import { type Install, installsOf, type TextOf } from '../../evidence/commands/package-managers.ts';
import { LOCK_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { sha256 } from '../../std/sha256.ts';
import type { Repository } from '../trees/repository.ts';
import { listTree, readBlob } from '../trees/tree-files.ts';

export interface DependencyPlan {
  readonly line: string;
  /** From the root of the tree. */
  readonly directory: string;
  readonly key: string;
}

const DEPENDENCY_FILES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json'],
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
  ...['Gemfile.lock', 'composer.lock', 'go.mod', 'go.sum', 'Cargo.lock', 'Pipfile', 'setup.py', 'setup.cfg'],
]);

/** What stands in the place of a program that is not there: corepack brings these two. */
const startedBy = (program: string, path: string): string | undefined => {
  if (findProgram(program, path) !== undefined) return program;
  return ['pnpm', 'yarn'].includes(program) && findProgram('corepack', path) !== undefined
    ? `corepack ${program}`
    : undefined;
};

/** Whose packages the user may have installed by other means: then they are found where the user's Python finds them. */
const MAY_BE_THERE = ['uv', 'poetry', 'pipenv', 'go', 'cargo'];

const lineOf = ({ line, program, lock }: Install, path: string): string | undefined => {
  const started = startedBy(program, path);
  if (started !== undefined) return line.replace(new RegExp(`\\b${program}\\b`), started);
  if (MAY_BE_THERE.includes(program)) return undefined;
  throw new BatonError(
    'EVIDENCE_UNAVAILABLE',
    `${lock ?? 'package.json'} is for ${program}, which is not on PATH`,
    {
      hint: `Install ${program}, or say in baton.yaml what installs the dependencies: commands.prepare`,
    },
  );
};

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

const planned = (
  installs: readonly (readonly [Install, string])[],
): Pick<DependencyPlan, 'line' | 'directory'> => {
  const [first, ...more] = installs;
  if (first !== undefined && more.length === 0) return { line: first[1], directory: first[0].directory };
  const lines = installs.map(([{ directory }, line]) =>
    directory === '' ? line : `(cd ${quoted(directory)} && ${line})`,
  );
  return { line: lines.join(' && '), directory: '' };
};

export interface PlanOptions {
  /** `commands.prepare`. */
  readonly configured: string | undefined;
  readonly runtime: string;
  /** Where programs are looked for. */
  readonly path: string;
}

/** Undefined where there is nothing to do: no command is configured, and no file says what to install. */
export const planDependencies = async (
  repository: Repository,
  tree: Digest,
  { configured, runtime, path }: PlanOptions,
): Promise<DependencyPlan | undefined> => {
  const files = await listTree(repository, tree);
  const textOf: TextOf = async (file) => {
    const entry = files.get(file);
    return entry === undefined ? undefined : readBlob(repository, entry.oid, LOCK_BYTES_MAX);
  };
  const installs =
    configured === undefined
      ? (await installsOf(files, repository.prefix, textOf)).flatMap((install) => {
          const line = lineOf(install, path);
          return line === undefined ? [] : [[install, line] as const];
        })
      : [];
  if (configured === undefined ? installs.length === 0 : configured.trim() === '') return undefined;
  const { line, directory } =
    configured === undefined ? planned(installs) : { line: configured, directory: repository.prefix };
  const relevant = [...files]
    .filter(([file]) => DEPENDENCY_FILES.has(posix.basename(file)) || /(^|\/)patches\//.test(file))
    .map(([file, { oid }]) => [file, oid]);
  return {
    line,
    directory,
    key: sha256(JSON.stringify(['v1', line, directory, runtime, relevant])).slice(7),
  };
};
