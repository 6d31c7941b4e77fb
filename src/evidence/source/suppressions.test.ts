// Comments that tell tools to look away: which there are, and which of them a change brings.
import { describe, expect, it } from 'vitest';
import { type ChangedText, newSuppressions } from './new-suppressions.ts';
import { suppressionsIn } from './suppressions.ts';

/** In two parts, because no file of this project says it. */
const IGNORE = '@ts-' + 'ignore';

const found = (path: string, text: string): string[] =>
  suppressionsIn(path, text).map(
    ({ line, what, about, whole }) => `${line} ${about} ${whole ? 'whole' : 'part'} ${what}`,
  );

describe('a suppression', () => {
  it.each<[string, string, string[]]>([
    ['a.ts', '// @ts-nocheck\nexport const a = 1;\n', ['1 types whole @ts-nocheck']],
    ['a.ts', '#!/usr/bin/env node\n/* A. */\n// @ts-nocheck: old\nf();\n', ['3 types whole @ts-nocheck']],
    ['a.tsx', '/* @ts-nocheck */\nexport const A = () => <a>x</a>;\n', ['1 types whole @ts-nocheck']],
    // Behind code it says nothing to TypeScript.
    ['a.ts', 'f();\n// @ts-nocheck\n', ['2 types part @ts-nocheck']],
    ['a.ts', `f();\n// ${IGNORE}: why\ng();\n`, [`2 types part ${IGNORE}`]],
    ['a.ts', 'f();\n/* @ts-expect-error */ g();\n', ['2 types part @ts-expect-error']],
    ['a.js', '/* eslint-disable */\nf();\n', ['1 lint whole eslint-disable']],
    ['a.js', '/* eslint-disable -- generated once */\nf();\n', ['1 lint whole eslint-disable']],
    [
      'a.js',
      '/* eslint-disable no-var, no-eval -- old */\nf();\n',
      ['1 lint part eslint-disable no-var, no-eval'],
    ],
    [
      'a.js',
      '// eslint-disable-next-line no-var -- old\nf();\n',
      ['1 lint part eslint-disable-next-line no-var'],
    ],
    // A line comment of this kind says nothing to ESLint.
    ['a.js', '// eslint-disable\nf();\n', ['1 lint part eslint-disable']],
    [
      'a.js',
      'f();\ng();\nh();\n/* eslint-disable */\ni();\n/* eslint-enable */\nj();\nk();\n',
      ['4 lint part eslint-disable'],
    ],
    ['a.js', '/* eslint-disable */\nf();\ng();\n/* eslint-enable */\n', ['1 lint whole eslint-disable']],
    ['a.js', '/* eslint no-var: "off" */\nf();\n', ['1 lint part eslint no-var: "off']],
    ['a.ts', '// biome-ignore-all lint: old\nf();\n', ['1 lint whole biome-ignore-all lint']],
    [
      'a.ts',
      '// biome-ignore-all lint/style/noVar: old\nf();\n',
      ['1 lint part biome-ignore-all lint/style/noVar'],
    ],
    [
      'a.ts',
      "const a = '// @ts-nocheck';\nconst b = `/* eslint-disable */`;\nconst c = /\\/\\/ @ts-expect-error/;\n",
      [],
    ],
    ['a.ts', '// See @ts-nocheck and eslint-disable in the handbook.\n', []],
    ['a.py', '# mypy: ignore-errors\nx = 1\n', ['1 types whole mypy: ignore-errors']],
    ['a.py', '# type: ignore\nx = 1\n', ['1 types whole type: ignore']],
    ['a.py', '"""A."""\n# type: ignore\nx = 1\n', ['2 types part type: ignore']],
    ['a.py', 'x = f()  # type: ignore[attr-defined]\n', ['1 types part type: ignore[attr-defined]']],
    ['a.py', '"""A."""\n# ruff: noqa\n', ['2 lint whole ruff: noqa']],
    ['a.py', '# ruff: noqa: F401\n', ['1 lint part ruff: noqa: F401']],
    ['a.py', 'import os  # noqa\nimport re  # noqa: F401\n', ['1 lint part noqa', '2 lint part noqa: F401']],
    ['a.py', '# pylint: skip-file\n', ['1 lint whole pylint: skip-file']],
    ['a.py', 'x = "# mypy: ignore-errors"\ny = """\n# ruff: noqa\n"""\n', []],
    ['a.go', '//nolint\npackage a\n', ['1 lint whole nolint']],
    ['a.go', '//nolint:errcheck\npackage a\n', ['1 lint part nolint:errcheck']],
    ['a.go', 'package a\n\nfunc f() { g() } //nolint\n', ['3 lint part nolint']],
    ['a.go', 'package a\n\nvar s = "//nolint"\n', []],
    ['lib.rs', '#![allow(warnings)]\n', ['1 lint whole #![allow(warnings)]']],
    [
      'lib.rs',
      '//! A.\n#![allow(dead_code, clippy::all)]\n',
      ['2 lint whole #![allow(dead_code, clippy::all)]'],
    ],
    ['lib.rs', '#![cfg_attr(not(test), allow(unused))]\n', ['1 lint whole #![allow(unused)]']],
    ['lib.rs', '#![allow(dead_code)]\n', ['1 lint part #![allow(dead_code)]']],
    ['lib.rs', '#[allow(clippy::all)]\nfn f() {}\n', ['1 lint part #[allow(clippy::all)]']],
    ['lib.rs', '// #![allow(warnings)]\nconst A: &str = "#![allow(warnings)]";\n', []],
    ['a.md', '// @ts-nocheck\n', []],
  ])('in %s: %j', (path, text, expected) => {
    expect(found(path, text)).toEqual(expected);
  });
});

const brought = (...files: ChangedText[]): string[] =>
  newSuppressions(files).map(
    ({ path, line, whole, what, excuse }) =>
      `${path}:${line} ${whole ? 'whole' : 'part'} ${what}${excuse === undefined ? '' : ` (${excuse})`}`,
  );
const CODE = 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n';

describe('a change brings', () => {
  it('what a file did not say before', () => {
    expect(brought({ path: 'a.ts', before: CODE, after: `// @ts-nocheck\n${CODE}` })).toEqual([
      'a.ts:1 whole @ts-nocheck',
    ]);
    expect(brought({ path: 'a.ts', before: undefined, after: `// @ts-nocheck\n${CODE}` })).toHaveLength(1);
  });

  it('what is said once more, and not what is said with another reason or in another place', () => {
    const once = `// ${IGNORE}: old\n${CODE}`;
    expect(brought({ path: 'a.ts', before: once, after: `${CODE}// ${IGNORE}: other\nf();\n` })).toEqual([]);
    expect(brought({ path: 'a.ts', before: once, after: `${once}// ${IGNORE}\nf();\n` })).toEqual([
      `a.ts:5 part ${IGNORE}`,
    ]);
    expect(
      brought(
        { path: 'a.ts', before: once, after: CODE },
        { path: 'b.ts', before: undefined, after: `// ${IGNORE}\nf();\n` },
      ),
    ).toEqual([]);
  });

  it('nothing that moved with its file, or with most of its code', () => {
    const silent = `// @ts-nocheck\n${CODE}`;
    expect(brought({ path: 'b.ts', was: 'a.ts', before: silent, after: `${silent}f();\n` })).toEqual([]);
    const split = [
      { path: 'a.ts', before: silent, after: '// @ts-nocheck\nexport const a = 1;\n' },
      {
        path: 'b.ts',
        before: undefined,
        after: '// @ts-nocheck\nexport const b = 2;\nexport const c = 3;\n',
      },
    ];
    expect(brought(...split)).toEqual([]);
    const other = { path: 'c.ts', before: undefined, after: '// @ts-nocheck\nf();\ng();\nh();\n' };
    expect(brought(...split, other)).toEqual(['c.ts:1 whole @ts-nocheck']);
  });

  it('with an excuse what is generated, of others, or data', () => {
    const after = '// @ts-nocheck\nexport const a = 1;\n';
    expect(
      brought(
        { path: 'client.ts', before: undefined, after: `// Generated by openapi, do not edit.\n${after}` },
        { path: 'vendor/b.ts', before: undefined, after },
        { path: 'test/fixtures/c.ts', before: undefined, after },
      ),
    ).toEqual([
      'client.ts:2 whole @ts-nocheck (the file says that it is generated)',
      'vendor/b.ts:1 whole @ts-nocheck (the file is in a folder of code of others)',
      'test/fixtures/c.ts:1 whole @ts-nocheck (the file is data of tests)',
    ]);
  });
});
