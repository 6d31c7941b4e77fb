// What is left of test files when only some of their tests are wanted.
import { expect, it } from 'vitest';
import { keepTests, type SourceText } from './kept-tests.ts';

const kept = (wanted: string, ...files: readonly SourceText[]): string[] =>
  keepTests(files, (_, test) => test.endsWith(wanted)).map(({ text }) =>
    text.replace(/\n{2,}/g, '\n').trim(),
  );

const GO = `package a

import (
	"testing"
	"time"
)

const marks = `.concat(
  '`\nfunc TestNone() {}\n`\n',
  `
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

var _ = Fresh

func TestMain(m *testing.M) { m.Run() }

// Old says nothing.
func TestOld(t *testing.T) {
	if help() != marks {
		t.Fatal("no")
	}
}

func TestFresh(t *testing.T) {
	clock{}.now()
	Fresh()
}
`,
);
const HELP = `package a

func help() string { return "x" }

func fresh() { Fresh() }
`;

it('leaves out of Go what no wanted test of the package uses', () => {
  const [text, help] = kept('TestOld', { path: 'a_test.go', text: GO }, { path: 'help_test.go', text: HELP });
  expect(text).not.toMatch(/Fresh|"time"|clock/);
  expect(text).toMatch(/"testing"[\s\S]*const marks[\s\S]*func TestMain[\s\S]*func TestOld/);
  expect(help).toBe('package a\nfunc help() string { return "x" }');
});

it('keeps in Go the methods of what a wanted test uses', () => {
  expect(kept('TestFresh', { path: 'a_test.go', text: GO })[0]).toMatch(
    /"time"[\s\S]*type clock[\s\S]*now\(\)/,
  );
});

it('leaves out of JavaScript other tests, values and names of imports', () => {
  const text = `import assert, { ok as yes } from 'node:assert';
import { fresh, old } from '../a.js';
import * as all from '../b.js';
import '../setup.js';

const made = () => fresh(1);
const told = 'made';

describe('a', () => {
  beforeEach(() => \`\${told}\`);
  it('old', () => {
    yes(old());
  });
  it('new', () => assert(all, made()));
});
`;
  expect(kept('old', { path: 'test/a.js', text })[0]).toBe(`import { ok as yes } from 'node:assert';
import { old } from '../a.js';
import '../setup.js';
const told = 'made';
describe('a', () => {
  beforeEach(() => \`\${told}\`);
  it('old', () => {
    yes(old());
  });
  ;
});`);
  expect(kept('new', { path: 'test/a.js', text })[0]).toContain('const made');
});

it('leaves a class of Python with something in it, and what pytest uses by itself', () => {
  const text = `from __future__ import annotations
from a import (
    fresh,  # new
    old,
)

@pytest.fixture(
    autouse=True,
)
def always():
    yield

@pytest.fixture
def one():
    return fresh

class TestA:
    def test_new(self, one):
        assert one

def test_old():
    assert old
`;
  expect(kept('test_old', { path: 'test_a.py', text })[0]).toBe(`from __future__ import annotations
from a import old
@pytest.fixture(
    autouse=True,
)
def always():
    yield
def test_old():
    assert old`);
  expect(kept('test_new', { path: 'test_a.py', text })[0]).toContain('def one():\n    return fresh');
});

it('leaves out of Rust other tests with their attributes', () => {
  const text = `use a::{fresh, old};
use std::fmt::*;

fn help() -> i32 {
    old()
}

#[test]
#[should_panic]
fn fails() {
    fresh();
}

#[test]
fn works() {
    assert_eq!(help(), 1);
}
`;
  expect(kept('works', { path: 'tests/a.rs', text })[0]).toBe(`use a::{old};
use std::fmt::*;
fn help() -> i32 {
    old()
}
#[test]
fn works() {
    assert_eq!(help(), 1);
}`);
});

it('changes nothing in a language that it does not know', () => {
  expect(kept('a', { path: 'a_test.rb', text: 'def test_b; end' })).toEqual(['def test_b; end']);
});
