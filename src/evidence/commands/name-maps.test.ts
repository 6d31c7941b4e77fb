import { describe, expect, it } from 'vitest';
import { isNameMap, mappedFiles, nameMapsOf, parsePackage, placesOf } from './name-maps.ts';

describe('files that a name means by its package', () => {
  it.each([
    [{ imports: { '#cart': './src/cart.js' } }, '#cart', ['src/cart.js']],
    [
      { imports: { '#lib/*': { import: './src/*.js', default: './src/*.cjs' } } },
      '#lib/a',
      ['src/a.js', 'src/a.cjs'],
    ],
    [{ imports: { '#lib/*': './src/*.js', '#lib/a': './old/a.js' } }, '#lib/a', ['old/a.js']],
    [{ imports: { '#lib/*': './src/*.js', '#lib/in/*': './old/*.js' } }, '#lib/in/a', ['old/a.js']],
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

describe('places that a name leads to in a file', () => {
  const maps = nameMapsOf(
    new Map([
      ['package.json', '{ "name": "all", "imports": { "#a": "./root.js" } }'],
      [
        'packages/one/package.json',
        '{ "name": "@all/one", "imports": { "#a": "./src/a.js" }, "exports": { ".": "./src/index.js" } }',
      ],
      ['packages/two/package.json', '{ "name": "@all/two" }'],
      ['tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } } // the root'],
      [
        'packages/two/tsconfig.json',
        '{ "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["*", "more/*"], "@/b": ["old/b"] } } }',
      ],
    ]),
  );

  it.each([
    ['test/a.test.js', '#a', ['root.js']],
    ['packages/one/test/a.test.js', '#a', ['packages/one/src/a.js']],
    ['packages/two/test/a.test.js', '#a', []],
    ['packages/two/test/a.test.js', '@all/one', ['packages/one/src/index.js']],
    ['test/a.test.ts', '@/a.ts', ['src/a.ts']],
    ['packages/two/a.test.ts', '@/a', ['packages/two/src/a', 'packages/two/src/more/a']],
    ['packages/two/a.test.ts', '@/b', ['packages/two/src/old/b']],
    ['test/a.test.ts', 'vitest', []],
  ])('%s: %s', (from, name, expected) => {
    expect(placesOf(maps, from, name)).toEqual(expected);
  });

  it('are told by manifests and settings of the project alone', () => {
    expect(['package.json', 'a/tsconfig.json', 'a/jsconfig.json'].every(isNameMap)).toBe(true);
    expect(['a/tsconfig.build.json', 'node_modules/a/package.json', 'a.json'].some(isNameMap)).toBe(false);
  });
});
