// Runs a command of the project's configuration on a sealed tree, in a clean place, and says what was observed.

import { BatonError, causeText, errnoOf } from '../errors.ts';
import { parseTestOutput } from '../evidence/parse-test-output.ts';
import type { CommandEvidence, Evidence } from '../model/evidence.ts';
import { OUTPUT_TAIL_CHARS, REEXECUTIONS_AT_ONCE_MAX } from '../model/limits.ts';
import type { Digest } from '../model/sealed.ts';
import { createLimiter } from '../std/limiter.ts';
import type { ProcessGroupResult } from '../std/process-group.ts';
import { sha256 } from '../std/sha256.ts';
import { clipStart, plainText } from '../std/terminal-text.ts';
import { planDependencies } from './dependency-plan.ts';
import { environmentDigest } from './environment.ts';
import { type Place, resultsDirectory, scratchDirectory } from './place.ts';
import {
  copyPrepared,
  NOTHING_PREPARED,
  type Prepared,
  prepareDependencies,
  preparedMounts,
} from './prepare.ts';
import { findRepository, type Repository } from './repository.ts';
import { keepResult, readResult } from './result-cache.ts';
import { environmentIn, runInWorktree } from './run-in-worktree.ts';
import { type SandboxKind, usableSandbox } from './sandbox.ts';
import { checkOutTree, removeFolder } from './worktree.ts';

export type UnavailableEvidence = Extract<Evidence, { kind: 'unavailable' }>;

export interface ReexecuteOptions {
  readonly place: Place;
  readonly tree: Digest;
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
// Failures of `npm ci` that come from the files of the tree. All others may come from the network or the machine.
const NPM_MENDABLE = /npm (?:error|ERR!) code (?:EUSAGE|ERESOLVE|ETARGET|EJSONPARSE|EINTEGRITY)\b/;

const limited = createLimiter(REEXECUTIONS_AT_ONCE_MAX);

const unavailable = (cause: string, hint?: string): UnavailableEvidence => ({
  kind: 'unavailable',
  cause,
  ...(hint === undefined ? {} : { hint }),
});

const evidenceOf = (
  line: string,
  result: ProcessGroupResult,
  sandbox: SandboxKind,
): CommandEvidence | UnavailableEvidence => {
  const output = plainText(result.output);
  const tail = clipStart(output, OUTPUT_TAIL_CHARS);
  if (result.end === 'not-started')
    return unavailable(`\`${line}\` could not be started: ${result.cause}`, 'Run `baton doctor`.');
  if (result.end === 'exited' && NOT_RUNNABLE.includes(result.exit ?? 0))
    return unavailable(
      `\`${line}\` could not be run (exit ${result.exit}): ${clipStart(output.trim(), 500)}`,
      'Install the program, or set commands.prepare in baton.yaml to what installs it; without a lock file nothing is installed.',
    );
  return {
    kind: 'command',
    line,
    end: result.end,
    exit: result.exit,
    tests: parseTestOutput(output),
    tail,
    durationMs: result.durationMs,
    sandbox,
  };
};

const prepareFailed = (
  line: string,
  result: ProcessGroupResult,
  sandbox: SandboxKind,
): CommandEvidence | UnavailableEvidence => {
  if (result.end === 'exited' && NPM_MENDABLE.test(result.output)) return evidenceOf(line, result, sandbox);
  const how = result.end === 'exited' ? `exit ${result.exit}` : result.end;
  return unavailable(
    `\`${line}\`, which installs the dependencies, failed (${how}): ${clipStart(plainText(result.output).trim(), 1_000)}`,
    'Try it yourself in the project; set commands.prepare in baton.yaml if it should be another command.',
  );
};

interface Context {
  readonly options: ReexecuteOptions;
  readonly repository: Repository;
  readonly sandbox: SandboxKind;
}

const resultKey = ({ options, repository, sandbox }: Context, prepared: string): string => {
  const { place, tree, line } = options;
  const folders = { directory: '', tree: '', home: '', tmp: '' };
  const environment = environmentIn({ place, sandbox, worktree: folders, network: false });
  const digest = environmentDigest(environment, {
    ...{ sandbox, prepared },
    nodeVersion: process.version,
    platform: `${process.platform}-${process.arch}`,
  });
  const limits = [options.timeMsMax, options.memoryBytesMax, options.outputBytesMax];
  return `${tree} ${digest} ${sha256(JSON.stringify([repository.prefix, line, limits]))}`;
};

const runOnce = async (
  context: Context,
  prepared: Prepared,
): Promise<CommandEvidence | UnavailableEvidence> => {
  const { options, repository, sandbox } = context;
  const { place, tree, line, timeMsMax, memoryBytesMax, outputBytesMax, signal } = options;
  const worktree = await checkOutTree(repository, tree, scratchDirectory(place));
  try {
    if (sandbox === 'none') await copyPrepared(prepared, worktree.tree);
    const result = await runInWorktree({
      ...{ place, repository, worktree, sandbox, line },
      directory: repository.prefix,
      network: false,
      mounts: (inner) => preparedMounts(prepared, inner),
      ...(timeMsMax === undefined ? {} : { timeMsMax }),
      ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
      ...(outputBytesMax === undefined ? {} : { outputBytesMax }),
      ...(signal ? { signal } : {}),
    });
    return evidenceOf(line, result, sandbox);
  } finally {
    await removeFolder(worktree.directory);
  }
};

const observe = async (options: ReexecuteOptions): Promise<CommandEvidence | UnavailableEvidence> => {
  const { place, tree } = options;
  const repository = await findRepository(place.project);
  const sandbox = options.sandbox === 'none' ? 'none' : await usableSandbox(place.env['PATH'] ?? '');
  const context = { options, repository, sandbox };
  const runtime = `${process.version} ${process.platform} ${process.arch} ${sandbox}`;
  const plan = await planDependencies(repository, tree, options.prepare, runtime);
  const key = resultKey(context, plan?.key ?? NOTHING_PREPARED.key);
  const known = await readResult(resultsDirectory(place), key);
  if (known) return known;
  let prepared = NOTHING_PREPARED;
  if (plan) {
    const signal = options.signal ? { signal: options.signal } : {};
    const result = await prepareDependencies({ place, repository, tree, plan, sandbox, ...signal });
    if ('failed' in result) return prepareFailed(plan.line, result.failed, sandbox);
    prepared = result.prepared;
  }
  const evidence = await runOnce(context, prepared);
  if (evidence.kind === 'command') await keepResult(resultsDirectory(place), key, evidence);
  return evidence;
};

/** Never throws for what the machine, git or the project's files do: that is evidence that is not available. */
export const reexecute = (options: ReexecuteOptions): Promise<CommandEvidence | UnavailableEvidence> =>
  limited(async () => {
    try {
      return await observe(options);
    } catch (cause) {
      if (cause instanceof BatonError) return unavailable(cause.message, cause.hint);
      if (errnoOf(cause) !== undefined)
        return unavailable(`\`${options.line}\` could not be run: ${causeText(cause)}`);
      throw cause;
    }
  });
