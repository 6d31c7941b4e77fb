// Commands that look at the code before the tests run, as `eslint . && mocha`: trees that Baton makes are not written for them.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SLOW, tryCase } from '../../../test/fixtures/canary.ts';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';
import { openPath } from '../../../test/fixtures/run-on.ts';
import { isChecker } from './checkers.ts';

const BIOME = resolve(import.meta.dirname, '../../../node_modules/.bin/biome');
const PROJECT = {
  'package.json': `${JSON.stringify({ type: 'module', scripts: { test: `${BIOME} format . && node --test` } })}\n`,
  'biome.json': '{ "files": { "includes": ["src/**", "test/**"] } }\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";

test("adds", () => {
	assert.equal(add(1, 2), 3);
});
`,
};
const TEST = PROJECT['test/add.test.js'];
const judged = (edit: Files) => {
  const path = openPath();
  symlinkSync(BIOME, join(path, 'biome'));
  return judge('biome format . && node --test', PROJECT, edit, path);
};

describe('where a formatter stands before the tests', () => {
  it('the runner is tried all the same', SLOW, async () => {
    const head = { 'src/add.js': 'export const add = (a, b) => b + a;\n' };
    expect(await tryCase({ line: 'npm test', base: PROJECT, head })).toMatchObject({ status: 'sound' });
  });

  it('old tests that a type checker speaks against still run on the new code', SLOW, async () => {
    const path = openPath();
    writeFileSync(
      join(path, 'tsc'),
      '#!/bin/sh\ncase "$(cat src/*)$(cat test/*)" in *"a, b, c"*"(1, 2)"*) echo "TS2554: Expected 3 arguments"; exit 1;; esac\n',
      { mode: 0o755 },
    );
    symlinkSync('/bin/cat', join(path, 'cat'));
    const edit = {
      'src/add.js': 'export const add = (a, b, c) => a + b + c;\n',
      'test/add.test.js': TEST.replace('add(1, 2), 3', 'add(1, 2, 3), 6'),
    };
    const { fates } = await judge('tsc --noEmit && node --test', PROJECT, edit, path);
    expect(fates).toEqual({ adds: 'respecified' });
  });

  it('a new test that only asks whether a function exists shows nothing', SLOW, async () => {
    const { refused } = await judged({
      'src/sub.js': 'export const sub = (a, b) => a - b;\n',
      'test/sub.test.js': TEST.replaceAll('add', 'sub').replace(
        'assert.equal(sub(1, 2), 3)',
        'assert.equal(typeof sub, "function")',
      ),
    });
    expect(refused).toContain('red-then-green');
  });

  it('a head that it speaks against is red', SLOW, async () => {
    const { refused } = await judged({
      'src/add.js': 'export const add=(a, b) => b + a\n',
    });
    expect(refused).toContain('tests-green');
  });
});

describe('a checker is', () => {
  const scripts = {
    lint: 'eslint . && prettier -c src',
    types: 'tsc --noEmit',
    build: 'tsc -p .',
    both: 'npm run lint && npm run build',
    loop: 'npm run loop',
  };
  it.each([
    'eslint .',
    'npx oxlint src',
    'pnpm lint',
    'npm run lint',
    'npm run types',
    'cross-env CI=1 biome check .',
    'node_modules/.bin/vue-tsc --noEmit',
    'ruff check .',
    'python -m mypy src',
    'go vet ./...',
    'cargo clippy',
    'cargo fmt --check',
  ])('%s', (part) => {
    expect(isChecker(part, scripts)).toBe(true);
  });

  it.each([
    'tsc',
    'npm run build',
    'npm run both',
    'npm run loop',
    'npm run gone',
    'node check.js',
    'vitest run',
    'prettier --write src',
    'black .',
    'go build ./...',
    'cargo build',
    'make lint',
  ])('not %s', (part) => {
    expect(isChecker(part, scripts)).toBe(false);
  });
});
