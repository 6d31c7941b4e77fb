import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooked, SUM } from '../../../test/fixtures/hooked-project.ts';
import { repositoryWith, writeFiles } from '../../../test/fixtures/repository.ts';
import { placeOf } from '../project/state-directory.ts';
import { doctor } from '../setup/doctor.ts';
import { applyInit, planInit } from '../setup/init.ts';
import { expectHooks, forgetHooks, removedHooks } from './expected-hooks.ts';

const SETTINGS = '.claude/settings.json';
const NOW = Date.parse('2026-01-02T03:04:05Z');

const initialised = async () => {
  const project = repositoryWith(SUM);
  const hook = hooked(project);
  const launcher = '/opt/baton/bin/baton.js';
  await applyInit(project, await planInit({ project, agent: 'claude', launcher, env: hook.env }));
  const place = placeOf(project, hook.env);
  await expectHooks(place, NOW);
  return { project, ...hook, place };
};

describe('hooks that were set up', () => {
  it('are not missed while they are there', async () => {
    const { place } = await initialised();
    expect(await removedHooks(place)).toBeUndefined();
  });

  it('are not missed where nobody set them up', async () => {
    const project = repositoryWith({ [SETTINGS]: '{}' });
    const { env } = hooked(project);
    await expectHooks(placeOf(project, env), NOW);
    expect(await removedHooks(placeOf(project, env))).toBeUndefined();
  });

  it.each([
    ['emptied', '{}'],
    ['broken', '{ "hooks": '],
    ['of another form', '{"hooks":{"Stop":{}}}'],
    ['switched off', undefined],
  ])('are missed when the settings are %s', async (how, text) => {
    const { project, place } = await initialised();
    if (how === 'switched off')
      writeFiles(project, { '.claude/settings.local.json': '{"disableAllHooks":true}' });
    else writeFiles(project, { [SETTINGS]: text! });
    expect(await removedHooks(place)).toMatch(
      /^the SessionStart and Stop hook of this project was removed from \.claude\/settings\.json, or switched off, since 2026-01-02T03:04:05\.000Z; run `baton init --agent claude`/,
    );
  });

  it('are missed one by one', async () => {
    const { project, place } = await initialised();
    writeFiles(project, {
      [SETTINGS]: '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"baton hook stop"}]}]}}',
    });
    expect(await removedHooks(place)).toMatch(/^the SessionStart hook of/);
  });

  it('may as well be in the local settings, or in those of the user', async () => {
    const { project, place, env } = await initialised();
    const groups = (name: string) => `[{"hooks":[{"type":"command","command":"baton hook ${name}"}]}]`;
    rmSync(join(project, SETTINGS));
    writeFiles(project, { '.claude/settings.local.json': `{"hooks":{"Stop":${groups('stop')}}}` });
    writeFiles(env['HOME'] ?? '', {
      '.claude/settings.json': `{"hooks":{"SessionStart":${groups('session-start')}}}`,
    });
    expect(await removedHooks(place)).toBeUndefined();
  });

  it('are missed by both hooks and by the doctor, until they are there again or a person lets them go', async () => {
    const { project, place, env, start, stop } = await initialised();
    await start();
    writeFiles(project, { [SETTINGS]: '{}\n' });
    const words = /the SessionStart and Stop hook of this project was removed/;
    expect((await stop()).systemMessage).toMatch(words);
    expect((await start('startup', 'next')).systemMessage).toMatch(words);
    expect(await removedHooks(place)).toMatch(words);
    const findings = await doctor({ project, env, nodeVersion: '99.0' });
    expect(findings.find(({ name }) => name === 'hooks')).toMatchObject({ ok: false, required: false });
    await forgetHooks(place);
    expect(await removedHooks(place)).toBeUndefined();
  });

  it('count with the configuration: a removed baton.yaml is missed as well', async () => {
    const { project, place } = await initialised();
    rmSync(join(project, 'baton.yaml'));
    expect(await removedHooks(place)).toMatch(/^baton\.yaml of this project was removed since 2026/);
  });
});
