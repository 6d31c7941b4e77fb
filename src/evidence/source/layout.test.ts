import { describe, expect, it } from 'vitest';
import { differBeyondNames, differInLayout } from './layout.ts';

describe('layout', () => {
  it.each([
    ['a.js', "const a = { b: 'c' };\n", 'const a = {\n\tb: "c",\n};\n'],
    ['a.ts', 'f(a, b);\n', 'f(\n  a, // the first\n  b,\n);\n'],
    ['a.js', 'return a;\n', 'return  a;\n'],
    ['a.go', 'func a() { b() }\n', 'func a() {\n\tb()\n}\n'],
    ['a.rs', 'fn a() { b(1) }\n', 'fn a() {\n    b(1)\n}\n'],
  ])('%s is laid out otherwise', (path, before, after) => {
    expect(differInLayout(path, before, after)).toBe(true);
  });

  it.each([
    ['a.js', 'return a;\n', 'return\na;\n'],
    ['a.js', "f('a b');\n", "f('a  b');\n"],
    ['a.js', 'f(/a b/);\n', 'f(/a  b/);\n'],
    ['a.js', 'f(`a b`);\n', 'f(`a  b`);\n'],
    ['a.js', 'f([,]);\n', 'f([]);\n'],
    ['a.js', 'a >= b;\n', 'a > b;\n'],
    ['a.rs', 'f((1,));\n', 'f((1));\n'],
    ['a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n'],
    ['a.sh', 'a b\n', 'a\nb\n'],
  ])('%s says something else', (path, before, after) => {
    expect(differInLayout(path, before, after)).toBe(false);
  });
});

describe('names', () => {
  it.each([
    ['const a = b(1);\n', 'const c = d(1);\n'],
    ["import { a } from './a.js';\nf(a);\n", "import { c } from './c.js';\nf(c);\n"],
    [
      "import { a } from './a.js';\nimport { b } from './b.js';\nf(a, b);\n",
      "import { b } from './b.js';\nimport { z } from './z.js';\nf(z, b);\n",
    ],
    ['from a import b\n\nb(1)\n', 'from c import (\n    b,\n)\n\nb(1)\n'],
    ['use crate::a;\nb::c(1);\n', 'use crate::{d, e};\nb::f(1);\n'],
    ["it('runs a', () => a());\n", "it('runs b', () => b());\n"],
    ['f(first, second);\n', 'f(\n  theFirst,\n  second,\n);\n'],
    ['f(a); // calls it\n', 'f(b);\n'],
    ['shelf.take(1); queue.take(2);\n', 'shelf.remove(1); queue.take(2);\n'],
  ])('%j has other names', (before, after) => {
    expect(differBeyondNames(before, after)).toBe(false);
  });

  it.each([
    ['f(a, 1);\n', 'f(b, 2);\n'],
    ['a >= b;\n', 'c > b;\n'],
    ['f(a);\n', 'f(b, c);\n'],
    ['a(b); a(c);\n', 'd(b); e(c);\n'],
    ['a - b; a;\n', 'b - a; a;\n'],
    ["f('at 10');\n", "f('at 11');\n"],
    ['const a = ({ b = 1 }) => b;\n', 'const c = ({ b = 1, d = 2 }) => b;\n'],
  ])('%j changes more', (before, after) => {
    expect(differBeyondNames(before, after)).toBe(true);
  });
});
