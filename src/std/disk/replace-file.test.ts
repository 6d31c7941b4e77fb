import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processIdentity } from '../processes/process-identity.ts';
import { replaceFile, sweepReplacements } from './replace-file.ts';

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'replace-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};

it('replaces a file and leaves nothing beside it', async () => {
  const directory = await folder();
  for (const text of ['one', 'two']) await replaceFile(join(directory, 'a.json'), text);
  expect(await readFile(join(directory, 'a.json'), 'utf8')).toBe('two');
  expect(await readdir(directory)).toEqual(['a.json']);
});

it('sweeps what a dead process left, and nothing else', async () => {
  const directory = await folder();
  const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
  const kept = [`.a.json.${processIdentity()}-0123456789ab.tmp`, '.mine.tmp', 'a.json'];
  for (const name of [`.a.json.${dead}-7-0123456789ab.tmp`, ...kept])
    await writeFile(join(directory, name), '');
  await sweepReplacements(directory);
  expect((await readdir(directory)).sort()).toEqual([...kept].sort());
  await sweepReplacements(join(directory, 'missing'));
});
