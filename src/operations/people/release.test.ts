import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooked, PASSING, SUM } from '../../../test/fixtures/hooked-project.ts';
import { repositoryWith, writeFiles } from '../../../test/fixtures/repository.ts';
import { placeOf } from '../project/state-directory.ts';
import { listReleases, type ReleaseOptions, release } from './release.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const projectWithRelease = () => {
  const project = repositoryWith(SUM);
  const hook = hooked(project);
  const place = placeOf(project, hook.env);
  const allow = (options: Partial<ReleaseOptions>) =>
    release({
      ...{ place, tests: [], base: false, hook: false, why: 'add() goes', by: 'ada', now: Date.now() },
      ...options,
    });
  /** The test of `add` is removed with it. */
  const removeAdd = (): void => {
    for (const file of ['add.js', 'add.test.js']) rmSync(join(project, file));
    writeFiles(project, { 'b.test.js': PASSING.replace('adds', 'other') });
  };
  return { project, ...hook, place, allow, removeAdd };
};

describe('baton release', () => {
  it.each(['adds', 'add.test.js'])('lets %s go, once, and says by whom and why', async (test) => {
    const { project, start, stop, place, allow, removeAdd } = projectWithRelease();
    await start();
    removeAdd();
    expect((await stop()).reason).toContain('TESTS_REMOVED');
    await allow({ tests: [test] });
    const { systemMessage } = await stop(true);
    expect(systemMessage).toContain('proven');
    expect(systemMessage).toContain(`Released: ${test} (ada: add() goes).`);
    const [listed] = await listReleases(place, Date.now());
    expect(listed).toMatchObject({
      active: false,
      release: { kind: 'test', test, by: 'ada', used: expect.any(String) },
    });
    // The same test is protected again.
    writeFiles(project, SUM);
    expect((await stop()).systemMessage).toContain('proven');
    removeAdd();
    expect((await stop()).decision).toBe('block');
  });

  it('of another test changes nothing', async () => {
    const { start, stop, allow, removeAdd } = projectWithRelease();
    await start();
    removeAdd();
    await allow({ tests: ['subtracts', 'sub.test.js'] });
    expect((await stop()).decision).toBe('block');
  });

  it('is over after a while', async () => {
    const { start, stop, place, allow, removeAdd } = projectWithRelease();
    await start();
    removeAdd();
    await allow({ tests: ['adds'], now: Date.now() - 15 * DAY_MS });
    expect((await stop()).decision).toBe('block');
    expect((await listReleases(place, Date.now())).map(({ active }) => active)).toEqual([false]);
  });

  it('records bases and hooks as well, in order, with their reasons as plain lines', async () => {
    const { place, allow } = projectWithRelease();
    await allow({ tests: ['a', 'b'], why: 'one\n\x1b[2Jline' });
    await allow({ base: true, hook: true });
    const listed = (await listReleases(place, Date.now())).map(({ release: one, active }) => [
      one.kind,
      one.why,
      active,
    ]);
    expect(listed).toEqual([
      ['test', 'one line', true],
      ['test', 'one line', true],
      ['base', 'add() goes', false],
      ['hook', 'add() goes', false],
    ]);
  });

  it.each([
    ['nothing', { tests: [] }],
    ['no reason', { tests: ['a'], why: undefined }],
    ['an empty reason', { tests: ['a'], why: ' \n' }],
    ['an empty name', { tests: [''] }],
    ['a name without end', { tests: ['x'.repeat(1_001)] }],
  ])('refuses %s, and records nothing', async (_what, options) => {
    const { place, allow } = projectWithRelease();
    await expect(allow(options)).rejects.toMatchObject({ code: 'USAGE_INVALID' });
    expect(await listReleases(place, Date.now())).toEqual([]);
  });

  it('refuses a base whose baton.yaml cannot be used', async () => {
    const { project, place, allow } = projectWithRelease();
    writeFiles(project, { 'baton.yaml': 'commands: [' });
    await expect(allow({ base: true })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await listReleases(place, Date.now())).toEqual([]);
  });

  it('keeps the last ones of very many, and begins anew where its file is broken', async () => {
    const { place, allow, state } = projectWithRelease();
    await allow({ tests: Array.from({ length: 600 }, (_, at) => `test ${at}`) });
    const listed = await listReleases(place, Date.now());
    expect(listed).toHaveLength(500);
    expect(listed.at(-1)?.release).toMatchObject({ test: 'test 599' });
    writeFileSync(join(state, '.hook-released.json'), '{"v":1,"releases":[{"kind":"all"}]}');
    await allow({ tests: ['a'] });
    expect(JSON.parse(readFileSync(join(state, '.hook-released.json'), 'utf8'))).toMatchObject({
      v: 1,
      releases: [{ test: 'a' }],
    });
  });
});
