import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Pure tests share workers; whole-program tests spawn processes of their own and must not starve each other.
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/agentmux/**/*.test.ts',
            'test/h3a/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/gates/corpus.test.ts',
            'test/simulation/**/*.test.ts',
          ],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/gates/live.test.ts'],
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
