// Every name that the library exports is a promise, and so is its type: what comes, goes or changes is seen here.
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
