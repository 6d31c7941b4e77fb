// Real runners beside those of named-tests.test.ts: each names every test, goes on after a file that cannot be loaded,
// and runs some files only.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder } from '../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../model/evidence.ts';
import { type Place, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';

const VITEST = resolve(import.meta.dirname, '../../node_modules/.bin/vitest');
const PYTEST = '/usr/bin/python3 -m pytest -p no:cacheprovider';
/** Folders with installations of runners that this project does not depend on. */
const TOOLS = (process.env['BATON_TEST_TOOLS'] ?? '').split(':').filter((folder) => existsSync(folder));

const has = (line: string): boolean => {
  try {
    execFileSync('sh', ['-c', line], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const placeWith = (files: Record<string, string>): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  const stateDirectory = join(stateRoot, 'p');
  mkdirSync(stateDirectory, { recursive: true });
  return { project: repositoryWith(files), stateRoot, stateDirectory, env: process.env };
};

const runIn = async (
  place: Place,
  line: string,
  more: Partial<ReexecuteOptions> = {},
): Promise<CommandEvidence> => {
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/one',
  });
  const evidence = await reexecute({ place, tree, line, sandbox: 'none', ...more });
  if (evidence.kind !== 'command') throw new Error(evidence.cause);
  return evidence;
};

const runOn = (files: Record<string, string>, line: string, more: Partial<ReexecuteOptions> = {}) =>
  runIn(placeWith(files), line, more);

const short = ({ tests }: CommandEvidence) =>
  tests?.cases?.map(({ name, file, status }) => `${file ?? '?'}: ${name} ${status}`).sort();
const unloaded = ({ tests }: CommandEvidence) => tests?.unloaded?.map(({ file }) => file).sort();

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

describe.runIf(has(`${PYTEST} --version`))('tests of pytest', () => {
  it('run although a file cannot be loaded, and after the first failure', async () => {
    const files = {
      'tests/test_a.py': 'def test_bad():\n    assert 1 == 2\n\ndef test_good():\n    pass\n',
      'tests/test_broken.py': 'import no_such_module\n\ndef test_never():\n    pass\n',
    };
    const evidence = await runOn(files, `${PYTEST} -x`);
    expect(short(evidence)).toEqual([
      'tests/test_a.py: test_bad failed',
      'tests/test_a.py: test_good passed',
      'tests/test_broken.py: tests/test_broken.py failed',
    ]);
    expect(unloaded(evidence)).toEqual(['tests/test_broken.py']);
    expect(evidence.tests?.unloaded?.[0]?.message).toContain("No module named 'no_such_module'");
  });

  it('are all not loaded where conftest.py cannot be', async () => {
    const files = { 'tests/conftest.py': 'import nope\n', 'tests/test_a.py': 'def test_a():\n    pass\n' };
    const evidence = await runOn(files, `${PYTEST} tests`);
    expect(evidence.tests).toMatchObject({ failed: 1, unloaded: [{ file: '*' }] });
  });

  it('are named as people write them', async () => {
    const files = {
      'test_a.py':
        'import pytest\n\n@pytest.mark.parametrize("word", ["é", "日本", "a\\\\xe9", "🙂", "a b"])\ndef test_x(word):\n    assert word\n\nclass TestÜ:\n    def test_ß(self):\n        pass\n',
    };
    const escaped = await runOn(files, PYTEST);
    const names = [
      'TestÜ > test_ß',
      'test_x[a b]',
      'test_x[a\\\\xe9]',
      'test_x[é]',
      'test_x[日本]',
      'test_x[🙂]',
    ];
    expect(escaped.tests?.cases?.map(({ name }) => name).sort()).toEqual(names);
    const plain = await runOn(
      files,
      `${PYTEST} -o disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true -k "not xe9"`,
    );
    expect(plain.tests?.cases?.map(({ name }) => name).sort()).toEqual(
      names.filter((name) => !name.includes('xe9')),
    );
    const printed = await runOn(files, `${PYTEST} -v; exit $?`);
    expect(printed.tests?.cases?.map(({ name }) => name).sort()).toEqual(names);
  });

  it('are those of the wanted files', async () => {
    const files = {
      'tests/test_a.py': 'def test_a():\n    pass\n',
      'tests/test_b.py': 'def test_b():\n    pass\n',
      'other/test_c.py': 'def test_c():\n    pass\n',
    };
    const only = ['tests/test_b.py', 'other/test_c.py'];
    const evidence = await runOn(files, `${PYTEST} -q tests`, { only });
    expect(short(evidence)).toEqual(['tests/test_b.py: test_b passed']);
    expect(evidence).toMatchObject({ line: `${PYTEST} -q tests`, only });
  });
});

describe('tests of Node', () => {
  const files = {
    'package.json': JSON.stringify({
      scripts: {
        test: 'npm run lint && npm run unit -- lib/b.test.js lib/broken.test.js lib/late.test.js',
        lint: 'echo fine',
        unit: "node --test 'a.test.js'",
      },
    }),
    'a.test.js': "require('node:test')('a', () => {});\n",
    'lib/b.test.js': "require('node:test')('b', () => {});\n",
    'lib/broken.test.js': "require('./no-such-file.js');\nrequire('node:test')('never', () => {});\n",
    'lib/late.test.js':
      "require('node:test')('late', () => {});\nsetTimeout(() => { throw new Error('after') }, 50).unref();process.on('exit', () => { process.exitCode = 1 });\n",
  };
  const NODE_TEST = "node --test 'a.test.js' lib/*.test.js";

  it.each(['npm test', NODE_TEST])('of a file that cannot be loaded: %s', async (line) => {
    const evidence = await runOn(files, line);
    expect(unloaded(evidence)).toEqual(['lib/broken.test.js']);
    expect(short(evidence)).toEqual(
      expect.arrayContaining([
        'a.test.js: a passed',
        'lib/b.test.js: b passed',
        'lib/broken.test.js: lib/broken.test.js failed',
        'lib/late.test.js: late passed',
      ]),
    );
    if (line === 'npm test') expect(evidence.tail).toContain('fine');
  });

  it.each(['npm test', NODE_TEST, 'node --test --import ./a.test.js'])(
    'of the wanted files: %s',
    async (line) => {
      const evidence = await runOn(files, line, { only: ['lib/b.test.js'] });
      expect(short(evidence)).toContain('lib/b.test.js: b passed');
      expect(short(evidence)?.join()).not.toContain('broken');
      expect(evidence).toMatchObject({ line, exit: 0, only: ['lib/b.test.js'] });
    },
  );

  it.each([
    ['none', [], 'npm test'],
    ['one that the tree does not have', ['gone.test.js'], 'npm test'],
    ['one that the line does not run', ['lib/b.test.js'], 'node --test a.test.js'],
  ])('of no file where the wanted one is %s', async (_which, only, line) => {
    expect(await runOn(files, line, { only })).toMatchObject({
      ...{ exit: 0, only, durationMs: 0, line },
      tests: { total: 0, passed: 0, failed: 0, skipped: 0, failures: [] },
    });
  });

  it.each(['node --test --some-option a.test.js; exit $?', 'echo 1 passed in 0.01s'])(
    'are all of them where the line cannot be told: %s',
    async (line) => {
      const evidence = await runOn(files, line, { only: ['lib/b.test.js'] });
      expect(evidence.only).toBeUndefined();
    },
  );
});

describe('tests of Vitest', () => {
  const files = {
    'a.test.ts': "it('a', () => { throw new Error('red') });",
    'b.test.ts': "it('b', () => {});",
    'broken.test.ts': "import './no-such-file';\nit('never', () => {});",
  };

  it('run although a file cannot be loaded, and after the first failure', async () => {
    const evidence = await runOn(files, `${VITEST} run --globals --bail 1 --no-file-parallelism`);
    expect(short(evidence)).toEqual([
      'a.test.ts: a failed',
      'b.test.ts: b passed',
      'broken.test.ts: broken.test.ts failed',
    ]);
    expect(unloaded(evidence)).toEqual(['broken.test.ts']);
  });

  it('are those of the wanted files', async () => {
    const evidence = await runOn(files, `${VITEST} run --globals`, { only: ['b.test.ts'] });
    expect(short(evidence)).toEqual(['b.test.ts: b passed']);
    expect(evidence.only).toEqual(['b.test.ts']);
  });
});

describe.each(TOOLS)('with the tools of %s', (folder) => {
  const tool = (name: string): string => join(folder, 'node_modules/.bin', name);

  it.runIf(existsSync(tool('mocha')))('names the tests of mocha', async () => {
    const files = {
      'test/a.js': `describe('s', () => {
  it('one', () => {});
  it('two', () => { throw new Error('red') });
  it.skip('three', () => {});
  describe('deep', () => { before(() => { throw new Error('hook') }); it('four', () => {}); });
});
it('last', () => {});
`,
      'test/b.js': "it('b', async () => {});\n",
      '.mocharc.json': '{"bail": true, "reporter": "dot"}',
    };
    const evidence = await runOn(files, `${tool('mocha')} --bail 'test/*.js'`);
    expect(short(evidence)).toEqual([
      'test/a.js: last passed',
      'test/a.js: s > deep > "before all" hook for "four" failed',
      'test/a.js: s > deep > four failed',
      'test/a.js: s > one passed',
      'test/a.js: s > three skipped',
      'test/a.js: s > two failed',
      'test/b.js: b passed',
    ]);
    const parallel = await runOn(files, `${tool('mocha')} --parallel test`, { only: ['test/b.js'] });
    expect(short(parallel)).toEqual(['test/b.js: b passed']);
    expect(parallel.only).toEqual(['test/b.js']);
    const broken = { ...files, 'test/broken.js': "require('./no-such-file.js');\n" };
    expect((await runOn(broken, tool('mocha'))).tests).toMatchObject({
      failed: 1,
      unloaded: [{ file: '*' }],
    });
  });

  it.runIf(existsSync(tool('jest')))('names the tests of jest', async () => {
    const files = {
      'package.json': '{"jest":{"bail":1}}',
      'a.test.js': "test('one', () => {}); test('two', () => { throw new Error('red') });",
      'ba.test.js': "describe('s', () => { test('b', () => {}) });",
      'broken.test.js': "require('./no-such-file.js'); test('never', () => {});",
    };
    const evidence = await runOn(files, `${tool('jest')} --bail -i`);
    expect(short(evidence)).toEqual([
      'a.test.js: one passed',
      'a.test.js: two failed',
      'ba.test.js: s > b passed',
      'broken.test.js: broken.test.js failed',
    ]);
    expect(unloaded(evidence)).toEqual(['broken.test.js']);
    const some = await runOn(files, tool('jest'), { only: ['a.test.js'] });
    expect(short(some)).toEqual(['a.test.js: one passed', 'a.test.js: two failed']);
    expect(some.only).toEqual(['a.test.js']);
  });
});

describe('the same request', () => {
  it('at the same time is run once, and ended by nobody else', async () => {
    const place = placeWith({ 'a.txt': 'a' });
    const line = 'sleep 1; date +%N';
    const [one, two] = await Promise.all([runIn(place, line), runIn(place, line)]);
    expect(two.tail).toBe(one.tail);
    const first = new AbortController();
    setTimeout(() => first.abort(), 700);
    const [ended, whole] = await Promise.all([
      runIn(place, `${line} `, { signal: first.signal }),
      runIn(place, `${line} `),
    ]);
    expect(ended.end).toBe('killed');
    expect(whole).toMatchObject({ end: 'exited', exit: 0 });
  });
});
