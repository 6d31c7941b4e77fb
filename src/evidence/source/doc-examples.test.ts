// Examples in documentation: kept, moved, renamed, extended, lost, and new.
import { describe, expect, it } from 'vitest';
import { documentedItem, exampleChanges, isDocExample } from './doc-examples.ts';
import { NO_RENAMING } from './source-words.ts';

const python = (name: string, ...lines: readonly string[]): string =>
  `def ${name}(x):\n    """Says.\n\n${lines.map((line) => `    ${line}\n`).join('')}    """\n    return x\n`;
const rust = (name: string, ...lines: readonly string[]): string =>
  `/// Says.\n/// \`\`\`\n${lines.map((line) => `/// ${line}\n`).join('')}/// \`\`\`\npub fn ${name}() {}\n`;

const between = (path: string, before: string, after: string, renaming = NO_RENAMING) =>
  exampleChanges([{ path, before, after }], renaming);
const lostIn = (path: string, before: string, after: string): readonly string[] =>
  between(path, before, after).flatMap(({ lost }) => lost);

const HALF = python('half', '>>> half(4)', '2');

describe('examples of Python', () => {
  it('are kept where they stand as they were, or with more behind them', () => {
    expect(between('a.py', HALF, HALF.replace('Says', 'Tells'))).toEqual([]);
    expect(lostIn('a.py', HALF, python('half', '>>> half(4)', '2', '>>> x = half(6)', '>>> x', '3'))).toEqual(
      [],
    );
    expect(lostIn('a.py', HALF, python('half', '>>> half(8)', '4', '>>> half(4)', '2'))).toEqual([]);
  });

  it.each([
    ['they are skipped', ['>>> half(4)  # doctest: +SKIP', '2']],
    ['they expect something else', ['>>> half(4)', '...']],
    ['they are gone', ['Halves.']],
    ['a name means something else before them', ['>>> half = lambda x: 2', '>>> half(4)', '2']],
    [
      'a name means something else in a paragraph above',
      ['>>> from fakes import half', '', '>>> half(4)', '2'],
    ],
    ['a walrus is hidden among them', ['>>> (half := len) and 1', '1', '>>> half(4)', '2']],
    ['options of doctest change among them', ['>>> half(8)  # doctest: +SKIP', '4', '>>> half(4)', '2']],
  ])('are lost where %s', (_, lines) => {
    expect(lostIn('a.py', HALF, python('half', ...lines))).toEqual(['>>> half(4)\n2']);
  });

  it('move with their function, and follow its name', () => {
    const files = [
      { path: 'a.py', before: HALF, after: '' },
      { path: 'b.py', before: undefined, after: HALF },
    ];
    expect(exampleChanges(files, NO_RENAMING)).toEqual([]);
    const renamed = HALF.replaceAll('half', 'halved');
    expect(between('a.py', HALF, renamed, new Map([['half', 'halved']]))).toEqual([]);
    expect(lostIn('a.py', HALF, renamed)).toEqual(['>>> half(4)\n2']);
  });

  it('are brought by a function that is new, and that they use', () => {
    const more = `${HALF}\n\n${python('third', '>>> third(9)', '3')}`;
    expect(between('a.py', HALF, more)).toEqual([{ path: 'a.py', lost: [], brought: ['third'] }]);
    expect(between('a.py', HALF, `${HALF}\n\n${python('third', '>>> half(2)', '1')}`)).toEqual([]);
  });
});

describe('examples of Rust', () => {
  const SPLIT = rust('split', 'use a::split;', 'assert_eq!(split(4), 2);');

  it('are kept with one more assertion, and with nothing else', () => {
    const more = rust('split', 'use a::split;', 'assert_eq!(split(6), 3);', 'assert_eq!(split(4), 2);');
    expect(lostIn('a.rs', SPLIT, more)).toEqual([]);
    const faked = rust('split', 'use a::split;', 'fn split(_: u8) -> u8 { 2 }', 'assert_eq!(split(4), 2);');
    expect(lostIn('a.rs', SPLIT, faked)).toHaveLength(1);
  });

  it('are lost where they are no longer run', () => {
    expect(lostIn('a.rs', SPLIT, SPLIT.replace('```\n', '```no_run\n'))).toHaveLength(1);
  });
});

describe('examples of Rust in other signs', () => {
  it.each([
    ['tildes', '/// Says.\n/// ~~~\n/// assert_eq!(split(4), 2);\n/// ~~~\npub fn split() {}\n'],
    [
      'more signs than the example has itself',
      '/// Says.\n/// ````\n/// assert_eq!(split(4), 2);\n/// // ```\n/// ````\npub fn split() {}\n',
    ],
    [
      'a comment that is a block',
      '/**\n * Says.\n *\n * ```\n * assert_eq!(split(4), 2);\n * ```\n */\npub fn split() {}\n',
    ],
    ['a block without stars', '/*!\nSays.\n\n```\nassert_eq!(split(4), 2);\n```\n*/\npub fn split() {}\n'],
  ])('are known between %s', (_, text) => {
    expect(lostIn('a.rs', text, text)).toEqual([]);
    expect(lostIn('a.rs', text, text.replace('assert_eq!(split(4), 2);', 'let _ = split(4);'))).toHaveLength(
      1,
    );
    expect(lostIn('a.rs', text, text.replace(/([`~]{3,})\n/, '$1no_run\n'))).toHaveLength(1);
  });

  it('are none in a comment that documents nothing', () => {
    const text = '/* Says.\n```\nassert_eq!(split(4), 2);\n```\n*/\npub fn split() {}\n';
    expect(lostIn('a.rs', text, text.replace('2', '3'))).toEqual([]);
  });
});

describe('the names of examples in reports', () => {
  it.each([
    ['shop.cart.total', 'shop/cart.py', true],
    ['cart.total', 'src/shop/cart.py', true],
    ['shop', 'shop/__init__.py', true],
    ['test_total', 'tests/test_cart.py', false],
    ['src/lib.rs - add', 'crates/a/src/lib.rs', true],
    ['tests::adds', 'src/lib.rs', false],
    ['total', undefined, false],
  ])('%s of %s: %s', (name, file, is) => {
    expect(isDocExample(name, file)).toBe(is);
  });

  it('end with what is documented', () => {
    expect(documentedItem('shop.cart.total')).toBe('total');
    expect(documentedItem('src/lib.rs - length::Length::doubled')).toBe('doubled');
  });
});
