import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { endLeftBehind } from './left-behind.ts';

it('ends what processes that are gone have started for runs of this project, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-left-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const gone = spawn('true');
  const identity = processIdentity(gone.pid);
  await once(gone, 'exit');
  const started = (state: string, by: string) => {
    const child = spawn('sleep', ['600'], {
      env: {
        PATH: process.env['PATH'],
        BATON_MARKER: `baton:${join(root, state)}/run/coding.coder.1#1@${by}`,
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const left = started('here', identity);
  const ended = once(left, 'exit');
  const ours = started('here', processIdentity());
  const others = started('elsewhere', identity);
  const place = { project: root, stateRoot: root, stateDirectory: join(root, 'here'), env: {} };
  // The variables of a process can be read once it is the program that was started.
  while ((await endLeftBehind(place)) === 0);
  await ended;
  expect([ours, others].map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null]);
  expect(await endLeftBehind(place)).toBe(0);
});
