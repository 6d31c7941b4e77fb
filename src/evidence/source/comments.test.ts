import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differInComments } from './comments.ts';

describe('two versions of a file', () => {
  it.each([
    ['a.js', 'const a = 1;\n', '/**\n * One.\n * @returns {number}\n */\nconst a = 1; // here\n'],
    ['a.ts', 'f(/a\\/\\/b/, `//`);\n', '// why\nf(/a\\/\\/b/, `//`);\n'],
    ['a.py', 'def f(x):\n    return x\n', 'def f(x):\n    """What it does."""\n    return x  # yes\n'],
    ['a.py', 'def f(\n    x,\n):\n    return x\n', 'def f(\n    x,\n):\n    """It."""\n    return x\n'],
    ['a.py', 'import os\n', '# first\n"""Module."""\nimport os\n'],
    ['a.go', 'package a\n\nvar s = `//`\n', '// Package a.\npackage a\n\nvar s = `//`\n'],
    ['a.rs', "fn f<'a>(c: &'a str) -> char { '\"' }\n", "/// F.\nfn f<'a>(c: &'a str) -> char { '\"' }\n"],
    ['a.rs', 'let s = r#"// "a" "#;\n', 'let s = r#"// "a" "#; // b\n'],
    ['a.sh', 'f() {\n  echo "# $#" "${a#b}"\n}\n', '# F.\nf() {\n  echo "# $#" "${a#b}" # yes\n}\n'],
  ])('%s differs in comments alone: %j, %j', (path, before, after) => {
    expect(differInComments(path, before, after)).toBe(true);
    expect(differInComments(path, after, before)).toBe(true);
  });

  it.each([
    ['a.js', 'const a = "// 1";\n', 'const a = "// 2";\n'],
    ['a.sh', 'echo "a\n# b"\n', 'echo "a\n# c"\n'],
    ['a.sh', 'cat <<E\n# a\nE\n', 'cat <<E\n# b\nE\n'],
    ['a.sh', 'f "$a"\n', '# shellcheck disable=SC2086\nf "$a"\n'],
    ['a.bats', '@test "a" {\n  f\n}\n', '# bats test_tags=slow\n@test "a" {\n  f\n}\n'],
    ['a.js', 'return a;\n', 'return /*\n*/ a;\n'],
    ['a.js', 'const a = 1;\n', '// @ts-nocheck\nconst a = 1;\n'],
    ['a.js', 'const a = 1;\n', '/* c8 ignore next */\nconst a = 1;\n'],
    ['a.js', 'a();\n', '// a();\n'],
    ['a.js', 'const u = `http://a`;\n', 'const u = `http://b`;\n'],
    ['a.jsx', '<a>http://a</a>;\n', '<a>http://b</a>;\n'],
    ['a.py', 'x = """a"""\n', 'x = """b"""\n'],
    ['a.py', 'x = [\n    """a""",\n]\n', 'x = [\n    """b""",\n]\n'],
    ['a.py', 'd = {"a":\n    """a"""}\n', 'd = {"a":\n    """b"""}\n'],
    ['a.py', 'import a\n', 'import a  # noqa\n'],
    ['a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
    ['a.go', 'package a\n', '//go:build linux\npackage a\n'],
    ['a.go', "var a = `\\`; var b = 'x' // `\n", "var a = `\\`; var b = 'y' // `\n"],
    ['a.rs', 'let a = r"\\"; b("http://c"); d();\n', 'let a = r"\\"; b("http://c"); e();\n'],
    ['a.rs', '/* /* */ a(); */\n', '/* /* */ b(); */\n'],
    ['a.txt', 'a\n', 'b\n'],
  ])('%s differs in more: %j, %j', (path, before, after) => {
    expect(differInComments(path, before, after)).toBe(false);
  });

  it('are read whatever they say', () => {
    const text = fc
      .array(fc.constantFrom(...'"\'`/*#\\\nab: ', '"""', 'def ', 'r#"'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.constantFrom('a.js', 'a.py', 'a.go', 'a.rs'), text, (path, some) => {
        differInComments(path, some, `${some}\nx`);
      }),
    );
  });
});
