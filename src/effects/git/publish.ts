// Brings a commit to where others see it: a branch at the remote, and a pull request there. The work itself is safe
// on its branch by then, so what fails here is told, and fails nothing. Asked again after a crash, it looks first.
import { realpath } from 'node:fs/promises';
import * as z from 'zod';
import { BatonError, causeText } from '../../errors.ts';
import { GH_MS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { type GitOptions, git, gitResult } from '../../std/processes/git.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';
import { gh, programWords } from '../gh.ts';
import { writeProjections } from '../projections.ts';
import { inTurn } from './git-lock.ts';

export interface PublishContext {
  readonly repository: Repository;
  /** The user's, with the login for GitHub. */
  readonly env?: InheritedEnvironment;
  readonly signal?: AbortSignal | undefined;
  /** Ends only while the run is this process's own; asked before each step that others see. */
  readonly whenOurs?: (() => Promise<void>) | undefined;
}

export interface PublishRequest {
  readonly branch: string;
  readonly commit: string;
  /** Whether it may leave this machine. */
  readonly push: boolean;
  readonly title: string;
  readonly body: string;
  /** Stands below the body, however long that is. */
  readonly proof?: string;
  readonly base: string;
  readonly draft: boolean;
}

export interface Published {
  /** With a pull request; at the remote; here alone. */
  readonly outcome: 'published' | 'pushed' | 'local';
  /** `branch`, `commit`, and `pr_url` where there is one. */
  readonly details: Readonly<Record<string, string>>;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

const REMOTE = 'origin';
/** What GitHub takes. */
const TITLE_CHARS_MAX = 256;
const BODY_CHARS_MAX = 65_000;
/** Pull requests that are looked at: from forks there may be others of the same branch name. */
const PULL_REQUESTS_MAX = 50;

const warning = (code: Problem['code'], message: string, hint?: string): Problem =>
  problem(code, message, { severity: 'warning', ...(hint === undefined ? {} : { hint }) });

const asWarning = (cause: unknown): Problem => {
  if (cause instanceof BatonError)
    return warning(cause.code, programWords(`no pull request was opened: ${cause.message}`), cause.hint);
  throw cause;
};

const requireNames = async ({ repository }: PublishContext, request: PublishRequest): Promise<void> => {
  const { branch, commit } = request;
  if (!/^[0-9a-f]{40,64}$/.test(commit))
    throw new BatonError('FIELD_INVALID', `expected the full id of a commit, got ${JSON.stringify(commit)}`);
  const plain = !branch.startsWith('-') && branch !== 'HEAD' && !branch.includes('\0');
  const checked = plain
    ? await gitResult(['check-ref-format', `refs/heads/${branch}`], { cwd: repository.root })
    : { exit: 1 };
  if (checked.exit !== 0)
    throw new BatonError('NAME_INVALID', `expected the name of a branch, got ${JSON.stringify(branch)}`);
};

/** To reach the remote git needs what it is not given elsewhere: the machine's settings and the user's way in. */
const remoteOptions = ({ repository, env = process.env, signal }: PublishContext): GitOptions => {
  const ways = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'];
  const given = ways.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return {
    // A relative address counts from here.
    cwd: repository.root,
    env: {
      ...Object.fromEntries(given),
      GIT_CONFIG_NOSYSTEM: '0',
      // Nobody is there to be asked for a passphrase or whether a host is known.
      SSH_ASKPASS: 'false',
      SSH_ASKPASS_REQUIRE: 'force',
    },
    ...(signal === undefined ? {} : { signal }),
  };
};

const SAFE = ['-c', 'protocol.ext.allow=never'];
/** Exactly one ref, never by force, and nothing that the repository's configuration would add to it. */
const PUSH = ['push', '--quiet', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];

const isAtRemote = async (context: PublishContext, { branch, commit }: PublishRequest): Promise<boolean> => {
  const options = remoteOptions(context);
  const time = AbortSignal.timeout(GH_MS_MAX);
  const signal = options.signal === undefined ? time : AbortSignal.any([options.signal, time]);
  const ref = `refs/heads/${branch}`;
  try {
    const output = await git([...SAFE, 'ls-remote', REMOTE, ref], { ...options, signal });
    return output.split('\n').includes(`${commit}\t${ref}`);
  } catch {
    return false;
  }
};

const forShell = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Undefined when the remote has the commit on the branch, else why it has not. */
const push = async (context: PublishContext, request: PublishRequest): Promise<Problem | undefined> => {
  const { branch, commit } = request;
  const fail = (why: string): Problem =>
    warning(
      'GIT_FAILED',
      `branch ${JSON.stringify(branch)} could not be pushed to ${REMOTE}: ${programWords(why)}`,
      `The commit is safe on that branch here; push it with \`git push ${REMOTE} ${forShell(branch)}\`.`,
    );
  await context.whenOurs?.();
  const ended = await gitResult(
    [...SAFE, ...PUSH, REMOTE, `${commit}:refs/heads/${branch}`],
    remoteOptions(context),
  ).catch((cause: unknown) => ({ exit: -1, stderr: causeText(cause) }));
  if (ended.exit === 0) return undefined;
  // A connection may break after the remote has taken it.
  return (await isAtRemote(context, request)) ? undefined : fail(ended.stderr || `exit ${ended.exit}`);
};

/** So that `git push` and `git pull` know where the branch went; whoever has said so already is left alone. */
const setUpstream = async ({ repository }: PublishContext, branch: string): Promise<void> => {
  const at = { cwd: repository.root };
  const local = await gitResult(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], at);
  const said = await gitResult(['config', '--get', `branch.${branch}.remote`], at);
  if (local.exit !== 0 || said.exit === 0) return;
  await inTurn(repository, async () => {
    // The one that is looked at comes last: a crash in between is made good by the next time.
    await git(['config', `branch.${branch}.merge`, `refs/heads/${branch}`], at);
    await git(['config', `branch.${branch}.remote`, REMOTE], at);
  });
};

const pullRequestsSchema = z.array(
  z.object({
    url: z.url({ protocol: /^https?$/ }),
    state: z.string(),
    isCrossRepository: z.boolean(),
    headRefOid: z.string(),
  }),
);
type PullRequest = z.infer<typeof pullRequestsSchema>[number];

const ghOptions = ({ repository, env = process.env, signal }: PublishContext) => ({
  ...{ project: repository.root, env, signal },
});

const pullRequests = async (context: PublishContext, branch: string): Promise<PullRequest[]> => {
  const args = [
    ...['pr', 'list', `--head=${branch}`, '--state=all', `--limit=${PULL_REQUESTS_MAX}`],
    '--json=url,state,isCrossRepository,headRefOid',
  ];
  const output = await gh(args, ghOptions(context));
  try {
    return pullRequestsSchema.parse(JSON.parse(output));
  } catch (cause) {
    throw new BatonError(
      'GITHUB_FAILED',
      `expected pull requests as JSON from gh, got ${JSON.stringify(output.slice(0, 100))}`,
      { cause },
    );
  }
};

/** Made of this very commit: it is ours in whatever state people have brought it since. */
const ofCommit = (found: readonly PullRequest[], commit: string): PullRequest | undefined =>
  found.find(({ headRefOid }) => headRefOid === commit);

const ofBranch = (found: readonly PullRequest[]): PullRequest | undefined =>
  found.find(({ state, isCrossRepository }) => state === 'OPEN' && !isCrossRepository);

const create = async (context: PublishContext, request: PublishRequest): Promise<string> => {
  const { branch, title, body, base, draft, proof = '' } = request;
  const args = [
    ...['pr', 'create', `--title=${clip(plainLine(title), TITLE_CHARS_MAX) || branch}`, '--body-file=-'],
    ...[`--base=${plainLine(base)}`, `--head=${branch}`, ...(draft ? ['--draft'] : [])],
  ];
  const below = proof === '' ? '' : `\n${proof}`;
  const input = `${clip(plainText(body), BODY_CHARS_MAX - below.length)}${below}`;
  await context.whenOurs?.();
  const output = await gh(args, { ...ghOptions(context), input });
  const last = output.trim().split('\n').at(-1)?.trim() ?? '';
  if (/^https?:\/\/\S+$/.test(last)) return plainLine(last);
  throw new BatonError(
    'GITHUB_FAILED',
    `expected the address of the pull request from gh, got ${JSON.stringify(last)}`,
  );
};

/** The address of the pull request for the pushed branch. */
const openPullRequest = async (
  context: PublishContext,
  request: PublishRequest,
  known: readonly PullRequest[],
): Promise<string> => {
  const there = ofBranch(known);
  if (there !== undefined) return there.url;
  try {
    return await create(context, request);
  } catch (cause) {
    // Somebody may have been faster, or the answer was lost on its way.
    const again = await pullRequests(context, request.branch).catch(() => []);
    const found = ofCommit(again, request.commit) ?? ofBranch(again);
    if (found === undefined) throw cause;
    return found.url;
  }
};

export const publish = async (context: PublishContext, request: PublishRequest): Promise<Published> => {
  const { branch, commit } = request;
  await requireNames(context, request);
  const end = (outcome: Published['outcome'], problems: readonly Problem[], url?: string): Published => ({
    ...{ outcome, problems },
    details: { branch, commit, ...(url === undefined ? {} : { pr_url: url }) },
  });
  const { root } = context.repository;
  if (!request.push || (await gitResult(['remote', 'get-url', REMOTE], { cwd: root })).exit !== 0)
    return end('local', []);
  const known = await pullRequests(context, branch).catch(asWarning);
  const ours = Array.isArray(known) ? ofCommit(known, commit) : undefined;
  if (ours !== undefined) return end('published', [], ours.url);
  const refused = await push(context, request);
  if (refused !== undefined) return end('local', [refused]);
  await setUpstream(context, branch);
  if (!Array.isArray(known)) return end('pushed', [known]);
  try {
    return end('published', [], await openPullRequest(context, request, known));
  } catch (cause) {
    return end('pushed', [asWarning(cause)]);
  }
};

const COMPLETION_FILE = '.agentmux/.last_completion.json';

export interface Completion {
  readonly feature_name: string;
  /** Short. */
  readonly commit_hash: string;
  readonly pr_url: string | null;
  readonly branch_name: string;
}

/**
 * What came of the last run, where AgentMux's own tools look for it: whole or not at all, and only inside the project.
 * What is in the way is told as a warning.
 */
export const writeCompletion = async (project: string, completion: Completion): Promise<Problem[]> => {
  const { feature_name, commit_hash, pr_url, branch_name } = completion;
  const content = `${JSON.stringify({ feature_name, commit_hash, pr_url, branch_name }, null, 2)}\n`;
  const { problems } = await writeProjections(await realpath(project), [{ path: COMPLETION_FILE, content }]);
  return problems.map((found) => ({ ...found, severity: 'warning' }));
};
