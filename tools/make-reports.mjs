// Makes test/fixtures/reports/<tool>/ with the real tools, on a little project whose right numbers can be counted by hand.
//   node tools/make-reports.mjs              all of them
//   node tools/make-reports.mjs c8 pytest    these only
// The tools are installed into a scratch directory, never into this project. Python's come from Debian's packages.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUT = fileURLToPath(new URL('../test/fixtures/reports', import.meta.url));
const NEUTRAL = '/project';
const PYTHON = '/usr/bin/python3';
const PACKAGES = {
  vitest: '4.1.11',
  '@vitest/coverage-istanbul': '4.1.11',
  c8: '12.0.0',
  jest: '30.5.2',
  'jest-junit': '17.0.0',
  '@stryker-mutator/core': '9.6.1',
  '@stryker-mutator/vitest-runner': '9.6.1',
  eslint: '10.14.0',
  '@microsoft/eslint-formatter-sarif': '3.1.0',
};

/** Passed 4, failed 2, skipped 2, in every runner; broken.test.* cannot be loaded and is a third failure. */
const suite = (head, todo) => `${head}
describe('sum', () => {
  it('is right', () => assert.equal(1 + 1, 2));
  it('is wrong', () => assert.equal(1 + 1, 3));
  it.skip('is skipped', () => {});
  describe('deep <down> & "quoted"', () => {
    it('is deep', () => assert.equal(1, 1));
  });
});
it('adds', () => assert.equal(1 + 2, 3));
it('throws', () => {
  throw new Error('two\\nlines ]]> of it');
});
${todo}
it('is last', () => assert.ok(true));
`;
const ASSERT = "import assert from 'node:assert/strict';";
const NODE_SUITE = suite(
  `${ASSERT}\nimport { describe, it } from 'node:test';`,
  "it('comes later', { todo: true }, () => {});",
);
const VITEST_SUITE = suite(`${ASSERT}\nimport { describe, it } from 'vitest';`, "it.todo('comes later');");
const JEST_SUITE = suite("const assert = require('node:assert/strict');", "it.todo('comes later');");
const BROKEN = 'this is no program\n';

/** 9 lines; the block of "half" is never reached. */
const PRICE = `export const price = (amount, kind) => {
  if (kind === 'gift') {
    return 0;
  }
  if (kind === 'half') {
    return amount / 2;
  }
  return amount;
};
`;
const UNUSED = `export const unused = (value) => {
  return value;
};
`;
const PRICE_TEST = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { price } from '../src/price.mjs';

it('gives', () => assert.equal(price(4, 'gift'), 0));
it('takes', () => assert.equal(price(4, 'other'), 4));
`;

/**
 * 10 tests: 4 pass (test_words is two), 2 are skipped, 4 fail: one by itself, one before and one after it, and one both by
 * itself and after it.
 */
const PYTEST_SUITE = `import pytest


@pytest.fixture
def broken_before():
    raise RuntimeError("before")


@pytest.fixture
def broken_after():
    yield
    raise RuntimeError("after")


def test_ok():
    assert 1 + 1 == 2


def test_bad():
    assert 1 + 1 == 3, "a <b> & c"


class TestDeep:
    def test_in(self):
        assert True


@pytest.mark.parametrize("word", ["a b", "c::d"])
def test_words(word):
    assert word


@pytest.mark.skip(reason="not now")
def test_skipped():
    pass


@pytest.mark.xfail
def test_expected():
    assert False


def test_before(broken_before):
    pass


def test_after(broken_after):
    pass


def test_double(broken_after):
    assert False
`;
/** 6 statements; the one of "half" is never reached. */
const PRICING = `def price(amount, kind):
    if kind == "gift":
        return 0
    if kind == "half":
        return amount / 2
    return amount
`;
const PRICING_TEST = `from shop.pricing import price


def test_gives():
    assert price(4, "gift") == 0


def test_takes():
    assert price(4, "other") == 4
`;

/**
 * isAdult: 4 mutants killed, `>` survives. countDown: 4 killed, `+=` would run for ever. never: what it returns is without
 * coverage, the function itself is made when the file is loaded and survives. The last line is ignored, 2 mutants.
 */
const AGE = `export const isAdult = (age) => age >= 18;
export const countDown = (from) => {
  let left = from;
  while (left > 0) left -= 1;
  return left;
};
export const never = () => false;
// Stryker disable next-line all
export const ignored = () => true;
`;
const AGE_TEST = `import { expect, it } from 'vitest';
import { countDown, isAdult } from '../src/age.mjs';

it('knows adults', () => expect(isAdult(20)).toBe(true));
it('knows children', () => expect(isAdult(3)).toBe(false));
it('counts down', () => expect(countDown(3)).toBe(0));
`;

/** One error, one warning, one error that a comment switches off. */
const LINTED = `const unused = 1;

export const same = (a, b) => a == b;

export const say = (text) => {
  // eslint-disable-next-line no-console -- it is a program
  console.log(text);
};
`;
const ESLINT_CONFIG = `export default [
  { rules: { 'no-unused-vars': 'error', eqeqeq: 'warn', 'no-console': 'error' } },
];
`;

/** Passed 3 (2 of them in comments), failed 1, skipped 1. */
const CARGO_LIB = `/// \`\`\`
/// assert_eq!(little::add(1, 2), 3);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 1), 2);
    }

    #[test]
    fn is_wrong() {
        assert_eq!(add(1, 1), 3);
    }

    #[test]
    #[ignore]
    fn later() {}
}
`;
const CARGO_TOML = '[package]\nname = "little"\nversion = "0.1.0"\nedition = "2021"\n';
const CARGO_TEST = '#[test]\nfn works() {\n    assert_eq!(little::add(2, 2), 4);\n}\n';

/** Passed 2, failed 2 (one of them because the other one is in it), skipped 1; `broken` does not build. */
const GO_TEST = `package little

import "testing"

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		name string
		want int
	}{{"good", 2}, {"is wrong", 3}} {
		t.Run(c.name, func(t *testing.T) {
			if got := Add(1, 1); got != c.want {
				t.Errorf("expected %d, got %d", c.want, got)
			}
		})
	}
}

func TestLater(t *testing.T) { t.Skip("not now") }
`;

/** One finding that is high, one medium, two low. */
const SCANNED = `import subprocess
import pickle


def run(command):
    return subprocess.call(command, shell=True)


def load(data):
    return pickle.loads(data)


PASSWORD = "hunter2"
`;

const FILES = {
  'cargo/Cargo.toml': CARGO_TOML,
  'cargo/src/lib.rs': CARGO_LIB,
  'cargo/tests/it.rs': CARGO_TEST,
  'cargo-broken/Cargo.toml': CARGO_TOML,
  'cargo-broken/src/lib.rs': CARGO_LIB,
  'cargo-broken/tests/it.rs': CARGO_TEST.replace('little::add', 'little::gone'),
  'go/go.mod': 'module example.com/little\n\ngo 1.18\n',
  'go/add.go': 'package little\n\nfunc Add(a, b int) int { return a + b }\n',
  'go/add_test.go': GO_TEST,
  'go/sub/sub_test.go': 'package sub\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {}\n',
  'go/broken/broken_test.go':
    'package broken\n\nimport "testing"\n\nfunc TestNever(t *testing.T) { gone() }\n',
  'package.json': JSON.stringify({ name: 'little', private: true, type: 'module' }),
  'node/sum.test.mjs': NODE_SUITE,
  'node/broken.test.mjs': BROKEN,
  'none/empty.test.mjs': '',
  'vitest/sum.test.mjs': VITEST_SUITE,
  'vitest/broken.test.mjs': BROKEN,
  'jest/sum.test.cjs': JEST_SUITE,
  'jest/broken.test.cjs': BROKEN,
  // jest-junit neither counts a todo test nor names a file that cannot be loaded.
  'jest-plain/sum.test.cjs': suite("const assert = require('node:assert/strict');", ''),
  'src/price.mjs': PRICE,
  'src/unused.mjs': UNUSED,
  'green/price.test.mjs': PRICE_TEST,
  'vitest-green/price.test.mjs': PRICE_TEST.replace('node:test', 'vitest'),
  'tests/__init__.py': '',
  'tests/test_sum.py': PYTEST_SUITE,
  'shop/__init__.py': '',
  'shop/pricing.py': PRICING,
  'shop/unused.py': 'ANSWER = 42\n',
  'shop/test_pricing.py': PRICING_TEST,
  'mutants/package.json': JSON.stringify({ name: 'mutants', private: true, type: 'module' }),
  'mutants/vitest.config.mjs': "export default { test: { include: ['test/*.test.mjs'] } };\n",
  'mutants/src/age.mjs': AGE,
  'mutants/test/age.test.mjs': AGE_TEST,
  'scanned/app.py': SCANNED,
  'scanned/clean.py': 'ONE = 1\n',
  'audited/package.json': '{"name":"audited","version":"1.0.0"}\n',
  'audited/package-lock.json':
    '{"name":"audited","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{"":{"name":"audited","version":"1.0.0"}}}\n',
  'linted/linted.mjs': LINTED,
  'linted/clean.mjs': 'export const one = 1;\n',
  'linted/eslint.config.mjs': ESLINT_CONFIG,
};

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'baton-reports-')));
const project = join(scratch, 'project');
const at = (...parts) => join(project, ...parts);

const put = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const run = (command, args, { cwd = project, env = {} } = {}) => {
  const { PATH, HOME } = process.env;
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH, HOME, CI: '1', NO_COLOR: '1', ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error) throw done.error;
  return done;
};
const node = (args, options) => run(process.execPath, args, options);
const bin = (name, args, options) => run(at('node_modules', '.bin', name), args, options);

/** Nothing of the machine stays in a fixture: no scratch path, no host name. */
const neutral = (text) =>
  text
    .replaceAll(project, NEUTRAL)
    .replaceAll(scratch, '/scratch')
    .replaceAll(/hostname="[^"]*"/g, 'hostname="host"');

const keep = (tool, name, text) => {
  if (text.trim() === '') throw new Error(`${tool}/${name} is empty`);
  put(join(OUT, tool, name), neutral(text));
};
const keepFile = (tool, name, path) => keep(tool, name, readFileSync(path, 'utf8'));
const origin = (tool, version, made) =>
  put(join(OUT, tool, 'origin.json'), `${JSON.stringify({ tool, version, made }, null, 2)}\n`);
const versionOf = (name) =>
  JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8')).version;

const MAKERS = {
  node: () => {
    const made = {};
    for (const [reporter, name] of [
      ['tap', 'tap.txt'],
      ['junit', 'junit.xml'],
      ['spec', 'spec.txt'],
    ]) {
      const args = ['--test', `--test-reporter=${reporter}`, 'node/sum.test.mjs', 'node/broken.test.mjs'];
      keep('node', name, node(args).stdout);
      made[name] = `node ${args.join(' ')}`;
    }
    const green = ['--test', '--test-reporter=junit', 'green/price.test.mjs'];
    keep('node', 'junit-green.xml', node(green).stdout);
    made['junit-green.xml'] = `node ${green.join(' ')}`;
    origin('node', process.version, made);
  },
  vitest: () => {
    const made = {};
    for (const [reporter, name, folder] of [
      ['json', 'report.json', 'vitest'],
      ['junit', 'junit.xml', 'vitest'],
      ['json', 'report-green.json', 'vitest-green'],
      ['json', 'report-none.json', 'none'],
    ]) {
      const args = ['run', '--root', folder, `--reporter=${reporter}`, `--outputFile=${at('out', name)}`];
      bin('vitest', args);
      keepFile('vitest', name, at('out', name));
      made[name] = `vitest ${neutral(args.join(' '))}`;
    }
    origin('vitest', versionOf('vitest'), made);
  },
  'vitest-coverage': () => {
    const reporters = ['lcovonly', 'json', 'json-summary', 'cobertura'];
    const args = [
      'run',
      'vitest-green/',
      '--coverage.enabled',
      '--coverage.provider=istanbul',
      '--coverage.include=src/**',
      '--coverage.reportsDirectory=out/istanbul',
      ...reporters.map((name) => `--coverage.reporter=${name}`),
    ];
    bin('vitest', args);
    const names = ['lcov.info', 'coverage-final.json', 'coverage-summary.json', 'cobertura-coverage.xml'];
    for (const name of names) keepFile('vitest-coverage', name, at('out', 'istanbul', name));
    origin('vitest-coverage', `@vitest/coverage-istanbul ${versionOf('@vitest/coverage-istanbul')}`, {
      [names.join(' ')]: `vitest ${args.join(' ')}`,
    });
  },
  jest: () => {
    const made = {};
    const jest = (folder, json, junit) => {
      const args = ['--rootDir', folder, '--testMatch', '**/*.test.cjs', '--reporters=jest-junit'];
      const all = [...args, '--json', `--outputFile=${at('out', json)}`];
      bin('jest', all, { env: { JEST_JUNIT_OUTPUT_FILE: at('out', junit) } });
      made[`${json} ${junit}`] = `jest ${neutral(all.join(' '))}`;
      keepFile('jest', json, at('out', json));
      keepFile('jest', junit, at('out', junit));
    };
    jest('jest', 'report.json', 'junit-todo.xml');
    jest('jest-plain', 'report-plain.json', 'junit.xml');
    origin('jest', `${versionOf('jest')}, jest-junit ${versionOf('jest-junit')}`, made);
  },
  c8: () => {
    const reporters = ['lcovonly', 'json', 'json-summary', 'cobertura'];
    const args = [
      '--all',
      '--include=src/**',
      '--reports-dir=out/c8',
      ...reporters.map((name) => `--reporter=${name}`),
      'node',
      '--test',
      'green/price.test.mjs',
    ];
    bin('c8', args);
    const names = ['lcov.info', 'coverage-final.json', 'coverage-summary.json', 'cobertura-coverage.xml'];
    for (const name of names) keepFile('c8', name, at('out', 'c8', name));
    origin('c8', versionOf('c8'), { [names.join(' ')]: `c8 ${args.join(' ')}` });
  },
  pytest: () => {
    const made = {};
    const pytest = (name, args) => {
      const all = ['-m', 'pytest', '-p', 'no:cacheprovider', ...args, 'tests'];
      const { stdout } = run(PYTHON, all, { env: { PYTHONDONTWRITEBYTECODE: '1' } });
      made[name] = `python3 ${neutral(all.join(' '))}`;
      return stdout;
    };
    const junit = (name, args) => {
      pytest(name, [...args, `--junitxml=${at('out', name)}`]);
      keepFile('pytest', name, at('out', name));
    };
    junit('junit.xml', []);
    junit('junit-xunit1.xml', ['-o', 'junit_family=xunit1']);
    junit('junit-none.xml', ['-k', 'nothing']);
    junit('junit-after.xml', ['-k', 'test_ok or test_after']);
    junit('junit-double.xml', ['-k', 'test_ok or test_double']);
    keep('pytest', 'verbose.txt', pytest('verbose.txt', ['-v']));
    const { stdout, stderr } = run(PYTHON, ['-m', 'pytest', '--version']);
    origin('pytest', (stdout + stderr).trim(), made);
  },
  'coverage-py': () => {
    const env = { PYTHONDONTWRITEBYTECODE: '1', COVERAGE_FILE: at('out', 'coverage-data') };
    const coverage = (...args) => run(PYTHON, ['-m', 'coverage', ...args], { env });
    coverage('run', '--source=shop', '--omit=*/test_*', '-m', 'pytest', '-p', 'no:cacheprovider', 'shop');
    for (const [kind, name] of [
      ['json', 'coverage.json'],
      ['xml', 'coverage.xml'],
      ['lcov', 'coverage.lcov'],
    ]) {
      coverage(kind, '-o', at('out', name));
      keepFile('coverage-py', name, at('out', name));
    }
    origin('coverage-py', coverage('--version').stdout.split('\n')[0], {
      'coverage.json coverage.xml coverage.lcov':
        "coverage run --source=shop --omit='*/test_*' -m pytest shop; coverage json, xml, lcov",
    });
  },
  bandit: () => {
    const made = {};
    for (const [name, file] of [
      ['report.json', 'app.py'],
      ['report-clean.json', 'clean.py'],
    ]) {
      const args = ['-f', 'json', '-o', at('out', name), file];
      run('bandit', args, { cwd: at('scanned') });
      keepFile('bandit', name, at('out', name));
      made[name] = `bandit ${neutral(args.join(' '))}`;
    }
    origin('bandit', run('bandit', ['--version']).stdout.split('\n')[0], made);
  },
  'npm-audit': () => {
    // Without a dependency nothing is asked of a registry; without a lock file nothing can be.
    const audit = (cwd) => run('npm', ['audit', '--json'], { cwd }).stdout;
    keep('npm-audit', 'report-clean.json', audit(at('audited')));
    keep('npm-audit', 'report-failed.json', audit(at('scanned')));
    origin('npm-audit', `npm ${run('npm', ['--version']).stdout.trim()}`, {
      'report-clean.json report-failed.json': 'npm audit --json',
    });
  },
  stryker: () => {
    const args = ['run', '--testRunner', 'vitest', '--reporters', 'json', '--mutate', 'src/*.mjs'];
    const tried = bin('stryker', args, { cwd: at('mutants') });
    if (tried.status !== 0) throw new Error(tried.stdout + tried.stderr);
    keepFile('stryker', 'mutation.json', at('mutants', 'reports', 'mutation', 'mutation.json'));
    origin('stryker', versionOf('@stryker-mutator/core'), { 'mutation.json': `stryker ${args.join(' ')}` });
  },
  cargo: () => {
    const made = {};
    const env = { PATH: '/usr/bin:/bin', CARGO_TERM_COLOR: 'never' };
    for (const [folder, name] of [
      ['cargo', 'test.txt'],
      ['cargo-broken', 'broken.txt'],
    ]) {
      const line = 'cargo test --no-fail-fast 2>&1';
      keep('cargo', name, run('sh', ['-c', line], { cwd: at(folder), env }).stdout);
      made[name] = line;
    }
    origin('cargo', run('/usr/bin/cargo', ['--version'], { env }).stdout.trim(), made);
  },
  go: () => {
    const made = {};
    for (const [name, line] of [
      ['report.jsonl', 'go test -json ./... 2>/dev/null'],
      ['verbose.txt', 'go test -v ./... 2>&1'],
    ]) {
      keep('go', name, run('sh', ['-c', line], { cwd: at('go') }).stdout);
      made[name] = line;
    }
    origin('go', run('go', ['version']).stdout.trim(), made);
  },
  eslint: () => {
    const made = {};
    for (const [name, file] of [
      ['report.sarif', 'linted.mjs'],
      ['report-clean.sarif', 'clean.mjs'],
    ]) {
      const args = ['--format', '@microsoft/eslint-formatter-sarif', '--output-file', at('out', name), file];
      bin('eslint', args, { cwd: at('linted'), env: { SARIF_ESLINT_IGNORE_SUPPRESSED: '' } });
      keepFile('eslint', name, at('out', name));
      made[name] = `eslint ${neutral(args.join(' '))}`;
    }
    const formatter = `@microsoft/eslint-formatter-sarif ${versionOf('@microsoft/eslint-formatter-sarif')}`;
    origin('eslint', `${versionOf('eslint')}, ${formatter}`, made);
  },
};
const FROM_DEBIAN = {
  pytest: 'python3-pytest',
  'coverage-py': 'python3-coverage',
  cargo: 'cargo',
  go: 'golang-go',
  bandit: 'bandit',
};

const installDebian = (packages) => {
  const install = () => run('apt-get', ['install', '-y', '-qq', ...packages]).status === 0;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  if (!install()) {
    run('apt-get', ['update', '-qq']);
    install();
  }
};

const main = () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in MAKERS));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown}; known: ${Object.keys(MAKERS)}`);
  const names = wanted.length > 0 ? wanted : Object.keys(MAKERS);
  for (const [path, text] of Object.entries(FILES)) put(at(path), text);
  mkdirSync(at('out'));
  if (names.some((name) => name !== 'node' && name !== 'npm-audit' && !(name in FROM_DEBIAN))) {
    const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
    const installed = run('npm', ['install', '--no-audit', '--no-fund', '--save-dev', ...packages]);
    if (installed.status !== 0) throw new Error(installed.stderr);
    symlinkSync(at('node_modules'), at('mutants', 'node_modules'));
  }
  const debian = names.flatMap((name) => FROM_DEBIAN[name] ?? []);
  if (debian.length > 0) installDebian(debian);
  for (const name of names) {
    rmSync(join(OUT, name), { recursive: true, force: true });
    MAKERS[name]();
    console.log(`made ${name}`);
  }
};

try {
  main();
} finally {
  if (process.env.KEEP_SCRATCH === undefined) rmSync(scratch, { recursive: true, force: true });
  else console.log(scratch);
}
