import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTests, readTestSource } from './test-source.ts';

// The mark keeps these texts from being taken for tests of this file that are skipped.
const js = (text: string) => readTestSource('a.test.ts', text.replaceAll('.~', '.'));
const py = (text: string) => readTestSource('test_a.py', text);
const short = (tests: ReturnType<typeof js>) =>
  tests.map(({ name, skipped, only, assertions }) =>
    [name, assertions, skipped ? 'skipped' : '', only ? 'only' : '']
      .filter((part) => part !== '' && part !== undefined)
      .join(' | '),
  );

describe('tests of JavaScript and TypeScript', () => {
  it.each([
    ["test('a', () => { assert.equal(x, 1); });", ['a | 1']],
    ['it("a", async () => { await expect(x).resolves.toBe(1); expect(y).not.toBe(y); })', ['a | 2']],
    ["describe('s', () => { describe(`t`, () => { it('a', () => expect(x).toBe(1)) }) })", ['s > t > a | 1']],
    ["it.~skip('a', () => { expect(x).toBe(1) })", ['a | 1 | skipped']],
    ["xit('a', () => { expect(x).toBe(1) })", ['a | 1 | skipped']],
    ["describe.~skip('s', () => { it('a', () => { expect(x).toBe(1) }) })", ['s > a | 1 | skipped']],
    ["it.~only('a', () => { expect(x).toBe(1) })", ['a | 1 | only']],
    ["describe.~only('s', () => { it('a', () => { assert(x) }) })", ['s > a | 1 | only']],
    ["it.todo('a')", ['a | 0 | skipped']],
    ["it('a')", ['a | 0 | skipped']],
    ["test('a', { skip: true }, () => { assert(x) })", ['a | 1 | skipped']],
    ["test('a', { skip: 'later', timeout: 3 }, () => { assert(x) })", ['a | 1 | skipped']],
    ["test('a', { skip: false }, () => { assert(x) })", ['a | 1']],
    ["test('a', (t) => { t.skip(); assert(x) })", ['a | 1 | skipped']],
    ["test.skipIf(process.env.CI)('a', () => { assert(x) })", ['a | 1 | skipped']],
    ["it.each([[1, 2], [3, 4]])('adds %i', (a, b) => { expect(f(a)).toBe(b) })", ['adds %i | 1']],
    ["it.each`a | b\n\x24{1} | \x24{'x'}`('adds $a', ({ a }) => { expect(a).toBe(f()) })", ['adds $a | 1']],
    ["// it('a', () => {})\n/* it('b', () => {}) */\nit('c', () => { ok() })", ['c | 0']],
    ["const s = \"it('a', () => {})\"; const t = `it('b', () => {})`;", []],
    ["const r = /it('a', () => {})/; if (x) /'/.exec(y); it('b', () => { assert(r) })", ['b | 1']],
    [
      "it('a', () => { assert(true); assert.ok(1); expect(1).toBe(1); expect(true).toBeTruthy() })",
      ['a | 0'],
    ],
    ["it('a', () => { assert.strictEqual(x, x); expect(x).toEqual(x) })", ['a | 0']],
    ["it('a', () => { expect(x); expect.assertions(2) })", ['a | 0']],
    ["it('a', () => { expect(x).to.be.true; x.should.equal(3) })", ['a | 2']],
    ["it('a', () => request(app).get('/').expect(200))", ['a | 1']],
    // A matcher of the project may call its code.
    ["it('a', () => { expect('a@b').toBeAddress(); expect([{ b: 1 }]).to.be.failedAt('a') })", ['a | 2']],
    ["it('a', () => { expect('a').to.be.a('string'); expect([1]).toHaveLength(1) })", ['a | 0']],
    ["it('a', () => { return; expect(x).toBe(1) })", ['a | 0']],
    ["it('a', () => {\n  return\n  expect(x).toBe(1)\n})", ['a | 0']],
    ["it('a', () => { if (y) return; expect(x).toBe(1) })", ['a | 1']],
    ["it('a', () => { if (false) { expect(x).toBe(1) } expect(x).toBe(2) })", ['a | 1']],
    ["test('o', async (t) => { await t.test('i', () => { t.assert.equal(x, 1) }) })", ['o > i | 1']],
    ["/a/.test('text'); pattern.test('text'); const o = { test(a) { return a } }", []],
    ['function it(name, fn) {} class A { test(x, y) {} }', []],
    [
      "test.beforeEach(() => {}); test.extend({ a: 1 }); test.describe('s', () => { test('a', () => { expect(p).toBe(1) }) })",
      ['s > a | 1'],
    ],
    ["it('it\\'s \\u0041 \"q\"', () => { assert(x) })", ['it\'s A "q" | 1']],
    ['it(`a \x24{b} c`, () => { assert(x) })', ['a \x24{b} c | 1']],
    ["it('a ' + b, () => { assert(x) })", ["'a ' + b | 1"]],
    ["const x = <p>don't</p>;\nit('a', () => { assert(x) })", ['a | 1']],
    ["it('a', () => { assert(x)\n", []],
    ["import test from 'ava'; test('a', t => { t.is(f(), 1); t.true(true) })", ['a | 1']],
  ])('%s', (text, expected) => {
    expect(short(js(text))).toEqual(expected);
  });

  it('takes time in proportion to the size of the file, whatever is in it', () => {
    const hostile = [
      "it('a', (",
      'expect(',
      '/[',
      "'\\",
      '`${',
      "describe('s', () => {",
      'assert.equal(assert.equal(',
      '([{',
      ')]}',
      '/*',
    ];
    // With the square of this many steps the runner's own limit would end the test.
    for (const piece of hostile) expect(js(piece.repeat(100_000)).length).toBeLessThan(100_000);
  });

  it('never throws', () => {
    const words = [
      'it(',
      "'a'",
      ', () => {',
      '})',
      'describe.~skip(',
      '`',
      '${',
      '}',
      '/',
      '//',
      '\n',
      'expect(x)',
      '.toBe(1)',
      '"',
      '\\',
      'return',
      '[',
      ']',
    ];
    void fc.assert(
      fc.property(fc.array(fc.constantFrom(...words)), (parts) => void js(parts.join(' '))),
      { numRuns: 2_000 },
    );
    void fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void [js(text), py(text)]),
      { numRuns: 2_000 },
    );
  });
});

describe('tests of Python', () => {
  it.each([
    ['def test_a():\n    assert f() == 1\n', ['test_a | 1']],
    ['async def test_a():\n    assert await f() == 1\n    assert x, "why"\n', ['test_a | 2']],
    [
      'class TestA:\n    def test_b(self):\n        self.assertEqual(x, 1)\n    def helper(self):\n        assert x\n',
      ['TestA > test_b | 1'],
    ],
    ['@pytest.mark.skip(reason="x")\ndef test_a():\n    assert f()\n', ['test_a | 1 | skipped']],
    [
      '@pytest.mark.skipif(sys.platform == "win32", reason="x")\ndef test_a():\n    assert f()\n',
      ['test_a | 1 | skipped'],
    ],
    ['@pytest.mark.xfail\ndef test_a():\n    assert f()\n', ['test_a | 1 | skipped']],
    [
      '@unittest.skip("x")\nclass TestA:\n    def test_b(self):\n        assert f()\n',
      ['TestA > test_b | 1 | skipped'],
    ],
    [
      '@pytest.mark.parametrize("a,b", [\n  (1, 2),\n])\ndef test_a(a, b):\n    assert f(a) == b\n',
      ['test_a | 1'],
    ],
    ['def test_a():\n    pytest.skip("x")\n    assert f()\n', ['test_a | 1 | skipped']],
    ['pytestmark = pytest.mark.skip\ndef test_a():\n    assert f()\n', ['test_a | 1 | skipped']],
    [
      'def test_a():\n    assert True\n    assert 1\n    assert 1 == 1\n    assert "x"\n    assert x == x\n    self.assertTrue(True)\n',
      ['test_a | 0'],
    ],
    ['def test_a():\n    with pytest.raises(ValueError):\n        f()\n', ['test_a | 1']],
    ['# def test_a():\n#     assert f()\n"""\ndef test_b():\n    assert f()\n"""\n', []],
    ['def test_a():\n    return\n    assert f()\n', ['test_a | 0']],
    ['def test_a():\n    if x:\n        return\n    assert f()\n', ['test_a | 1']],
    ['def test_a():\n    if False:\n        assert f()\n    assert g()\n', ['test_a | 1']],
    ["def test_a():\n    text = '''\n    assert f()\n'''\n    assert g(text)\n", ['test_a | 1']],
    ['def helper():\n    def test_inner():\n        assert f()\n', []],
    ['def test_a():\n    assert (\n        f() == 1\n    )\n', ['test_a | 1']],
  ])('%s', (text, expected) => {
    expect(short(py(text))).toEqual(expected);
  });
});

describe('tests of other languages are known by name', () => {
  it.each([
    ['a_test.go', 'func TestAdd(t *testing.T) {\n}\n// func TestOld(t *testing.T) {}\n', ['TestAdd']],
    ['a_spec.rb', "it 'adds' do\nend\nxit 'later' do\nend\n", ['adds', 'later | skipped']],
    [
      'ATest.java',
      '@Test\npublic void adds() {\n}\n@Disabled\n@Test void later() {\n',
      ['adds', 'later | skipped'],
    ],
    ['notes.md', "it('a', () => {})", []],
  ])('%s', (path, text, expected) => {
    expect(short(readTestSource(path, text))).toEqual(expected);
  });
});

describe('compareTests', () => {
  const before = js(
    "it('a', () => { expect(x).toBe(1); expect(y).toBe(2) }); it('b', () => { assert(x) }); it('c', () => { assert(x) })",
  );

  it('lists what is gone, skipped, weakened, or runs alone', () => {
    const after = js(
      "it('a', () => { expect(x).toBe(1) }); it.~skip('b', () => { assert(x) }); it.~only('d', () => { expect(1).toBe(1) })",
    );
    expect(compareTests(before, after)).toEqual({
      declared: ['a', 'b', 'd'],
      removed: ['c'],
      skipped: ['b'],
      only: ['d'],
      weakened: [
        { name: 'a', before: 2, after: 1 },
        { name: 'd', before: 0, after: 0 },
      ],
    });
  });

  it('sees assertions in functions of the same file, and does not guess about those of others', () => {
    const helper = 'const look = async (x: number): Promise<void> => {\n  expect(x).toBe(1);\n};\n';
    const through = "const twice = (x) => look(x);\nit('a', () => look(1)); it('b', () => { twice(2) });";
    const seen = js(helper + through);
    expect(short(seen)).toEqual(['a | 1', 'b | 1']);
    const emptied = js(helper.replace('expect(x).toBe(1);', '') + through);
    expect(compareTests(seen, emptied).weakened).toEqual([
      { name: 'a', before: 1, after: 0 },
      { name: 'b', before: 1, after: 0 },
    ]);
    expect(
      compareTests(
        [],
        js("it('a', () => elsewhere(1)); it('b', () => {}); it('c', () => { f(); assert(true) })"),
      ).weakened,
    ).toEqual([
      { name: 'b', before: 0, after: 0 },
      { name: 'c', before: 0, after: 0 },
    ]);
    expect(compareTests([], py('def test_a():\n    look(1)\n\ndef test_b():\n    pass\n')).weakened).toEqual([
      { name: 'test_b', before: 0, after: 0 },
    ]);
  });

  it('has nothing to say of what is the same, or more', () => {
    const after = js(
      "it('a', () => { expect(x).toBe(1); expect(y).toBe(2); expect(z).toBe(3) }); it('b', () => { assert(y) }); it('c', () => { assert(x) })",
    );
    expect(compareTests(before, after)).toMatchObject({ removed: [], skipped: [], only: [], weakened: [] });
  });

  it('counts tests of one name, so that one of two is missed', () => {
    const twice = js("it('a', () => { assert(x) }); it('a', () => { assert(y) })");
    expect(compareTests(twice, js("it('a', () => { assert(x) })"))).toMatchObject({ removed: ['a'] });
  });
});

describe('tests that are to fail', () => {
  const inverted = (before: string, after: string) => compareTests(js(before), js(after)).inverted;
  const plain = "test('a', () => { expect(x).toBe(1) })";

  it.each([
    ["test.failing('a', () => { expect(x).toBe(1) })", ['a']],
    ["it.fails('a', () => { expect(x).toBe(1) })", ['a']],
    ["test('a', { fails: true }, () => { expect(x).toBe(1) })", ['a']],
    ["test('a', { expectFailure: 'later' }, () => { assert(x) })", ['a']],
    ["test.failing.each([1, 2])('a %i', () => { expect(x).toBe(1) })", ['a %i']],
    ["test('a', { fails: false }, () => { expect(x).toBe(1) })", undefined],
    [plain, undefined],
  ])('are told where they were not before: %s', (after, names) => {
    expect(inverted(plain, after)).toEqual(names);
    expect(inverted(after, after)).toBeUndefined();
  });
});
