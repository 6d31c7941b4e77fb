// Where a project lives in git: the repository around it, and the way from its root to the project.
import { resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import { gitLine, gitResult } from '../../std/processes/git.ts';

export interface Repository {
  /** The folder that was asked about: the project. */
  readonly project: string;
  /** Root of the checkout. */
  readonly root: string;
  /** From the root to the project: `packages/app/`, or empty. */
  readonly prefix: string;
  /** This checkout's own git directory (index, HEAD). */
  readonly gitDirectory: string;
  /** Shared by all worktrees of the repository (objects, refs). */
  readonly commonDirectory: string;
  readonly objectFormat: string;
}

export const findRepository = async (project: string): Promise<Repository> => {
  const { exit, stdout, stderr } = await gitResult(
    [
      'rev-parse',
      '--is-inside-work-tree',
      '--absolute-git-dir',
      '--show-object-format',
      '--show-toplevel',
      '--git-common-dir',
      '--show-prefix',
    ],
    { cwd: project },
  );
  const [inside, gitDirectory, objectFormat, root, common, prefix] = stdout.split('\n');
  if (exit !== 0 || inside !== 'true' || !gitDirectory || !root || !common || !objectFormat)
    throw new BatonError(
      'PROJECT_NOT_GIT',
      `expected a git repository with a working tree at ${project}: ${stderr.trim() || 'it has none'}`,
      { hint: 'Run `git init` there, or start Baton in the project.' },
    );
  return {
    project,
    root,
    prefix: prefix ?? '',
    gitDirectory,
    commonDirectory: resolve(project, common),
    objectFormat,
  };
};

/** The commit that is checked out, or undefined in a repository without one. */
export const headCommit = async (repository: Repository): Promise<string | undefined> => {
  const { exit, stdout } = await gitResult(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    cwd: repository.root,
  });
  return exit === 0 ? stdout.trim() : undefined;
};

export const treeOfCommit = (repository: Repository, commit: string): Promise<string> =>
  gitLine(['rev-parse', '--verify', `${commit}^{tree}`], { cwd: repository.root });
