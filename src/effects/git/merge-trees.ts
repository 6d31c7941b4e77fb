// Merges the trees of parallel items into one. No checkout, no index, no branch: trees in, a tree out, and the same
// trees in give the same tree out.
import { BatonError } from '../../errors.ts';
import type { MergeEvidence } from '../../model/evidence.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Part } from '../../model/workflow/view.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { DURABLE, objectsOf } from '../../runners/trees/tree-files.ts';
import { gitResult } from '../../std/processes/git.ts';
import { cleanMerge, type MergeOutput, readMergeOutput } from './merge-output.ts';
import { writeCommit } from './objects.ts';
import { projectPath } from './project-path.ts';

interface MergeRequest {
  readonly base: Digest;
  readonly parts: readonly Part[];
  /** The item that is judged: it is merged last, so that `others` is the merge of all but it. */
  readonly subject?: string | undefined;
}

// What a user may have set for merges of their own must not change the result.
const SETTINGS = [
  ...['merge.renames=true', 'merge.directoryRenames=conflict', 'merge.renameLimit=7000'],
  ...['merge.renormalize=false', 'merge.conflictStyle=merge', 'merge.verbosity=2'],
].flatMap((setting) => ['-c', setting]);

const mergeOne = async (repository: Repository, ours: Digest, part: Part): Promise<MergeOutput> => {
  if (part.start === ours) return cleanMerge(part.tree);
  if (part.tree === part.start || part.tree === ours) return cleanMerge(ours);
  const start = await writeCommit(repository, part.start, { message: `What ${part.item} started from\n` });
  const side = (tree: Digest, message: string) =>
    writeCommit(repository, tree, { message, parents: [start] });
  const sides = {
    ours: await side(ours, 'The work of the others\n'),
    theirs: await side(part.tree, `The work of ${part.item}\n`),
    item: part.item,
    nameOf: (path: string) => projectPath(repository, path),
  };
  const args = [
    ...DURABLE,
    ...SETTINGS,
    'merge-tree',
    '--write-tree',
    '-z',
    '--messages',
    sides.ours,
    sides.theirs,
  ];
  const { exit, stdout, stderr } = await gitResult(args, objectsOf(repository));
  if (exit !== 0 && exit !== 1)
    throw new BatonError(
      'GIT_FAILED',
      `git merge-tree failed for ${part.item}: ${stderr.trim() || `exit ${exit}`}`,
      {
        hint: 'Baton needs git 2.38 or newer.',
      },
    );
  return readMergeOutput(stdout, sides, exit === 0);
};

/** Work that was brought up to date with others holds their work too; it goes after them. */
const inOrder = ({ base, parts }: MergeRequest): Part[] => [
  ...parts.filter((part) => part.start === base),
  ...parts.filter((part) => part.start !== base),
];

interface Choice {
  readonly part: Part;
  readonly output: MergeOutput;
}

/** The first part that merges cleanly, else the first: what was rebased on another cannot go before it. */
const next = async (
  repository: Repository,
  ours: Digest,
  parts: readonly Part[],
): Promise<Choice | undefined> => {
  let first: Choice | undefined;
  for (const part of parts) {
    const candidate = { part, output: await mergeOne(repository, ours, part) };
    if (candidate.output.clean) return candidate;
    first ??= candidate;
  }
  return first;
};

const told = ({ part, output }: Choice) => ({
  item: part.item,
  files: output.files.slice(0, PROBLEMS_MAX),
  says: output.says.slice(0, PROBLEMS_MAX),
});

/**
 * In plan order where the parts allow it. After a conflict it goes on with the marked tree, so that all conflicts
 * are listed. `others` is what the subject, or else the last part, was merged into.
 */
export const mergeTrees = async (repository: Repository, request: MergeRequest): Promise<MergeEvidence> => {
  const ordered = inOrder(request);
  const isSubject = (part: Part): boolean => part.item === request.subject;
  const conflicts: MergeEvidence['conflicts'] = [];
  let tree = request.base;
  let others = request.base;
  for (const group of [ordered.filter((part) => !isSubject(part)), ordered.filter(isSubject)]) {
    if (request.subject !== undefined) others = tree;
    for (let rest = group; rest.length > 0; ) {
      // Once there is a conflict, no order is better than another; looking on would be quadratic.
      const choice = await next(repository, tree, conflicts.length === 0 ? rest : rest.slice(0, 1));
      if (choice === undefined) break;
      if (!choice.output.clean) conflicts.push(told(choice));
      if (request.subject === undefined) others = tree;
      rest = rest.filter((part) => part !== choice.part);
      tree = choice.output.tree;
    }
  }
  return { kind: 'merge', tree, others, conflicts };
};
