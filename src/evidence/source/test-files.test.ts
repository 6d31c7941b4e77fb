import { describe, expect, it } from 'vitest';
import { isTestData, isTestFile, protectedKind } from './test-files.ts';

describe('isTestFile', () => {
  it.each([
    'a.test.js',
    'src/a.spec.tsx',
    'src/a.test.ts.snap',
    'test/helper.js',
    'tests/data/x.json',
    'src/__tests__/a.js',
    'spec/models/user.rb',
    'src/__snapshots__/a.snap',
    'test_a.py',
    'pkg/test_a.py',
    'pkg/a_test.py',
    'conftest.py',
    'pkg/add_test.go',
    'src/parser_test.rs',
    'user_spec.rb',
    'src/UserTest.java',
    'src/TestUser.php',
    'UserTests.cs',
    'e2e/login.ts',
    'Test/A.js',
    'SRC/A.TEST.JS',
    'a b/ü.test.js',
    'src\\a.test.js',
    './test/a.js',
    'packages/x/tests/a/b.txt',
    't/lib/Helper.pm',
    't/data/a.md',
    'xt/pod.t',
    'checks/login.bats',
    'acceptance/login.robot',
    'spec/a_spec.lua',
    'scripts/test_install.sh',
  ])('%s is', (path) => {
    expect(isTestFile(path)).toBe(true);
  });

  it.each([
    'a.js',
    'src/latest.js',
    'src/contest.py',
    'src/attest.ts',
    'testing.js',
    'src/protest/a.js',
    'Latest.java',
    'src/greatest_hits.py',
    'node_modules/x/test/a.js',
    'test.config',
    'docs/testing.md',
    'src/test-runner.ts',
    'spec.md',
    'a.testing.js',
    '',
    'package.json',
    'bin/contest.sh',
    'lib/t.pm',
    'src/test.h',
  ])('%s is none', (path) => {
    expect(isTestFile(path)).toBe(false);
  });
});

describe('protectedKind', () => {
  it.each([
    ['.github/workflows/ci.yml', 'ci'],
    ['.GitHub/Workflows/ci.yml', 'ci'],
    ['.gitlab-ci.yml', 'ci'],
    ['.husky/pre-commit', 'ci'],
    ['package-lock.json', 'lock'],
    ['packages/a/pnpm-lock.yaml', 'lock'],
    ['Cargo.lock', 'lock'],
    ['go.sum', 'lock'],
    ['poetry.lock', 'lock'],
    ['patches/vitest+4.patch', 'lock'],
    ['node_modules/.bin/vitest', 'lock'],
    ['vitest.config.ts', 'test-config'],
    ['jest.config.cjs', 'test-config'],
    ['.mocharc.json', 'test-config'],
    ['.c8rc.json', 'test-config'],
    ['.nycrc', 'test-config'],
    ['pytest.ini', 'test-config'],
    ['tox.ini', 'test-config'],
    ['setup.cfg', 'test-config'],
    ['stryker.conf.mjs', 'test-config'],
    ['.eslintrc.json', 'test-config'],
    ['eslint.config.js', 'test-config'],
    ['tsconfig.build.json', 'test-config'],
    ['biome.json', 'test-config'],
    ['.npmrc', 'test-config'],
    ['.node-version', 'test-config'],
    ['sitecustomize.py', 'test-config'],
    ['baton.yaml', 'contract'],
    ['Baton.YAML', 'contract'],
    ['.baton/runs/x/plan.md', 'contract'],
    ['test/a.js', 'tests'],
    ['src/a.test.ts', 'tests'],
    ['src/a.js', undefined],
    ['package.json', undefined],
    ['README.md', undefined],
    ['docs/locks.md', undefined],
  ])('%s is %s', (path, kind) => {
    expect(protectedKind(path)).toBe(kind);
  });
});

describe('isTestData', () => {
  it.each([
    ['tests/golden/report.txt', true],
    ['__tests__/__snapshots__/a.test.js.snap', true],
    ['cmd/ledger/testdata/plain.golden', true],
    ['tests/test_report.py', false],
    ['test/fixtures/helper.js', false],
    ['src/report.txt', false],
    ['README.md', false],
  ])('%s: %s', (path, isData) => {
    expect(isTestData(path)).toBe(isData);
  });
});
