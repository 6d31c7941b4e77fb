// What failed before the change in the same way: the change is not the reason, and nothing about it was measured.
import { firstError } from '../../evidence/failures/first-error.ts';
import { whyRed } from '../../evidence/failures/why-red.ts';
import type { CommandEvidence, TestCounts } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';

type Unloaded = NonNullable<TestCounts['unloaded']>[number];

/** Numbers are lines, times and addresses: they differ from run to run. */
const alike = (one: string, other: string): boolean =>
  one.replace(/\d+/g, '0').trim() === other.replace(/\d+/g, '0').trim();

/** Nothing could be built. */
const NOTHING = '*';

/** Test files that could not be loaded before either, and for the same reason. */
export const unloadedBefore = (run: CommandEvidence, before: CommandEvidence): readonly Unloaded[] =>
  (run.tests?.unloaded ?? []).filter(
    ({ file, message }) =>
      file !== NOTHING &&
      (before.tests?.unloaded ?? []).some((one) => one.file === file && alike(one.message, message)),
  );

/** It failed before any test could run. */
const isBlank = ({ end, exit, tests }: CommandEvidence): boolean =>
  end === 'exited' &&
  exit !== 0 &&
  (tests === null || (tests.passed === 0 && (tests.unloaded ?? []).length > 0));

/** No test ran, on neither code, and the first complaint is the same: an environment that lacks something. */
export const failsAlike = (run: CommandEvidence, before: CommandEvidence): Problem | undefined => {
  const cause = firstError(run.tail);
  if (!isBlank(run) || !isBlank(before) || cause === '' || !alike(cause, firstError(before.tail)))
    return undefined;
  return problem(
    'EVIDENCE_UNAVAILABLE',
    `\`${run.line}\` runs no test, on the code before the change neither: ${cause}`,
    { hint: whyRed(run.tail)?.fix ?? 'try it on a clean checkout: baton doctor --run' },
  );
};

export const stillUnloaded = (files: readonly Unloaded[]): Problem[] =>
  files.map(({ file, message }) =>
    problem('TESTS_FAILED', `${file} cannot be loaded, as before the change: ${message.split('\n', 1)[0]}`, {
      severity: 'warning',
      file,
      hint: 'its tests count neither for nor against this change; plan its repair',
    }),
  );

const isGreenButForItsEnd = ({ end, exit, tests }: CommandEvidence): boolean =>
  end === 'exited' &&
  exit !== 0 &&
  tests !== null &&
  tests.passed > 0 &&
  tests.failed === 0 &&
  (tests.unloaded ?? []).length === 0;

/** Every test passes, and the command complains of something else as it did before: a threshold, an error outside of tests. */
export const endsAsBefore = (run: CommandEvidence, before: CommandEvidence): Problem | undefined => {
  const cause = firstError(run.tail);
  const isAsBefore =
    isGreenButForItsEnd(run) &&
    isGreenButForItsEnd(before) &&
    run.exit === before.exit &&
    alike(cause, firstError(before.tail));
  return isAsBefore
    ? problem(
        'TESTS_FAILED',
        `\`${run.line}\` ends with ${run.exit} although every test passes, as before the change${cause === '' ? '' : `: ${cause}`}`,
        {
          severity: 'warning',
          hint: 'it counts neither for nor against this change; plan its repair',
        },
      )
    : undefined;
};
