import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from './git/temporary-repository.fixture.ts';
import { differences, writeProjections } from './projections.ts';

const HOSTILE = [
  ...['', '.', '..', '../x', 'a/../../x', '/etc/x', 'a//b', 'a/./b', 'a/', './a', 'a\0b', 'a\nb', '..\\x'],
  `${'d/'.repeat(40)}x`,
  'x'.repeat(2_000),
];

const FILES = [
  { path: 'state.json', content: '{}\n' },
  { path: '04_planning/deep/plan.md', content: '# Plan ü\n' },
  { path: 'blob.bin', content: new Uint8Array([0, 255, 10]) },
  { path: 'empty.log', content: '' },
];

describe('writeProjections', () => {
  it('writes what is missing or changed, and only that', async () => {
    const run = await temporaryDirectory();
    const paths = FILES.map(({ path }) => path);
    expect(await writeProjections(run, FILES)).toEqual({ written: paths, problems: [] });
    const before = await stat(join(run, 'state.json'));
    expect(await writeProjections(run, FILES)).toEqual({ written: [], problems: [] });
    expect((await stat(join(run, 'state.json'))).ino).toBe(before.ino);
    await writeFile(join(run, 'state.json'), '[]\n');
    await writeFile(join(run, 'notes.txt'), 'an agent was here');
    expect(await writeProjections(run, FILES)).toEqual({ written: ['state.json'], problems: [] });
    expect(await readFile(join(run, 'state.json'), 'utf8')).toBe('{}\n');
    expect(await readFile(join(run, '04_planning/deep/plan.md'), 'utf8')).toBe('# Plan ü\n');
    expect([...(await readFile(join(run, 'blob.bin')))]).toEqual([0, 255, 10]);
    expect((await readdir(run)).sort()).toEqual([
      '04_planning',
      'blob.bin',
      'empty.log',
      'notes.txt',
      'state.json',
    ]);
  });

  it('refuses every path that is not inside', async () => {
    const run = await temporaryDirectory();
    for (const path of HOSTILE) {
      const { written, problems } = await writeProjections(run, [{ path, content: 'x' }]);
      expect(written).toEqual([]);
      expect(problems.map(({ code }) => code)).toEqual(['PATH_OUTSIDE']);
    }
    expect(await readdir(run)).toEqual([]);
  });

  it('follows no link, writes the other files all the same, and replaces a link to a file by the file', async () => {
    const [run, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    await writeFile(join(outside, 'victim'), 'untouched');
    await symlink(outside, join(run, '04_planning'));
    await symlink(join(outside, 'victim'), join(run, 'state.json'));
    await mkdir(join(run, 'blob.bin'));
    const { written, problems } = await writeProjections(run, FILES);
    expect(written).toEqual(['state.json', 'empty.log']);
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['PATH_OUTSIDE', '04_planning/deep/plan.md'],
      ['FILE_UNWRITABLE', 'blob.bin'],
    ]);
    expect(await readdir(outside)).toEqual(['victim']);
    expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('untouched');
    await expect(readlink(join(run, 'state.json'))).rejects.toThrow();
    expect((await readdir(run)).sort()).toEqual(['04_planning', 'blob.bin', 'empty.log', 'state.json']);
    const moved = join(outside, 'run');
    await symlink(run, moved);
    expect((await writeProjections(moved, FILES)).problems).toHaveLength(FILES.length);
  });

  it('is not kept waiting by a pipe, nor by what a crash or an agent left at the temporary name', async () => {
    const [run, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    execFileSync('mkfifo', [join(run, 'state.json')]);
    const name = '.baton-d5f808a21e99d4c1.tmp';
    await writeProjections(run, [{ path: 'other', content: 'x' }]);
    await symlink(join(outside, 'made'), join(run, name));
    expect(await writeProjections(run, FILES)).toMatchObject({ problems: [] });
    expect(await readdir(outside)).toEqual([]);
    expect((await stat(join(run, 'state.json'))).isFile()).toBe(true);
  });
});

describe('differences', () => {
  it('finds what was changed or is missing, and nothing else', async () => {
    const run = await temporaryDirectory();
    await writeProjections(run, FILES);
    expect(await differences(run, FILES)).toEqual([]);
    await writeFile(join(run, 'state.json'), '{} ');
    await writeFile(join(run, 'beside.txt'), 'x');
    const missing = { path: 'gone/x.md', content: '' };
    const found = await differences(run, [...FILES, missing]);
    expect(found.map(({ code, file, message }) => [code, file, message])).toEqual([
      [
        'PROJECTION_CHANGED',
        'state.json',
        'expected state.json as the journal makes it (3 bytes), but it was changed',
      ],
      [
        'PROJECTION_CHANGED',
        'gone/x.md',
        'expected gone/x.md as the journal makes it (0 bytes), but it is missing',
      ],
    ]);
    expect(await readdir(run)).not.toContain('gone');
  });

  it('does not take a link to the same bytes for the file', async () => {
    const [run, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    await writeProjections(outside, FILES);
    await symlink(join(outside, 'state.json'), join(run, 'state.json'));
    await symlink(join(outside, '04_planning'), join(run, '04_planning'));
    expect(await differences(run, FILES.slice(0, 2))).toHaveLength(2);
  });
});
