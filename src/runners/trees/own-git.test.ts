import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { sweepSharedGit } from './own-git.ts';

it('removes the git directory that a killed process left, and no other', () => {
  const { pid } = spawnSync('true');
  const [left, ours] = [`${pid}-1`, processIdentity()].map((owner) =>
    join(tmpdir(), `baton-objects-${owner}-0123456789abcdef`),
  );
  for (const path of [left, ours]) mkdirSync(path ?? '');
  onTestFinished(() => {
    for (const path of [left, ours]) rmSync(path ?? '', { recursive: true, force: true });
  });
  sweepSharedGit();
  expect([left, ours].map((path) => existsSync(path ?? ''))).toEqual([false, true]);
});
