// The launcher keeps what V8 compiled of a bundle, and is never misled by it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOADER = fileURLToPath(new URL('../bin/load-compiled.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-compiled-'));
});
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

const bundle = (): string => join(folder, 'bundle.cjs');

const writeBundle = (says: string, at: number): void => {
  const text = `exports.main = () => console.log('${says}', require('node:path').sep, __filename);`;
  writeFileSync(bundle(), text);
  utimesSync(bundle(), at, at);
};

const run = (): string => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['-e', `require(${JSON.stringify(LOADER)}).loadCompiled(${JSON.stringify(bundle())}).main()`],
    { encoding: 'utf8' },
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.trim();
};

const kept = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.cache'));

const keptFile = (): string => join(folder, kept()[0] ?? 'none');

test('compiled code is kept once, beside the bundle, and used the next time', () => {
  writeBundle('one', 1_000_000);
  expect(run()).toBe(`one / ${bundle()}`);
  expect(kept()).toHaveLength(1);
  const { ino } = statSync(keptFile());
  expect(run()).toBe(`one / ${bundle()}`);
  expect(statSync(keptFile()).ino).toBe(ino);
});

test('another bundle of the same length is not taken for the old one', () => {
  writeBundle('one', 1_000_000);
  run();
  writeBundle('two', 1_000_001);
  expect(run()).toBe(`two / ${bundle()}`);
});

test('kept code that cannot be used is replaced', () => {
  writeBundle('one', 1_000_000);
  run();
  writeFileSync(keptFile(), 'of another version');
  expect(run()).toBe(`one / ${bundle()}`);
  expect(readFileSync(keptFile(), 'latin1')).not.toBe('of another version');
});

test('a folder that nothing can be written to costs time and nothing else', () => {
  writeBundle('one', 1_000_000);
  chmodSync(folder, 0o555);
  expect(run()).toBe(`one / ${bundle()}`);
  // Root may write anywhere.
  if (process.getuid?.() !== 0) expect(kept()).toEqual([]);
});

test('the program loads nothing of Node while it runs: code that was compiled before cannot', () => {
  const sources = readdirSync(join(LOADER, '../../src'), { recursive: true, encoding: 'utf8' });
  const loading = sources.filter(
    (path) =>
      /(?<!\.test)\.ts$/.test(path) &&
      /\bimport\('node:/.test(readFileSync(join(LOADER, '../../src', path), 'utf8')),
  );
  expect(loading).toEqual([]);
});
