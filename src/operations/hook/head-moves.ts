// Where HEAD was when the base was sealed, and whether it moved since by anything but commits on top of it. Then what
// differs from the base is not the agent's work alone, and a person should know.
import { REFLOG_ENTRIES_MAX } from '../../model/limits/hook.ts';
import { headCommit, type Repository } from '../../runners/trees/repository.ts';
import { gitResult } from '../../std/processes/git.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';

export interface HeadMark {
  /** The commit that was checked out; null in a repository without one. */
  readonly commit: string | null;
  /** The newest entry of HEAD's reflog. */
  readonly entry: string | null;
}

const COMMIT = /^commit\b/;
const MOVE_CHARS_MAX = 120;

/** Newest first: `<commit>\t<time>\t<what was done>`. */
const reflog = async (repository: Repository): Promise<string[]> => {
  const format = '--format=%H%x09%gd%x09%gs';
  const { exit, stdout } = await gitResult(
    ['log', '--walk-reflogs', '--date=unix', '-n', String(REFLOG_ENTRIES_MAX), format, 'HEAD', '--'],
    { cwd: repository.root },
  );
  return exit === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
};

export const markHead = async (repository: Repository): Promise<HeadMark> => ({
  commit: (await headCommit(repository)) ?? null,
  entry: (await reflog(repository))[0] ?? null,
});

const isAncestor = async (repository: Repository, commit: string): Promise<boolean> => {
  const { exit } = await gitResult(['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: repository.root });
  return exit === 0;
};

/** What was done to HEAD since, other than commits; undefined where nothing was. */
export const headMove = async (repository: Repository, mark: HeadMark): Promise<string | undefined> => {
  const now = (await headCommit(repository)) ?? null;
  if (now === mark.commit || mark.commit === null) return undefined;
  const entries = await reflog(repository);
  const seen = mark.entry === null ? -1 : entries.indexOf(mark.entry);
  const since = seen === -1 ? [] : entries.slice(0, seen);
  const moves = since.map((line) => line.split('\t')[2] ?? '').filter((what) => !COMMIT.test(what));
  if (moves.length > 0) return clip(plainLine(moves.at(-1) ?? ''), MOVE_CHARS_MAX);
  if (await isAncestor(repository, mark.commit)) return undefined;
  return `from ${mark.commit.slice(0, 12)} to ${now?.slice(0, 12) ?? 'no commit'}`;
};
