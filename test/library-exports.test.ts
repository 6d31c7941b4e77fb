// Every name that the library exports is a promise: a name that comes or goes is seen here.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as library from '../src/index.ts';
import { expectGolden } from './fixtures/golden.ts';

const SOURCE = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8');

/** `export { a, type B } from …` and `export type { C } from …`: names, and which of them are types. */
const exported = (): ReadonlyMap<string, 'type' | 'value'> =>
  new Map(
    [...SOURCE.matchAll(/^export (type )?\{([^}]*)\} from/gm)].flatMap(([, all, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map(
          (name) => [name.replace(/^type /, ''), all || name.startsWith('type ') ? 'type' : 'value'] as const,
        ),
    ),
  );

it('exports what it promises, and nothing else', () => {
  const names = exported();
  const values = [...names].filter(([, kind]) => kind === 'value').map(([name]) => name);
  expect(values.sort()).toEqual(Object.keys(library).sort());
  const lines = [...names].map(([name, kind]) => `${name} (${kind})`).sort();
  expectGolden('library/exports.txt', `${lines.join('\n')}\n`);
});
