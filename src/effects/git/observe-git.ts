// Evidence that git can give. What cannot be observed is said to be unavailable, which never passes.
import { BatonError } from '../../errors.ts';
import type { Evidence, EvidenceRequest } from '../../model/evidence.ts';
import { notedDiff } from '../../runners/side/change-notes.ts';
import { testChanges } from '../../runners/side/test-changes.ts';
import { keepTreeRef } from '../../runners/trees/tree-files.ts';
import { changedFiles } from './changed-files.ts';
import type { GitContext } from './git-context.ts';
import { mergeTrees } from './merge-trees.ts';

type GitObjects = Pick<GitContext, 'repository' | 'refs'>;
type GitEvidenceRequest = Extract<EvidenceRequest, { kind: 'merge' | 'changes' | 'diff' | 'test-changes' }>;

const observe = async ({ repository, refs }: GitObjects, request: GitEvidenceRequest): Promise<Evidence> => {
  if (request.kind === 'changes')
    return { kind: 'changes', files: await changedFiles(repository, request.from, request.to) };
  if (request.kind === 'diff')
    return { kind: 'diff', ...(await notedDiff(repository, request.from, request.to)) };
  if (request.kind === 'test-changes')
    return { kind: 'test-changes', files: await testChanges(repository, request.from, request.to) };
  const merged = await mergeTrees(repository, request);
  // The work may have to go on from both.
  for (const tree of new Set([merged.tree, merged.others])) await keepTreeRef(repository, refs, tree);
  return merged;
};

export const observeGit = async (context: GitObjects, request: GitEvidenceRequest): Promise<Evidence> => {
  try {
    return await observe(context, request);
  } catch (cause) {
    if (!(cause instanceof BatonError)) throw cause;
    const { message, hint } = cause;
    return { kind: 'unavailable', cause: message, ...(hint === undefined ? {} : { hint }) };
  }
};
