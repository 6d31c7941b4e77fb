import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PREFERENCES_FILE_BYTES_MAX } from '../text/preference.ts';
import { temporaryDirectory } from './git/temporary-repository.fixture.ts';
import { applyPreferences } from './preferences.ts';

const PROMPTS = '.agentmux/prompts/agents';
const HEADING = '## Approved Preferences';

const codes = async (project: string, role: string, directory = PROMPTS): Promise<string[]> =>
  (await applyPreferences(project, directory, [{ role, bullets: ['x'] }])).problems.map(({ code }) => code);

describe('applyPreferences', () => {
  it('makes directories and files, and says what was added', async () => {
    const project = await temporaryDirectory();
    const entries = [
      { role: 'coder', bullets: ['- Use tabs', 'use TABS', 'b'] },
      { role: 'reviewer_logic', bullets: ['c'] },
      { role: 'planner', bullets: [] },
      { role: 'coder', bullets: ['B', 'd'] },
    ];
    expect(await applyPreferences(project, PROMPTS, entries)).toEqual({
      added: [
        { role: 'coder', bullets: ['Use tabs', 'b'] },
        { role: 'reviewer_logic', bullets: ['c'] },
        { role: 'coder', bullets: ['d'] },
      ],
      problems: [],
    });
    const file = join(project, PROMPTS, 'coder.md');
    expect(await readFile(file, 'utf8')).toBe(`${HEADING}\n\n- Use tabs\n- b\n- d\n`);
    expect((await readdir(join(project, PROMPTS))).sort()).toEqual(['coder.md', 'reviewer_logic.md']);
    const before = await stat(file);
    expect(await applyPreferences(project, PROMPTS, entries)).toEqual({ added: [], problems: [] });
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('makes nothing when there is nothing to add', async () => {
    const project = await temporaryDirectory();
    expect(await applyPreferences(project, PROMPTS, [{ role: 'coder', bullets: ['', '- '] }])).toEqual({
      added: [],
      problems: [],
    });
    expect(await readdir(project)).toEqual([]);
  });

  it('keeps what a person wrote, its bytes and who may read it', async () => {
    const project = await temporaryDirectory();
    const file = join(project, PROMPTS, 'coder.md');
    await mkdir(join(project, PROMPTS), { recursive: true });
    await writeFile(file, `\ufeff# Mine ü\r\n\r\n${HEADING}\r\n\r\n- a\r\n\r\n## Rest`);
    await chmod(file, 0o640);
    await applyPreferences(project, PROMPTS, [{ role: 'coder', bullets: ['b'] }]);
    expect(await readFile(file, 'utf8')).toBe(
      `\ufeff# Mine ü\r\n\r\n${HEADING}\r\n\r\n- a\r\n- b\r\n\r\n## Rest`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    await writeFile(file, '');
    await applyPreferences(project, PROMPTS, [{ role: 'coder', bullets: ['b'] }]);
    expect(await readFile(file, 'utf8')).toBe(`${HEADING}\n\n- b\n`);
  });

  it('takes only names for roles', async () => {
    const outer = await temporaryDirectory();
    const project = join(outer, 'a/b/c');
    await mkdir(project, { recursive: true });
    for (const role of [
      '../../../../evil',
      '..',
      '.',
      '',
      'a/b',
      '/etc/x',
      'a.b',
      'a\0',
      'a\n',
      '~',
      'x'.repeat(65),
    ])
      expect(await codes(project, role)).toEqual(['NAME_INVALID']);
    expect(await readdir(outer)).toEqual(['a']);
    expect(await readdir(project)).toEqual([]);
    const mixed = [
      { role: '../evil', bullets: ['x'] },
      { role: 'coder', bullets: ['x'] },
    ];
    expect(await applyPreferences(project, PROMPTS, mixed)).toMatchObject({
      added: [{ role: 'coder' }],
      problems: [{ code: 'NAME_INVALID', message: 'expected the name of a role, got "../evil"' }],
    });
  });

  it('takes only directories inside of the project', async () => {
    const project = await temporaryDirectory();
    for (const directory of ['..', '../x', '/tmp', '', '.', 'a/../../x', 'a//b'])
      expect(await codes(project, 'coder', directory)).toEqual(['PATH_OUTSIDE']);
    expect(await readdir(project)).toEqual([]);
  });

  it('follows no link, neither of a directory nor of the file', async () => {
    const [project, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    await writeFile(join(outside, 'coder.md'), 'untouched\n');
    await mkdir(join(project, '.agentmux/prompts'), { recursive: true });
    await symlink(outside, join(project, PROMPTS));
    expect(await codes(project, 'coder')).toEqual(['PATH_OUTSIDE']);
    expect(await codes(project, 'planner')).toEqual(['PATH_OUTSIDE']);
    await mkdir(join(project, 'files'));
    await symlink(join(outside, 'coder.md'), join(project, 'files/coder.md'));
    await symlink(join(outside, 'made.md'), join(project, 'files/planner.md'));
    expect(await codes(project, 'coder', 'files')).toEqual(['PATH_OUTSIDE']);
    expect(await codes(project, 'planner', 'files')).toEqual(['PATH_OUTSIDE']);
    expect(await readdir(outside)).toEqual(['coder.md']);
    expect(await readFile(join(outside, 'coder.md'), 'utf8')).toBe('untouched\n');
  });

  it('leaves alone what is no file of preferences', async () => {
    const project = await temporaryDirectory();
    await mkdir(join(project, 'files/folder.md'), { recursive: true });
    execFileSync('mkfifo', [join(project, 'files/pipe.md')]);
    await writeFile(join(project, 'files/latin.md'), Buffer.from([0x66, 0xfc]));
    await writeFile(join(project, 'files/large.md'), 'x'.repeat(PREFERENCES_FILE_BYTES_MAX + 1));
    await writeFile(join(project, 'files/full.md'), 'x'.repeat(PREFERENCES_FILE_BYTES_MAX - 5));
    expect(await codes(project, 'folder', 'files')).toEqual(['FILE_UNREADABLE']);
    expect(await codes(project, 'pipe', 'files')).toEqual(['FILE_UNREADABLE']);
    expect(await codes(project, 'latin', 'files')).toEqual(['FILE_NOT_UTF8']);
    expect(await codes(project, 'large', 'files')).toEqual(['FILE_TOO_LARGE']);
    expect(await codes(project, 'full', 'files')).toEqual(['FILE_TOO_LARGE']);
    expect((await stat(join(project, 'files/full.md'))).size).toBe(PREFERENCES_FILE_BYTES_MAX - 5);
    expect(await readdir(join(project, 'files'))).toHaveLength(5);
  });

  it('loses nothing when many add to one file at once', async () => {
    const project = await temporaryDirectory();
    const bullets = Array.from({ length: 12 }, (_, n) => `bullet ${n}`);
    const results = await Promise.all(
      bullets.map((bullet) => applyPreferences(project, PROMPTS, [{ role: 'coder', bullets: [bullet] }])),
    );
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    expect(results.flatMap(({ added }) => added.flatMap((entry) => entry.bullets)).sort()).toEqual(
      bullets.sort(),
    );
    const text = await readFile(join(project, PROMPTS, 'coder.md'), 'utf8');
    expect(text.match(/^- .*$/gm)?.sort()).toEqual(bullets.map((bullet) => `- ${bullet}`));
    expect(await readdir(join(project, PROMPTS))).toEqual(['coder.md']);
  });

  it('removes what a crash left of a replacement', async () => {
    const project = await temporaryDirectory();
    await mkdir(join(project, PROMPTS), { recursive: true });
    await writeFile(join(project, PROMPTS, '.coder.md.999999999-1-0123456789ab.tmp'), 'half');
    await applyPreferences(project, PROMPTS, [{ role: 'coder', bullets: ['a'] }]);
    expect(await readdir(join(project, PROMPTS))).toEqual(['coder.md']);
  });
});
