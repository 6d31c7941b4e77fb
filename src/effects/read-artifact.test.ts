import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from './git/temporary-repository.fixture.ts';
import { readArtifact } from './read-artifact.ts';

const codeOf = async (run: string, path: string, limitBytes = 100): Promise<string | undefined> =>
  (await readArtifact(run, path, limitBytes)).problems[0]?.code;

describe('readArtifact', () => {
  it('gives the text exactly as it is', async () => {
    const run = await temporaryDirectory();
    const text = '\ufeffplan: ü\r\n\0end';
    await mkdir(join(run, 'a/b'), { recursive: true });
    await writeFile(join(run, 'a/b/plan.yaml'), text);
    expect(await readArtifact(run, 'a/b/plan.yaml', 100)).toEqual({ value: text, problems: [] });
    const long = 'x'.repeat(200_000);
    await writeFile(join(run, 'long'), long);
    expect((await readArtifact(run, 'long', 200_000)).value).toBe(long);
  });

  it('says what is wrong with what is there', async () => {
    const run = await temporaryDirectory();
    await writeFile(join(run, 'empty'), '');
    await writeFile(join(run, 'large'), 'x'.repeat(101));
    await writeFile(join(run, 'latin'), Buffer.from([0x66, 0xfc, 0x72]));
    await mkdir(join(run, 'folder'));
    execFileSync('mkfifo', [join(run, 'pipe')]);
    expect(await codeOf(run, 'none/at/all')).toBe('ARTIFACT_MISSING');
    expect(await codeOf(run, 'empty')).toBe('FILE_EMPTY');
    expect(await codeOf(run, 'large')).toBe('FILE_TOO_LARGE');
    expect(await codeOf(run, 'latin')).toBe('FILE_NOT_UTF8');
    expect(await codeOf(run, 'folder')).toBe('FILE_UNREADABLE');
    expect(await codeOf(run, 'pipe')).toBe('FILE_UNREADABLE');
    expect(await codeOf(run, 'empty/x')).toBe('PATH_OUTSIDE');
    expect((await readArtifact(run, 'large', 100)).problems).toEqual([
      {
        code: 'FILE_TOO_LARGE',
        severity: 'error',
        file: 'large',
        message: 'expected at most 100 bytes in large, found more',
        hint: 'Hand in a shorter file.',
      },
    ]);
  });

  it('reads nothing outside, neither by name nor by link', async () => {
    const [run, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    await writeFile(join(outside, 'secret'), 'secret');
    await writeFile(join(run, 'inside'), 'inside');
    await symlink(join(outside, 'secret'), join(run, 'link'));
    await symlink(outside, join(run, 'folder'));
    await symlink('inside', join(run, 'own'));
    for (const path of [
      'link',
      'folder/secret',
      'own',
      `../${outside.split('/').at(-1)}/secret`,
      join(outside, 'secret'),
      '',
    ])
      expect(await codeOf(run, path)).toBe('PATH_OUTSIDE');
  });
});
