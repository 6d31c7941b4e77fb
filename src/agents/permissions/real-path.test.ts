import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { toldPath } from './real-path.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-real-')));
const tree = join(root, 'tree');
mkdirSync(join(tree, 'src'), { recursive: true });
mkdirSync(join(root, 'secret'));
writeFileSync(join(tree, 'src/file'), '');
symlinkSync(join(root, 'secret'), join(tree, 'src/out'));
symlinkSync('src', join(tree, 'same'));
symlinkSync('nowhere', join(tree, 'src/dangling'));
symlinkSync('loop', join(tree, 'src/loop'));
symlinkSync(join(root, 'secret/key'), join(tree, 'src/key'));
afterAll(() => rmSync(root, { recursive: true }));

it.each([
  ['src/file', 'tree/src/file'],
  ['src/new/deep/file', 'tree/src/new/deep/file'],
  ['./src//file', 'tree/src/file'],
  [`${tree}/src/ü.ts`, 'tree/src/ü.ts'],
  // Where it leads is what counts.
  ['same/file', 'tree/src/file'],
  ['src/out/key', 'secret/key'],
  ['/etc/passwd', '/etc/passwd'],
])('%s is %s', (told, expected) => {
  expect(toldPath(told, tree)).toBe(expected.startsWith('/') ? realpathSync(expected) : join(root, expected));
});

it.each([
  'src/dangling',
  'src/dangling/file',
  'src/key',
  'src/loop',
  'src/file/below',
  'src/../../secret/key',
  '..',
  '~/file',
  'src/a\0b',
  'src\\..\\x',
  '',
  'a'.repeat(5_000),
  undefined,
  7,
  ['src/file'],
])('nobody can tell which file %j is', (told) => {
  expect(toldPath(told, tree)).toBeUndefined();
});
