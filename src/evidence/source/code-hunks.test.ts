// A change of a file, cut into pieces: each can be taken away alone, and all of them together are the change.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type CodeHunk,
  codeHunks,
  isSilentHunk,
  linesOf,
  parseHunks,
  shownLine,
  withoutHunk,
} from './code-hunks.ts';

const folder = mkdtempSync(join(tmpdir(), 'hunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const patchOf = (before: string, after: string): string => {
  for (const [name, text] of Object.entries({ before, after })) writeFileSync(join(folder, name), text);
  try {
    execFileSync('git', ['diff', '--no-index', '--unified=0', '--text', 'before', 'after'], { cwd: folder });
    return '';
  } catch (cause) {
    return String((cause as { stdout: Buffer }).stdout);
  }
};

/** All of them taken away, the last one first, so that the lines before it stay where they are. */
const withoutAll = (text: string, hunks: readonly CodeHunk[]): string =>
  hunks.toSorted((a, b) => b.from - a.from).reduce(withoutHunk, text);

const cut = (path: string, before: string, after: string) => codeHunks(path, after, patchOf(before, after));

const shown = (path: string, before: string, after: string): string[] =>
  cut(path, before, after).hunks.map((hunk) => shownLine(path, after, hunk).text);

describe('the pieces of a change', () => {
  it('are the change, whatever it is', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '  d', '}', 'é');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(withoutAll(after, parseHunks(patchOf(before, after)))).toBe(before);
      }),
      { numRuns: 60 },
    );
  });

  it('of what is only added are its paragraphs', () => {
    const after = 'const a = 1;\n\nexport function f() {\n  one();\n\n  two();\n}\n\nexport const g = 2;\n';
    expect(shown('a.js', '', after)).toEqual([
      'const a = 1;',
      'export function f() {',
      'export const g = 2;',
    ]);
  });

  it.each([
    [
      'a.js',
      'f() {\n  return 1;\n}\n',
      'f() {\n  return 2;\n}\n\ng() {\n  return 3;\n}\n',
      ['return 2;', 'g() {'],
    ],
    [
      'a.py',
      'def f():\n    return 1\n',
      'def f():\n    return 2\n\n\ndef g():\n    return 3\n',
      ['return 2', 'def g():'],
    ],
    ['a.js', 'a();\n', 'b();\nc();\n', ['b();']],
  ] as const)('are a changed line and what is new behind it in %s', (path, before, after, expected) => {
    expect(shown(path, before, after)).toEqual(expected);
    // Blank lines alone are no piece.
    expect(withoutAll(after, cut(path, before, after).hunks).trimEnd()).toBe(before.trimEnd());
  });

  it('put removed lines back, and name them', () => {
    const [before, after] = ['a();\ncheck();\nb();\n', 'a();\nb();\n'];
    const { hunks } = cut('a.js', before, after);
    expect(hunks).toEqual([{ from: 1, to: 1, removed: ['check();'] }]);
    expect(withoutHunk(after, hunks[0]!)).toBe(before);
    expect(shownLine('a.js', after, hunks[0]!)).toEqual({ at: 1, text: 'check();' });
  });

  it('leave out what no test can miss', () => {
    expect(cut('a.js', 'f();\n', '// why\nf();\n\n').hunks).toEqual([]);
    expect(cut('a.js', 'f(1,2);\n', 'f(1, 2);\n')).toEqual({ hunks: [], silent: 1 });
    // In Python blanks at the beginning of a line are code.
    expect(cut('a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n').hunks).toHaveLength(1);
    expect(cut('a.py', 'b()\n', '# why\nb()  \n').hunks).toEqual([]);
  });

  it.each([
    ['export interface A {\n  readonly a: string;\n}\n', true],
    ["import type { A } from './a.ts';\n", true],
    ['export type A = B | C;\n', true],
    ['const a = { b: 1 };\n', false],
    ['  b: 1,\n', false],
    ['return;\n', false],
  ])('leave out types alone: %j', (added, expected) => {
    expect(isSilentHunk('a.ts', linesOf(added).texts, [])).toBe(expected);
    expect(isSilentHunk('a.js', linesOf(added).texts, [])).toBe(false);
  });

  it('are never tests inside of a source file', () => {
    const code = 'pub fn f() -> i32 {\n    1\n}\n';
    const tests = (n: number) =>
      `\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {\n        assert_eq!(super::f(), ${n});\n    }\n}\n`;
    expect(shown('a.rs', code + tests(1), code.replace('1', '2') + tests(2))).toEqual(['2']);
  });

  it('are read from any text without an error', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (text, patch) => void codeHunks('a.ts', text, patch)));
  });
});
