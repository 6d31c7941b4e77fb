import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { keepResult, RESULT_OF_PLACE_MS_MAX, readResult } from './result-cache.ts';

const keptAnHourAgo = async (exit: number, tail: string): Promise<CommandEvidence | undefined> => {
  const directory = temporaryFolder();
  const about = { kind: 'command', line: 'pytest', end: 'exited', durationMs: 1, sandbox: 'none' } as const;
  await keepResult(directory, 'key', { ...about, exit, tail, tests: null });
  expect(await readResult(directory, 'key')).toMatchObject({ exit, tail });
  const then = new Date(Date.now() - 60 * RESULT_OF_PLACE_MS_MAX);
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), then, then);
  return readResult(directory, 'key');
};

it('runs a command again that missed something on this machine, as it may be there now', async () => {
  expect(await keptAnHourAgo(1, "ModuleNotFoundError: No module named 'requests'\n")).toBeUndefined();
  expect(await keptAnHourAgo(1, 'sh: 1: vitest: not found\n')).toBeUndefined();
});

it('remembers what only the tree is the cause of', async () => {
  expect(await keptAnHourAgo(1, 'AssertionError: expected 1 to be 2\n')).toMatchObject({ exit: 1 });
  expect(await keptAnHourAgo(0, "No module named 'requests', so a test is skipped\n")).toMatchObject({
    exit: 0,
  });
});
