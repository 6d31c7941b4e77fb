import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runFilesIn } from './run-files.ts';

let [root, outside] = ['', ''];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baton-run-files-'));
  outside = await mkdtemp(join(tmpdir(), 'baton-outside-'));
  await writeFile(join(outside, 'secret'), 'mine\n');
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

describe('a run directory', () => {
  it('removes a file, and what is not there is gone already', async () => {
    const files = runFilesIn(root);
    await files.write([{ path: 'a/b.md', text: 'b\n' }]);
    await files.remove('a/b.md');
    await files.remove('a/b.md');
    await files.remove('nowhere/b.md');
    expect(await files.list('a')).toEqual([]);
  });

  it('lists the plain files of a directory, and none where it is not there', async () => {
    const files = runFilesIn(root);
    await files.write([
      { path: 'a/one.md', text: '1' },
      { path: 'a/two.md', text: '2' },
      { path: 'a/deep/three.md', text: '3' },
    ]);
    await symlink(join(outside, 'secret'), join(root, 'a', 'link'));
    expect([...(await files.list('a'))].sort()).toEqual(['one.md', 'two.md']);
    expect(await files.list('b')).toEqual([]);
  });

  it('adds to the end of a file, and makes it where there is none', async () => {
    const files = runFilesIn(root);
    await files.append('log.txt', 'one\n');
    await files.append('log.txt', 'two\n');
    expect(await readFile(join(root, 'log.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('follows no link out of it, whatever it is asked to do', async () => {
    const files = runFilesIn(root);
    await symlink(outside, join(root, 'way'));
    await symlink(join(outside, 'secret'), join(root, 'log.txt'));
    await files.append('log.txt', 'more\n');
    await files.append('way/new.txt', 'more\n');
    await files.remove('way/secret');
    await files.remove('../secret');
    expect(await files.list('way')).toEqual([]);
    expect((await files.read('way/secret')).value).toBeUndefined();
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('mine\n');
    await expect(readFile(join(outside, 'new.txt'))).rejects.toThrow();
  });

  it('tells when a file may have changed, until nobody wants to know', async () => {
    const files = runFilesIn(root);
    const told = vi.fn();
    const stop = files.watch('events.jsonl', told);
    await writeFile(join(root, 'other.txt'), 'x');
    await writeFile(join(root, 'events.jsonl'), 'x\n');
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 60_000 });
    stop();
    await mkdir(join(root, 'later'));
  });
});
