// A seal reads only what was touched since the working tree was opened. Nothing that an agent does to a file may make it
// look untouched.
import { chmodSync, lstatSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../std/processes/git.ts';
import { type TemporaryRepository, temporaryRepository, writeFiles } from './temporary-repository.fixture.ts';
import { gitWorkspaces, type Workspaces } from './workspaces.ts';

const FILES = {
  'a.txt': 'aaaa\n',
  'run.sh': '#!/bin/sh\n',
  'src/b.txt': 'bbbb\n',
  'src/c.txt': 'cccc\n',
  '.gitignore': '*.log\n',
};

interface Work {
  readonly made: TemporaryRepository;
  readonly workspaces: Workspaces;
  readonly directory: string;
  /** The files as they are sealed now. */
  sealed(): Promise<Record<string, string>>;
}

const openWork = async (files: Readonly<Record<string, string>> = FILES): Promise<Work> => {
  const made = await temporaryRepository({ files });
  const { repository, scratch } = made;
  const workspaces = await gitWorkspaces({
    ...{ repository, run: 'demo', directory: scratch, refs: 'refs/baton/demo' },
  });
  const directory = await workspaces.open('a.1', await made.tree(files));
  const sealed = async () => made.show((await workspaces.seal(directory)).digest);
  return { made, workspaces, directory, sealed };
};

const seconds = (path: string): number => Math.floor(lstatSync(path).ctimeMs / 1000);

/** Other bytes of the same size, under the time of the old ones. */
const forge = (path: string, text: string): void => {
  const { atime, mtime, size } = lstatSync(path);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
  expect(lstatSync(path).size).toBe(size);
};

const untilNextSecond = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 1_020 - (Date.now() % 1_000)));

describe('a seal of a working tree that Baton opened', () => {
  it('holds a change under the old size and time, in the second of the checkout', async () => {
    for (let tries = 0; ; tries += 1) {
      await untilNextSecond();
      const { directory, sealed } = await openWork();
      const path = join(directory, 'a.txt');
      const before = seconds(path);
      forge(path, 'AAAA\n');
      if (seconds(path) !== before && tries < 20) continue;
      expect(seconds(path)).toBe(before);
      // A second later nothing but the nanoseconds tells.
      await untilNextSecond();
      expect(await sealed()).toEqual({ ...FILES, 'a.txt': 'AAAA\n' });
      return;
    }
  });

  it('holds what changed after an earlier seal in the same second', async () => {
    const { directory, sealed } = await openWork();
    const path = join(directory, 'a.txt');
    const longAgo = new Date(Date.now() - 100_000);
    for (const text of ['1111\n', '2222\n', '3333\n', '4444\n']) {
      writeFileSync(path, text);
      utimesSync(path, longAgo, longAgo);
      expect(await sealed()).toEqual({ ...FILES, 'a.txt': text });
    }
  });

  it('holds another file that was put in the place of one, with its size and time', async () => {
    const { directory, sealed } = await openWork();
    const [path, other] = [join(directory, 'a.txt'), join(directory, 'x.log')];
    const { atime, mtime } = lstatSync(path);
    writeFileSync(other, 'AAAA\n');
    utimesSync(other, atime, mtime);
    renameSync(other, path);
    expect(await sealed()).toEqual({ ...FILES, 'a.txt': 'AAAA\n' });
  });

  it('holds two files that changed places', async () => {
    const { directory, sealed } = await openWork();
    const [one, two] = ['src/b.txt', 'src/c.txt'].map((name) => join(directory, name)) as [string, string];
    renameSync(one, `${one}.x`);
    renameSync(two, one);
    renameSync(`${one}.x`, two);
    expect(await sealed()).toEqual({ ...FILES, 'src/b.txt': 'cccc\n', 'src/c.txt': 'bbbb\n' });
  });

  it('holds a mode, a link in the place of a file, and one in the place of a folder', async () => {
    const { made, directory, sealed } = await openWork();
    chmodSync(join(directory, 'run.sh'), 0o755);
    rmSync(join(directory, 'a.txt'));
    symlinkSync('aaaa\n', join(directory, 'a.txt'));
    // The files keep inodes and times: only the way to them is another.
    renameSync(join(directory, 'src'), join(made.scratch, 'moved'));
    symlinkSync(join(made.scratch, 'moved'), join(directory, 'src'));
    expect(await sealed()).toEqual({
      '.gitignore': '*.log\n',
      'a.txt': '-> aaaa\n',
      'run.sh': '+x #!/bin/sh\n',
      src: `-> ${join(made.scratch, 'moved')}`,
    });
  });

  it('holds new files and no ignored ones, and follows what the agent adds and lets go of', async () => {
    const { directory, sealed } = await openWork();
    await writeFiles(directory, { 'new/n.txt': 'n\n', 'x.log': 'x\n' });
    rmSync(join(directory, 'src/b.txt'));
    const { 'src/b.txt': _, ...rest } = FILES;
    expect(await sealed()).toEqual({ ...rest, 'new/n.txt': 'n\n' });
    await git(['add', '--force', 'x.log'], { cwd: directory });
    expect(await sealed()).toEqual({ ...rest, 'new/n.txt': 'n\n', 'x.log': 'x\n' });
    await git(['rm', '--quiet', '--cached', 'x.log', 'a.txt'], { cwd: directory });
    expect(await sealed()).toEqual({ ...rest, 'new/n.txt': 'n\n' });
    writeFileSync(join(directory, '.gitignore'), '*.log\na.txt\n');
    const { 'a.txt': __, ...ignored } = rest;
    expect(await sealed()).toEqual({ ...ignored, '.gitignore': '*.log\na.txt\n', 'new/n.txt': 'n\n' });
  });

  it('holds the files of a merge that the agent did not finish', async () => {
    const { directory, sealed } = await openWork();
    const as = { cwd: directory, env: { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b' } };
    const env = { ...as.env, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' };
    for (const [branch, text] of [
      ['one', '1\n'],
      ['two', '2\n'],
    ] as const) {
      await git(['checkout', '--quiet', '-b', branch, 'HEAD'], { ...as, env });
      writeFileSync(join(directory, 'a.txt'), text);
      await git(['commit', '--quiet', '--all', '-m', branch], { ...as, env });
      if (branch === 'one') await git(['checkout', '--quiet', '--detach', 'HEAD~1'], { ...as, env });
    }
    await git(['merge', 'one'], { ...as, env }).catch(() => {});
    expect(await git(['ls-files', '--unmerged'], as)).not.toBe('');
    expect((await sealed())['a.txt']).toMatch(/^<<<<<<< HEAD\n2\n=======\n1\n>>>>>>> one\n$/);
  });

  it('takes no word from the index that the agent works with, also after it was brought up to date', async () => {
    const { made, workspaces, directory, sealed } = await openWork();
    const lie = async (): Promise<void> => {
      // Another index, whose times are those of the changed file, with the id of the old one.
      forge(join(directory, 'a.txt'), 'LIE!\n');
      await git(['update-index', '--assume-unchanged', 'a.txt'], { cwd: directory });
    };
    await lie();
    expect((await sealed())['a.txt']).toBe('LIE!\n');
    await workspaces.update(directory, await made.tree({ ...FILES, 'src/b.txt': 'new\n' }));
    await git(['update-index', '--no-assume-unchanged', 'a.txt'], { cwd: directory });
    await writeFiles(directory, { 'a.txt': FILES['a.txt'] });
    await git(['update-index', '--refresh', '-q'], { cwd: directory });
    await lie();
    expect((await sealed())['a.txt']).toBe('LIE!\n');
  });

  it('works with names of any letters', async () => {
    const files = { ...FILES, 'ä ü\n".txt': 'xxxx\n', 'src/\t.txt': 'yyyy\n' };
    const { directory, sealed } = await openWork(files);
    expect(await sealed()).toEqual(files);
    forge(join(directory, 'ä ü\n".txt'), 'XXXX\n');
    await git(['rm', '--quiet', '--cached', 'src/\t.txt'], { cwd: directory });
    expect(await sealed()).toEqual({ ...files, 'ä ü\n".txt': 'XXXX\n' });
  });
});
