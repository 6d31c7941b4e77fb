// The pages of docs/reference/ are what the code says.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGES, pageFile, pageText } from './reference/main.ts';

describe('docs/reference', () => {
  it.each(Object.entries(PAGES))('%s is as `npm run reference` writes it', (name, make) => {
    expect(readFileSync(pageFile(name), 'utf8')).toBe(pageText(make));
  });

  it.each(Object.entries(PAGES))('%s leaves no cell empty', (_name, make) => {
    const empty = pageText(make)
      .split('\n')
      .filter((line) => /^\|.*\|\s*\|/.test(line));
    expect(empty).toEqual([]);
  });
});
