// Runs a command of the project's configuration on a sealed tree, in a clean place, and says what was observed.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { firstError } from '../../evidence/failures/first-error.ts';
import { whyNotInstalled } from '../../evidence/failures/why-red.ts';
import { isRed, steadier } from '../../evidence/runs/steadier-run.ts';
import type { EnvironmentPolicy } from '../../model/config.ts';
import type { CommandEvidence, Evidence } from '../../model/evidence.ts';
import { OUTPUT_TAIL_CHARS, REEXECUTIONS_AT_ONCE_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { createLimiter } from '../../std/limiter.ts';
import type { ProcessGroupResult } from '../../std/processes/process-group.ts';
import { redactDeep, redactor, secretsIn } from '../../std/redact.ts';
import { sha256 } from '../../std/sha256.ts';
import { clipStart, plainText } from '../../std/terminal-text.ts';
import { type Asking, hasCheckers } from '../reports/ask-report.ts';
import { choosePart } from '../reports/asked-report.ts';
import { rewrittenBy } from '../tests/rewritten.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { submodulesThere } from '../trees/submodules.ts';
import { checkOutTree, removeFolder } from '../trees/worktree.ts';
import { compiledGo, goEnvironment, lendCompiled } from './compiled-go.ts';
import { type DependencyPlan, type PlanOptions, planDependencies } from './dependency-plan.ts';
import { commandEnvironment, environmentDigest } from './environment.ts';
import { type ExecutedTree, executedTree } from './executed-tree.ts';
import { beginMeasuring, type Measurement } from './measure-command.ts';
import { type Place, resultsDirectory, scratchDirectory } from './place.ts';
import {
  copyPrepared,
  markWritten,
  NOTHING_PREPARED,
  type Prepared,
  preparedMounts,
  wantsToWrite,
} from './prepare.ts';
import { isOfFiles, prepareAgain } from './prepare-again.ts';
import { projectPaths } from './project-paths.ts';
import { keepResult, readResult } from './result-cache.ts';
import { environmentIn, runInWorktree } from './run-in-worktree.ts';
import { type SandboxKind, usableSandbox } from './sandbox.ts';

export type UnavailableEvidence = Extract<Evidence, { kind: 'unavailable' }>;

export interface Overlay {
  /** A file that the tree has, relative to the project. */
  readonly path: string;
  readonly text: string;
  /** Where the runner takes no files: a part of the names of the tests that are wanted. */
  readonly tests: string;
}

export interface ReexecuteOptions {
  readonly place: Place;
  readonly tree: Digest;
  /** The command's name in the configuration; it says which report is looked for. */
  readonly name?: string | undefined;
  /** The tests of this tree stand in the place of those of `tree`. */
  readonly testsOf?: Digest | undefined;
  /** What goes with the tests; test files by name where it is not given. */
  readonly isTests?: ((path: string) => boolean) | undefined;
  /** Files that are part of the command and that their owner has released. */
  readonly released?: readonly string[] | undefined;
  /** The base of the run: its scripts and settings of package managers stand in the place of those of `tree`. */
  readonly scriptsOf?: Digest | undefined;
  /** `refs/baton/<run>`: a tree that has to be made is kept below it. */
  readonly refs?: string | undefined;
  /** Files that the command writes its reports to, relative to the project. */
  readonly reports?: readonly string[] | undefined;
  /** `environment` of the configuration. */
  readonly policy?: EnvironmentPolicy | undefined;
  /** What fails is run once more before it is believed. */
  readonly twice?: boolean | undefined;
  /** A second run of the same, or a third one, whose result is kept beside the first one. */
  readonly again?: boolean | 'third' | undefined;
  /** What the command says is in its exit code alone: it counts as one test. */
  readonly byExit?: boolean | undefined;
  /**
   * Test files, relative to the project: the runner runs no others where it can be told so, and `only` of the evidence says
   * that it was. Files that the tree does not have are left out.
   */
  readonly only?: readonly string[] | undefined;
  /** Functions of Go: no other tests are run where the line itself chooses none. */
  readonly functions?: readonly string[] | undefined;
  /** For a tree that nobody wrote as it is: without the linters and type checkers that the line runs before its tests. */
  readonly bare?: boolean | undefined;
  /** One file of the project with another text, for this run alone: its result is neither kept nor looked up. */
  readonly overlay?: Overlay | undefined;
  /** A line of the project's configuration; run by `sh -c` in the project's folder. */
  readonly line: string;
  /** `commands.prepare`; without it, `npm ci` where a lock file is. */
  readonly prepare?: string | undefined;
  readonly timeMsMax?: number | undefined;
  readonly memoryBytesMax?: number;
  readonly outputBytesMax?: number;
  /** `none` does without a sandbox even where there is one. */
  readonly sandbox?: 'auto' | 'none';
  readonly signal?: AbortSignal;
}

// The shell's own exits for a command that is there but cannot be run, and for one that is not there.
const NOT_RUNNABLE = [126, 127];
const limited = createLimiter(REEXECUTIONS_AT_ONCE_MAX);

const unavailable = (cause: string, hint?: string): UnavailableEvidence => ({
  kind: 'unavailable',
  cause,
  ...(hint === undefined ? {} : { hint }),
});

const evidenceOf = (
  line: string,
  result: ProcessGroupResult,
  sandbox: CommandEvidence['sandbox'],
  measured: Measurement & Pick<CommandEvidence, 'rewritten' | 'failedInstall'>,
): CommandEvidence | UnavailableEvidence => {
  const { end, exit, durationMs } = result;
  if (end === 'not-started')
    return unavailable(`\`${line}\` could not be started: ${result.cause}`, 'Run `baton doctor`.');
  if (end === 'exited' && NOT_RUNNABLE.includes(exit ?? 0))
    return unavailable(
      `\`${line}\` could not be run (exit ${exit}): ${firstError(plainText(result.output))}`,
      'Install the program, or set commands.prepare in baton.yaml to what installs it.',
    );
  const { printed, ...observed } = measured;
  const tail = clipStart(plainText(printed ?? result.output), OUTPUT_TAIL_CHARS);
  return { kind: 'command', line, end, exit, ...observed, tail, durationMs, sandbox };
};

/** Whoever changed what is installed can fix it; where the base installs the same, it is nobody's fault here. */
const prepareFailed = (
  line: string,
  result: ProcessGroupResult,
  sandbox: SandboxKind,
  isOwn: boolean,
): CommandEvidence | UnavailableEvidence => {
  const error = firstError(plainText(result.output));
  if (isOwn && result.end === 'exited' && isOfFiles(result))
    return evidenceOf(line, result, sandbox, { tests: null, failedInstall: error });
  const how = result.end === 'exited' ? `exit ${result.exit}` : result.end;
  return unavailable(
    `\`${line}\`, which installs the dependencies, failed (${how}): ${error}`,
    whyNotInstalled(result.output) ??
      'Try it yourself in the project; set commands.prepare in baton.yaml if it should be another command.',
  );
};

interface Context {
  readonly options: ReexecuteOptions;
  readonly repository: Repository;
  readonly sandbox: SandboxKind;
  readonly executed: ExecutedTree;
  /** What installed programs depend on beside the files. */
  readonly runtime: string;
}

const resultKey = ({ options, repository, sandbox, executed }: Context, prepared: string): string => {
  const { place, line, name, reports } = options;
  const folders = { directory: '', tree: '', home: '', tmp: '', files: [] };
  const { policy } = options;
  const environment = environmentIn({ place, sandbox, worktree: folders, network: false, policy });
  const digest = environmentDigest(environment, {
    ...{ sandbox, prepared },
    nodeVersion: process.version,
    platform: `${process.platform}-${process.arch}`,
  });
  const { functions = [] } = options;
  const limits = [options.timeMsMax, options.memoryBytesMax, options.outputBytesMax];
  const what = [
    'v5',
    repository.prefix,
    line,
    limits,
    name,
    reports,
    [...(options.only ?? ['*'])].sort(),
    options.byExit,
    policy?.network,
    ...(options.again === true ? ['again'] : options.again === 'third' ? ['third'] : []),
    ...(functions.length === 0 ? [] : [[...functions].sort()]),
    ...(options.bare === true && hasCheckers(line, executed.scripts) ? ['bare'] : []),
  ];
  return `${executed.tree} ${digest} ${sha256(JSON.stringify(what))}`;
};

/** What the compiler of the command need not do again; a tree of the base serves all others. */
const compiledFor = (context: Context, prepared: Prepared): Promise<string | undefined> => {
  const { options, repository, sandbox, executed } = context;
  const { place, line, policy, signal, scriptsOf: tree = executed.tree } = options;
  return compiledGo({ ...{ place, repository, sandbox, tree, prepared, line, policy }, signal });
};

const runOnce = async (
  context: Context,
  prepared: Prepared,
  asking: Asking = 'everything',
): Promise<CommandEvidence | UnavailableEvidence> => {
  const { options, repository, sandbox, executed } = context;
  const { place, line, timeMsMax, memoryBytesMax, outputBytesMax, signal, overlay } = options;
  const worktree = await checkOutTree(repository, executed.tree, scratchDirectory(place));
  const compiled = await compiledFor(context, prepared);
  const isCopied = sandbox === 'none' || prepared.isWritten === true;
  let next: Asking = 'nothing';
  try {
    if (isCopied) await copyPrepared(prepared, worktree.tree);
    if (compiled !== undefined) await lendCompiled(compiled, worktree);
    if (overlay !== undefined)
      await writeFile(join(worktree.tree, repository.prefix, overlay.path), overlay.text);
    const measuring = await beginMeasuring({
      ...options,
      ...{ repository, sandbox, executed, worktree, asking, tests: overlay?.tests },
    });
    next = measuring.askingNext;
    const result = await runInWorktree({
      ...{ place, repository, worktree, sandbox, line: measuring.line, policy: options.policy },
      env: {
        ...projectPaths({ ...options, repository, worktree, sandbox }, prepared),
        ...(compiled === undefined ? {} : goEnvironment({ sandbox, worktree })),
        ...measuring.env,
      },
      directory: repository.prefix,
      network: false,
      mounts: (inner) => (isCopied ? [] : preparedMounts(prepared, inner)),
      ...(timeMsMax === undefined ? {} : { timeMsMax }),
      ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
      ...(outputBytesMax === undefined ? {} : { outputBytesMax }),
      ...(signal ? { signal } : {}),
    });
    if (!isCopied && result.exit !== 0 && wantsToWrite(prepared, result.output))
      return await runOnce(context, await markWritten(place, prepared), asking);
    const measured = await measuring.end(result);
    if (measured !== 'misunderstood') {
      const rewritten = await rewrittenBy(repository, worktree, measuring.cleared);
      const reach = sandbox === 'no-network' && options.policy?.network === true ? 'network' : sandbox;
      return evidenceOf(line, result, reach, {
        ...measured,
        ...(rewritten.length === 0 ? {} : { rewritten }),
      });
    }
  } finally {
    await removeFolder(worktree.directory);
  }
  // The runner did not know what it was asked for: it is run with less of it, or as it stands.
  return runOnce(context, prepared, next);
};

const withRestored = <E extends CommandEvidence | UnavailableEvidence>(
  evidence: E,
  { restored }: ExecutedTree,
): E =>
  evidence.kind === 'command' && restored.length > 0 ? { ...evidence, restored: [...restored] } : evidence;

type Observed = CommandEvidence | UnavailableEvidence;

const underWay = new Map<string, Promise<Observed>>();

/** What is under way for the same key is waited for instead of done again. */
const once = async (
  key: string,
  signal: AbortSignal | undefined,
  run: () => Promise<Observed>,
): Promise<Observed> => {
  for (let same = underWay.get(key); same !== undefined; same = underWay.get(key)) {
    const left = new Promise<undefined>((resolve) => {
      signal?.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const evidence = await Promise.race([same.catch(() => undefined), left]);
    if (signal?.aborted) return run();
    // Whoever asked first may have ended it.
    if (evidence !== undefined && !(evidence.kind === 'command' && evidence.end === 'killed'))
      return evidence;
    if (underWay.get(key) === same) underWay.delete(key);
  }
  const running = run();
  underWay.set(key, running);
  try {
    return await running;
  } finally {
    if (underWay.get(key) === running) underWay.delete(key);
  }
};

/** It failed, and nobody has run it again. */
const isInDoubt = ({ twice = false }: ReexecuteOptions, run: CommandEvidence): boolean =>
  twice && run.flaky === undefined && isRed(run);

const runTwice = async (context: Context, prepared: Prepared): Promise<Observed> => {
  const first = await runOnce(context, prepared);
  if (first.kind === 'unavailable' || !isInDoubt(context.options, first)) return first;
  const second = await runOnce(context, prepared);
  return second.kind === 'unavailable' ? first : steadier(first, second);
};

const runAndKeep = async (context: Context, prepared: Prepared, key: string): Promise<Observed> => {
  const { place, policy } = context.options;
  const redact = redactor(secretsIn(place.env, policy?.secret));
  const evidence = redactDeep(await runTwice(context, prepared), redact);
  if (evidence.kind === 'command' && context.options.overlay === undefined)
    await keepResult(resultsDirectory(place), key, evidence);
  return evidence;
};

const planOptions = ({ place, prepare }: ReexecuteOptions, runtime: string): PlanOptions => ({
  ...{ configured: prepare, runtime },
  path: commandEnvironment({ inherited: place.env, project: place.project, home: '', tmp: '' })['PATH'] ?? '',
});

/**
 * Where nothing that says which dependencies there are has changed, those of the base serve all trees: what is handed in
 * has no say in what other trees run with, also where the command copies sources.
 */
const preparedFrom = async (
  { options, repository, executed, runtime }: Context,
  { key }: DependencyPlan,
): Promise<Digest> => {
  const { scriptsOf } = options;
  if (scriptsOf === undefined || scriptsOf === executed.tree) return executed.tree;
  const ofBase = await planDependencies(repository, scriptsOf, planOptions(options, runtime));
  return ofBase?.key === key ? scriptsOf : executed.tree;
};

const prepareAndRun = async (
  context: Context,
  plan: Awaited<ReturnType<typeof planDependencies>>,
  key: string,
): Promise<Observed> => {
  const { options, repository, sandbox } = context;
  const { place } = options;
  if (plan === undefined) return runAndKeep(context, NOTHING_PREPARED, key);
  const signal = options.signal ? { signal: options.signal } : {};
  const tree = await preparedFrom(context, plan);
  const result = await prepareAgain({ ...{ place, repository, tree, plan, sandbox }, ...signal });
  return 'failed' in result
    ? prepareFailed(plan.line, result.failed, sandbox, tree !== options.scriptsOf)
    : runAndKeep(context, result.prepared, key);
};

/** Nothing of what is asked for is there to be run. */
const nothingRun = (line: string, only: readonly string[], sandbox: SandboxKind): CommandEvidence => ({
  ...{ kind: 'command', line, end: 'exited', exit: 0, tail: '', durationMs: 0, sandbox },
  tests: { total: 0, passed: 0, failed: 0, skipped: 0, failures: [], cases: [] },
  only: [...only],
});

const observe = async (options: ReexecuteOptions): Promise<Observed> => {
  const { place } = options;
  const repository = await findRepository(place.project);
  const sandbox = options.sandbox === 'none' ? 'none' : await usableSandbox(place.env['PATH'] ?? '');
  const { tree, testsOf, isTests, scriptsOf, refs, line, released } = options;
  const about = { tree, testsOf, isTests, scriptsOf, refs, line, released };
  const made = { ...about, scratchDirectory: scratchDirectory(place) };
  const executed = await executedTree(repository, made);
  const { files, part } = await choosePart({ ...options, repository, executed });
  if (part === 'nothing')
    return withRestored(nothingRun(options.line, options.only ?? [], sandbox), executed);
  const only = part === 'some' ? files : undefined;
  const runtime = `${process.version} ${process.platform} ${process.arch} ${sandbox}`;
  const context = { options: { ...options, only }, repository, sandbox, executed, runtime };
  const plan = await planDependencies(repository, executed.tree, planOptions(options, runtime));
  const modules = await submodulesThere(repository, executed.tree);
  const key = resultKey(context, [plan?.key ?? NOTHING_PREPARED.key, ...modules].join(' '));
  // Whoever waits for what another one runs does not keep a third from running.
  const inTurn = (): Promise<Observed> => limited(() => prepareAndRun(context, plan, key));
  if (options.overlay !== undefined) return inTurn();
  const observed = await once(`${place.stateDirectory} ${key}`, options.signal, async () => {
    const known = await readResult(resultsDirectory(place), key);
    return known === undefined || isInDoubt(options, known) ? inTurn() : known;
  });
  const asked =
    observed.kind === 'command' && observed.only !== undefined && options.only !== undefined
      ? { ...observed, only: [...options.only] }
      : observed;
  return withRestored(asked, executed);
};

/** Never throws for what the machine, git or the project's files do: that is evidence that is not available. */
export const reexecute = async (options: ReexecuteOptions): Promise<Observed> => {
  try {
    if (options.only?.length === 0) return nothingRun(options.line, [], 'none');
    return await observe(options);
  } catch (cause) {
    if (cause instanceof BatonError) return unavailable(cause.message, cause.hint);
    if (errnoOf(cause) !== undefined)
      return unavailable(`\`${options.line}\` could not be run: ${causeText(cause)}`);
    throw cause;
  }
};
