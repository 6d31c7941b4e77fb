// Tests of one file that pass only beside others: one test file may change what another one says, in the same process.
import type { CommandEvidence } from '../model/evidence.ts';
import type { Digest } from '../model/sealed.ts';
import type { CanaryOptions } from './canary-project.ts';
import { reexecute } from './reexecute.ts';

const withStatus = (
  { tests }: CommandEvidence,
  file: string,
  status: 'passed' | 'failed',
): ReadonlySet<string> =>
  new Set(
    (tests?.cases ?? []).flatMap((one) => (one.file === file && one.status === status ? [one.name] : [])),
  );

/**
 * Of tests that failed in their file alone, one that passes with all files, and that passed alone in the base: that
 * others are needed is new. Most runs are remembered; where nothing failed there is none.
 */
export const passesOnlyBeside = async (
  options: CanaryOptions,
  file: string,
  failed: readonly string[],
): Promise<string | undefined> => {
  const among = async (
    names: readonly string[],
    status: 'passed' | 'failed',
    run: { readonly tree: Digest; readonly only?: readonly string[] },
  ): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const evidence = await reexecute({ ...options, ...run });
    if (evidence.kind !== 'command' || (run.only !== undefined && evidence.only === undefined)) return [];
    const found = withStatus(evidence, file, status);
    return names.filter((name) => found.has(name));
  };
  const beside = await among(failed, 'passed', { tree: options.tree });
  const before = await among(beside, 'passed', { tree: options.base, only: [file] });
  // What two more tests did to the others is not their fault.
  const [name] = await among(before, 'failed', { tree: options.tree, only: [file] });
  return name;
};
