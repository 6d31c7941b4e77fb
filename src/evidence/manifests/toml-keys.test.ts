import { describe, expect, it } from 'vitest';
import { changedTomlKeys } from './toml-keys.ts';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const MANIFEST = lines(
  '[project]',
  'name = "shop"',
  'dependencies = [',
  '  "a>=1", # keeps "]" in a comment',
  '  "b",',
  ']',
  '',
  '[project.scripts]',
  'shop = "shop.cli:main"',
);

describe('changedTomlKeys', () => {
  it('names a key with its table', () => {
    expect(changedTomlKeys(MANIFEST, MANIFEST.replace('cli:main', 'cli:other'))).toEqual([
      'project.scripts.shop',
    ]);
  });

  it('reads values over several lines', () => {
    expect(changedTomlKeys(MANIFEST, MANIFEST.replace('"b",', '"b", "c",'))).toEqual([
      'project.dependencies',
    ]);
  });

  it('sees no change in another format, or in a comment', () => {
    const formatted = MANIFEST.replace(/dependencies = \[[\s\S]*?\n\]/, 'dependencies = ["a>=1", "b"]');
    expect(changedTomlKeys(MANIFEST, `# A shop.\n${formatted}`)).toEqual([]);
  });

  it('names a new table by its keys, and a table without keys by itself', () => {
    const more = lines('[project.optional-dependencies]', 'rich = ["rich"]');
    expect(changedTomlKeys(MANIFEST, MANIFEST + more)).toEqual(['project.optional-dependencies.rich']);
    expect(changedTomlKeys(MANIFEST, `${MANIFEST}[lib]\n`)).toEqual(['lib']);
  });

  it('knows dotted keys, keys in quotes and inline tables', () => {
    expect(changedTomlKeys('', 'a."b".c = { d = 1,\n e = 2 }\nf = 1\n')).toEqual(['a.b.c', 'f']);
  });

  it('tells the tables of a list apart', () => {
    const bin = (path: string): string => lines('[[bin]]', 'name = "a"', '', '[[bin]]', `name = "${path}"`);
    expect(changedTomlKeys(bin('b'), bin('c'))).toEqual(['bin.name']);
  });

  it('reads long strings', () => {
    const long = (word: string): string => lines('a = """', `[x] ${word}`, '"""', 'b = 1');
    expect(changedTomlKeys(long('one'), long('two'))).toEqual(['a']);
  });
});
