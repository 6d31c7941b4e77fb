// Commits a tree on a branch of the run's own. Asked again after a crash, it finds what it did and says the same.
import { BatonError } from '../../errors.ts';
import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { DURABLE, objectsOf, refsOf, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { git, gitLine, gitResult } from '../../std/processes/git.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';
import { retryWhileLocked } from './git-lock.ts';
import { type Person, personEnvironment, writeCommit } from './objects.ts';

/** An entry of the run's journal that was there before the commit. */
export interface JournalMark {
  /** When the run began: another run may have the same name. */
  readonly startedAt: string;
  readonly seq: number;
  /** Digest of the entry's line. */
  readonly chain: string;
}

export interface CommitRequest {
  readonly run: string;
  /** Names this effect within the run; the same key is the same commit. */
  readonly key: string;
  /** Date of the commit: that of the entry which asked for it, so that a repeat gives the same commit. */
  readonly at: string;
  readonly journal: JournalMark;
  readonly tree: Digest;
  readonly parent: string | null;
  readonly branch: string;
  readonly message: string;
}

const FALLBACK = { name: 'Baton', email: 'baton@localhost' };

const trailersOf = ({ run, key }: CommitRequest): string =>
  `Baton-Run: ${plainLine(run)}\nBaton-Key: ${plainLine(key)}\n`;

/** Whoever cuts off the end of the journal leaves this behind. */
const journalTrailerOf = ({ run, journal: { seq, chain, startedAt } }: CommitRequest): string =>
  `Baton-Journal: ${plainLine(run)} ${seq} ${chain} ${plainLine(startedAt)}\n`;

const JOURNAL_TRAILER = /\n\nBaton-Journal: [^\n]*\n(?=Baton-Run: [^\n]*\nBaton-Key: [^\n]*\n$)/;

const messageOf = (request: CommitRequest): string => {
  const lines = plainText(request.message)
    .split('\n')
    .map((line) => line.trimEnd());
  const text = clip(lines.join('\n').trim(), TEXT_CHARS_MAX);
  return `${text === '' ? `Work of run ${plainLine(request.run)}` : text}\n\n${journalTrailerOf(request)}${trailersOf(request)}`;
};

const refused = (branch: string, why: string, hint: string): BatonError =>
  new BatonError('GIT_FAILED', `expected to commit on branch ${JSON.stringify(branch)}, but ${why}`, {
    hint,
  });

const requireBranch = async (repository: Repository, branch: string): Promise<string> => {
  const ref = `refs/heads/${branch}`;
  const { exit } = branch.includes('\0')
    ? { exit: 1 }
    : await gitResult(['check-ref-format', ref], refsOf(repository));
  if (exit !== 0 || branch.startsWith('-') || branch === 'HEAD')
    throw new BatonError('NAME_INVALID', `expected the name of a branch, got ${JSON.stringify(branch)}`, {
      hint: 'A branch is named like baton/my-run: letters, digits, "-", "_", "." and "/".',
    });
  return ref;
};

const requireParent = (parent: string | null): string[] => {
  if (parent === null) return [];
  if (/^[0-9a-f]{40,64}$/.test(parent)) return [parent];
  throw new BatonError(
    'FIELD_INVALID',
    `expected the full id of a commit as parent, got ${JSON.stringify(parent)}`,
  );
};

interface Tip {
  readonly commit: string;
  /** Where the branch is checked out, or empty. */
  readonly checkout: string;
}

const readTip = async (repository: Repository, ref: string): Promise<Tip | undefined> => {
  const format = '--format=%(refname)%00%(objectname)%00%(worktreepath)';
  const output = await git(['for-each-ref', format, '--', ref], refsOf(repository));
  const line = output.split('\n').find((candidate) => candidate.startsWith(`${ref}\0`));
  const [, commit, checkout] = line?.split('\0') ?? [];
  return commit === undefined ? undefined : { commit, checkout: checkout ?? '' };
};

interface CommitText {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

const readCommit = async (repository: Repository, commit: string): Promise<CommitText> => {
  const text = await git(['cat-file', 'commit', commit], objectsOf(repository));
  const split = text.indexOf('\n\n');
  const header = text.slice(0, split).split('\n');
  const valuesOf = (name: string) =>
    header.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  return { tree: valuesOf('tree')[0] ?? '', parents: valuesOf('parent'), message: text.slice(split + 2) };
};

/** After a crash the journal has gone on: where it ended says nothing about whose commit it is. */
const isOurs = (found: CommitText, request: CommitRequest): boolean =>
  found.tree === requireTreeOid(request.tree) &&
  found.parents.join(' ') === requireParent(request.parent).join(' ') &&
  found.message.replace(JOURNAL_TRAILER, '\n\n').endsWith(`\n\n${trailersOf(request)}`);

/** The run's own branch may grow by one commit. Any other branch that is there already is somebody else's. */
const mayGrow = async (repository: Repository, tip: Tip, request: CommitRequest): Promise<boolean> => {
  if (tip.commit !== request.parent) return false;
  const { message } = await readCommit(repository, tip.commit);
  const ours = /\n\nBaton-Run: (.*)\nBaton-Key: .*\n$/.exec(message.replace(JOURNAL_TRAILER, '\n\n'));
  return ours?.[1] === plainLine(request.run);
};

const authorOf = async (repository: Repository, at: string): Promise<Person> => {
  const setting = async (name: string): Promise<string> => {
    const { stdout } = await gitResult(['config', '--get', name], refsOf(repository));
    return plainLine(stdout).replace(/[<>]/g, '');
  };
  const [name, email] = [await setting('user.name'), await setting('user.email')];
  return name === '' || email === '' ? { ...FALLBACK, at } : { name, email, at };
};

/** The id of the commit. The branch is moved only from where it was seen to be. */
export const commitTree = async (
  repository: Repository,
  request: CommitRequest,
  whenOurs: () => Promise<void> = async () => {},
): Promise<string> => {
  const { branch } = request;
  const ref = await requireBranch(repository, branch);
  const parents = requireParent(request.parent);
  const tip = await readTip(repository, ref);
  if (tip !== undefined) {
    if (isOurs(await readCommit(repository, tip.commit), request)) return tip.commit;
    if (!(await mayGrow(repository, tip, request)))
      throw refused(branch, `it is there already, at ${tip.commit}, and is not this run's`, HINT);
    if (tip.checkout !== '')
      throw refused(
        branch,
        `it is checked out in ${tip.checkout}`,
        'Check out another branch there, then resume the run.',
      );
  }
  const by = await authorOf(repository, request.at);
  const commit = await writeCommit(repository, request.tree, { message: messageOf(request), parents, by });
  const expected = tip?.commit ?? '0'.repeat(commit.length);
  const args = [...DURABLE, 'update-ref', '--no-deref', '-m', 'baton: commit', ref, commit, expected];
  const { cwd, env } = refsOf(repository);
  await whenOurs();
  try {
    await retryWhileLocked(() => gitLine(args, { cwd, env: { ...env, ...personEnvironment(by) } }));
  } catch (cause) {
    const words = cause instanceof BatonError ? cause.message : String(cause);
    throw refused(branch, `git would not set it: ${words}`, HINT);
  }
  return commit;
};

const HINT = 'Rename or delete that branch, or choose another name for the run, then resume it.';
