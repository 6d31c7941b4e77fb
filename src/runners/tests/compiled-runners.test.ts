// Go and cargo: each names every test with its file, and says what could not be built.
import { describe, expect, it } from 'vitest';
import { has, placeWith, runIn, runOn, short, unloaded } from '../../../test/fixtures/run-on.ts';
import type { CommandEvidence } from '../../model/evidence.ts';

const GO = {
  'go.mod': 'module example.com/g\n\ngo 1.18\n',
  'a.go': 'package g\n\nfunc Add(a, b int) int { return a + b }\n',
  'a_test.go': `package g

import "testing"

func TestAdd(t *testing.T) {
	for _, c := range []struct{ name string; want int }{{"good", 2}, {"bad one", 3}} {
		t.Run(c.name, func(t *testing.T) {
			if got := Add(1, 1); got != c.want { t.Errorf("expected %d, got %d", c.want, got) }
		})
	}
}

func TestLater(t *testing.T) { t.Skip("later") }
`,
  'sub/s_test.go': 'package sub\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {}\n',
  'sub/deep/d_test.go': 'package deep\n\nimport "testing"\n\nfunc TestDeep(t *testing.T) {}\n',
};

describe.runIf(has('go version'))('tests of go', () => {
  it('have names and files, also those that pass', { timeout: 120_000 }, async () => {
    const evidence = await runOn(GO, 'go test -failfast ./...');
    expect(short(evidence)).toEqual([
      'a_test.go: TestAdd failed',
      'a_test.go: TestAdd/bad_one failed',
      'a_test.go: TestAdd/good passed',
      'a_test.go: TestLater skipped',
      'sub/deep/d_test.go: TestDeep passed',
      'sub/s_test.go: TestSub passed',
    ]);
    expect(evidence).toMatchObject({
      line: 'go test -failfast ./...',
      exit: 1,
      tests: { total: 6, failed: 2 },
    });
    expect(evidence.tests?.failures.find(({ name }) => name === 'TestAdd/bad_one')).toMatchObject({
      file: 'a_test.go',
      line: 8,
      message: 'a_test.go:8: expected 3, got 2',
    });
    expect(evidence.tail).toContain('--- FAIL: TestAdd');
    expect(evidence.tail).not.toContain('"Action"');
    expect(unloaded(evidence)).toBeUndefined();
  });

  it('of a package that does not build are not loaded; those of others run', {
    timeout: 120_000,
  }, async () => {
    const files = {
      ...GO,
      'sub/s_test.go': 'package sub\n\nimport "testing"\n\nfunc TestSub(t *testing.T) { gone() }\n',
    };
    const evidence = await runOn(files, 'go test ./...');
    expect(unloaded(evidence)).toEqual(['sub/s_test.go']);
    expect(evidence.tests?.unloaded?.[0]?.message).toContain('undefined: gone');
    expect(short(evidence)).toContain('sub/s_test.go: sub/s_test.go failed');
    expect(short(evidence)).toContain('sub/deep/d_test.go: TestDeep passed');
  });

  it('are those of the wanted packages', { timeout: 120_000 }, async () => {
    const evidence = await runOn(GO, 'go test -count 1 ./...', { only: ['sub/s_test.go', 'gone_test.go'] });
    expect(short(evidence)).toEqual(['sub/s_test.go: TestSub passed']);
    expect(evidence).toMatchObject({ exit: 0, only: ['sub/s_test.go', 'gone_test.go'] });
  });

  it('that began and did not end have failed', { timeout: 120_000 }, async () => {
    const files = {
      ...GO,
      'a_test.go':
        'package g\n\nimport ("testing"; "os"; "fmt")\n\nfunc TestA(t *testing.T) { fmt.Println("PASS"); os.Exit(0) }\n',
    };
    const evidence = await runOn(files, 'go test .');
    expect(evidence.tests).toMatchObject({ failed: 1, passed: 0 });
  });
});

const CARGO = {
  'Cargo.toml': '[package]\nname = "my-c"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': `//! \`\`\`
//! assert_eq!(my_c::add(1, 1), 2);
//! \`\`\`

/// \`\`\`
/// assert_eq!(my_c::add(1, 2), 3);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }

#[cfg(test)]
mod tests {
    #[test] fn adds() { assert_eq!(super::add(1, 1), 2); }
    #[test] fn wrong() { assert_eq!(super::add(1, 1), 3); }
    #[test] #[ignore] fn later() {}
}
`,
  'tests/it.rs': '#[test] fn works() { assert_eq!(my_c::add(2, 2), 4); }\n',
};

/** Programs that look for their settings in the home folder of the user do not find them there. */
const runCargo = (files: Record<string, string>): Promise<CommandEvidence> =>
  runIn({ ...placeWith(files), env: { PATH: '/usr/bin:/bin' } }, 'cargo test');

describe.runIf(has('PATH=/usr/bin:/bin cargo --version'))('tests of cargo', () => {
  it('have names and files, all programs of them', { timeout: 120_000 }, async () => {
    const evidence = await runCargo(CARGO);
    expect(short(evidence)).toEqual([
      'src/lib.rs: src/lib.rs - add passed',
      'src/lib.rs: src/lib.rs - passed',
      'src/lib.rs: tests::adds passed',
      'src/lib.rs: tests::later skipped',
      'src/lib.rs: tests::wrong failed',
      'tests/it.rs: works passed',
    ]);
    expect(evidence.tests?.failures).toMatchObject([{ name: 'tests::wrong', file: 'src/lib.rs', line: 13 }]);
  });

  it('of several packages have the files of their own', { timeout: 120_000 }, async () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n',
      ...Object.fromEntries(
        ['one', 'two'].flatMap((name) => [
          [`${name}/Cargo.toml`, `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`],
          [`${name}/src/lib.rs`, '#[test] fn same() {}\n'],
          [`${name}/tests/it.rs`, '#[test] fn works() {}\n'],
        ]),
      ),
    };
    expect(short(await runCargo(files))).toEqual([
      'one/src/lib.rs: same passed',
      'one/tests/it.rs: works passed',
      'two/src/lib.rs: same passed',
      'two/tests/it.rs: works passed',
    ]);
  });

  it('are not loaded where something does not compile', { timeout: 120_000 }, async () => {
    const evidence = await runCargo({ ...CARGO, 'tests/it.rs': '#[test] fn works() { gone(); }\n' });
    expect(unloaded(evidence)).toEqual(['*']);
    expect(evidence.tests).toMatchObject({ passed: 0, failed: 1 });
    expect(evidence.tests?.unloaded?.[0]?.message).toMatch(/my-c.* does not compile.*gone/s);
  });
});
