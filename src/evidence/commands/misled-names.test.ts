import { describe, expect, it } from 'vitest';
import {
  assertionMacros,
  changesShellErrors,
  isLookAlike,
  replacedGlobal,
  unfailing,
  usesTestLibrary,
} from './misled-names.ts';

describe('macros that are called like an assertion', () => {
  it.each([
    ['macro_rules! assert_eq {\n    ($a:expr) => {};\n}\n', ['assert_eq']],
    ['macro_rules ! panic { () => {} }\n', ['panic']],
    ['pub use crate::nothing as assert_ne;\n', ['assert_ne']],
    ['macro_rules! assert_close {\n    ($a:expr) => {};\n}\n', []],
    ['// macro_rules! assert_eq\nfn f() { assert_eq!(1, 1); }\n', []],
    ['use pretty_assertions::assert_eq;\n', []],
  ])('%j', (text, expected) => {
    expect(assertionMacros(text)).toEqual(expected);
  });
});

describe('code that no assertion fails on', () => {
  it.each([
    ['a.py', 'class A(float):\n    def __eq__(self, other):\n        return True\n'],
    ['a.py', 'class A:\n    def __eq__(self, other) -> bool:\n        """Equal."""\n        return True\n'],
    ['a.py', 'A.__eq__ = lambda self, other: True\n'],
    ['a.py', 'import sys\nrunner = sys.modules.get("_pytest.python")\n'],
    ['a.ts', 'return { asymmetricMatch: () => true };\n'],
    ['a.rs', 'impl PartialEq for A {\n    fn eq(&self, _other: &Self) -> bool {\n        true\n    }\n}\n'],
  ])('is seen in %s: %j', (path, text) => {
    expect(unfailing(path, text)).toHaveLength(1);
  });

  it.each([
    ['a.py', 'def __eq__(self, other):\n    return self.x == other.x\n'],
    ['a.py', 'def __eq__(self, other):\n    if self is other:\n        return True\n    return False\n'],
    ['a.py', 'import pytest\n'],
    ['a.rs', 'fn eq(&self, other: &Self) -> bool { self.0 == other.0 }\n'],
  ])('is not seen in %s: %j', (path, text) => {
    expect(unfailing(path, text)).toEqual([]);
  });
});

it.each([
  ['shop/shi\u0440\u0440ing.py', true],
  ['shop/shipping.py', false],
  ['docs/\u043f\u0440\u0438\u0432\u0435\u0442_world.py', false],
  ['src/caf\u00e9.ts', false],
])('letters of two alphabets in one word: %s, %s', (path, is) => {
  expect(isLookAlike(path)).toBe(is);
});

describe('code that uses what is made for tests', () => {
  it.each([
    ['a.py', 'from unittest.mock import ANY\n', true],
    ['a.py', 'def f():\n    from unittest import TestCase, mock\n', true],
    ['a.py', 'import mock\n', true],
    ['a.py', 'import mockery\nfrom unittest import TestCase\n', false],
    ['a.js', "require('chai').use(plugin);\n", true],
    ['a.ts', "import sinon from 'sinon';\n", true],
    ['a.ts', "import { chain } from './chai';\n// from chai\n", false],
  ])('%s %j: %s', (path, text, expected) => {
    expect(usesTestLibrary(path, text)).toBe(expected);
  });
});

describe('a shell library', () => {
  it.each([
    ['set +e\nf() { :; }\n', ''],
    ['set +eu\n', 'set -u\n'],
    ['set +o errexit\n', ''],
    ["trap 'exit 0' EXIT\n", ''],
    ['#!/bin/sh\nset +e\n', 'f() { :; }\n'],
  ])('that says %j changes what a failing command does', (now, then) => {
    expect(changesShellErrors('lib/a.sh', now, then)).toBe(true);
  });

  it.each([
    ['set -e\n', ''],
    ['f() {\n  set +e\n}\n', ''],
    ['set +e\nf\n', 'set +e\n'],
    ['#!/bin/sh\nset +e\n', '#!/bin/sh\n'],
    ['#!/usr/bin/env bash\ntrap cleanup EXIT\n', ''],
  ])('that says %j does not', (now, then) => {
    expect(changesShellErrors('lib/a.sh', now, then)).toBe(false);
  });
});

describe('code that puts something in the place of a function of the platform', () => {
  it.each([
    ['a.ts', 'globalThis.fetch = async (...args) => answer(args);\n', 'fetch'],
    ['a.js', "Object.defineProperty(globalThis, 'Date', { value: Mine });\n", 'Date'],
    ['a.ts', 'globalThis.fetch ??= polyfill;\n', undefined],
    ['a.ts', 'if (!globalThis.fetch) globalThis.fetch = polyfill;\n', undefined],
    ['a.ts', 'const isOld = globalThis.fetch === undefined;\nglobalThis.app = start();\n', undefined],
    ['a.md', 'globalThis.fetch = mine;\n', undefined],
  ])('%s %j: %s', (path, text, expected) => {
    expect(replacedGlobal(path, text)).toBe(expected);
  });
});
