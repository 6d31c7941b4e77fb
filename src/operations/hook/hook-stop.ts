// `baton hook stop` where there is no run: when an agent wants to stop, what it changed is judged against the base of its
// session. It judges in its own process, so its level is `none` and it attests nothing.
import { HOOK_MS_MAX, STOP_BLOCKS_MAX } from '../../model/limits/hook.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import { scratchDirectory } from '../../runners/commands/place.ts';
import { sweepWorktrees } from '../../runners/trees/worktree.ts';
import { plainText } from '../../std/terminal-text.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import { expectHooksOnce, removedHooks } from './expected-hooks.ts';
import { headMove } from './head-moves.ts';
import {
  type HookAnswer,
  type HookInput,
  type HookOptions,
  notProven,
  readHookInput,
  tell,
} from './hook-input.ts';
import { hookFailure, hookPlaceOf, sealingIn } from './hook-place.ts';
import { faultText, heldText, listedText, named, provenText, releasedText, sentences } from './hook-words.ts';
import { ignoredTests } from './ignored-tests.ts';
import { type Judged, judgeWork } from './judge-work.ts';
import { notDone } from './last-words.ts';
import { activeReleases, spendReleases, usedReleases } from './releases.ts';
import { type BaseRules, rulesOfBase } from './rules-of-base.ts';
import {
  dropRefs,
  type FoundBase,
  findBase,
  knownTrees,
  moveSessionBase,
  refsOf,
  type Sealing,
  sealWork,
  tendBases,
} from './session-base.ts';
import { forgetOldCounts, readStopCount, writeStopCount } from './stop-count.ts';

interface Stop {
  readonly options: HookOptions;
  readonly input: HookInput;
  readonly session: string;
  readonly sealing: Sealing;
  readonly signal: AbortSignal;
  /** Said whatever comes out. */
  readonly notices: readonly string[];
}

interface Found {
  readonly base: FoundBase;
  readonly head: Digest;
  readonly ignored: readonly string[];
}

interface Outcome extends Found {
  readonly judged: Judged;
  readonly rules: BaseRules;
  readonly notes: readonly string[];
}

const hold = (reason: string): HookAnswer => ({
  stdout: { decision: 'block', reason: plainText(reason) },
  stderr: '',
  exit: 0,
});

const RELEASE_BASE =
  '`baton release --base --why "…"` makes the work of now the new base; only a person can run it';

const moveNote = async ({ sealing }: Stop, { record }: FoundBase): Promise<string> => {
  const move = record === undefined ? undefined : await headMove(sealing.repository, record.head);
  if (move === undefined) return '';
  return `HEAD was moved since the base was sealed (${move}), so what came with it counts as work of this session. ${RELEASE_BASE}.`;
};

const ignoredNote = ({ ignored }: Found): string =>
  ignored.length === 0
    ? ''
    : `New tests that git ignores are not part of the work and were not run: ${named(ignored)}.`;

/** The work as it is now, beside what it is compared with. */
const findWork = async ({ sealing, session }: Stop): Promise<Found> => {
  const base = await findBase(sealing, session);
  const head = await sealWork(sealing, `${refsOf(session)}/head`);
  const known = new Set(base.record?.ignored ?? []);
  const ignored = base.record === undefined ? [] : await ignoredTests(sealing.repository);
  return { base, head, ignored: ignored.filter((path) => !known.has(path)) };
};

const judge = async (stop: Stop, found: Found): Promise<Outcome> => {
  const { sealing, session, signal, options } = stop;
  const { place, repository } = sealing;
  const { base, head } = found;
  await sweepWorktrees(scratchDirectory(place));
  const rules = await rulesOfBase(place, repository, base);
  const refs = refsOf(session);
  const releases = await activeReleases(place, options.now);
  const judged = await judgeWork({
    ...{ repository, base: base.tree, head, signal },
    released: releases.map(({ test }) => test),
    context: {
      ...{ place, config: rules.config, changed: rules.changed, refs },
      base: base.rules,
      configFile: CONFIG_FILE,
      doubts: true,
    },
  });
  const moved = await moveNote(stop, base);
  const notes = [...stop.notices, moved, base.note, ignoredNote(found), ...rules.notes].filter(Boolean);
  return { ...found, judged, rules, notes };
};

/** From here on the work is compared with this tree. */
const moveBase = (
  { sealing, session, options }: Stop,
  { base, head, ignored }: Found,
  config: string | null,
  once = false,
): Promise<void> =>
  moveSessionBase(
    sealing,
    session,
    {
      tree: head,
      rules: base.rules,
      config,
      ignored: [...(base.record?.ignored ?? []), ...ignored],
      earlier: [...knownTrees(base)],
      ...(once ? { once } : {}),
    },
    options.now,
  );

/** Work that was taken back: a person had this tree, or it was proved. */
const wentBack = async (stop: Stop, found: Found): Promise<HookAnswer> => {
  const { base, head } = found;
  const when = treeOid(head) === treeOid(base.rules) ? 'at the start of this session' : 'when it was proved';
  const moved = await moveNote(stop, base);
  await moveBase(stop, found, base.config ?? null);
  await writeStopCount(stop.sealing.place, stop.session, 0);
  return tell(
    `Baton: proven, nothing broke: every file is as it was ${when}.`,
    ...stop.notices,
    moved,
    ignoredNote(found),
  );
};

const letGo = async (stop: Stop, outcome: Outcome): Promise<HookAnswer> => {
  const { sealing, session, options } = stop;
  const { base, head, judged, rules, notes } = outcome;
  const releases = await activeReleases(sealing.place, options.now);
  const used = usedReleases(releases, judged.rows);
  await moveBase(stop, outcome, base.config === undefined ? rules.text : base.config, used.length > 0);
  await spendReleases(sealing.place, used, options.now);
  await writeStopCount(sealing.place, session, 0);
  return tell(provenText(judged, head), listedText(judged), releasedText(used), ...notes);
};

/** Gemini CLI says false each time, and Copilot nothing: there Baton counts by itself, and anew after it has let go. */
const saysTurns = ({ hook_event_name: event, stop_hook_active: active }: HookInput): boolean =>
  event !== 'AfterAgent' && active !== undefined;

const beginsTurn = (input: HookInput): boolean => saysTurns(input) && input.stop_hook_active === false;

const answer = async (stop: Stop, outcome: Outcome): Promise<HookAnswer> => {
  const { input, session, sealing } = stop;
  const { judged, head, notes } = outcome;
  if (judged.verdict.status === 'met') return letGo(stop, outcome);
  const problems = judged.verdict.problems;
  if (!judged.fixable) return notProven(problems.map(sentences).join('\n'), ...notes);
  // Claude Code says false when a person's prompt began the turn. True alone does not let go: others hold back too.
  const before = beginsTurn(input) ? 0 : await readStopCount(sealing.place, session);
  const fault = faultText(judged, head);
  if (before >= STOP_BLOCKS_MAX) {
    await writeStopCount(sealing.place, session, saysTurns(input) ? before : 0);
    return notProven(`The agent was held back ${before} times and stopped all the same.\n${fault}`, ...notes);
  }
  await writeStopCount(sealing.place, session, before + 1);
  return hold(heldText(fault, notes, before + 1));
};

const judgeStop = async (stop: Stop): Promise<HookAnswer> => {
  const { sealing, session, options } = stop;
  const why = await notDone(stop.input);
  if (why !== undefined) {
    await writeStopCount(sealing.place, session, 0);
    return tell(`Baton: the agent says NOT DONE: ${why}`, ...stop.notices);
  }
  const found = await findWork(stop);
  // A turn that changed nothing costs nothing.
  if (treeOid(found.head) === treeOid(found.base.tree)) {
    await writeStopCount(sealing.place, session, 0);
    return tell(...stop.notices, ignoredNote(found));
  }
  if (knownTrees(found.base).some((tree) => treeOid(tree) === treeOid(found.head)))
    return wentBack(stop, found);
  const outcome = await judge(stop, found);
  await dropRefs(sealing.repository, `${refsOf(session)}/trees`);
  if (stop.signal.aborted && options.signal?.aborted !== true)
    return notProven(`The checks did not end within ${HOOK_MS_MAX / 1000} seconds.`, ...outcome.notes);
  return answer(stop, outcome);
};

/** Never throws and never passes in silence: what it cannot prove it tells the person. */
export const hookStop = async (options: HookOptions): Promise<HookAnswer> => {
  const timer = AbortSignal.timeout(HOOK_MS_MAX);
  const signal = options.signal ? AbortSignal.any([options.signal, timer]) : timer;
  try {
    const input = readHookInput(options.input, 'Stop');
    if (typeof input === 'string') return notProven(input);
    const place = hookPlaceOf(options.env['CLAUDE_PROJECT_DIR'] || options.cwd, options.env);
    await forgetOldCounts(place, options.now);
    const session = input.session_id ?? '';
    const sealing = await sealingIn(place, options.runDirectories);
    await tendBases(sealing, session, options.now);
    await expectHooksOnce(place, options.now);
    const removed = await removedHooks(place);
    const notices = removed === undefined ? [] : [`Baton: ${removed}.`];
    return await judgeStop({ options, input, session, sealing, signal, notices });
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    return notProven(`${message} ${hint}`);
  }
};
