// Each code has one row in the reference, which says what happened and what to do, and is used somewhere.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/errors.ts';

const text = readFileSync(fileURLToPath(new URL('../docs/reference/errors.md', import.meta.url)), 'utf8');
const rows = [...text.matchAll(/^\| `([A-Z_0-9]+)` \| (.+) \| (.+) \| \d+ \|$/gm)];

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const used = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter(
    (path) => path !== 'errors.ts' && path !== 'cli/exit-codes.ts' && !path.startsWith('model/meanings/'),
  )
  .map((path) => readFileSync(`${SRC}/${path}`, 'utf8'))
  .join('\n');

describe('the codes', () => {
  it('are all used', () => {
    expect(ERROR_CODES.filter((code) => !used.includes(`'${code}'`))).toEqual([]);
  });
});

describe('docs/reference/errors.md', () => {
  it('lists every code once, and no other', () => {
    expect(rows.map((row) => row[1]).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('says in each row what happened and what to do', () => {
    expect(
      rows.filter((row) => row[2]!.trim().length < 10 || row[3]!.trim().length < 5).map((row) => row[1]),
    ).toEqual([]);
  });
});
