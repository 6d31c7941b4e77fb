import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFile } from './record-file.ts';

describe('recordFile', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'record-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const file = (): string => join(root, 'log');

  it('makes the file where there was none, and not where one has come meanwhile', () => {
    expect(recordFile(root, 'log', undefined, 'a\n')).toEqual({ done: true, late: '' });
    expect(readFileSync(file(), 'utf8')).toBe('a\n');
    expect(recordFile(root, 'log', undefined, 'b\n')).toEqual({ done: false, late: '' });
    expect(readFileSync(file(), 'utf8')).toBe('a\n');
  });

  it('adds to what is there, in the same file', () => {
    writeFileSync(file(), 'a\n');
    const fd = openSync(file(), 'a');
    expect(recordFile(root, 'log', 'a\n', 'a\nb\n')).toEqual({ done: true, late: '' });
    writeSync(fd, 'c\n');
    closeSync(fd);
    expect(readFileSync(file(), 'utf8')).toBe('a\nb\nc\n');
  });

  it('replaces what was seen, and nothing that came after it', () => {
    writeFileSync(file(), 'a\nstrange\n');
    expect(recordFile(root, 'log', 'a\n', 'a\n')).toEqual({ done: false, late: '' });
    expect(readFileSync(file(), 'utf8')).toBe('a\nstrange\n');
    expect(recordFile(root, 'log', 'a\nstrange\n', 'a\n')).toEqual({ done: true, late: '' });
    expect(readFileSync(file(), 'utf8')).toBe('a\n');
    expect(readdirSync(root)).toEqual(['log']);
  });

  it('does not follow a link, and says so', () => {
    writeFileSync(join(root, 'other'), 'a\n');
    symlinkSync('other', file());
    expect(recordFile(root, 'log', 'a\n', 'b\n')).toEqual({ done: false, late: '' });
    expect(recordFile(root, 'log', undefined, 'b\n')).toEqual({ done: false, late: '' });
    expect(recordFile(root, '../log', undefined, 'b\n')).toEqual({ done: false, late: '' });
    expect(readFileSync(join(root, 'other'), 'utf8')).toBe('a\n');
  });
});
