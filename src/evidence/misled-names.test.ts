import { describe, expect, it } from 'vitest';
import { assertionMacros, mappedFiles, parsePackage } from './misled-names.ts';

describe('files that a name means by its package', () => {
  it.each([
    [{ imports: { '#cart': './src/cart.js' } }, '#cart', ['src/cart.js']],
    [
      { imports: { '#lib/*': { import: './src/*.js', default: './src/*.cjs' } } },
      '#lib/a',
      ['src/a.js', 'src/a.cjs'],
    ],
    [{ name: 'shop', main: 'src/index.js' }, 'shop', ['src/index.js']],
    [{ name: 'shop', exports: './src/index.js' }, 'shop', ['src/index.js']],
    [{ name: 'shop', exports: { import: './a.js' } }, 'shop', ['a.js']],
    [{ name: 'shop', exports: { '.': './a.js', './b': './src/b.js' } }, 'shop/b', ['src/b.js']],
    [{ name: 'shop', exports: { '.': './a.js' } }, 'shopping', []],
    [{ name: 'shop', main: 'src/index.js' }, '../src/index.js', []],
  ])('%j: %s', (map, name, expected) => {
    expect(mappedFiles(map, name)).toEqual(expected);
  });

  it('are none in a manifest that cannot be read', () => {
    expect(mappedFiles(parsePackage('{'), '#cart')).toEqual([]);
    expect(mappedFiles(parsePackage('null'), '#cart')).toEqual([]);
  });
});

describe('macros that are called like an assertion', () => {
  it.each([
    ['macro_rules! assert_eq {\n    ($a:expr) => {};\n}\n', ['assert_eq']],
    ['macro_rules ! panic { () => {} }\n', ['panic']],
    ['pub use crate::nothing as assert_ne;\n', ['assert_ne']],
    ['macro_rules! assert_close {\n    ($a:expr) => {};\n}\n', []],
    ['// macro_rules! assert_eq\nfn f() { assert_eq!(1, 1); }\n', []],
    ['use pretty_assertions::assert_eq;\n', []],
  ])('%j', (text, expected) => {
    expect(assertionMacros(text)).toEqual(expected);
  });
});
