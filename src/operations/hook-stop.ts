// `baton hook stop` where there is no run: when an agent wants to stop, its tests are re-run on a clean checkout of what
// it left. It judges in its own process, so its level is `none` and it attests nothing.
import * as z from 'zod';
import { judgeTests } from '../checks/tests-green.ts';
import { BatonError, causeText, diskError } from '../errors.ts';
import type { CommandEvidence } from '../model/evidence.ts';
import { HOOK_INPUT_BYTES_MAX, HOOK_MS_MAX, STOP_BLOCKS_MAX, TEXT_CHARS_MAX } from '../model/limits.ts';
import { problemsText } from '../model/problem-text.ts';
import { type Digest, treeDigest, treeOid } from '../model/sealed.ts';
import type { InheritedEnvironment } from '../runners/environment.ts';
import { type Place, scratchDirectory } from '../runners/place.ts';
import { reexecute, type UnavailableEvidence } from '../runners/reexecute.ts';
import { findRepository, headCommit, treeOfCommit } from '../runners/repository.ts';
import { sealTree } from '../runners/sealed-tree.ts';
import { sweepWorktrees } from '../runners/worktree.ts';
import { clip, plainLine, plainText } from '../std/terminal-text.ts';
import { findProject } from './find-project.ts';
import { requireConfig } from './load-config.ts';
import { placeOf } from './state-directory.ts';
import { forgetOldCounts, readStopCount, writeStopCount } from './stop-count.ts';

export interface HookOptions {
  /** What the host wrote to standard input, or undefined when it was more than the limit. */
  readonly input: string | undefined;
  readonly cwd: string;
  readonly env: InheritedEnvironment;
  readonly now: number;
  readonly signal?: AbortSignal;
}

export interface HookAnswer {
  /** Printed as one JSON document. */
  readonly stdout: { readonly decision?: 'block'; readonly reason?: string; readonly systemMessage?: string };
  readonly stderr: string;
  readonly exit: number;
}

const inputSchema = z.looseObject({
  session_id: z.string().optional(),
  stop_hook_active: z.boolean().optional(),
});
type HookInput = z.infer<typeof inputSchema>;

const REF = 'refs/baton/hook/stop';
const MESSAGE_CHARS_MAX = 1_000;

const tell = (systemMessage: string): HookAnswer => ({
  stdout: { systemMessage: clip(plainText(systemMessage), MESSAGE_CHARS_MAX) },
  stderr: '',
  exit: 0,
});

/** Said to the person: the agent cannot mend it, or was held back often enough. */
const notProven = (why: string): HookAnswer => tell(`Baton: NOT PROVEN. ${why}`);

const readInput = (text: string | undefined): HookInput | string => {
  if (text === undefined) return `The hook's input is larger than ${HOOK_INPUT_BYTES_MAX} bytes.`;
  if (text.trim() === '')
    return "The hook's input is empty; it is meant to be called by an agent such as Claude Code.";
  try {
    return inputSchema.parse(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : causeText(cause);
    return `The hook's input is not what a Stop hook gets: ${plainLine(why)}.`;
  }
};

type Observed = { readonly tree: Digest; readonly evidence: CommandEvidence | UnavailableEvidence };

const observe = async (place: Place, signal: AbortSignal): Promise<Observed> => {
  const config = await requireConfig(place.project);
  const repository = await findRepository(place.project);
  const scratch = scratchDirectory(place);
  await sweepWorktrees(scratch);
  const tree = await sealTree(repository, {
    scratchDirectory: scratch,
    ref: REF,
    exclude: [`${repository.prefix}.baton`],
  });
  const test = config.commands.test ?? { line: 'node --test', timeMsMax: undefined };
  const { commandMemoryBytes, commandOutputBytes } = config.limits ?? {};
  const head = await headCommit(repository);
  const scriptsOf = head === undefined ? undefined : treeDigest(await treeOfCommit(repository, head));
  const evidence = await reexecute({
    ...{ place, tree, line: test.line, name: 'test', signal },
    ...(scriptsOf === undefined ? {} : { scriptsOf }),
    ...(test.reports === undefined ? {} : { reports: test.reports }),
    prepare: config.commands.prepare?.line,
    timeMsMax: test.timeMsMax,
    ...(commandMemoryBytes === undefined ? {} : { memoryBytesMax: commandMemoryBytes }),
    ...(commandOutputBytes === undefined ? {} : { outputBytesMax: commandOutputBytes }),
  });
  return { tree, evidence };
};

/** Only what stands in the agent's own files can hold it back. */
const isMendable = (evidence: CommandEvidence | UnavailableEvidence): evidence is CommandEvidence => {
  if (evidence.kind === 'unavailable' || evidence.end === 'killed') return false;
  const unreadable = evidence.end === 'exited' && evidence.exit === 0 && evidence.tests === null;
  return !unreadable;
};

const shortTree = (tree: Digest): string => treeOid(tree).slice(0, 12);

const countsText = ({ tests, exit, end }: CommandEvidence): string => {
  if (end !== 'exited') return `it was ended: ${end}`;
  if (tests === null) return `exit ${exit}`;
  return tests.failed > 0
    ? `${tests.failed} of ${tests.total} tests failed`
    : `${tests.passed} of ${tests.total} tests passed${exit === 0 ? '' : `, exit ${exit}`}`;
};

const judge = ({ tree, evidence }: Observed) => {
  const verdict = judgeTests(evidence);
  if (verdict.status === 'met' || !isMendable(evidence)) return { verdict, mendable: undefined };
  const head = `Baton re-ran \`${evidence.line}\` on a clean checkout of your work (tree ${shortTree(tree)}): ${countsText(evidence)}.`;
  return { verdict, mendable: `${head}\n${problemsText(verdict.problems)}` };
};

const answer = async (place: Place, input: HookInput, observed: Observed): Promise<HookAnswer> => {
  const session = input.session_id ?? '';
  // Claude Code says false when a person's prompt began the turn. True alone does not let go: others hold back too.
  const before = input.stop_hook_active === false ? 0 : await readStopCount(place, session);
  const { verdict, mendable } = judge(observed);
  const { evidence, tree } = observed;
  if (verdict.status === 'met' && evidence.kind === 'command') {
    await writeStopCount(place, session, 0);
    const network = evidence.sandbox === 'none' ? '; the network was open' : '';
    return tell(
      `Baton: proven. \`${evidence.line}\`: ${countsText(evidence)} on a clean checkout, tree ${shortTree(tree)} (isolation none, no attestation${network}).`,
    );
  }
  if (mendable === undefined)
    return notProven(verdict.problems.map((p) => `${p.message} ${p.hint ?? ''}`).join(' '));
  if (before >= STOP_BLOCKS_MAX) {
    await writeStopCount(place, session, before);
    return notProven(`The agent was held back ${before} times and stopped all the same.\n${mendable}`);
  }
  await writeStopCount(place, session, before + 1);
  const reason = `${clip(mendable, TEXT_CHARS_MAX)}\nMend this before you stop (held back ${before + 1} of ${STOP_BLOCKS_MAX} times).`;
  return { stdout: { decision: 'block', reason: plainText(reason) }, stderr: '', exit: 0 };
};

/** Never throws and never passes in silence: what it cannot prove it tells the person. */
export const hookStop = async (options: HookOptions): Promise<HookAnswer> => {
  const timer = AbortSignal.timeout(HOOK_MS_MAX);
  const signal = options.signal ? AbortSignal.any([options.signal, timer]) : timer;
  try {
    const input = readInput(options.input);
    if (typeof input === 'string') return notProven(input);
    const place = placeOf(findProject(options.env['CLAUDE_PROJECT_DIR'] || options.cwd), options.env);
    await forgetOldCounts(place, options.now);
    const observed = await observe(place, signal);
    if (timer.aborted) return notProven(`The tests did not end within ${HOOK_MS_MAX / 1000} seconds.`);
    return await answer(place, input, observed);
  } catch (cause) {
    const known = cause instanceof BatonError ? cause : diskError(cause);
    return notProven(
      `${known?.message ?? causeText(cause)} ${known === undefined ? 'This is a fault of Baton.' : (known.hint ?? '')}`,
    );
  }
};
