// Every name that the library exports is a promise, and so is its type: what comes, goes or changes is seen here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import * as testing from '../src/testing.ts';
import { builtLibrary } from './e2e/built-library.ts';
import { declaredExports, signatureOf } from './fixtures/declared-exports.ts';
import { expectGolden } from './fixtures/golden.ts';

describe.each([
  ['index', 'exports', library],
  ['testing', 'testing-exports', testing],
])('the library, %s', (entry, golden, module) => {
  const exported = () => declaredExports(join(builtLibrary(), 'dist', 'lib', `${entry}.d.ts`));

  it('declares what it exports', () => {
    const values = exported().filter(({ isType }) => !isType);
    expect(values.map(({ name }) => name)).toEqual(Object.keys(module).sort());
  });

  it('exports what it promises, with these types, and nothing else', () => {
    expectGolden(`library/${golden}.txt`, `${exported().map(signatureOf).join('\n\n')}\n`);
  });
});

/** Functions of src/checks that make checks of a contract: the line that ends their head says so. */
const checksIn = (source: string): string[] =>
  source.split(/^export const /m).flatMap((text) => {
    const [name = ''] = /^\w+/.exec(text) ?? [];
    return /^(?:\w+ = .*\)|\}?\)): (?:readonly )?Check\b.*=>/m.test(text) ? [name] : [];
  });

it('the library exports every check that the workflows of Baton use', () => {
  const folder = new URL('../src/checks/', import.meta.url);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[a-z/-]+\.ts$/.test(name))
    .flatMap((name) => checksIn(readFileSync(new URL(name, folder), 'utf8')));
  expect(made.length).toBeGreaterThan(15);
  // What makes a check of a clause is for this folder alone.
  expect(made.filter((name) => !(name in library))).toEqual(['checkOf']);
});
