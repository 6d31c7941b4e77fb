// Some of the environments that `npm run environments` plays; the others need package managers that are not here by themselves.
import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '../environments/environments.ts';
import { isAsExpected, missingFor, playEnvironment } from '../environments/play.ts';

const PLAYED = [
  'npm without a lock file',
  'Python in src/',
  'Python with unittest',
  'workspaces that have the tests',
  'Makefile',
  'no tests',
  'submodules',
  'tests that NO_COLOR breaks',
];
const path = process.env['PATH'] ?? '';

describe('a project', () => {
  for (const environment of ENVIRONMENTS.filter(({ name }) => PLAYED.includes(name)))
    it.runIf(missingFor(environment, path).length === 0)(environment.name, async () => {
      const steps = await playEnvironment(environment, path);
      expect([isAsExpected(environment, steps), steps]).toEqual([true, steps]);
    });

  it('is one of a list without names twice', () => {
    const names = ENVIRONMENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(PLAYED.filter((name) => !names.includes(name))).toEqual([]);
  });
});
