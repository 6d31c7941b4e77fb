import { expect, it } from 'vitest';
import { type CodeFile, movedDefinitions, renamedDefinitions } from './moved-definitions.ts';

const TOP = 'export const top = (all) => Math.max(...all);\n';
const OTHER = 'export const top = (all) => Math.min(...all);\n';

const file = (path: string, before: string | undefined, after: string | undefined): CodeFile => ({
  ...{ was: path, path, before, after },
});
const namesMoved = (...files: CodeFile[]): string[] => [...movedDefinitions(files).keys()];

it('is moved where one file had it and another one has it now', () => {
  expect(movedDefinitions([file('src/a.js', TOP, ''), file('src/top.js', undefined, TOP)])).toEqual(
    new Map([['top', ['src/a', 'src/top']]]),
  );
});

it.each([
  ['two files define the name now', [file('src/a.js', TOP, OTHER), file('src/top.js', undefined, TOP)]],
  [
    'two files defined it',
    [file('src/a.js', TOP, ''), file('src/b.js', OTHER, ''), file('src/top.js', undefined, TOP)],
  ],
  ['it says something else there', [file('src/a.js', TOP, ''), file('src/top.js', undefined, OTHER)]],
])('is not moved where %s', (_, files) => {
  expect(namesMoved(...files)).toEqual([]);
});

it('is renamed where its words are the same, and no other definition has them', () => {
  const peak = TOP.replace('top', 'peak');
  expect(renamedDefinitions([file('src/a.js', TOP, peak)])).toEqual(new Map([['top', 'peak']]));
  const both = `${peak}${TOP.replace('top', 'crest')}`;
  expect(renamedDefinitions([file('src/a.js', TOP, both)])).toEqual(new Map());
});
