import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { attemptFiles, attemptsDirectory, removeAttemptFiles } from './attempt-files.ts';

const root = mkdtempSync(join(tmpdir(), 'baton-files-'));
afterAll(() => rmSync(root, { recursive: true }));

it('what the attempts of a killed holder have left is removed, and what they were shown stays', () => {
  const shown = join(root, 'shown');
  const other = attemptFiles(shown);
  const key = other.put('login.json', 'a key');
  const files = attemptFiles(attemptsDirectory(root));
  const settings = files.put(join('home', 'settings.json'), '{}');
  const mirror = files.mirror(join('home', 'mirror'), other.directory ?? '', () => true);
  expect(readFileSync(join(mirror, 'login.json'), 'utf8')).toBe('a key');
  writeFileSync(join(root, 'kept'), '');
  removeAttemptFiles(root);
  expect([settings, mirror, attemptsDirectory(root)].filter((path) => existsSync(path))).toEqual([]);
  expect([key, join(root, 'kept')].every((path) => existsSync(path))).toBe(true);
  removeAttemptFiles(root);
});
