// Real agent programs on the scripted model: `vitest run --config test/agents/vitest.config.ts`.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FailedFiles } from '../failed-files.ts';

class HooksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/claude-hook.test.ts');
    return [...files].sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  test: {
    include: ['test/agents/*.test.ts'],
    pool: 'forks',
    reporters: ['default', new FailedFiles('test/agents/vitest.config.ts')],
    // Programs mostly wait; the hook's sessions take as long as all other files together.
    maxWorkers: 2,
    sequence: { sequencer: HooksFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
