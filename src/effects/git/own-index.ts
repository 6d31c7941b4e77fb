// An index of one's own for one change of a tree; it is gone afterwards.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsOf } from '../../runners/trees/tree-files.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import type { GitContext } from './git-context.ts';

type GitOptions = ReturnType<typeof objectsOf>;

export const withIndex = async <T>(
  { repository, scratchDirectory }: Pick<GitContext, 'repository' | 'scratchDirectory'>,
  change: (options: GitOptions) => Promise<T>,
): Promise<T> => {
  await mkdir(scratchDirectory, { recursive: true, mode: 0o700 });
  const index = join(scratchDirectory, `${processIdentity()}-${randomUUID()}.index`);
  try {
    const { cwd, env } = objectsOf(repository);
    return await change({ cwd, env: { ...env, GIT_INDEX_FILE: index } });
  } finally {
    for (const path of [index, `${index}.lock`]) await rm(path, { force: true });
  }
};
