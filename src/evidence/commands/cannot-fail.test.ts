import { describe, expect, it } from 'vitest';
import { cannotFail } from './cannot-fail.ts';
import { resolvedLine, scriptCall } from './command-line.ts';

const counts = (total: number, passed: number, skipped = 0) => ({
  total,
  passed,
  skipped,
  failed: total - passed - skipped,
  failures: [],
});

describe('a command that cannot fail', () => {
  it.each([
    ['true', '`true` always'],
    [':', '`:` always'],
    ['/bin/true', 'always'],
    ['exit 0', '`exit 0` always'],
    ['exit', 'always'],
    ['echo "47 passing"', '`echo` always'],
    ["printf 'ok'", 'always'],
    ['true && echo ok', 'always'],
    ['sh -c "exit 0"', 'always'],
    ['npm test || true', '`|| true` makes'],
    ['npm test || exit 0', 'makes'],
    ['npm test; exit 0', '`; exit 0` makes'],
    ['npm test ; true', 'makes'],
    ['npm test || echo failed', 'makes'],
    ['npm test\nexit 0', 'makes'],
    ['npm test || (exit 0)', 'makes'],
    ['vitest run | tee log', 'whatever came before'],
    ['node --test | cat', 'whatever'],
    ['npm test &', 'nobody waits'],
    ['npm test || (exit 1) || true', 'makes'],
    ['exit 1 | cat', 'whatever'],
    ['set -e; npm test || true', 'makes'],
    ['set -e\nnpm test || true\necho done', 'always'],
    ['pytest --collect-only', '`--collect-only` runs no test'],
    ['pytest --co -q', 'runs no test'],
    ['jest --listTests', 'runs no test'],
    ['vitest list', 'runs no test'],
    ['cargo test --no-run', 'runs no test'],
    ['node --version', 'runs no test'],
    ['vitest --help', 'runs no test'],
    ['npx jest -h', 'runs no test'],
    ['mocha --dry-run', 'runs no test'],
    ['stryker run --dry-run', 'runs no test'],
    ['npm test && pytest --collect-only', 'runs no test'],
    ['', 'runs nothing'],
    ['# nothing', 'runs nothing'],
  ])('%s', (line, why) => {
    expect(cannotFail(line, null)).toContain(why);
  });

  it.each([
    'npm test',
    'node --test',
    'vitest run',
    'pytest -v',
    'pytest -h_test',
    'npm test && npm run lint',
    'npm test || exit 1',
    'echo start; npm test',
    'gofmt -l . | grep . && exit 1 || exit 0',
    'npm test || exit $?; echo done',
    'set -e; npm test; echo done',
    'set -euo pipefail\nnpm test\necho done',
    'true && npm test',
    'npm test && echo done',
    'npm test 2>&1',
    'npm test &> log',
    'make test',
    'sh -c "npm test"',
    "node --test 'a || true'",
    'cd app && npm test',
    'exit 1',
    'npm test; exit $?',
    'grep -q x file',
    'cargo test -- --list-all',
    'node test.js --help-me',
    'python run.py',
  ])('is not: %s', (line) => {
    expect(cannotFail(line, null)).toBeUndefined();
  });

  it('is one that has no tests, or skips them all', () => {
    expect(cannotFail('vitest run', counts(0, 0))).toBe('no test was collected');
    expect(cannotFail('vitest run --passWithNoTests', counts(0, 0))).toContain('--passWithNoTests');
    expect(cannotFail('vitest run --passWithNoTests', counts(2, 1, 1))).toBeUndefined();
    expect(cannotFail('vitest run', counts(3, 0, 3))).toBe('all 3 tests were skipped');
    expect(cannotFail('vitest run', counts(3, 0, 2))).toBeUndefined();
  });
});

describe('the line that is really run', () => {
  const scripts = {
    test: 'npm run unit -- --bail',
    unit: 'vitest run',
    loop: 'npm run loop',
    zero: 'exit 0',
    odd: "it's",
  };

  it.each([
    ['npm test', 'vitest run --bail'],
    ['npm t -s', 'vitest run --bail'],
    ['npm run unit -- a "b c"', "vitest run a 'b c'"],
    ['yarn unit a', 'vitest run a'],
    ['pnpm run zero', 'exit 0'],
    ['node --run zero', 'exit 0'],
    ['npm run none', 'npm run none'],
    ['npm ci', 'npm ci'],
    ['npm run loop', 'npm run loop'],
    ['npm test; exit 0', 'npm test; exit 0'],
    ['npm run toString', 'npm run toString'],
  ])('of `%s` is `%s`', (line, expected) => {
    expect(resolvedLine(line, scripts)).toBe(expected);
  });

  it('is not looked for in what is no call of a script', () => {
    for (const line of ['npm install', 'npx vitest', 'npm', 'npm run', 'npm test && true', 'npm test "'])
      expect(scriptCall(line)).toBeUndefined();
  });
});
