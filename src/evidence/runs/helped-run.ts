// The old tests on the new code, with a file in doubt as it was: what fails there alone counts, too.
import type { CommandEvidence } from '../../model/evidence.ts';
import { lacksName } from '../failures/missing-name.ts';

/**
 * An old file that does not fit the new code says nothing of the tests, so failures for the lack of a name do not count.
 * A file that only tests import may be code or a helper of theirs. With the helper as it was, a test that it kept from
 * failing fails; code as it was makes no test fail that passed before.
 */
export const withFailuresOf = (run: CommandEvidence, helped: CommandEvidence): CommandEvidence => {
  const messages = new Map((helped.tests?.failures ?? []).map(({ name, message }) => [name, message]));
  const failed = new Set(
    (helped.tests?.cases ?? []).flatMap(({ name, status, file }) =>
      status === 'failed' && name !== file && !lacksName(messages.get(name)) ? [file] : [],
    ),
  );
  if (run.tests === null || helped.tests === null || failed.size === 0) return run;
  const cases = [
    ...(run.tests.cases ?? []).filter(({ file }) => !failed.has(file)),
    ...(helped.tests.cases ?? []).filter(({ file }) => failed.has(file)),
  ];
  const count = (status: string): number => cases.filter((one) => one.status === status).length;
  return {
    ...run,
    exit: helped.exit,
    tests: {
      ...run.tests,
      ...{ total: cases.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
      failures: [...run.tests.failures, ...helped.tests.failures],
      cases,
    },
  };
};
