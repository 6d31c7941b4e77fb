// Which tests say the same as before, which have another name, and which differ in their values alone.
import { describe, expect, it } from 'vitest';
import { type CodeWords, renamingOf, sameTests, type TestText } from './same-tests.ts';
import { readTestSource } from './test-source.ts';

const NO_CODE: CodeWords = { before: new Set(), after: new Set(), moved: new Map() };

const textOf = (path: string, text: string): TestText => ({ path, text, tests: readTestSource(path, text) });

const compare = (path: string, before: string, after: string, code = NO_CODE) => {
  const [old, now] = [textOf(path, before), textOf(path, after)];
  return sameTests(old, now, renamingOf([[old, now]], code), code);
};

const test = (name: string, ...lines: string[]): string =>
  `test('${name}', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;

describe('tests of a changed file', () => {
  it('say the same word for word, whatever stands beside them', () => {
    const kept = test('adds', 'expect(add(1, 2)).toBe(3);');
    expect(compare('a.test.js', kept, `${kept}\n${test('more', 'expect(add(0, 0)).toBe(0);')}`)).toEqual({
      same: ['adds'],
      renamed: [],
    });
  });

  it('do not say the same where what they use in their file changed', () => {
    const body = test('adds', 'expect(add(1, 2)).toBe(THREE);');
    expect(compare('a.test.js', `const THREE = 3;\n${body}`, `const THREE = 4;\n${body}`).same).toEqual([]);
  });

  it('follow a renaming that the code has made, and no other', () => {
    const [before, after] = [
      test('adds', 'expect(add(1, 2)).toBe(3);'),
      test('adds', 'expect(plus(1, 2)).toBe(3);'),
    ];
    const code = { ...NO_CODE, before: new Set(['add']), after: new Set(['plus']) };
    expect(compare('a.test.js', before, after, code).same).toEqual(['adds']);
    expect(compare('a.test.js', before, after).same).toEqual([]);
  });

  it('may stand under another name', () => {
    const lines = ['expect(add(1, 2)).toBe(3);'];
    expect(compare('a.test.js', test('adds', ...lines), test('adds up', ...lines)).renamed).toEqual([
      { from: 'adds', to: 'adds up' },
    ]);
  });

  it.each([
    [
      'a.test.js',
      test('gives 404', "expect(get('/x').status).toBe(404);"),
      test('gives 410', "expect(get('/x').status).toBe(410);"),
    ],
    [
      'test_a.py',
      'def test_gives_404():\n    assert get("/x") == 404\n',
      'def test_gives_410():\n    assert get("/x") == 410\n',
    ],
    [
      'a_test.go',
      'func TestGives404(t *testing.T) {\n\tif Get("/x") != 404 {\n\t\tt.Fatal("404")\n\t}\n}\n',
      'func TestGives410(t *testing.T) {\n\tif Get("/x") != 410 {\n\t\tt.Fatal("410")\n\t}\n}\n',
    ],
  ])('may have other values, and a name that says them: %s', (path, before, after) => {
    expect(compare(path, before, after).valued).toHaveLength(1);
  });

  it.each([
    ['another function is asked', test('gives 410', "expect(head('/x').status).toBe(410);")],
    ['an assertion is gone', test('gives 410', "get('/x');")],
    [
      'there are two that it could be',
      `${test('a', "expect(get('/x').status).toBe(1);")}${test('b', "expect(get('/x').status).toBe(2);")}`,
    ],
  ])('have no other values where %s', (_, after) => {
    const before = test('gives 404', "expect(get('/x').status).toBe(404);");
    expect(compare('a.test.js', before, after).valued).toBeUndefined();
  });
});
