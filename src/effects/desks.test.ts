import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { desksDirectory, desksIn, removeDesks } from './desks.ts';

let directory = '';
let state = '';

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'baton-desks-'));
  directory = desksDirectory(state, 'run');
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('desks', () => {
  it('have names that nobody can guess', () => {
    const { newName } = desksIn(directory);
    const names = Array.from({ length: 50 }, newName);
    expect(new Set(names).size).toBe(50);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  });

  it('are private, in a directory that can be passed and not listed', async () => {
    const desks = desksIn(directory);
    const files = desks.open('one');
    await files.write([{ path: 'a/b.md', text: 'b\n' }]);
    expect(modeOf(files.directory)).toBe(0o700);
    expect(modeOf(directory)).toBe(0o300);
    desks.open('two');
    expect([...(await desks.list())].sort()).toEqual(['one', 'two']);
    expect(modeOf(directory)).toBe(0o300);
    expect((await desks.open('one').read('a/b.md')).value).toBe('b\n');
  });

  it('are removed one by one, and with the last one their directory', async () => {
    const desks = desksIn(directory);
    for (const name of ['one', 'two']) await desks.open(name).write([{ path: 'x', text: 'x' }]);
    await desks.remove('one');
    await desks.remove('one');
    expect(await desks.list()).toEqual(['two']);
    await desks.remove('two');
    expect(existsSync(join(state, '.desks'))).toBe(false);
    expect(await desks.list()).toEqual([]);
    expect(existsSync(join(state, '.desks'))).toBe(false);
  });

  it('are removed all at once', async () => {
    await desksIn(directory)
      .open('one')
      .write([{ path: 'x', text: 'x' }]);
    await removeDesks(directory);
    expect(existsSync(join(state, '.desks'))).toBe(false);
    await removeDesks(directory);
  });

  it('say of what is missing where it should be', async () => {
    const files = desksIn(directory).open('one');
    expect(await files.read('opinion.md')).toMatchObject({
      value: undefined,
      problems: [
        {
          code: 'ARTIFACT_MISSING',
          message: `expected the file opinion.md on your desk ${files.directory}, found none`,
        },
      ],
    });
  });

  it('are no way to other directories', async () => {
    const desks = desksIn(directory);
    expect(() => desks.open('../run')).toThrow('expected the name of a desk');
    await desks.open('one').write([{ path: 'secret.md', text: 'mine\n' }]);
    symlinkSync(join(directory, 'one'), join(directory, 'two'));
    expect(() => desks.open('two')).toThrow('EEXIST');
  });
});
