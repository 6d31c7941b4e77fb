// Why tests fail in the clean place: a cause is named only where it was seen twice. Real projects, real runs.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import { openPath, placeWith } from '../../../test/fixtures/run-on.ts';
import { toConfig } from '../../model/config.ts';
import { tryTests } from './try-tests.ts';

/** Its first line is run with `run`, the number of the run. */
const triedWith = (line: string) => {
  const folder = join(temporaryFolder(), 'runs');
  mkdirSync(folder);
  const text = `const { mkdirSync, readdirSync } = require('node:fs');
require('node:test')('now and then', () => {
  const run = readdirSync('${folder}').length;
  mkdirSync('${folder}/' + run);
  ${line}
});
`;
  const place = { ...placeWith({ 'a.test.js': text }), env: { ...process.env, PATH: openPath() } };
  return { folder, tried: () => tryTests(place, toConfig({}, 'node --test')) };
};

describe('tests that fail', () => {
  it('once are said to fail now and then, whatever the environment is', async () => {
    const { tried } = triedWith("if (run === 0) throw new Error('by chance');");
    const found = await tried();
    expect(found).toMatchObject({ ok: false });
    expect(found.says).toBe('`node --test` fails now and then on a clean checkout: now and then');
  });

  it('in two runs, and in one of two without NO_COLOR, are said to fail now and then', async () => {
    const { tried, folder } = triedWith("if (run !== 2) throw new Error('by chance');");
    const found = await tried();
    expect(found.says).toMatch(/fails now and then/);
    expect(existsSync(join(folder, '4'))).toBe(false);
  });

  it('in two runs, and in none of two without NO_COLOR, have that cause', async () => {
    const { tried } = triedWith("if (process.env.NO_COLOR) throw new Error('no colour');");
    expect(await tried()).toMatchObject({
      ok: false,
      says: '`node --test` fails on a clean checkout: they fail where NO_COLOR and CI are set',
      fix: 'environment: { unset: [NO_COLOR, CI] }',
      adapts: 'environment: { unset: [NO_COLOR, CI] }',
    });
  });

  it('beside others that pass are counted, and what they mean for work is said', async () => {
    const place = {
      ...placeWith({
        'a.test.js': "require('node:test')('no', () => { throw new Error('no'); });\n",
        'b.test.js': "require('node:test')('yes', () => {});\n",
      }),
      env: { ...process.env, PATH: openPath() },
    };
    const found = await tryTests(place, toConfig({}, 'node --test'));
    expect(found).toMatchObject({ ok: false });
    expect(found.says).toMatch(/^`node --test` fails on a clean checkout \(1 of 2 tests\): no: /);
    expect(found.fix).toMatch(/^fix the tests;.*; meanwhile work can be proved/);
  });
});
