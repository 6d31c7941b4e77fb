// What is read from the texts of changed tests where files were renamed: what only follows the code is told from what does not.
import { describe, expect, it } from 'vitest';
import { type Files, temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import { treeChanges } from '../trees/tree-diff.ts';
import { testChanges } from './test-changes.ts';

const trees = async (before: Files, after: Files) => {
  const made = await temporaryRepository();
  return [made.repository, await made.tree(before), await made.tree(after)] as const;
};
const changesOf = async (before: Files, after: Files) => testChanges(...(await trees(before, after)));

const CURRENCY = 'export const cents = (amount) => Math.round(amount * 100);\n';
const HELPER =
  "import assert from 'node:assert/strict';\nimport { cents } from '../src/currency.js';\n\nexport const same = (actual, wanted) => assert.equal(cents(actual), cents(wanted));\n";
const USER = "import { same } from '../test-support/money.js';\n\ntest('adds', () => {\n  same(1, 1);\n});\n";
const BASE = {
  'src/currency.js': CURRENCY,
  'test-support/money.js': HELPER,
  'test/money.test.js': USER,
};
const renamed = (text: string): string => text.replaceAll('cents', 'toCents');

describe('a helper outside of the folders of tests', () => {
  const code = { ...BASE, 'src/currency.js': renamed(CURRENCY) };

  it('that only follows a renaming of the code says so', async () => {
    const changes = await changesOf(BASE, { ...code, 'test-support/money.js': renamed(HELPER) });
    expect(changes).toMatchObject([{ path: 'test-support/money.js', follows: true }]);
  });

  it.each([
    ['asserts less', renamed(HELPER).replace('assert.equal(', 'assert.ok(')],
    ['takes the name from elsewhere', renamed(HELPER).replace('../src/currency.js', './copy.js')],
  ])('that %s does not', async (_, helper) => {
    expect(await changesOf(BASE, { ...code, 'test-support/money.js': helper })).toEqual([]);
  });
});

describe('a small file under another name', () => {
  const HTTP =
    'export const getJson = async (path) => {\n  const answer = await fetch(path);\n  return answer.json();\n};\n';
  const moved = HTTP.replace('getJson', 'readJson').replaceAll('answer', 'response');

  it('is renamed where its words are the same but for names', async () => {
    const [first, ...more] = await treeChanges(
      ...(await trees({ 'src/http.js': HTTP }, { 'src/fetching.js': moved })),
    );
    expect([first, more]).toMatchObject([
      { change: 'renamed', was: 'src/http.js', path: 'src/fetching.js', removed: 4 },
      [],
    ]);
  });

  it.each([
    ['a word that is no name differs', moved.replace('.json()', '.text() + 1')],
    ['one name became two', moved.replace('response.json', 'other.json')],
  ])('is another file where %s', async (_, text) => {
    const changes = await treeChanges(...(await trees({ 'src/http.js': HTTP }, { 'src/other.js': text })));
    expect(changes.map(({ change }) => change).sort()).toEqual(['added', 'deleted']);
  });

  it('is followed by the tests that mock it', async () => {
    const test =
      "import { name } from './client.js';\nvi.mock('./http.js');\n\ntest('asks', () => {\n  expect(name()).toBe('Ada');\n});\n";
    const [base, head] = [
      { 'src/http.js': HTTP, 'src/client.js': 'export const name = 1;\n', 'src/client.test.js': test },
      { 'src/fetching.js': moved, 'src/client.js': 'export const name = 1;\n' },
    ];
    const follow = { ...head, 'src/client.test.js': test.replace('./http.js', './fetching.js') };
    expect(await changesOf(base, follow)).toMatchObject([{ same: ['asks'] }]);
    const stray = { ...head, 'src/client.test.js': test.replace('./http.js', './client.js') };
    expect(await changesOf(base, stray)).toMatchObject([{ same: [] }]);
  });
});

describe('a definition that stands in another file', () => {
  const MEAN = 'export const mean = (all) => sum(all) / all.length;\n';
  const TOP = 'export const top = (all) => Math.max(...all);\n';
  const test = (imports: string): string =>
    `${imports}\ntest('has a top', () => {\n  expect(top([1, 3])).toBe(3);\n});\n\ntest('has a mean', () => {\n  expect(mean([1, 3])).toBe(2);\n});\n`;
  const base = {
    'src/numbers.js': `${MEAN}\n${TOP}`,
    'src/numbers.test.js': test("import { mean, top } from './numbers.js';\n"),
  };
  const both = test("import { mean } from './numbers.js';\nimport { top } from './top.js';\n");
  const split = { 'src/numbers.js': MEAN, 'src/top.js': TOP, 'src/numbers.test.js': both };

  it('is what it was for tests that import it from there', async () => {
    expect(await changesOf(base, split)).toMatchObject([
      { same: ['has a top', 'has a mean'], follows: true },
    ]);
  });

  it.each([
    ['says something else there', { ...split, 'src/top.js': TOP.replace('max', 'min') }],
    ['is there twice', { ...split, 'src/numbers.js': `${MEAN}${TOP.replace('max', 'min')}` }],
    [
      'is something else for others',
      {
        ...split,
        'src/numbers.js': `${MEAN}const first = ([one]) => one;\nexport { first as top };\n`,
      },
    ],
    ['stays where it was', { ...split, 'src/numbers.js': `${MEAN}${TOP}` }],
  ])('is not where it %s', async (_, head) => {
    expect(await changesOf(base, head)).toMatchObject([{ same: ['has a mean'] }]);
  });
});

describe('a definition under another name', () => {
  const CODE =
    'pub enum Error {\n    Empty,\n}\n\nimpl std::error::Error for Error {}\n\npub fn stage(text: &str) -> usize {\n    text.len()\n}\n';
  const test = (text: string): string =>
    `use mill::{stage, Error};\n\n#[test]\nfn counts() {\n    ${text}\n}\n`;
  const base = { 'src/lib.rs': CODE, 'tests/a.rs': test('assert_ne!(stage("ab"), Error::Empty as usize);') };
  const follow = (text: string): string =>
    text.replaceAll(/\bstage\b/g, 'parse').replaceAll(/\bError\b/g, 'MillError');
  const code = CODE.replace('fn stage', 'fn parse')
    .replace('enum Error', 'enum MillError')
    .replace('for Error', 'for MillError');
  const uses = `${code}\nfn all(stage: &str) -> usize {\n    parse(stage)\n}\n`;

  it('is what it was, although the old name is a word of the code still', async () => {
    const head = { 'src/lib.rs': uses, 'tests/a.rs': follow(base['tests/a.rs']) };
    expect(await changesOf(base, head)).toMatchObject([{ same: ['counts'] }]);
  });

  it.each([
    ['says something else', uses.replace('text.len()', 'text.len() + 1')],
    ['is another one of the same name', `${uses}\npub fn stage(_: &str) -> usize {\n    2\n}\n`],
    ['is one of two that say it', `${uses}\npub fn other(text: &str) -> usize {\n    text.len()\n}\n`],
  ])('is not what it was where it %s', async (_, text) => {
    const head = { 'src/lib.rs': text, 'tests/a.rs': follow(base['tests/a.rs']) };
    expect(await changesOf(base, head)).toMatchObject([{ same: [] }]);
  });
});
