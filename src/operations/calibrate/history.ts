// The last commits of a repository that can be played: one parent, and a change of source files.
import { isOnTestsSide, isSourceFile } from '../../evidence/source/test-files.ts';
import { type Digest, treeDigest } from '../../model/run/sealed.ts';
import { projectPath } from '../../runners/side/tests-side.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { treeChanges } from '../../runners/trees/tree-diff.ts';
import { gitResult } from '../../std/processes/git.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { CALIBRATE_LOOKED_AT_MAX } from './limits.ts';

export interface PlayedCommit {
  readonly commit: string;
  readonly subject: string;
  readonly base: Digest;
  readonly head: Digest;
}

export interface SkippedCommit {
  readonly commit: string;
  readonly subject: string;
  readonly why: string;
}

export interface History {
  readonly played: readonly PlayedCommit[];
  readonly skipped: readonly SkippedCommit[];
}

const SUBJECT_CHARS_MAX = 72;

interface Listed {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly subject: string;
}

/** Newest first, with those that came by merges. Reading commits writes nothing. */
const listCommits = async (user: Repository): Promise<readonly Listed[]> => {
  const format = '--format=%H%x00%T%x00%P%x00%s%x00';
  const { exit, stdout } = await gitResult(
    ['log', '--topo-order', '-z', '-n', String(CALIBRATE_LOOKED_AT_MAX), format, 'HEAD', '--'],
    { cwd: user.root, env: { GIT_OPTIONAL_LOCKS: '0' } },
  );
  if (exit !== 0) return [];
  const fields = stdout.split('\0');
  const found: Listed[] = [];
  // Four fields, and one more sign between two commits.
  for (let at = 0; at + 3 < fields.length; at += 5) {
    const [commit = '', tree = '', parents = '', subject = ''] = fields.slice(at, at + 4);
    found.push({
      ...{ commit, tree },
      parents: parents.split(' ').filter((one) => one !== ''),
      subject: clip(plainLine(subject), SUBJECT_CHARS_MAX),
    });
  }
  return found;
};

const treeOf = async (user: Repository, commit: string): Promise<string | undefined> => {
  const { exit, stdout } = await gitResult(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], {
    cwd: user.root,
  });
  return exit === 0 ? stdout.trim() : undefined;
};

/** Of a commit that changes tests alone no gate says anything that its own tests do not say. */
const changesSource = async (repository: Repository, base: Digest, head: Digest): Promise<boolean> => {
  const changes = await treeChanges(repository, base, head);
  return changes.some(({ path, was }) =>
    [path, ...(was === undefined ? [] : [was])].some((one) => {
      const own = projectPath(repository, one);
      return !own.startsWith('../') && isSourceFile(own) && !isOnTestsSide(own);
    }),
  );
};

/** The newest commits that can be played, oldest of them last. */
export const readHistory = async (
  user: Repository,
  /** Has the user's objects; what is compared is written nowhere else. */
  repository: Repository,
  last: number,
): Promise<History> => {
  const played: PlayedCommit[] = [];
  const skipped: SkippedCommit[] = [];
  for (const { commit, tree, parents, subject } of await listCommits(user)) {
    if (played.length >= last) break;
    const skip = (why: string): void => void skipped.push({ commit, subject, why });
    if (parents.length > 1) {
      skip('it is a merge');
      continue;
    }
    const before = parents[0] === undefined ? undefined : await treeOf(user, parents[0]);
    if (before === undefined) {
      skip('its parent is not in this repository');
      continue;
    }
    const [base, head] = [treeDigest(before), treeDigest(tree)];
    if (await changesSource(repository, base, head)) played.push({ commit, subject, base, head });
    else skip('it changes no source file besides tests');
  }
  return { played, skipped };
};
