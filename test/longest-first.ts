// The order of files. Vitest knows how long each took only where the tests have run before; anywhere else it begins with the
// largest, and a small file that takes minutes would begin last, beside idle processors.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, as `npm test` says at its end. */
const LONGEST = [
  'test/simulation/',
  'src/runners/tests/',
  'src/operations/hook/hook-stop.test.ts',
  'src/operations/hook/hook-base.test.ts',
  'src/runners/commands/',
  'src/operations/setup/wrapped-runner.test.ts',
  'test/postgres/',
  'test/e2e/kills',
  'test/gates/live.test.ts',
  'test/e2e/h3a-',
  'test/e2e/package.test.ts',
  'test/e2e/agentmux-',
  'test/e2e/dashboard',
];

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((path) => moduleId.includes(`/${path}`));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
