// Tests in code that the change brings: what their text says, and what that comes to.
import { describe, expect, it } from 'vitest';
import { showsChange } from '../../checks/change/test-fates.ts';
import { type Files, temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import { rustSource } from '../../evidence/runs/brought-tests.ts';
import type { TestRow } from '../../model/evidence.ts';
import { testChanges } from '../side/test-changes.ts';

const broughtIn = async (before: Files, changed: Files) => {
  const made = await temporaryRepository();
  const [base, head] = [await made.tree(before), await made.tree({ ...before, ...changed })];
  const files = await testChanges(made.repository, base, head);
  return files.flatMap(({ path, brought = [] }) => brought.map((name) => `${path} ${name}`));
};

const LIB = { 'src/lib.rs': 'pub mod length;\n', 'src/length.rs': 'pub fn mm() -> i64 {\n    1\n}\n' };
const WEIGHT = 'pub fn grams(kilograms: i64) -> i64 {\n    kilograms * 1000\n}\n';
const held = (body: string): string =>
  `${WEIGHT}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn has_a_thousand() {\n        ${body}\n    }\n}\n`;

describe('a test in a new source file', () => {
  it('is brought by the change where it uses the code of that file', async () => {
    expect(await broughtIn(LIB, { 'src/weight.rs': held('assert_eq!(grams(3), 3000);') })).toEqual([
      'src/weight.rs has_a_thousand',
    ]);
    const script = `export const grams = (n) => n * 1000;\nif (import.meta.vitest) {\n  const { it, expect } = import.meta.vitest;\n  it('grams', () => {\n    expect(grams(3)).toBe(3000);\n  });\n}\n`;
    expect(await broughtIn({ 'src/a.js': '1;\n' }, { 'src/weight.js': script })).toEqual([
      'src/weight.js grams',
    ]);
  });

  it.each([
    ['says nothing of it', LIB, 'src/weight.rs', held('assert_eq!(1 + 1, 2);')],
    ['asks only for old code', LIB, 'src/weight.rs', held('assert_eq!(crate::length::mm(), 1);')],
    [
      'stands in a file that was there',
      { ...LIB, 'src/weight.rs': WEIGHT },
      'src/weight.rs',
      held('grams(3);'),
    ],
    ['stands in a file of tests', LIB, 'tests/weight.rs', '#[test]\nfn grams() {\n    assert!(true);\n}\n'],
  ])('is not where it %s', async (_, before, path, text) => {
    expect(await broughtIn(before, { [path]: text })).toEqual([]);
  });
});

describe('a test of a new package', () => {
  const NEW = { 'angle/Cargo.toml': '[package]\nname = "angle"\nversion = "0.1.0"\n' };
  const test = (body: string): Files => ({
    'angle/tests/turns.rs': `#[test]\nfn turns_round() {\n    ${body}\n}\n`,
  });

  it('is brought by the change where it uses the package', async () => {
    expect(await broughtIn(LIB, { ...NEW, ...test('assert_eq!(angle::turns(720), 2);') })).toEqual([
      'angle/tests/turns.rs turns_round',
    ]);
  });

  it('is not where it uses nothing of it, or where the package was there', async () => {
    expect(await broughtIn(LIB, { ...NEW, ...test('assert_eq!(2, 2);') })).toEqual([]);
    expect(await broughtIn({ ...LIB, ...NEW }, test('assert_eq!(angle::turns(720), 2);'))).toEqual([]);
  });
});

describe('a row of a brought test', () => {
  const ROW: TestRow = {
    ...{ name: 'weight::tests::a', base: 'gone', oldTests: 'gone', oldCode: 'gone', head: 'passed' },
    ...{ text: 'changed', brought: true },
  };
  it.each([
    [{}, true],
    [{ brought: undefined }, false],
    [{ silent: true }, false],
    [{ oldCode: 'passed' as const }, false],
    [{ base: 'passed' as const }, false],
    [{ head: 'skipped' as const }, false],
  ])('%j shows the change: %s', (more, shows) => {
    expect(showsChange({ ...ROW, ...more } as TestRow)).toBe(shows);
  });
});

describe('the file of a test of Rust', () => {
  it.each([
    ['weight::tests::a', 'src/lib.rs', 'src/weight.rs'],
    ['deep::er::tests::a', 'src/lib.rs', 'src/deep/er/mod.rs'],
    ['tests::a', 'src/lib.rs', 'src/lib.rs'],
    ['weight::tests::a', 'cli/src/main.rs', 'cli/src/main.rs'],
  ])('%s of %s is %s', (name, file, source) => {
    const known = new Set(['src/weight.rs', 'src/deep/er/mod.rs']);
    expect(rustSource(name, file, (path) => known.has(path))).toBe(source);
  });
});
