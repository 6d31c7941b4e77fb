// Effects on git: merge, commit, rebase. Each may be asked for again after a crash and then comes to the same end.

import type { MergeEvidence } from '../../model/evidence.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { JudgedHandoff } from '../../model/run/judged-handoff.ts';
import type { EffectRequest, EffectResult } from '../../model/workflow/effect.ts';
import { keepTreeRef } from '../../runners/trees/tree-files.ts';
import { addFiles } from './add-files.ts';
import { commitTree, type JournalMark } from './commit-tree.ts';
import { excludeFiles } from './exclude-files.ts';
import type { GitContext } from './git-context.ts';
import { mergeTrees } from './merge-trees.ts';
import { treeBytes } from './objects.ts';

type Request<A extends EffectRequest['action']> = Extract<EffectRequest, { action: A }>;

/** What names one effect; key and time stay the same when it is repeated. */
export interface EffectJob {
  readonly key: string;
  /** When it was asked for, from the journal: the date of a commit. */
  readonly at: string;
  /** Where the journal ended by then: a commit names it. */
  readonly journal: JournalMark;
  /** What was accepted by then: a pull request lists it. */
  readonly handoffs?: readonly JudgedHandoff[];
  /** Ends only while the run is this process's own; asked before each step that others see. */
  readonly whenOurs?: () => Promise<void>;
}

const conflictProblems = ({ item, files, says }: MergeEvidence['conflicts'][number]): Problem[] => {
  const hint = `Bring the work of ${item} in line with what was merged before it.`;
  if (says === undefined || says.length === 0)
    return [problem('MERGE_CONFLICT', `the work of ${item} cannot be merged: ${files.join(', ')}`, { hint })];
  return says.map((text) => {
    const file = files.find((name) => text.startsWith(`${name}:`));
    return problem('MERGE_CONFLICT', `the work of ${item} cannot be merged: ${text}`, {
      ...(file === undefined ? {} : { file }),
      hint,
    });
  });
};

const merge = async ({ repository, refs }: GitContext, request: Request<'merge'>): Promise<EffectResult> => {
  const { tree, conflicts } = await mergeTrees(repository, request);
  if (conflicts.length > 0)
    return {
      outcome: 'conflict',
      sealed: [],
      details: {},
      problems: conflicts.flatMap(conflictProblems).slice(0, PROBLEMS_MAX),
    };
  await keepTreeRef(repository, refs, tree);
  const bytes = await treeBytes(repository, tree);
  return {
    outcome: 'merged',
    sealed: [{ artifact: request.into, path: '.', digest: tree, bytes }],
    details: {},
    problems: [],
  };
};

const commit = async (
  { repository, run }: GitContext,
  { key, at, journal, whenOurs }: EffectJob,
  { tree, parent, branch, message, into }: Request<'commit'>,
): Promise<EffectResult> => {
  const id = await commitTree(repository, { run, key, at, journal, tree, parent, branch, message }, whenOurs);
  const sealed = into === undefined ? [] : [{ artifact: into, path: '.', digest: tree, bytes: 0 }];
  return { outcome: 'committed', sealed, details: { branch, commit: id }, problems: [] };
};

/** An assignment that is not at work now finds the tree when it is started again. */
const rebase = async (context: GitContext, request: Request<'rebase'>): Promise<EffectResult> => {
  const directory = await context.workspaceOf(request.assignment);
  if (directory !== undefined) await context.workspaces.update(directory, request.tree, request.start);
  return { outcome: 'rebased', sealed: [], details: {}, problems: [] };
};

const exclude = async (context: GitContext, request: Request<'exclude'>): Promise<EffectResult> => {
  const { repository, refs } = context;
  const { tree, unknown } = await excludeFiles(context, request);
  if (unknown.length > 0)
    return {
      outcome: 'unknown',
      sealed: [],
      details: { excludeProblem: `not among the changed files: ${unknown.join(', ')}` },
      problems: [],
    };
  await keepTreeRef(repository, refs, tree);
  const bytes = await treeBytes(repository, tree);
  return {
    outcome: 'excluded',
    sealed: [{ artifact: request.into, path: '.', digest: tree, bytes }],
    details: { excludeProblem: '' },
    problems: [],
  };
};

const add = async (context: GitContext, request: Request<'add'>): Promise<EffectResult> => {
  const { repository, refs } = context;
  const tree = await addFiles(context, request);
  await keepTreeRef(repository, refs, tree);
  const bytes = await treeBytes(repository, tree);
  return {
    outcome: 'added',
    sealed: [{ artifact: request.into, path: '.', digest: tree, bytes }],
    details: {},
    problems: [],
  };
};

export type GitEffect = Request<'merge' | 'commit' | 'rebase' | 'exclude' | 'add'>;

/** Throws where it is not for an agent to fix: a branch in the way, no git, a full disk. */
export const performGitEffect = (
  context: GitContext,
  job: EffectJob,
  request: GitEffect,
): Promise<EffectResult> => {
  switch (request.action) {
    case 'merge':
      return merge(context, request);
    case 'commit':
      return commit(context, job, request);
    case 'exclude':
      return exclude(context, request);
    case 'add':
      return add(context, request);
    case 'rebase':
      return rebase(context, request);
  }
};
