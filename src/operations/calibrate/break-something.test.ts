// Which functions may be broken for a lie: old ones that old tests name, and that the commit does not touch.
import { expect, it } from 'vitest';
import { candidatesIn, placesOf, whyNone } from './break-something.ts';

const file = { mode: '100644', oid: '0' };
const source = (path: string, text: string, before = text) => ({ path, file, text, before });
const isTests = (path: string): boolean => path.startsWith('test/');
const names = (...sources: readonly ReturnType<typeof source>[]): string[] =>
  candidatesIn(sources, isTests).map(({ name }) => name);

const ADD = 'export function add(a) {\n  return a;\n}\n';
const SUM = 'export function sum(a) {\n  return add(a);\n}\n';
const TEST = source('test/a.test.js', 'add(1);\nadd(2);\nsum(3);\nrun(4);\n');

it('are those that tests mention, the least mentioned first', () => {
  expect(
    names(source('a.js', `${ADD}${SUM}export function other() {}\nexport function run() {}\n`), TEST),
  ).toEqual(['sum', 'add']);
});

it('are not touched by the commit, also in a file that it changes', () => {
  expect(
    names(source('a.js', `${ADD}${SUM}`, `${ADD.replace('return a', 'return 2 * a')}${SUM}`), TEST),
  ).toEqual(['sum']);
});

it('are mentioned by tests inside of a source file of Rust', () => {
  const text =
    'pub fn twice(a: i32) -> i32 {\n    a * 2\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {\n        super::twice(1);\n    }\n}\n';
  const [found] = candidatesIn([source('src/lib.rs', text)], isTests);
  expect(found?.name).toBe('twice');
  expect(found?.text).toContain('{ panic!(');
});

it('make no lie where a failing test is not found in the text, and that is said', () => {
  const text = "describe('a', () => {\n  it('adds', () => {});\n});\n";
  const failed = (name: string) =>
    placesOf({ prefix: '' }, [{ path: 'a.test.js', text }], [{ name, file: 'a.test.js' }]);
  expect(failed('a > adds')).toEqual({ places: new Map([['a.test.js', new Set(['a > adds'])]]) });
  expect(failed('a > made by a loop')).toEqual({ lost: 'a > made by a loop' });
  expect(whyNone([{ kind: 'unnoticed' }, { kind: 'lost', test: 'x' }])).toBe(
    '2 functions outside of the change were broken, none for a lie: 1 fail no test, 1 fail a test that is not found in the text of its file ("x")',
  );
  expect(whyNone([])).toBe('no function outside of the change was found that old tests mention');
});
