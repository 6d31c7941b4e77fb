// Types of what is handed in, checked by a real compiler with the settings of the base.
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isHiddenFromRuns } from '../../../test/fixtures/hidden-from-runs.ts';
import { changed, type Files } from '../../../test/fixtures/judged-change.ts';
import { toConfig } from '../../model/config.ts';
import type { CommandEvidence } from '../../model/evidence.ts';

const TSC = join(realpathSync(resolve(import.meta.dirname, '../../../node_modules/typescript')), 'bin/tsc');
const settings = (options: object = {}, more: object = {}): string =>
  JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, lib: ['es5'], types: [], ...options },
    include: ['src'],
    ...more,
  });
const BASE = { 'tsconfig.json': settings(), 'src/a.ts': 'export const a = (x: number): number => x;\n' };
const WRONG = 'export const b: string = 1;\n';

const typesOf = async (
  edit: Files,
  {
    released,
    base = BASE,
    commands = {},
  }: { released?: string[]; base?: typeof BASE; commands?: object } = {},
): Promise<CommandEvidence> => {
  const config = toConfig({ commands: { types: TSC, ...commands } }, 'true');
  const { before, head, observe } = await changed(config, base, edit);
  const request = { kind: 'command', command: 'types', tree: head, before } as const;
  const found = await observe({ ...request, ...(released === undefined ? {} : { released }) });
  if (found.kind !== 'command') throw new Error(`expected a run, got ${JSON.stringify(found)}`);
  return found;
};

describe.skipIf(isHiddenFromRuns(TSC))('types by the standard of the base', () => {
  it.each<[string, Files, string[], RegExp]>([
    [
      'a file that is excluded',
      { 'src/b.ts': WRONG, 'tsconfig.json': settings({}, { exclude: ['src/b.ts'] }) },
      ['exclude'],
      /^src\/b\.ts\(1,14\): error TS2322/,
    ],
    [
      'settings that are less strict',
      { 'src/b.ts': 'export const b = (x) => x;\n', 'tsconfig.json': settings({ strict: false }) },
      ['strict'],
      /TS7006/,
    ],
  ])('%s: what is wrong shows', async (_, edit, keys, complaint) => {
    const found = await typesOf(edit);
    expect(found.exit).toBe(0);
    expect(found.standard).toMatchObject({ settings: [{ path: 'tsconfig.json', keys }], unclear: [] });
    expect(found.standard?.held?.join('\n')).toMatch(complaint);
  });

  it('what was wrong before is not held against the change', async () => {
    const base = { ...BASE, 'src/a.ts': WRONG };
    const edit = {
      'src/c.ts': 'export const c = 1;\n',
      'tsconfig.json': settings({}, { exclude: ['src/a.ts'] }),
    };
    expect((await typesOf(edit, { base })).standard).toMatchObject({ exit: 1, held: [], unclear: [] });
  });

  it('settings that ask for no less are not tried again, and released ones stand', async () => {
    const alias = settings({ paths: { '#a': ['./src/a.ts'] } });
    const named = await typesOf({ 'src/b.ts': "export { a } from '#a';\n", 'tsconfig.json': alias });
    expect([named.exit, named.standard]).toEqual([0, undefined]);
    const loose = {
      'src/b.ts': 'export const b = (x) => x;\n',
      'tsconfig.json': settings({ strict: false }),
    };
    const meant = await typesOf(loose, { released: ['tsconfig.json'] });
    expect([meant.exit, meant.standard]).toEqual([0, undefined]);
  });

  it('what is told to look away is listed, for the command that would look', async () => {
    const edit = { 'src/b.ts': `// @ts-nocheck\n/* eslint-disable */\n${WRONG}` };
    const nocheck = { path: 'src/b.ts', line: 1, what: '@ts-nocheck', whole: true };
    const disable = { path: 'src/b.ts', line: 2, what: 'eslint-disable', whole: true };
    expect((await typesOf(edit)).silenced).toEqual([nocheck, disable]);
    expect((await typesOf(edit, { commands: { lint: 'true' } })).silenced).toEqual([nocheck]);
    expect((await typesOf(edit, { released: ['src/b.ts'] })).silenced).toEqual([
      { ...nocheck, excuse: 'the file is released' },
      { ...disable, excuse: 'the file is released' },
    ]);
  });
});
