import { describe, expect, it } from 'vitest';
import { askForReport } from './ask-report.ts';
import { FILE_CHOOSERS } from './choose-files.ts';

const ask = (line: string, scripts: Record<string, string> = {}, only?: string[]) =>
  askForReport({ line, scripts, folder: '/f', reportsItself: false, only });

describe('a line comes to', () => {
  it.each([
    ['npx vitest run', 'vitest'],
    ['cross-env A=1 jest', 'jest'],
    ['NODE_ENV=test mocha -r ./setup.js', 'mocha'],
    ['c8 --all -r text mocha', 'mocha'],
    ['nyc node --test', 'node'],
    ['pnpm exec vitest', 'vitest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest'],
    ['node -r ./setup.js ./node_modules/.bin/jest --ci', 'jest'],
    ['node node_modules/vitest/vitest.mjs run', 'vitest'],
    ['node --no-warnings node_modules/mocha/bin/mocha.js test', 'mocha'],
    ['NODE_OPTIONS=--experimental-vm-modules jest', 'jest'],
    ['cross-env NODE_OPTIONS="--experimental-vm-modules --no-warnings" npx jest', 'jest'],
    ['yarn jest', 'jest'],
    ['python3 -m pytest -q', 'pytest'],
    ['uv run pytest', 'pytest'],
    ['poetry run python -m pytest', 'pytest'],
    ['hatch run pytest tests', 'pytest'],
    ['go test -race ./...', 'go'],
    ['cargo +stable test --all', 'cargo'],
    ['npm run lint && npm run unit', 'vitest'],
  ])('%s: %s', (line, runner) => {
    expect(ask(line, { lint: 'eslint .', unit: 'vitest run' })?.runner).toBe(runner);
  });

  it.each([
    'make test',
    'vitest bench',
    'vitest --reporter=junit',
    'node a.js',
    'NODE_OPTIONS=--import=./x.js jest',
    'NODE_OPTIONS="--experimental-vm-modules --require ./x.js" jest',
    'NODE_OPTIONS=--experimental-loader=./x.js jest',
    'node scripts/jest.js',
    'node node_modules/vitest/vitest.mjs bench',
    'pytest | tee log',
    'pytest --collect-only',
    'go test -json ./...',
    'go build',
    'cargo build',
    'npm run unit || true',
    'npm run a && npm run b',
    'npm run loop',
    'node --run unit',
  ])('no runner that can be asked: %s', (line) => {
    const scripts = { unit: 'vitest run', a: 'jest', b: 'mocha', loop: 'npm run loop' };
    expect(ask(line, scripts)).toBeUndefined();
  });

  it('a call that goes on after failures, with its words as they were', () => {
    expect(ask('jest --bail 2 -i "a b" *.js')?.line).toBe(
      'jest -i "a b" *.js --bail=0 --json --outputFile=/f/report.json',
    );
    expect(ask('node --experimental-vm-modules node_modules/jest/bin/jest.js --bail')?.line).toBe(
      'node --experimental-vm-modules node_modules/jest/bin/jest.js --bail=0 --json --outputFile=/f/report.json',
    );
    expect(ask('go test -failfast ./...')?.line).toBe('go test -json ./... > /f/report.jsonl');
    expect(ask('cargo test -- --nocapture')?.line).toBe('cargo test --no-fail-fast -- --nocapture');
  });

  it.each([
    ['mocha --reporter dot test/', 'mocha test/ --no-bail --reporter /f/reporter.cjs'],
    ['mocha --reporter=dot test/', 'mocha test/ --no-bail --reporter /f/reporter.cjs'],
    ['mocha test/ -R dot', 'mocha test/ --no-bail --reporter /f/reporter.cjs'],
    ['mocha -Rdot test/', 'mocha test/ --no-bail --reporter /f/reporter.cjs'],
    ['mocha -g --reporter test/', 'mocha -g --reporter test/ --no-bail --reporter /f/reporter.cjs'],
    ['cargo test --no-fail-fast -p a', 'cargo test --no-fail-fast -p a'],
    ['cargo test -- --no-fail-fast', 'cargo test --no-fail-fast -- --no-fail-fast'],
  ])('a call that says each thing once: %s', (line, asked) => {
    expect(ask(line)?.line).toBe(asked);
  });

  it('some functions of Go, unless the line chooses tests itself', () => {
    const functions = ['TestA', 'TestB'];
    const asked = (line: string) =>
      askForReport({ line, scripts: {}, folder: '/f', reportsItself: false, functions })?.line;
    expect(asked('go test ./...')).toBe("go test -json -run '^(TestA|TestB)$' ./... > /f/report.jsonl");
    expect(asked('go test -run A ./...')).toBe('go test -json -run A ./... > /f/report.jsonl');
    expect(asked('jest')).toBe('jest --bail=0 --json --outputFile=/f/report.json');
  });

  it('a script that is run by a shell of its own, whatever quotation marks it has', () => {
    const asked = ask('yarn test', { test: "mocha 'a b.js'" });
    expect(asked).toMatchObject({ line: 'yarn test', begun: 'begun' });
    expect(asked?.files.at(-1)?.text).toContain(`[ "$2" = 'mocha '\\''a b.js'\\''' ]`);
    expect(ask('npm test', { test: 'mocha' })?.begun).toBeUndefined();
  });

  it('all files where it cannot be told what a word is', () => {
    expect(ask('pytest --unknown tests', {}, ['tests/test_a.py'])?.part).toBe('all');
    expect(ask('pytest -k a tests', {}, ['tests/test_a.py'])?.part).toBe('some');
    expect(ask('cargo test', {}, ['tests/a.rs'])?.part).toBe('all');
  });
});

describe('of wanted files are chosen', () => {
  const files = ['a.test.js', 'test/b.js', 'lib/c.test.mjs', 'lib/help.js', 'lib/deep/d.test.js'];
  it.each([
    ['node', files, [], ['a.test.js', 'test/b.js', 'lib/c.test.mjs', 'lib/deep/d.test.js']],
    ['node', files, ['lib/'], ['lib/c.test.mjs', 'lib/help.js', 'lib/deep/d.test.js']],
    ['node', files, ['./lib/**/*.test.*'], ['lib/c.test.mjs', 'lib/deep/d.test.js']],
    ['node', files, ['*.test.js'], ['a.test.js']],
    ['node', files, ['{a,b}.js'], undefined],
    ['pytest', ['tests/test_a.py', 'x.txt'], [], ['tests/test_a.py']],
    ['pytest', ['tests/test_a.py'], ['tests/test_a.py::test_x'], undefined],
    ['jest', ['src/a.test.ts', 'lib/b.test.ts'], ['src'], ['src/a.test.ts']],
    ['jest', ['src/a.test.ts'], ['(a|b)'], undefined],
    ['go', ['a_test.go', 'p/b_test.go', 'p/q/c_test.go', 'p/x.go'], [], ['a_test.go']],
    ['go', ['a_test.go', 'p/b_test.go', 'p/q/c_test.go'], ['./p'], ['p/b_test.go']],
    ['go', ['a_test.go', 'p/b_test.go', 'p/q/c_test.go'], ['./p/...'], ['p/b_test.go', 'p/q/c_test.go']],
    ['go', ['a_test.go'], ['example.com/x'], undefined],
  ] as const)('%s: %j by %j', (runner, wanted, named, expected) => {
    expect(FILE_CHOOSERS[runner](wanted, named)?.files).toEqual(expected);
  });
});
