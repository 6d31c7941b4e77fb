// Branches that a run made. The last commit of one carries the trailers that Baton writes, with the start of the run, so
// that a branch of the same name by somebody else is told apart.
import type { State } from '../../model/run/state.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { git, gitResult } from '../../std/processes/git.ts';
import type { Kept } from './leftover.ts';

export interface Branch {
  readonly name: string;
  readonly commit: string;
  /** `<run> <start>`; undefined for a branch that Baton did not make. */
  readonly madeBy: string | undefined;
  /** Where it is checked out, or empty. */
  readonly checkout: string;
}

const TRAILERS =
  /\n\nBaton-Journal: (\S+) \d+ sha256:[0-9a-f]{64} (\S+)\nBaton-Run: [^\n]*\nBaton-Key: [^\n]*\n*$/;
const FORMAT = '--format=%(refname)%00%(objectname)%00%(symref)%00%(worktreepath)%00%(contents)%1e';

export const branchesOf = async (repository: Repository): Promise<readonly Branch[]> => {
  const output = await git(['for-each-ref', FORMAT, 'refs/heads/'], { cwd: repository.root });
  return output.split('\x1e').flatMap((record) => {
    const [ref = '', commit = '', symref = '', checkout = '', message = ''] = record.trimStart().split('\0');
    // A message may hold the character that ends a record, but never the one between fields.
    if (!ref.startsWith('refs/heads/') || !/^[0-9a-f]{40,64}$/.test(commit) || symref !== '') return [];
    const [, run, start] = TRAILERS.exec(message) ?? [];
    const madeBy = run === undefined ? undefined : `${run} ${start}`;
    return [{ name: ref.slice('refs/heads/'.length), commit, madeBy, checkout }];
  });
};

/** Whether a branch of somebody else's, a remote or a tag holds the commit, too. */
const isElsewhere = async (
  repository: Repository,
  branch: Branch,
  ours: ReadonlySet<string>,
): Promise<boolean> => {
  const { exit, stdout } = await gitResult(
    [
      'for-each-ref',
      '--format=%(refname)',
      `--contains=${branch.commit}`,
      'refs/heads/',
      'refs/remotes/',
      'refs/tags/',
    ],
    { cwd: repository.root },
  );
  return exit === 0 && stdout.split('\n').some((ref) => ref !== '' && !ours.has(ref));
};

/** Why it stays; undefined where nothing is lost without it. */
const whyKept = async (
  repository: Repository,
  branch: Branch,
  ours: ReadonlySet<string>,
): Promise<string | undefined> => {
  if (branch.checkout !== '') return `it is checked out in ${branch.checkout}`;
  if (await isElsewhere(repository, branch, ours)) return undefined;
  return `its commits are on no other branch; merge it, or delete it with \`git branch -D ${branch.name}\``;
};

/** Where the run was told to commit. */
const committedOn = ({ works }: State): ReadonlySet<string> =>
  new Set(
    Object.values(works).flatMap(({ assignment: { effect } }) =>
      effect?.action === 'commit' ? [effect.branch] : [],
    ),
  );

/** Of one run: the branches that it committed on, while their last commit is its own. */
export const removableBranches = async (
  repository: Repository,
  branches: readonly Branch[],
  state: State,
): Promise<{ readonly branches: readonly string[]; readonly kept: readonly Kept[] }> => {
  const named = committedOn(state);
  const { name: run, startedAt } = state.run;
  const made = branches.filter(({ name, madeBy }) => named.has(name) && madeBy === `${run} ${startedAt}`);
  // They do not vouch for each other: both could go.
  const ours = new Set(made.map(({ name }) => `refs/heads/${name}`));
  const removable: string[] = [];
  const kept: Kept[] = [];
  for (const branch of made) {
    const why = await whyKept(repository, branch, ours);
    if (why === undefined) removable.push(branch.name);
    else kept.push({ kind: 'branch', name: branch.name, why });
  }
  return { branches: removable, kept };
};

/** Git itself refuses what is checked out anywhere, or is being rebased. */
export const deleteBranch = async (repository: Repository, branch: string): Promise<void> => {
  await git(['branch', '--quiet', '-D', '--', branch], { cwd: repository.root });
};
