import { expect, it } from 'vitest';
import { includePath, splitRoot } from './include-path.ts';

it.each([
  'requirements.md',
  '04_planning/plan_1.md',
  './a/b.md',
  'a/..b/c..',
  'project:docs/x.md',
  'run:plan.md',
  'project:app/[id]/page.tsx',
  'with space.md',
])('%s stays inside', (path) => {
  expect(includePath(path)).toBeUndefined();
});

it.each([
  '',
  ' ',
  'a/',
  'project:',
  '..',
  '../a',
  'a/../b',
  'a\\..\\b',
  '/etc/passwd',
  '\\\\server\\share',
  '\\a',
  'C:\\a',
  'c:a',
  '~/x',
  'file:///etc/passwd',
  'https://example.org/x',
  'project:/etc/passwd',
  'project:../x',
  'project:run:x',
  'a\0b',
  'a\nb',
  'x'.repeat(600),
])('%j is refused', (path) => {
  expect(includePath(path)).toMatchObject({ code: 'PATH_OUTSIDE', severity: 'error' });
});

it('a path without a root is one of the run', () => {
  expect(splitRoot('a/b')).toEqual({ root: 'run', rest: 'a/b' });
  expect(splitRoot('run:a')).toEqual({ root: 'run', rest: 'a' });
  expect(splitRoot('project:a')).toEqual({ root: 'project', rest: 'a' });
});
