// What the tests say of a tree that lacks one piece of the change.
import type { CommandEvidence, ProbedHunk } from '../../model/evidence.ts';
import type { UnavailableEvidence } from '../commands/reexecute.ts';

const keyOf = ({ name, file }: { readonly name: string; readonly file?: string | undefined }): string =>
  JSON.stringify([file ?? null, name]);

const passedIn = ({ tests }: CommandEvidence): ReadonlySet<string> =>
  new Set((tests?.cases ?? []).filter(({ status }) => status === 'passed').map(keyOf));

/** A file that cannot be loaded is told as a failed test of its own name, too. */
const failsByItself = ({ tests }: CommandEvidence): boolean => {
  const unloaded = new Set((tests?.unloaded ?? []).map(({ file }) => file));
  return (tests?.cases ?? []).some(
    ({ name, file, status }) => status === 'failed' && name !== file && !unloaded.has(name),
  );
};

export const fateWithout = (
  onHead: CommandEvidence,
  without: CommandEvidence | UnavailableEvidence,
): ProbedHunk['status'] => {
  if (without.kind === 'unavailable' || without.end === 'killed') return 'unknown';
  // Tests that do not end, or need too much, miss it as well.
  if (without.end !== 'exited') return 'tested';
  if (failsByItself(without)) return 'tested';
  if ((without.tests?.unloaded ?? []).length > 0) return 'unbuilt';
  if (without.exit !== 0) return without.tests === null || without.tests.failed === 0 ? 'unbuilt' : 'tested';
  const isPart = without.only !== undefined;
  const still = passedIn(without);
  const lost = isPart ? [] : [...passedIn(onHead)].filter((one) => !still.has(one));
  const fewer = !isPart && (without.tests?.passed ?? 0) < (onHead.tests?.passed ?? 0);
  return lost.length > 0 || fewer ? 'tested' : 'untested';
};
