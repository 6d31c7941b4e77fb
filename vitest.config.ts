import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FailedFiles } from './test/failed-files.ts';
import { LongestFirst } from './test/longest-first.ts';
import { SlowestFiles } from './test/slowest-files.ts';
import { smallWorkers } from './test/small-workers.ts';

/** Examples import the package by its names; here these are its sources. */
const source = (name: string): string => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));
const resolve = { alias: { 'baton-relay/testing': source('testing'), 'baton-relay': source('index') } };

export default defineConfig({
  test: {
    globalSetup: ['test/print-property-seed.ts'],
    reporters: ['default', new SlowestFiles(), new FailedFiles('vitest.config.ts')],
    sequence: { sequencer: LongestFirst },
    // Pure tests share workers; whole-program tests spawn processes of their own and must not starve each other.
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          setupFiles: ['test/property-seed.ts'],
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/agentmux/**/*.test.ts',
            'test/h3a/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/gates/corpus.test.ts',
            'test/gates/recordings.test.ts',
            'test/simulation/**/*.test.ts',
            'test/postgres/**/*.test.ts',
            'test/power/**/*.test.ts',
          ],
          pool: smallWorkers,
          isolate: false,
          // Many wait for processes of their own: two keep two processors busy for two thirds of the time.
          maxWorkers: 3,
          // Only a hang takes that long, also where something else keeps every core busy.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/gates/live.test.ts'],
          pool: 'forks',
          // Two leave processors idle while their runs wait for disks and for each other.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
