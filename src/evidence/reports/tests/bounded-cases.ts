// A list of tests for a journal: what somebody may ask for is kept, the rest as far as there is room.
import type { CommandEvidence } from '../../../model/evidence.ts';
import { TEST_CASES_KEPT_MAX } from '../../../model/limits/limits.ts';
import type { TestCase } from '../../../model/measured.ts';

export interface NamedTest {
  readonly file?: string | undefined;
  readonly name?: string | undefined;
}

const lastOf = (name: string): string => name.split(/ > | › |::/).at(-1) ?? name;

const isNamed = (
  { name, file = '' }: TestCase,
  names: ReadonlySet<string>,
  files: ReadonlySet<string>,
): boolean => names.has(name) || names.has(lastOf(name)) || files.has(file);

/** Failing, skipped and named tests are there before all others; what is kept stays in order. */
export const boundedCases = (
  evidence: CommandEvidence,
  named: readonly NamedTest[] = [],
): CommandEvidence => {
  const cases = evidence.tests?.cases;
  if (evidence.tests === null || cases === undefined || cases.length <= TEST_CASES_KEPT_MAX) return evidence;
  const names = new Set(
    named.flatMap(({ name }) => (name === undefined ? [] : [name.trim(), lastOf(name.trim())])),
  );
  const files = new Set(
    named.flatMap(({ file, name }) => (file === undefined || name !== undefined ? [] : [file])),
  );
  const first = new Set(
    cases
      .map((test, at) => ({
        at,
        rank: isNamed(test, names, files)
          ? 0
          : test.status === 'failed'
            ? 1
            : test.status === 'skipped'
              ? 2
              : 3,
      }))
      .sort((a, b) => a.rank - b.rank || a.at - b.at)
      .slice(0, TEST_CASES_KEPT_MAX)
      .map(({ at }) => at),
  );
  return { ...evidence, tests: { ...evidence.tests, cases: cases.filter((_, at) => first.has(at)) } };
};
