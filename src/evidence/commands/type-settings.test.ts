// Settings of type checkers: what asks for less than before is taken back, and nothing else.
import { describe, expect, it } from 'vitest';
import { asMuchAsBefore, isTypeSettings, readTypeSettings } from './type-settings.ts';

type Texts = Readonly<Record<string, unknown>>;

const textOf =
  (files: Texts) =>
  (path: string): string | undefined =>
    files[path] === undefined ? undefined : JSON.stringify(files[path]);

const raised = (base: Texts, head: Texts, path = 'tsconfig.json') =>
  asMuchAsBefore(path, textOf(base), textOf(head), (place) => place in head || place === 'packages/a');
const one = (base: object, head: object) => {
  const asMuch = raised({ 'tsconfig.json': base }, { 'tsconfig.json': head });
  return asMuch && { keys: asMuch.keys, json: JSON.parse(asMuch.text) as Record<string, unknown> };
};
const options = (base: object, head: object) => {
  const found = one({ compilerOptions: base }, { compilerOptions: head });
  return found && [found.keys, found.json['compilerOptions']];
};

describe('options', () => {
  it.each<[string, object, object, unknown]>([
    ['as they were', { strict: true }, { strict: true }, undefined],
    ['that ask for more', { strict: false }, { strict: true, noUnusedLocals: true }, undefined],
    [
      'that say how code is read',
      { strict: true },
      { strict: true, jsx: 'react-jsx', lib: ['dom'], paths: {} },
      undefined,
    ],
    [
      'without strict',
      { strict: true },
      { jsx: 'preserve' },
      [['strict'], { jsx: 'preserve', strict: true }],
    ],
    ['with strict off', { strict: true }, { strict: false }, [['strict'], { strict: true }]],
    [
      'with a member off',
      { strict: true },
      { strict: true, strictNullChecks: false },
      [['strictNullChecks'], { strict: true, strictNullChecks: true }],
    ],
    [
      'with an exception as before',
      { strict: true, noImplicitAny: false },
      { strict: false },
      [['strict'], { strict: true, noImplicitAny: false }],
    ],
    ['with all members in the place of strict', { noImplicitAny: true }, { strict: true }, undefined],
    [
      'with what newer compilers ask by themselves switched off',
      {},
      { strict: false },
      [['strict'], { strict: null }],
    ],
    [
      'that check nothing',
      {},
      { noCheck: true, skipLibCheck: true },
      [['noCheck', 'skipLibCheck'], { noCheck: null, skipLibCheck: null }],
    ],
    ['that skipped libraries before', { skipLibCheck: true }, { skipLibCheck: true }, undefined],
    [
      'that look at no JavaScript',
      { allowJs: true, checkJs: true },
      { allowJs: true, checkJs: false },
      [['checkJs'], { allowJs: true, checkJs: true }],
    ],
    [
      'that allow dead code',
      { allowUnreachableCode: false },
      {},
      [['allowUnreachableCode'], { allowUnreachableCode: false }],
    ],
  ])('%s', (_, base, head, expected) => {
    expect(options(base, head)).toEqual(expected);
  });
});

describe('files', () => {
  const lists = (base: object, head: object) => {
    const found = one(base, head);
    const { include, exclude, files, references } = found?.json ?? {};
    return (
      found && [found.keys, JSON.parse(JSON.stringify({ include, exclude, files, references })) as unknown]
    );
  };

  it.each<[string, object, object, unknown]>([
    ['more of them', { include: ['src'] }, { include: ['src/**/*', './test/'] }, undefined],
    ['all of them', { include: ['src'] }, {}, undefined],
    ['fewer of all', {}, { include: ['src'] }, [['include'], { include: ['src', '**/*'] }]],
    [
      'fewer folders',
      { include: ['src', 'test'] },
      { include: ['src'] },
      [['include'], { include: ['src', 'test'] }],
    ],
    [
      'other patterns',
      { include: ['src'] },
      { include: ['src/a.ts'] },
      [['include'], { include: ['src/a.ts', 'src'] }],
    ],
    [
      'named ones only',
      { include: ['src'] },
      { files: ['src/a.ts'] },
      [['include'], { files: ['src/a.ts'], include: ['src'] }],
    ],
    [
      'excluded',
      { exclude: ['dist'] },
      { exclude: ['dist', 'src/a.ts'] },
      [['exclude'], { exclude: ['node_modules', 'bower_components', 'jspm_packages', 'dist'] }],
    ],
    ['fewer excluded', { exclude: ['dist', 'old'] }, { exclude: ['dist'] }, undefined],
    ['the usual ones excluded', {}, { exclude: ['node_modules'] }, undefined],
    [
      'what is built written over code',
      {},
      { compilerOptions: { outDir: 'src/a' } },
      [['exclude'], { exclude: ['node_modules', 'bower_components', 'jspm_packages'] }],
    ],
    [
      'a package less',
      { files: [], references: [{ path: './packages/a/' }, { path: 'gone' }] },
      { files: [] },
      [['references'], { files: [], references: [{ path: './packages/a/' }] }],
    ],
    ['a package more', { references: [] }, { references: [{ path: 'packages/a' }] }, undefined],
  ])('%s', (_, base, head, expected) => {
    expect(lists(base, head)).toEqual(expected);
  });
});

describe('what is extended', () => {
  const base = { 'tsconfig.json': { compilerOptions: { strict: true, paths: {} }, include: ['src'] } };

  it('may take over what was said', () => {
    const shared = { 'config/base.json': { compilerOptions: { strict: true }, include: ['../src'] } };
    expect(raised(base, { 'tsconfig.json': { extends: './config/base' }, ...shared })).toBeUndefined();
  });

  it('may not ask for less, near or far', () => {
    const loose = { 'loose.json': { compilerOptions: { strict: false }, include: ['src'] } };
    expect(raised(base, { 'tsconfig.json': { extends: ['./loose.json'] }, ...loose })?.keys).toEqual([
      'strict',
    ]);
    const far = { 'packages/a/tsconfig.json': { extends: '../../tsconfig.json', include: ['src'] } };
    const head = { 'tsconfig.json': { compilerOptions: { strict: false } }, ...far };
    expect(raised({ ...base, ...far }, head, 'packages/a/tsconfig.json')?.keys).toEqual(['strict']);
  });

  it('may go in a circle', () => {
    const round = { 'tsconfig.json': { extends: './tsconfig.json', compilerOptions: { strict: true } } };
    expect(raised(round, { 'tsconfig.json': {} })?.keys).toEqual(['strict']);
  });
});

describe('a file of settings', () => {
  it('is known by its name', () => {
    for (const path of ['tsconfig.json', 'a/tsconfig.build.json', 'jsconfig.json'])
      expect(isTypeSettings(path), path).toBe(true);
    for (const path of ['package.json', 'node_modules/a/tsconfig.json', 'tsconfig.ts'])
      expect(isTypeSettings(path), path).toBe(false);
  });

  it('may have comments and commas at its ends', () => {
    const text = '\ufeff{\n  // a\n  "a": "//b", /* c */\n  "d": [1, 2,],\n}\n';
    expect(readTypeSettings(text)).toEqual({ a: '//b', d: [1, 2] });
    expect(readTypeSettings('{')).toBeUndefined();
    expect(readTypeSettings('[]')).toBeUndefined();
  });
});
