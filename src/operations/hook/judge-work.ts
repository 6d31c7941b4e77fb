// Judges what an agent left against the base of its session, with the checks that every gate has.
import type { Change } from '../../checks/change/change.ts';
import { changeClauses, NEED_TESTS } from '../../checks/change/change-clauses.ts';
import { testsHold } from '../../checks/change/tests-hold.ts';
import { testsKept } from '../../checks/change/tests-kept.ts';
import type { Clause } from '../../checks/clause.ts';
import { observeGit } from '../../effects/git/observe-git.ts';
import type { Config } from '../../model/config.ts';
import {
  type Evidence,
  type EvidenceRequest,
  evidenceKey,
  type FileChange,
  type TestRow,
  type TestRun,
} from '../../model/evidence.ts';
import type { Problem } from '../../model/problem.ts';
import { isError } from '../../model/problem.ts';
import type { Waiver } from '../../model/run/judged.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { allOf, type Verdict } from '../../model/run/verdict.ts';
import { type CommandContext, isTestRequest, observeTests } from '../../runners/tests/observe-tests.ts';
import type { Repository } from '../../runners/trees/repository.ts';

export interface Work {
  readonly repository: Repository;
  readonly context: CommandContext & { readonly config: Config };
  readonly base: Digest;
  readonly head: Digest;
  /** Tests that a person released. */
  readonly released: readonly string[];
  readonly signal: AbortSignal;
}

export interface Judged {
  readonly verdict: Verdict;
  /** Warnings: listed for the person, they hold nobody back. */
  readonly warnings: readonly Problem[];
  /** The tests on the work as it is, where they could be run. */
  readonly run: TestRun | undefined;
  readonly rows: readonly TestRow[];
  /** Where the project does without tests: why. */
  readonly waived?: Waiver;
  /** Whether the agent can do something about it. */
  readonly fixable: boolean;
}

type Seen = (request: EvidenceRequest) => Evidence | undefined;

/** One observation of a change. */
export const observe = (
  { repository, context, signal }: Pick<Work, 'repository' | 'context' | 'signal'>,
  request: EvidenceRequest,
): Promise<Evidence> =>
  isTestRequest(request)
    ? observeTests(context, request, signal)
    : observeGit({ repository, refs: context.refs }, request);

/** All at once: runners limit themselves, and run the same thing once. */
const gather = async (work: Work, clauses: readonly Clause[]): Promise<Seen> => {
  const wanted = new Map(clauses.flatMap(({ needs }) => needs).map((need) => [evidenceKey(need), need]));
  const seen = new Map(
    await Promise.all([...wanted].map(async ([key, need]) => [key, await observe(work, need)] as const)),
  );
  return (request) => seen.get(evidenceKey(request));
};

const PROSE = /(?:^|\/)(?:[^/]+\.(?:md|mdx|markdown|rst|adoc|txt)|license|notice|authors|changelog)$/i;

/** What no test can tell: prose that no code reads, comments, and how code is laid out. */
const isUntestable = ({ path, side, comments = false, layout = false }: FileChange): boolean =>
  comments || layout || (side !== 'code' && PROSE.test(path));

/** Also where the project asks for tested changes, some owe no test. */
const owesTest = async (work: Work): Promise<boolean> => {
  if (work.context.config.hook?.require !== 'tested') return false;
  const diff = await observe(work, { kind: 'diff', from: work.base, to: work.head });
  return diff.kind !== 'diff' || diff.cut || !diff.files.every(isUntestable);
};

const testRunsOf = (clauses: readonly Clause[], seen: Seen) => {
  for (const request of clauses.flatMap(({ needs }) => needs)) {
    const found = request.kind === 'test-runs' ? seen(request) : undefined;
    if (found?.kind === 'test-runs') return found;
  }
  return undefined;
};

/** The tests could be run and read before this change: then it is the change that took the proof away. */
const wasProvable = async (work: Work): Promise<boolean> => {
  const before = await observe(work, { kind: 'command', command: 'test', tree: work.base });
  return before.kind === 'command' && before.end === 'exited' && (before.tests?.passed ?? 0) > 0;
};

/** What an earlier stop only listed must not serve a later one: the tests of the start of the session hold, too. */
const sessionClauses = (change: Change, start: Digest | undefined): Clause[] => {
  if (start === undefined || start === change.base || start === change.head) return [];
  const whole = { ...change, base: start, owesTest: false };
  return [testsHold(whole), testsKept(whole)];
};

/** Each once: the start of the session and the last proved tree may say the same. */
const joined = (verdicts: readonly Verdict[]): Verdict => {
  const { problems, ...verdict } = allOf(verdicts);
  const told = new Set<string>();
  return {
    ...verdict,
    problems: problems.filter(({ code, message }) => {
      const key = `${code} ${message}`;
      return !told.has(key) && told.add(key);
    }),
  };
};

/** A project may do without tests; whoever is let go is told so. */
const waivedTests = ({ namedCommands, waived }: Config): Waiver | undefined =>
  namedCommands.includes('test') ? undefined : waived['test'];

export const judgeWork = async (work: Work): Promise<Judged> => {
  const { base, head, released, context } = work;
  const change: Change = {
    ...{ command: 'test', base, head, released },
    kind: 'feature',
    strict: false,
    owesTest: await owesTest(work),
    commands: context.config.namedCommands,
  };
  const waived = waivedTests(context.config);
  const all = [...changeClauses(change), ...sessionClauses(change, context.base)];
  const clauses = waived === undefined ? all : all.filter(({ name }) => !NEED_TESTS.includes(name));
  const seen = await gather(work, clauses);
  const verdict = joined(clauses.map((clause) => clause.judge(seen)));
  const runs = testRunsOf(clauses, seen);
  return {
    verdict,
    warnings: verdict.problems.filter((problem) => !isError(problem)),
    run: runs?.runs.head,
    rows: runs?.rows ?? [],
    ...(waived === undefined ? {} : { waived }),
    fixable:
      verdict.status === 'unmet' ||
      (verdict.status === 'unproven' && !work.signal.aborted && (await wasProvable(work))),
  };
};
