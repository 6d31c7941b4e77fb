// An installation that failed: tried again where the next time may be better, and then not once more for each command.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PREPARE_FAILED_KEPT_MS, PREPARE_RETRY_MS, PREPARE_TRIES_MAX } from '../../model/limits/limits.ts';
import type { ProcessGroupResult } from '../../std/processes/process-group.ts';
import { preparedDirectory } from './place.ts';
import { type PrepareOptions, type PrepareResult, prepareDependencies } from './prepare.ts';

const NPM_MENDABLE = /npm (?:error|ERR!) code (?:EUSAGE|ERESOLVE|ETARGET|EJSONPARSE|EINTEGRITY)\b/;

/** A failure of `npm ci` that comes from the files of the tree. All others may come from the network or the machine. */
export const isOfFiles = ({ output }: ProcessGroupResult): boolean => NPM_MENDABLE.test(output);

interface Failure {
  readonly result: PrepareResult;
  readonly at: number;
}

/** What failed a moment ago, by the entry of the cache that it was to become. */
const failures = new Map<string, Failure>();

const recently = (entry: string): PrepareResult | undefined => {
  for (const [one, { at }] of failures)
    if (performance.now() - at > PREPARE_FAILED_KEPT_MS) failures.delete(one);
  return failures.get(entry)?.result;
};

const tryAll = async (options: PrepareOptions): Promise<PrepareResult> => {
  const { signal } = options;
  for (let tries = 1; ; tries += 1) {
    const result = await prepareDependencies(options);
    const lasting = !('failed' in result) || isOfFiles(result.failed);
    if (lasting || tries >= PREPARE_TRIES_MAX || signal?.aborted) return result;
    await sleep(PREPARE_RETRY_MS * tries, undefined, signal ? { signal } : {}).catch(() => {});
  }
};

/** The evidence of one judgement runs many commands; a registry that cannot be reached is waited for once. */
export const prepareAgain = async (options: PrepareOptions): Promise<PrepareResult> => {
  const entry = join(preparedDirectory(options.place), options.plan.key);
  const known = recently(entry);
  if (known !== undefined) return known;
  const result = await tryAll(options);
  if ('failed' in result && result.failed.end !== 'killed' && options.signal?.aborted !== true)
    failures.set(entry, { result, at: performance.now() });
  return result;
};
