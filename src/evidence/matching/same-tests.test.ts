// Which tests say the same as before, which have another name, and which differ in their values alone.
import { describe, expect, it } from 'vitest';
import { readTestSource } from '../source/test-source.ts';
import { type CodeWords, renamingOf, sameTests, type TestText } from './same-tests.ts';

const NO_CODE: CodeWords = { before: new Map(), after: new Map(), moved: new Map() };

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
    const code = { ...NO_CODE, before: new Map([['add', 1]]), after: new Map([['plus', 1]]) };
    expect(compare('a.test.js', before, after, code).same).toEqual(['adds']);
    expect(compare('a.test.js', before, after).same).toEqual([]);
  });

  it('follow a renaming that their titles have made, too', () => {
    const [before, after] = [
      test('adds', 'expect(add(1, 2)).toBe(3);'),
      test('sums up', 'expect(plus(1, 2)).toBe(3);'),
    ];
    const code = { ...NO_CODE, before: new Map([['add', 1]]), after: new Map([['plus', 1]]) };
    expect(compare('a.test.js', before, after, code).renamed).toEqual([{ from: 'adds', to: 'sums up' }]);
    expect(compare('a.test.js', before, after.replace('3', '4'), code).renamed).toEqual([]);
    expect(compare('a.test.js', before, `${after}${after.replace('sums', 'sum')}`, code).renamed).toEqual([]);
  });

  it('follow a renaming to a name that the code has for something else, where all of the old ones became it', () => {
    const [before, after] = [
      test('adds', 'expect(add(1, 2)).toBe(3);'),
      test('adds', 'expect(plus(1, 2)).toBe(3);'),
    ];
    const codeWith = (plus: number): CodeWords => ({
      ...NO_CODE,
      before: new Map([
        ['add', 2],
        ['plus', 3],
      ]),
      after: new Map([['plus', plus]]),
    });
    expect(compare('a.test.js', before, after, codeWith(5)).same).toEqual(['adds']);
    expect(compare('a.test.js', before, after, codeWith(3)).same).toEqual([]);
    expect(compare('a.test.js', before, after, codeWith(4)).same).toEqual([]);
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

const suite = (title: string, ...parts: string[]): string =>
  `describe('${title}', () => {\n${parts.join('\n')}});\n`;
const ADDS = test('adds', 'expect(add(1, 2)).toBe(3);');
const TAKES = test('takes', 'expect(take(3, 2)).toBe(1);');

describe('titles of suites', () => {
  it('may change while the tests stay', () => {
    const before = suite('sums', ADDS, TAKES) + suite('more', TAKES);
    expect(compare('a.test.js', before, suite('sum(a, b)', ADDS, TAKES) + suite('more', TAKES))).toEqual({
      same: ['more > takes'],
      renamed: [
        { from: 'sums > adds', to: 'sum(a, b) > adds' },
        { from: 'sums > takes', to: 'sum(a, b) > takes' },
      ],
    });
  });

  it('may be put around all tests, and taken away', () => {
    const [bare, inside] = [`reset();\n${ADDS}`, suite('sums', 'reset();\n', ADDS)];
    expect(compare('a.test.js', bare, inside).renamed).toEqual([{ from: 'adds', to: 'sums > adds' }]);
    expect(compare('a.test.js', inside, bare).renamed).toEqual([{ from: 'sums > adds', to: 'adds' }]);
  });

  it('may come and go with their tests, where they hold nothing else', () => {
    const parent = `test('mean', async (t) => {\n  await t.test('of none', () => expect(mean([])).toBe(0));\n});\n`;
    for (const more of [suite('more', TAKES), suite('outer', suite('inner', TAKES)), parent]) {
      expect(compare('a.test.js', suite('sums', ADDS) + more, suite('sums', ADDS)).same).toEqual([
        'sums > adds',
      ]);
      expect(compare('a.test.js', ADDS, ADDS + more).same).toEqual(['adds']);
    }
    const setup = suite('more', 'beforeEach(mock);\n', TAKES);
    expect(compare('a.test.js', ADDS + setup, ADDS).same).toEqual([]);
    expect(
      compare('a.test.js', ADDS, ADDS + suite('more', TAKES).replace('describe', 'describe.skip')).same,
    ).toEqual([]);
  });

  it('follow a renaming of the code', () => {
    const of = (name: string): string => suite(name, test('loads', `expect(${name}.load()).toBe(1);`));
    const code = { ...NO_CODE, before: new Map([['Store', 1]]), after: new Map([['Shelf', 1]]) };
    const renamed = [{ from: 'Store > loads', to: 'Shelf > loads' }];
    expect(compare('a.test.js', of('Store'), of('Shelf'), code).renamed).toEqual(renamed);
    expect(compare('a.test.js', of('Store'), of('Shelf')).renamed).toEqual([]);
  });

  it.each([
    ['the suite is skipped', suite('sums', ADDS).replace('describe', 'xdescribe')],
    ['it has a setup of its own', suite('sum', 'beforeEach(mockEverything);\n', ADDS)],
    ['an assertion is gone', suite('sum', test('adds', 'add(1, 2);'))],
    ['the suite has options', suite('sum', ADDS).replace("'sum',", "'sum', { skip: true },")],
    ['something stands behind it', `${suite('sum', ADDS)}finish();\n`],
  ])('change more than a name where %s', (_, after) => {
    for (const before of [ADDS, suite('sums', ADDS)])
      expect(compare('a.test.js', before, after)).toMatchObject({ same: [], renamed: [] });
  });

  it('do not let a test go to another suite, which may have another setup', () => {
    const before = suite('real', 'beforeEach(connect);\n', ADDS) + suite('fake', 'beforeEach(mock);\n');
    const after = suite('true', 'beforeEach(connect);\n') + suite('fake', 'beforeEach(mock);\n', ADDS);
    expect(compare('a.test.js', before, after).same).toEqual([]);
    expect(compare('a.test.js', before, after).renamed).toEqual([]);
  });
});

describe('ids of cases', () => {
  const cases = (...rows: string[]): string =>
    `@pytest.mark.parametrize("line", [${rows.join(', ')}])\ndef test_reads(line):\n    assert read(line)\n`;
  const BEFORE = cases('pytest.param("a", id="plain")', 'pytest.param("b", id="other")');

  it('may change', () => {
    const after = cases('pytest.param("a", id="one")', 'pytest.param("b", id="two")');
    expect(compare('test_a.py', BEFORE, after)).toMatchObject({
      same: ['test_reads'],
      otherIds: ['test_reads'],
    });
  });

  it.each([
    ['a value changed with them', cases('pytest.param("a", id="one")', 'pytest.param("c", id="two")')],
    ['a case is gone', cases('pytest.param("a", id="one")')],
    ['a case is skipped', cases('pytest.param("a", id="one")', 'pytest.param("b", id="two", marks=skip)')],
  ])('are not all that changed where %s', (_, after) => {
    const found = compare('test_a.py', BEFORE, after);
    expect([found.same, found.otherIds]).toEqual([[], undefined]);
  });
});

describe('arguments of Python', () => {
  const body = (line: string): string => `def test_shows():\n    assert ${line}\n`;
  const BEFORE = body('show(90) == "1:30"');
  const code = { ...NO_CODE, after: new Map([['sep', 2]]) };

  it('that the code asks for now are all that changed', () => {
    const after = body('show(90, sep=":") == "1:30"');
    expect(compare('test_a.py', BEFORE, after, code)).toMatchObject({ same: [], argued: ['test_shows'] });
  });

  it.each([
    ['the value changed, too', body('show(90, sep=":") == "1:31"'), code],
    ['another argument changed', body('show(60, sep=":") == "1:30"'), code],
    ['the code does not know the name', body('show(90, sep=":") == "1:30"'), NO_CODE],
  ])('are not where %s', (_, after, words) => {
    expect(compare('test_a.py', BEFORE, after, words).argued).toBeUndefined();
  });
});

describe('tests of Rust', () => {
  const mod = (...items: string[]): string => `mod tests {\n    use super::*;\n\n${items.join('\n')}}\n`;
  const fn = (name: string, body: string, ...marks: string[]): string =>
    `${marks.map((mark) => `    #[${mark}]\n`).join('')}    fn ${name}() {\n        ${body}\n    }\n`;
  const KEPT = fn('kept', 'check(1);', 'test');

  it('say the same beside a new one', () => {
    const more = fn('more', 'assert_eq!(2, two());', 'test');
    expect(compare('src/a.rs', mod(KEPT), mod(KEPT, more)).same).toEqual(['kept']);
  });

  it.each([
    ['a helper asserts nothing any more', fn('check', 'assert!(one());'), fn('check', 'one();'), KEPT],
    ['it may panic now', '', '', fn('kept', 'check(1);', 'test', 'should_panic')],
    ['it is ignored now', '', '', fn('kept', 'check(1);', 'ignore', 'test')],
  ])('do not say the same where %s', (_, old, now, kept) => {
    expect(compare('src/a.rs', mod(old, KEPT), mod(now, kept)).same).toEqual([]);
  });
});

describe('tests for bats', () => {
  const bats = (...lines: string[]): string =>
    `load helper\n\n@test "takes out" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
  const before = bats('run stock_take nails 6', '[ "$status" -eq 1 ]', 'equals "$(stock_take nails 1)" 5');
  const code = { ...NO_CODE, before: new Map([['stock_take', 1]]), after: new Map([['stock_out', 1]]) };

  it('follow a renaming of the code, also within quotes', () => {
    expect(compare('a.bats', before, before.replaceAll('stock_take', 'stock_out'), code).same).toEqual([
      'takes out',
    ]);
  });

  it('follow a program that was moved', () => {
    const [old, now] = [bats('run bash "$root/bin/depot" help'), bats('run bash "$root/cmd/depot" help')];
    const moved = new Map([['bin/depot', 'cmd/depot']]);
    expect(compare('a.bats', old, now, { ...NO_CODE, moved }).same).toEqual(['takes out']);
    expect(compare('a.bats', old, now).same).toEqual([]);
  });

  it.each([
    ['a check becomes an argument', before.replace('6\n  [', '6 [')],
    ['two slashes hide something', before.replace('-eq 1 ]', '-eq 1 ] // || true')],
    ['blanks in quotes', before.replace('"$(stock_take nails 1)"', '"$(stock_take nails 1) "')],
  ])('do not say the same where %s', (_, after) => {
    expect(compare('a.bats', before, after).same).toEqual([]);
  });
});

describe('tests of a package of Go in a folder', () => {
  const inPackage = (name: string): string =>
    `package ${name}_test\n\nimport (\n\t"testing"\n\n\t"example.com/shop/internal/${name}"\n)\n\nfunc TestKeeps(t *testing.T) {\n\tif ${name}.New(1).Len() != 0 {\n\t\tt.Error("expected nothing")\n\t}\n}\n`;
  const code = { ...NO_CODE, before: new Map([['lru', 2]]), after: new Map([['recent', 2]]) };
  const moved = new Map([['internal/lru/lru', 'internal/recent/recent']]);
  const compared = (after: string, of: CodeWords): readonly string[] =>
    compare('internal/recent/recent_test.go', inPackage('lru'), after, of).same;

  it('follow it to another folder and name', () => {
    expect(compared(inPackage('recent'), { ...code, moved })).toEqual(['TestKeeps']);
  });

  it.each([
    ['no file was moved', inPackage('recent'), code],
    ['the code calls nothing otherwise', inPackage('recent'), { ...NO_CODE, moved }],
    ['it is another one', inPackage('recent').replace('shop/', 'test/'), { ...code, moved }],
    ['less is asked', inPackage('recent').replace('.Len() != 0', '.Len() < 0'), { ...code, moved }],
  ])('do not say the same where %s', (_, after, of) => {
    expect(compared(after, of)).toEqual([]);
  });
});
