import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFileLock } from './file-lock.ts';

const OPTIONS = { waitMsMax: 10_000, staleMs: 60_000 };
const lockIn = (): string => join(mkdtempSync(join(tmpdir(), 'baton-lock-')), 'lock');

describe('a file lock', () => {
  it('lets one at a time, so that nothing that they count is lost', async () => {
    const lock = lockIn();
    const counter = `${lock}.count`;
    writeFileSync(counter, '0');
    const add = () =>
      withFileLock(lock, OPTIONS, async () => {
        const before = Number(readFileSync(counter, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        writeFileSync(counter, String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(readFileSync(counter, 'utf8')).toBe('20');
    expect(existsSync(lock)).toBe(false);
  });

  it('is removed when the work fails', async () => {
    const lock = lockIn();
    await expect(withFileLock(lock, OPTIONS, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  it('of a process that was ended is taken over; of one that works it is waited for, not for ever', async () => {
    const lock = lockIn();
    writeFileSync(lock, '1');
    await expect(withFileLock(lock, { ...OPTIONS, waitMsMax: 30 }, async () => 1)).rejects.toThrow(
      /held by another/,
    );
    const old = new Date(Date.now() - 2 * OPTIONS.staleMs);
    utimesSync(lock, old, old);
    expect(await withFileLock(lock, OPTIONS, async () => 2)).toBe(2);
  });
});
