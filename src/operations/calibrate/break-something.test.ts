// Which functions may be broken for a lie: old ones that old tests name, and that the commit does not touch.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { type Digest, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { testsSideOf } from '../../runners/side/tests-side.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { breakSomething, candidatesIn, placesOf, whyNone } from './break-something.ts';

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

it('are taken from benchmarks and examples last', () => {
  expect(names(source('bench/a.js', SUM), source('lib/b.js', ADD), TEST)).toEqual(['add', 'sum']);
});

it('throw in a way that linters let pass', () => {
  const [found] = candidatesIn([source('a.js', ADD), TEST], isTests);
  expect(found?.text).toMatch(
    /^export function add\(a\) \{\n {2}if \(Date\.now\(\) > 0\) throw new Error\('.*'\);\n {2}return a;\n\}\n$/,
  );
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

it('are looked for in the file of their module, where several files of Rust have a test of that name', () => {
  const text = '#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {}\n}\n';
  const sources = ['src/a.rs', 'src/b.rs', 'src/lib.rs', 'src/c/mod.rs'].map((path) => ({ path, text }));
  const placeOf = (name: string, file = 'src/lib.rs'): string[] => {
    const found = placesOf({ prefix: '' }, sources, [{ name, file }]);
    return 'places' in found ? [...found.places.keys()] : [];
  };
  expect(placeOf('b::tests::one')).toEqual(['src/b.rs']);
  expect(placeOf('c::tests::one')).toEqual(['src/c/mod.rs']);
  expect(placeOf('tests::one')).toEqual(['src/lib.rs']);
});

type Cases = NonNullable<NonNullable<CommandEvidence['tests']>['cases']>;

/** What is broken for a commit, where `casesOf` says what the tests of a tree report. */
const brokenIn = async (
  before: Record<string, string>,
  after: Record<string, string>,
  casesOf: (textOf: (path: string) => string) => Cases,
) => {
  const project = repositoryWith(before);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
  const base = treeDigest(git('rev-parse', 'HEAD^{tree}'));
  writeFiles(project, after);
  git('add', '--all');
  const head = treeDigest(git('write-tree'));
  const repository = await findRepository(project);
  const run = async (tree: Digest): Promise<CommandEvidence> => {
    const cases = casesOf((path) => git('show', `${treeOid(tree)}:${path}`));
    const exit = cases.some(({ status }) => status === 'failed') ? 1 : 0;
    return {
      ...{ kind: 'command', line: 'npm test', end: 'exited', exit, tail: '', durationMs: 1 },
      ...{ sandbox: 'none', tests: { passed: 0, failed: 0, skipped: 0, total: 1, failures: [], cases } },
    };
  };
  return breakSomething({
    ...{ repository, base, head, run },
    side: await testsSideOf(repository, base, head, [], new Set()),
    ...{ scratchDirectory: temporaryFolder(), signal: new AbortController().signal },
  });
};

const FILE = 'test/a.test.js';
const functions = (...all: readonly string[]): string =>
  all.map((name) => `export function ${name}(a) {\n  return a;\n}\n`).join('');
const brokenName = (text: string): string | undefined => /(\w+)\(a\) \{[^}]*throw/.exec(text)?.[1];

it('are missed by a test as the parent has it: what the commit adds to an old test is not old', async () => {
  const test = (calls: string): string => `test('a', () => {\n  ${calls}\n});\n`;
  const made = await brokenIn(
    { 'a.js': functions('fresh', 'known'), [FILE]: test('known(1);') },
    { [FILE]: test('fresh(1);\n  known(1);'), 'new.js': 'export const b = 1;\n' },
    (textOf) => {
      const broken = brokenName(textOf('a.js'));
      const isRed = broken !== undefined && textOf(FILE).includes(broken);
      return [{ name: 'a', file: FILE, status: isRed ? 'failed' : 'passed' }];
    },
  );
  expect('name' in made ? made.name : made.why).toBe('known');
});

it('are missed by tests that are seen only when the one before them is gone, as after a panic', async () => {
  const tests = ['a', 'b', 'c'].map((name) => `test('${name}', () => {\n  known(1);\n});\n`).join('');
  const made = await brokenIn(
    { 'a.js': functions('known'), [FILE]: tests },
    { 'new.js': 'export const b = 1;\n' },
    (textOf) => {
      const names = [...textOf(FILE).matchAll(/test\('(\w)'/g)].map(([, name = '']) => name);
      const isRed = brokenName(textOf('a.js')) !== undefined;
      return names
        .slice(0, isRed ? 1 : 3)
        .map((name) => ({ name, file: FILE, status: isRed ? 'failed' : 'passed' }));
    },
  );
  expect('tests' in made ? made.tests : made.why).toEqual(new Map([[FILE, new Set(['a', 'b', 'c'])]]));
});
