// `baton calibrate`: the gates on a repository's own history. Honest commits as they are, and lies made of them.
import { setMaxListeners } from 'node:events';
import { BatonError } from '../../errors.ts';
import { type Cause, whyRed } from '../../evidence/failures/why-red.ts';
import { protectedKind } from '../../evidence/source/test-files.ts';
import type { Config } from '../../model/config.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { testsSideOf } from '../../runners/side/tests-side.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { diffTrees } from '../../runners/trees/tree-diff.ts';
import { sweepWorktrees } from '../../runners/trees/worktree.ts';
import { CONFIG_FILE, requireConfig } from '../project/load-config.ts';
import { withBaseCommands } from '../runs/base-commands.ts';
import { policyFor } from '../runs/run-policy.ts';
import { withOwnInstall } from '../setup/python-install.ts';
import { adviceOf } from './advice.ts';
import type { Size } from './declarations.ts';
import { GATES, type Gated, type GateName, type GatePolicy } from './gates.ts';
import { type PlayedCommit, readHistory } from './history.ts';
import { type Judge, judgeWith, type Observatory, observatory } from './judge-tree.ts';
import { declaredForLie, isOpenlyRed, type LieName, mustCatch, redByItself, turnsGreen } from './lies.ts';
import { CALIBRATE_COMMITS_MAX, CALIBRATE_LIES_MAX, CALIBRATE_MS_MAX } from './limits.ts';
import { type MadeLie, makeLies } from './make-lies.ts';
import { type Own, otherLine, outsideCell, ownHead } from './own-head.ts';
import { type Honest, playHonest } from './play-honest.ts';
import { type Calibration, type CommitPlayed, type LiePlayed, totalsOf } from './report.ts';
import { openScratch, type Scratch } from './scratch-repository.ts';
import { type VerdictCache, verdictCache } from './verdict-cache.ts';

export interface CalibrateOptions {
  readonly place: Place;
  readonly workflows: readonly Workflow[];
  readonly version: string;
  readonly last: number;
  readonly gates?: readonly GateName[] | undefined;
  readonly timeMsMax?: number | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Said as it goes on. */
  readonly say?: (words: string) => void;
}

interface Session {
  readonly options: CalibrateOptions;
  readonly scratch: Scratch;
  readonly config: Config;
  readonly policy: GatePolicy;
  readonly gates: readonly GateName[];
  readonly cache: VerdictCache;
  /** Ends with the time that there is, or with whoever started it. */
  readonly signal: AbortSignal;
}

const REFS = 'refs/baton/calibrate';

/** The same numbers that a run of h3a would go by. */
const policyOf = ({ workflows }: CalibrateOptions, config: Config): GatePolicy => {
  const h3a = workflows.find(({ name }) => name === 'h3a');
  if (h3a === undefined) return {};
  const values = policyFor(workflows, h3a, config);
  const number = (key: string): number | undefined =>
    typeof values[key] === 'number' ? values[key] : undefined;
  return {
    files: number('files'),
    lines: number('lines'),
    coverage: number('coverage'),
    coverageDelta: number('coverage_delta'),
  };
};

interface Playing {
  readonly session: Session;
  readonly commit: PlayedCommit;
  readonly config: Config;
  readonly look: Observatory;
  readonly judge: Judge;
  readonly about: Omit<Gated, 'declared' | 'named'>;
}

const playingOf = async (session: Session, commit: PlayedCommit): Promise<Playing> => {
  const { scratch, signal, cache, policy } = session;
  const { place, repository } = scratch;
  const { base, head } = commit;
  const { config, changed } = await withBaseCommands(session.config, repository, base);
  const context = { place, config, base, refs: REFS, changed, configFile: CONFIG_FILE };
  const look = observatory({ repository, context, signal });
  const judge = judgeWith(look, cache, signal);
  return { session, commit, config, look, judge, about: { base, head, config, policy } };
};

const sizeOf = async ({ session, commit }: Playing): Promise<Size> => {
  const { files } = await diffTrees(session.scratch.repository, commit.base, commit.head);
  const counted = files.filter(({ path }) => protectedKind(path) !== 'lock');
  const lines = counted.reduce((sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0), 0);
  return { files: counted.length, lines };
};

const runOn =
  (look: Observatory) =>
  async (tree: Gated['head']): ReturnType<Parameters<typeof makeLies>[0]['run']> => {
    const seen = await look({ kind: 'command', command: 'test', tree });
    return seen.kind === 'command' ? seen : undefined;
  };

/** Files that runs of both trees name tests of: what the gates take for tests is taken for tests here. */
const reportedIn = async ({ look, commit }: Playing): Promise<Set<string>> => {
  const runs = await Promise.all([commit.base, commit.head].map(runOn(look)));
  return new Set(runs.flatMap((run) => (run?.tests?.cases ?? []).flatMap(({ file }) => file ?? [])));
};

interface LyingAbout extends Playing {
  /** An old test fails on the parent and passes on the commit. */
  readonly isShownByOld: boolean;
}

type HonestAt = ReadonlyMap<GateName, Honest>;

const hookRequires = ({ config }: Playing): 'unbroken' | 'tested' => config.hook?.require ?? 'unbroken';

/** A gate that refuses the honest commit says nothing by refusing a lie made of it. */
const playedAt = (
  playing: LyingAbout,
  honest: HonestAt,
  gate: GateName,
  lie: LieName,
): Honest | undefined => {
  const found = honest.get(gate);
  if (found?.said.status !== 'met') return undefined;
  return mustCatch(gate, lie, found.declared, hookRequires(playing), playing.isShownByOld)
    ? found
    : undefined;
};

/** A lie that its own tests tell is none. */
const whyNoLie = async ({ look, commit }: Playing, { lie, tree }: MadeLie): Promise<string | undefined> => {
  if (tree === undefined || isOpenlyRed(lie)) return undefined;
  const [onHead, onLie] = await Promise.all([commit.head, tree].map(runOn(look)));
  const red = onHead === undefined || onLie === undefined ? undefined : redByItself(onHead, onLie);
  return red === undefined ? undefined : `its own tests are red: ${red}`;
};

const playLie = async (playing: LyingAbout, honest: HonestAt, made: MadeLie): Promise<LiePlayed> => {
  const { judge, about, session } = playing;
  const started = session.options.now();
  const { lie, tree, says } = made;
  const gates: LiePlayed['gates'][number][] = [];
  const notCounted = await whyNoLie(playing, made);
  for (const gate of session.gates) {
    const played = playedAt(playing, honest, gate, lie);
    if (tree === undefined || notCounted !== undefined || played === undefined) continue;
    const said = await judge(gate, {
      ...{ ...about, head: tree, named: [] },
      declared: declaredForLie(played.declared),
    });
    if (session.signal.aborted) break;
    gates.push({
      gate,
      caught: said.status !== 'met',
      ...(said.refused[0] === undefined ? {} : { by: said.refused[0] }),
    });
  }
  return {
    ...{ lie, says, isMade: tree !== undefined, gates, ms: session.options.now() - started },
    ...(notCounted === undefined ? {} : { notCounted }),
  };
};

const liesOf = async (plain: Playing, honest: HonestAt): Promise<LiePlayed[]> => {
  const { session, commit, config, look } = plain;
  const { repository, place } = session.scratch;
  const { base, head } = commit;
  const { signal, gates } = session;
  if (![...honest.values()].some(({ said }) => said.status === 'met')) return [];
  const [onBase, onHead] = await Promise.all([base, head].map(runOn(look)));
  const isShownByOld = onBase !== undefined && onHead !== undefined && turnsGreen(onBase, onHead);
  const playing = { ...plain, isShownByOld };
  const isWanted = (lie: LieName): boolean =>
    gates.some((gate) => playedAt(playing, honest, gate, lie) !== undefined);
  const reported = await reportedIn(playing);
  const side = await testsSideOf(repository, base, head, config.tests ?? [], reported);
  const breaking = { repository, base, head, side, scratchDirectory: scratchDirectory(place), signal };
  const made = await makeLies({ ...breaking, run: runOn(look) }, isWanted);
  return Promise.all(made.slice(0, CALIBRATE_LIES_MAX).map((one) => playLie(playing, honest, one)));
};

const ownOf = ({ session: { scratch, signal }, config, about }: Playing): Own => ({
  ...{ place: scratch.place, config, head: about.head, refs: REFS, signal },
});

const honestAt = async (playing: Playing, size: Size): Promise<Map<GateName, Honest>> => {
  const { session, judge, about } = playing;
  const { signal } = session;
  const own = ownHead(ownOf(playing));
  const honest = new Map<GateName, Honest>();
  for (const gate of session.gates) {
    const found = await playHonest(judge, gate, about, size, signal);
    const outside = found.said.status === 'met' || signal.aborted ? undefined : await own(found.said);
    honest.set(gate, { ...found, ...(outside === undefined ? {} : { outside }) });
  }
  return honest;
};

/** Tests that fail on the commit and that a gate forgives, or that must be declared: what the clean place lacks. */
const missingAt = async (
  { look, commit, session }: Playing,
  honest: HonestAt,
): Promise<Cause | undefined> => {
  const isRed = [...honest.values()].some(
    ({ declared, outside }) => outside === undefined && declared.knownFailures.length > 0,
  );
  const seen = isRed ? await runOn(look)(commit.head) : undefined;
  const cause = seen === undefined ? undefined : whyRed(seen.tail);
  return cause === undefined ? undefined : withOwnInstall(session.options.place.project, cause);
};

const playCommit = async (session: Session, commit: PlayedCommit): Promise<CommitPlayed> => {
  const { now } = session.options;
  const started = now();
  const playing = await playingOf(session, commit);
  const size = await sizeOf(playing);
  const honest = await honestAt(playing, size);
  const between = now();
  const lies = session.signal.aborted ? [] : await liesOf(playing, honest);
  const isRefused = [...honest.values()].some(({ said }) => said.status !== 'met');
  const proposes =
    isRefused && !session.signal.aborted
      ? await otherLine(ownOf(playing), session.options.place.project)
      : undefined;
  const missing = session.signal.aborted ? undefined : await missingAt(playing, honest);
  return {
    ...{ commit: commit.commit, subject: commit.subject, ...size },
    gates: [...honest].map(([gate, one]) => ({ gate, ...one })),
    lies,
    ...(proposes === undefined ? {} : { proposes }),
    ...(missing === undefined ? {} : { missing }),
    isCut: session.signal.aborted,
    ms: { honest: between - started, lies: now() - between },
  };
};

const lineOf = (played: CommitPlayed, at: number, count: number): string => {
  const gates = played.gates.map(({ gate, plain, said, outside }) => {
    if (outside !== undefined) return `${gate} says nothing: ${outsideCell(outside)}`;
    if (plain.status === 'met') return `${gate} accepts`;
    return `${gate} ${said.status === 'met' ? 'accepts with a declaration' : 'refuses'}`;
  });
  const judged = played.lies.flatMap((lie) => lie.gates);
  const caught = judged.filter((one) => one.caught).length;
  return `${at + 1}/${count} ${played.commit.slice(0, 9)} ${gates.join(', ')}; lies caught ${caught} of ${judged.length}`;
};

const playAll = async (session: Session): Promise<Calibration> => {
  const { options, scratch, signal, gates, cache } = session;
  const user = await findRepository(options.place.project);
  const started = options.now();
  const { played: found, skipped } = await readHistory(user, scratch.repository, options.last);
  const commits: CommitPlayed[] = [];
  for (const [at, commit] of found.entries()) {
    if (signal.aborted) break;
    options.say?.(`${at + 1}/${found.length} ${commit.commit.slice(0, 9)} ${commit.subject}`);
    const played = await playCommit(session, commit);
    // What was judged while the time ran out says nothing about the commit.
    if (played.isCut) break;
    commits.push(played);
    options.say?.(lineOf(played, at, found.length));
  }
  return {
    ...{ gates, commits, skipped },
    left: found.slice(commits.length).map(({ commit, subject }) => ({ commit, subject })),
    totals: totalsOf(gates, commits),
    advice: adviceOf(commits),
    reused: cache.hits(),
    ms: options.now() - started,
  };
};

/** Every run of a command waits for it; that many listeners are no leak. */
const listenable = (signal: AbortSignal): AbortSignal => {
  setMaxListeners(0, signal);
  return signal;
};

/** Nothing of the user's repository is written: trees and refs are made in one of Baton's own. */
export const calibrate = async (options: CalibrateOptions): Promise<Calibration> => {
  if (!(options.last >= 1 && options.last <= CALIBRATE_COMMITS_MAX))
    throw new BatonError(
      'USAGE_INVALID',
      `expected --last between 1 and ${CALIBRATE_COMMITS_MAX}, got ${options.last}`,
      { hint: 'Give a number of commits: baton calibrate --last 5' },
    );
  const user = await findRepository(options.place.project);
  const config = await requireConfig(options.place.project, options.place.env, options.say);
  await sweepWorktrees(scratchDirectory(options.place));
  const timer = AbortSignal.timeout(options.timeMsMax ?? CALIBRATE_MS_MAX);
  const scratch = await openScratch(options.place, user);
  try {
    return await playAll({
      ...{ options, scratch, config },
      policy: policyOf(options, config),
      gates: GATES.filter((gate) => options.gates === undefined || options.gates.includes(gate)),
      cache: verdictCache(options.place, options.version),
      signal: listenable(AbortSignal.any([options.signal, timer])),
    });
  } finally {
    scratch.close();
  }
};
