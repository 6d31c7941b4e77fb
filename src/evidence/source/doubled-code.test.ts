import { describe, expect, it } from 'vitest';
import { doubledByTags, doubledForTests, goTags } from './doubled-code.ts';

const TESTS =
  '#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn off() { assert_eq!(half(4), 2); }\n}\n';
const double = (name: string): string =>
  `#[cfg(test)]\n#[inline]\npub fn ${name}(x: i32) -> i32 { x / 2 }\n\n#[cfg(not(test))]\npub fn ${name}(x: i32) -> i32 { x }\n`;

describe('functions with another version for tests', () => {
  it('are those that tests call', () => {
    expect(doubledForTests(double('half') + TESTS)).toEqual(['half']);
  });

  it.each([
    ['under a longer condition', double('half').replace('cfg(test)', 'cfg(all(test, unix))')],
    ['under a condition with blanks', double('half').replace('not(test)', 'not( any(test, doc) )')],
    ['in an impl', `struct Half;\nimpl Half {\n${double('half')}}\n`],
    ['with a module each', double('half').replaceAll(/pub fn half[^{]*\{[^}]*\}/g, 'mod half {}')],
  ])('are found %s', (_, text) => {
    expect(doubledForTests(text + TESTS)).toEqual(['half']);
  });

  it.each([
    ['a clock that only the code asks', double('now') + TESTS],
    ['a helper for tests', `#[cfg(test)]\nfn half(x: i32) -> i32 { x }\n${TESTS}`],
    ['what is left out of tests', `#[cfg(not(test))]\nfn half(x: i32) -> i32 { x }\n${TESTS}`],
    ['plain code', `fn half(x: i32) -> i32 { x / 2 }\n${TESTS}`],
  ])('are not %s', (_, text) => {
    expect(doubledForTests(text)).toEqual([]);
  });
});

describe('functions of Go by the tags of the test command', () => {
  const file = (constraint: string, ...functions: readonly string[]): string =>
    `${constraint === '' ? '' : `//go:build ${constraint}\n\n`}package store\n\n${functions.map((head) => `func ${head} {}\n`).join('\n')}`;
  const BEFORE = [file('', 'Open()', '(d *Disk) Put(s string) error')];

  it('knows the tags', () => {
    expect(goTags('go test -tags integration,e2e ./...')).toEqual(['integration', 'e2e']);
    expect(goTags('go test -tags=unit -v ./...')).toEqual(['unit']);
    expect(goTags('go test ./tags')).toEqual([]);
  });

  it.each([
    ['two versions', ['integration', '!integration'], ['Open', 'Disk.Put']],
    [
      'two versions among other conditions',
      ['linux && integration', 'linux && !integration'],
      ['Open', 'Disk.Put'],
    ],
    ['one version', ['integration', 'ignore'], []],
    ['one version without the tag', ['ignore', '!integration'], []],
    ['versions of another tag', ['windows', '!windows'], []],
    ['versions of a tag with a longer name', ['integration2', '!integration2'], []],
  ])('finds %s', (_, constraints, wanted) => {
    const after = constraints.map((one) => file(one, 'Open()', '(d *Disk) Put(s string) error'));
    expect(doubledByTags(BEFORE, after, ['integration'])).toEqual(wanted);
  });

  it('takes what is new, or was doubled before, as it is', () => {
    const pair = ['integration', '!integration'].map((one) => file(one, 'Fresh()'));
    expect(doubledByTags(BEFORE, [...BEFORE, ...pair], ['integration'])).toEqual([]);
    expect(doubledByTags(pair, pair, ['integration'])).toEqual([]);
  });
});
