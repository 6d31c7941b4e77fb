// What is held against a change, of what a type checker complains about with the settings of before.
import { expect, it } from 'vitest';
import { standardComplaints } from './standard-complaints.ts';

const at = (code: number, file = 'src/a.ts'): string => `${file}(3,14): error TS${code}: no`;

it.each<[string, string, 'held' | 'unclear']>([
  ['a type that does not fit', at(2322), 'held'],
  ['the same, printed for people', 'src/a.ts:3:14 - error TS2322: no', 'held'],
  ['an implicit any', at(7006), 'held'],
  ['a name that nothing declares', at(2304), 'held'],
  ['a name that a test runner may give', at(2304, 'test/a.test.ts'), 'unclear'],
  ['a module that is not known', at(2307), 'unclear'],
  ['JSX without a flag', at(17004), 'unclear'],
  ['a newer library', at(2550), 'unclear'],
  ['options that do not go together', 'tsconfig.json(4,5): error TS5095: no', 'unclear'],
  ['a complaint about no file', 'error TS18003: no', 'unclear'],
  ['a package', at(2322, 'node_modules/a/index.d.ts'), 'unclear'],
])('%s is %s', (_, line, where) => {
  expect(standardComplaints([line])[where]).toEqual([line]);
  expect(standardComplaints([line])[where === 'held' ? 'unclear' : 'held']).toEqual([]);
});

it('every line counts of programs that do not name their complaints', () => {
  expect(standardComplaints(['a.js: no', 'b.js: no'])).toEqual({
    held: ['a.js: no', 'b.js: no'],
    unclear: [],
  });
  // What stands below a complaint belongs to it.
  expect(standardComplaints([at(2322), '  see b.ts:3']).held).toEqual([at(2322)]);
});
