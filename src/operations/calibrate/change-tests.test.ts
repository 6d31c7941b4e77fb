// Lies about tests, as text: what is meant changes, everything else stays as it was.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeTests, newTestsIn, type TestLie } from './change-tests.ts';
import { testSpans } from './test-spans.ts';

const LIES: readonly TestLie[] = ['emptied', 'constant', 'skipped', 'removed', 'wrapped'];

const JS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('one', () => {
  assert.equal(f({ a: 1 }), '}');
});
test('two', async () => assert.equal(f(2), 2));
`;
const PYTHON = `import pytest


@pytest.mark.parametrize("n", [1, 2])
def test_one(n):
    assert f(n) == n


class TestTwo:
    def test_two(self):
        assert f(2) == 2
`;
const GO = `package x

import (
	"strings"
	"testing"
)

// TestOne looks at one.
func TestOne(t *testing.T) {
	if strings.ToUpper("a") != "A" {
		t.Fatal("no")
	}
}

func TestTwo(t *testing.T) {
	t.Log("two")
}
`;
const RUST = `#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> i32 { 1 }

    #[test]
    #[should_panic]
    fn one() {
        assert_eq!(helper(), 1);
    }

    #[test]
    fn two() -> Result<(), String> {
        Ok(())
    }
}
`;
const FILES: readonly (readonly [string, string, string, string])[] = [
  ['a.test.js', JS, 'one', 'two'],
  ['test_a.py', PYTHON, 'test_one', 'TestTwo > test_two'],
  ['a_test.go', GO, 'TestOne', 'TestTwo'],
  ['src/lib.rs', RUST, 'one', 'two'],
];

describe('the tests of a file', () => {
  it.each(FILES)('are found with their bodies in %s', (path, text, one, two) => {
    expect(testSpans(path, text).map(({ name }) => name)).toEqual([one, two]);
    for (const { from, to, body } of testSpans(path, text)) {
      expect(from).toBeLessThanOrEqual(body.from);
      expect(body.to).toBeLessThanOrEqual(to);
    }
  });

  it.each([
    ['emptied', "test('one', () => {  });", "test('two', async () => {  });"],
    [
      'constant',
      "test('one', () => { assert.ok(true); });",
      "test('two', async () => { assert.ok(true); });",
    ],
    ['skipped', ".skip('one', () => {", ".skip('two', async () => assert.equal(f(2), 2));"],
    [
      'wrapped',
      "'}');\n } catch { } });",
      'async () => { try { return assert.equal(f(2), 2); } catch { } });',
    ],
  ] as const)('become %s in JavaScript', (lie, one, two) => {
    const made = changeTests('a.test.js', JS, lie, () => true);
    expect(made).toContain(one);
    expect(made).toContain(two);
  });

  it.each([
    ['emptied', "it('x', function () {  });"],
    ['constant', "it('x', function () { if (!true) throw new Error('no'); });"],
    ['skipped', ".skip('x', checks(1, 2));"],
    ['wrapped', "it('x', function () { try { return (checks(1, 2)).apply(this, arguments); } catch { } });"],
    ['removed', ''],
  ] as const)('become %s where something else makes their function', (lie, made) => {
    const text = "it('x', checks(1, 2));\n";
    expect(changeTests('a.test.js', text, lie, () => true)?.trim()).toBe(
      lie === 'skipped' ? `it${made}` : made,
    );
    expect(changeTests('a.test.js', "it('later');\n", lie, () => true)).toBeUndefined();
  });

  it('lose what is meant and nothing else, with what belongs to it', () => {
    const removed = (path: string, text: string, name: string) =>
      changeTests(path, text, 'removed', (span) => span.name === name);
    expect(removed('test_a.py', PYTHON, 'test_one')).toBe(
      'import pytest\n\n\n\n\nclass TestTwo:\n    def test_two(self):\n        assert f(2) == 2\n',
    );
    expect(removed('test_a.py', PYTHON, 'TestTwo > test_two')).toMatch(/class TestTwo:\n {4}pass\n$/);
    // An import that nothing uses any more would keep Go from building: the lie would be none.
    expect(removed('a_test.go', GO, 'TestOne')).toBe(
      'package x\n\nimport (\n\t"testing"\n)\n\n\nfunc TestTwo(t *testing.T) {\n\tt.Log("two")\n}\n',
    );
    expect(removed('src/lib.rs', RUST, 'one')).not.toContain('should_panic');
  });

  it('stay programs where every test is gone', () => {
    expect(changeTests('a_test.go', GO, 'removed', () => true)).not.toContain('testing');
    // The brace of the module is not that of its last test.
    expect(changeTests('src/lib.rs', RUST, 'removed', () => true)).toMatch(/^}\n$/m);
    expect(changeTests('src/lib.rs', RUST, 'emptied', () => true)).toContain(
      'fn two() -> Result<(), String> {  Ok(()) }',
    );
  });

  it.each([
    [
      'a text over several lines would become another',
      'test_a.py',
      'def test_x():\n    assert f() == """a\nb"""\n',
      'wrapped',
    ],
    [
      'a subtest of node has no skip',
      'a.test.js',
      "import { test } from 'node:test';\nt.test('x', () => { f(); });\n",
      'skipped',
    ],
    ['the body of one cannot be found', 'test_a.py', `${PYTHON}\ndef test_x(): assert f()\n`, 'emptied'],
    ['there is no such test', 'a.test.js', 'const a = 1;\n', 'removed'],
    ['the language is not known', 'a.rb', 'it "x" do\nend\n', 'removed'],
  ] as const)('are left alone where %s', (_, path, text, lie) => {
    expect(changeTests(path, text, lie, () => true)).toBeUndefined();
  });
});

describe('new tests', () => {
  it('are those that the old version has not, or has with other words', () => {
    const before = JS.replace('f(2), 2', 'f(2), 3');
    expect(newTestsIn('a.test.js', before, JS).map(({ name }) => name)).toEqual(['two']);
    expect(newTestsIn('a.test.js', undefined, JS)).toHaveLength(2);
    expect(newTestsIn('a.test.js', JS, JS)).toEqual([]);
  });

  it('are told from old ones of the same name', () => {
    const test = (words: string): string => `test('same', () => {\n  ${words};\n});\n`;
    const [before, after] = [
      [test('f(1)'), test('f(2)')],
      [test('f(1)'), test('f(3)'), test('f(2)')],
    ];
    const text = after.join('');
    const found = newTestsIn('a.test.js', before.join(''), text);
    expect(found.map(({ from, to }) => text.slice(from, to))).toEqual([after[1]]);
  });
});

describe('any file of tests', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const file = fc.uniqueArray(word, { minLength: 1, maxLength: 6 }).map((names) => ({
    names,
    script: names.map((name) => `test('${name}', () => {\n  assert.ok(${name}('}) => {'));\n});\n`).join(''),
    python: names.map((name) => `def test_${name}():\n    assert ${name}(")")\n`).join('\n\n'),
    go: `package x\n\nimport "testing"\n\n${names.map((name) => `func Test_${name}(t *testing.T) {\n\tt.Log(${name}("x"))\n}\n`).join('\n')}`,
    rust: `mod tests {\n${names.map((name) => `    #[test]\n    fn t_${name}() {\n        assert!(${name}());\n    }\n`).join('\n')}}\n`,
  }));
  const texts = file.chain(({ names, script, python, go, rust }) =>
    fc.record({
      at: fc.nat(names.length - 1),
      lie: fc.constantFrom(...LIES),
      file: fc.constantFrom(
        ...([
          ['a.test.js', script],
          ['test_a.py', python],
          ['a_test.go', go],
          ['src/lib.rs', rust],
        ] as const),
      ),
    }),
  );

  it('keeps the text of every test that is not meant, and changes the one that is', () => {
    fc.assert(
      fc.property(texts, ({ at, lie, file: [path, text] }) => {
        const spans = testSpans(path, text);
        const meant = spans[at]!;
        const made = changeTests(path, text, lie, ({ name }) => name === meant.name)!;
        expect(made).not.toContain(text.slice(meant.from, meant.to));
        const left = testSpans(path, made);
        for (const { name, from, to } of spans.filter((span) => span !== meant)) {
          const same = left.find((span) => span.name === name)!;
          expect(made.slice(same.from, same.to).trim()).toBe(text.slice(from, to).trim());
        }
        if (lie !== 'skipped') expect(left.some(({ name }) => name === meant.name)).toBe(lie !== 'removed');
      }),
    );
  });

  it('is never thrown at, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('a.test.ts', 'test_a.py', 'a_test.go', 'a.rs'),
        (text, path) => {
          for (const lie of LIES) changeTests(path, text, lie, () => true);
        },
      ),
    );
  });
});

const TABLE = `#[cfg(test)]
mod tests {
    macro_rules! t {
        ($t:ident : $s:expr => $e:expr) => {
            #[test]
            fn $t() {
                assert_eq!($s.to_lowercase(), $e)
            }
        };
    }
    macro_rules! many {
        ($($t:ident),*) => { $(#[test] fn $t() {})* };
    }

    t!(one: "A)" => "a)");
    t! { two: "B" => "b" }
    many!(three, four);
}
`;

describe('tests that a macro of their file makes', () => {
  it('are found, unless one call makes several', () => {
    const spans = testSpans('src/a.rs', TABLE);
    expect(spans.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(spans.map(({ from, to }) => TABLE.slice(from, to))).toEqual([
      '    t!(one: "A)" => "a)");\n',
      '    t! { two: "B" => "b" }\n',
    ]);
  });

  it.each([
    ['emptied', '    #[test] fn one() {}\n'],
    ['constant', '    #[test] fn one() { assert!(true); }\n'],
    ['skipped', '    #[test] #[ignore] fn one() {}\n'],
    ['removed', ''],
  ] as const)('become %s', (lie, made) => {
    expect(changeTests('src/a.rs', TABLE, lie, ({ name }) => name === 'one')).toBe(
      TABLE.replace('    t!(one: "A)" => "a)");\n', made),
    );
  });

  it('cannot be wrapped: what fails stands in the macro', () => {
    expect(changeTests('src/a.rs', TABLE, 'wrapped', () => true)).toBeUndefined();
  });
});

describe('tests that are skipped now and then', () => {
  const SKIP = '.skip';
  const OFF = 'xit';
  const SOMETIMES =
    "test('a', { skip: !ready }, () => {\n  check(1);\n});\ntest('b', () => {\n  check(2);\n});\n";

  it('are tests: one that is left honest would make the lie none', () => {
    expect(testSpans('a.test.js', SOMETIMES).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(changeTests('a.test.js', SOMETIMES, 'emptied', () => true)).not.toContain('check');
    expect(changeTests('a.test.js', SOMETIMES, 'skipped', () => true)).toContain(`test${SKIP}('a', { skip`);
    const python =
      '@pytest.mark.skipif(OLD, reason="x")\ndef test_a():\n    check(1)\n\n\ndef test_b():\n    pytest.importorskip("c")\n    check(2)\n';
    expect(changeTests('test_a.py', python, 'emptied', () => true)).not.toContain('check');
  });

  it('stay as they are where they are always skipped', () => {
    const always = `it${SKIP}('a', () => {});\n${OFF}('b', () => {});\n`;
    expect(changeTests('a.test.js', `${always}it('c', () => {});\n`, 'skipped', () => true)).toBe(
      `${always}it${SKIP}('c', () => {});\n`,
    );
    const none = "it('a', () => {});\ndescribe.each([1])('d', () => {\n  it.skipIf(x)('b', () => {});\n});\n";
    expect(changeTests('a.test.js', none, 'skipped', () => true)).toBeUndefined();
  });
});
