// The test runner tells the truth: a test of Baton's own that must fail fails, one that must pass passes, and what they
// import is the code that was handed in.
import type { EvidenceRequest } from '../model/evidence.ts';
import { problem } from '../model/problem.ts';
import { fromProblems, unproven } from '../model/run/verdict.ts';
import type { Change } from './change/change.ts';
import type { Clause } from './clause.ts';
import { isMissing, known, observed } from './observed.ts';

const requestOf = ({ command, base, head }: Change): EvidenceRequest | undefined =>
  base === undefined || head === undefined ? undefined : { kind: 'canary', command, base, head };

export const RUNNER_SOUND: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'runner-sound',
  title: 'The test command can fail',
  says: 'the test command really runs your code and reports failures; Baton adds a failing test to one of your test files and must see it fail',
};

export const runnerSound = (change: Change): Clause => ({
  ...RUNNER_SOUND,
  needs: known(requestOf(change)),
  judge: (seen) => {
    const found = observed(
      'canary',
      seen,
      requestOf(change),
      'nobody can say whether the test runner is sound',
    );
    if (isMissing(found)) return unproven(found);
    const unsound = found.tries.filter(({ status }) => status === 'unsound');
    if (unsound.length > 0)
      return unproven(
        ...unsound.map(({ runner, file, why }) =>
          problem('RUNNER_UNSOUND', `${runner} cannot be believed: ${why ?? 'no reason is known'}`, {
            file,
            hint: 'let the tests run the code of the project, and let no code, test or setup file change how failures are reported, or what the language answers',
          }),
        ),
      );
    return fromProblems(
      found.tries
        .filter(({ status }) => status === 'untried')
        .map(({ runner, file, why }) =>
          problem(
            'RUNNER_UNSOUND',
            `whether ${runner === 'unknown' ? 'the test runner' : runner} can be believed was not tried: ${why ?? 'no reason is known'}`,
            {
              severity: 'warning',
              ...(file === '' ? {} : { file }),
            },
          ),
        ),
    );
  },
});
