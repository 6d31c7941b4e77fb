import { describe, expect, it } from 'vitest';
import { doubledForTests } from './doubled-code.ts';

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
