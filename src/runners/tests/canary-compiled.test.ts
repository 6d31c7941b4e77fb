// Projects in Go and Rust, honest ones and others.
import { describe, expect, it } from 'vitest';
import { type Case, entries, type Needing, SLOW, tryCase } from '../../../test/fixtures/canary.ts';
import { has } from '../../../test/fixtures/run-on.ts';

const GO_CODE = {
  'go.mod': 'module example.com/g\n\ngo 1.18\n',
  'add.go': 'package g\n\nfunc Add(a, b int) int { return a + b }\n',
  'add_test.go':
    'package g\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 1) != 2 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
};
const GO_CHANGE = { 'add.go': 'package g\n\nfunc Add(a, b int) int { return a - b }\n' };
const MAIN_HEAD =
  'package g\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\t_ = fmt.Sprint()\n';

const GO_LIES: Record<string, Case> = {
  'TestMain ends with 0 whatever happened': {
    line: 'go test ./...',
    base: GO_CODE,
    head: { ...GO_CHANGE, 'main_test.go': `${MAIN_HEAD}\tm.Run()\n\tos.Exit(0)\n}\n` },
  },
  'TestMain prints results and runs nothing': {
    line: 'go test ./...',
    base: GO_CODE,
    head: {
      ...GO_CHANGE,
      'main_test.go': `${MAIN_HEAD}\tfmt.Println("=== RUN   TestAdd\\n--- PASS: TestAdd (0.00s)\\nPASS")\n\tos.Exit(0)\n}\n`,
    },
  },
};

const CARGO_ENV = { PATH: '/usr/bin:/bin' };
const MANIFEST = '[package]\nname = "little"\nversion = "0.1.0"\nedition = "2021"\n';
const RUST_LIB = (sign: string): string =>
  `pub fn add(a: i32, b: i32) -> i32 { a ${sign} b }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert_eq!(super::add(1, 1), 2); }\n}\n`;

const CARGO_LIES: Record<string, Case> = {
  'the tests of the library are switched off': {
    line: 'cargo test',
    env: CARGO_ENV,
    base: { 'Cargo.toml': MANIFEST, 'src/lib.rs': RUST_LIB('+') },
    head: { 'Cargo.toml': `${MANIFEST}\n[lib]\ntest = false\n`, 'src/lib.rs': RUST_LIB('-') },
  },
  'a harness of its own prints results': {
    line: 'cargo test',
    env: CARGO_ENV,
    base: {
      'Cargo.toml': MANIFEST,
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n',
      'tests/it.rs': '#[test]\nfn adds() { assert_eq!(little::add(1, 1), 2); }\n',
    },
    head: {
      'Cargo.toml': `${MANIFEST}\n[[test]]\nname = "it"\nharness = false\n`,
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { a - b }\n',
      'tests/it.rs':
        '#[test]\nfn adds() { assert_eq!(little::add(1, 1), 2); }\nfn main() { println!("running 1 test\\ntest adds ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n"); }\n',
    },
  },
};

const NO_ASSERT = 'macro_rules! assert_eq {\n    ($l:expr, $r:expr) => {{ let _ = ($l, $r); }};\n}\n\n';

const HONEST: Record<string, Needing> = {
  'Go with tables and an outer package': {
    line: 'go test ./...',
    needs: 'go version',
    base: {
      ...GO_CODE,
      'table_test.go':
        'package g_test\n\nimport (\n\t"testing"\n\n\tg "example.com/g"\n)\n\nfunc TestTable(t *testing.T) {\n\tfor _, c := range []int{1, 2} {\n\t\tt.Run("n", func(t *testing.T) {\n\t\t\tif g.Add(c, 0) != c {\n\t\t\t\tt.Fail()\n\t\t\t}\n\t\t})\n\t}\n}\n',
    },
    head: { 'add.go': 'package g\n\nfunc Add(a, b int) int { return b + a }\n' },
  },
  'Rust with tests inside of the library': {
    line: 'cargo test',
    env: CARGO_ENV,
    needs: 'PATH=/usr/bin:/bin cargo --version',
    base: { 'Cargo.toml': MANIFEST, 'src/lib.rs': RUST_LIB('+') },
    head: { 'src/lib.rs': RUST_LIB('+').replace('a + b', 'b + a') },
  },
  'Rust with a macro of the base': {
    line: 'cargo test',
    env: CARGO_ENV,
    needs: 'PATH=/usr/bin:/bin cargo --version',
    base: {
      'Cargo.toml': MANIFEST,
      'src/lib.rs': `macro_rules! matches {\n    ($l:expr) => { $l };\n}\n\n${RUST_LIB('+')}`,
    },
    head: {
      'src/lib.rs': `macro_rules! matches {\n    ($l:expr) => { $l };\n}\n\n${RUST_LIB('+').replace('a + b', 'b + a')}`,
    },
  },
  'Rust with tests beside the library': {
    line: 'cargo test',
    env: CARGO_ENV,
    needs: 'PATH=/usr/bin:/bin cargo --version',
    base: {
      'Cargo.toml': MANIFEST,
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n',
      'tests/it.rs': 'use little::add;\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 1), 2);\n}\n',
    },
    head: { 'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { b + a }\n' },
  },
};

describe('a canary finds out that', () => {
  it.runIf(has('go version')).each(entries(GO_LIES))('%s (go)', SLOW, async (_name, one) => {
    expect(await tryCase(one)).toMatchObject({ runner: 'go', status: 'unsound' });
  });
  it.runIf(has('PATH=/usr/bin:/bin cargo --version')).each(entries(CARGO_LIES))(
    '%s (cargo)',
    SLOW,
    async (_name, one) => {
      expect(await tryCase(one)).toMatchObject({ runner: 'cargo', status: 'unsound' });
    },
  );
});

describe('a canary, without a run, finds', () => {
  it('a macro in the place of an assertion', SLOW, async () => {
    const base = { 'Cargo.toml': MANIFEST, 'src/lib.rs': RUST_LIB('+') };
    const tried = await tryCase({
      line: 'cargo test',
      base,
      head: { 'src/lib.rs': `${NO_ASSERT}${RUST_LIB('-')}` },
    });
    expect(tried).toMatchObject({
      runner: 'cargo',
      status: 'unsound',
      why: expect.stringContaining('src/lib.rs defines a macro that is called `assert_eq`'),
    });
  });
});

describe('a canary lives in', () => {
  for (const [name, one] of Object.entries(HONEST))
    it.runIf(one.needs === undefined || has(one.needs))(name, SLOW, async () => {
      expect(await tryCase(one)).toMatchObject({ status: 'sound' });
    });
});
