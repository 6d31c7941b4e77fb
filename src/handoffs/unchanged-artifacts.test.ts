import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unchangedArtifacts } from './unchanged-artifacts.ts';

const unchanged = (artifacts: string[], changed: string[]): string[] =>
  unchangedArtifacts({ artifacts }, changed).map(({ message }) => message.split(' ')[0]!);

it('a listed file that the assignment changed is fine, however its path is written', () => {
  expect(unchanged(['src/a.ts', './src/a.ts', 'src/../src/a.ts'], ['src/a.ts', 'b.md'])).toEqual([]);
  expect(unchanged(['src/a.ts'], ['./src/a.ts'])).toEqual([]);
});

it('a listed file that it did not change is an error, told once', () => {
  expect(unchangedArtifacts({ artifacts: ['a.md', 'b.md', 'a.md'] }, ['b.md'])).toEqual([
    {
      code: 'ARTIFACT_UNCHANGED',
      severity: 'error',
      message: 'a.md is listed as an artifact, but it was not changed',
      field: 'artifacts',
      hint: expect.any(String),
    },
  ]);
  expect(unchanged(['a.md'], [])).toEqual(['a.md']);
});

it('a folder is changed when something in it is, and names that merely begin alike are not in it', () => {
  expect(unchanged(['src', 'src/deep/', '.', 'src/de', 'doc'], ['src/deep/er/a.ts'])).toEqual([
    'src/de',
    'doc',
  ]);
});

it('a file below a changed one is not changed', () => {
  expect(unchanged(['a/b'], ['a'])).toEqual(['a/b']);
});

it('whatever the paths are, exactly those that are not in the list of changes are told', () => {
  const name = fc.stringMatching(/^[a-c_]{1,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (artifacts, changed) => {
      expect(unchanged(artifacts, changed)).toEqual(artifacts.filter((one) => !changed.includes(one)));
    }),
  );
});
