import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { doctor } from './doctor.ts';

const examine = async (project: string, more: Record<string, string> = {}, nodeVersion = 'v20.19.0') => {
  const env = { PATH: process.env['PATH'], BATON_STATE: join(temporaryFolder(), 'state'), ...more };
  const findings = await doctor({ project, env, nodeVersion });
  expect(findings.every((finding) => finding.ok || (finding.fix ?? '') !== '')).toBe(true);
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
};

describe('baton doctor', () => {
  it('finds nothing that is required missing in a good project', async () => {
    const found = await examine(repositoryWith({ 'package.json': '{"scripts":{"test":"node --test"}}' }));
    expect(Object.values(found).filter(({ ok, required }) => required && !ok)).toEqual([]);
    expect(found['tests']?.detail).toBe('`npm test`');
  });

  it('names what is missing, each with its fix', async () => {
    const found = await examine(
      temporaryFolder(),
      { PATH: '/nonexistent', BATON_STATE: '/proc/baton' },
      'v18.0.0',
    );
    expect(
      Object.values(found)
        .filter(({ ok }) => !ok)
        .map(({ name }) => name),
    ).toEqual(
      expect.arrayContaining(['node', 'project', 'test program', 'state directory', 'sandbox', 'claude']),
    );
  });

  it('tells what is used of an AgentMux configuration, and what is not', async () => {
    const project = repositoryWith({
      '.agentmux/config.yaml': 'defaults: { session_name: x }\nproviders: { claude: { trust_key: a } }\n',
    });
    const found = await examine(project);
    expect(found['configuration']).toMatchObject({ ok: true, detail: '.agentmux/config.yaml is valid' });
    expect(found['configuration warnings']).toMatchObject({
      ok: false,
      required: false,
      detail: expect.stringMatching(/config\.yaml:1:13.*session_name.*config\.yaml:2:24.*trust_key/s),
    });
    const home = temporaryFolder();
    writeFiles(home, { '.config/agentmux/config.yaml': 'foo: 1' });
    const { configuration } = await examine(project, { HOME: home });
    expect(configuration).toMatchObject({
      ok: false,
      required: true,
      detail: expect.stringMatching(/"foo"/),
    });
    expect((await examine(temporaryFolder(), { HOME: home }))['configuration']?.detail).toMatch(
      /all is default/,
    );
  });

  it('says of each level of isolation whether it is possible, and why not', async () => {
    const project = repositoryWith({ 'baton.yaml': 'isolation: user\n' });
    // What others may not read, another user cannot work with.
    chmodSync(project, 0o700);
    const { isolation } = await examine(project);
    expect(isolation).toMatchObject({
      ok: false,
      required: true,
      detail: expect.stringMatching(/^user is not possible: .+; this project plays at user$/),
    });
    writeFileSync(join(project, 'baton.yaml'), 'isolation: none\n');
    const other = (await examine(project))['isolation'];
    expect(other).toMatchObject({ required: false, detail: expect.stringContaining('none') });
    expect(other?.detail).not.toContain('and user');
  });

  it('lists every problem of baton.yaml', async () => {
    const { configuration } = await examine(repositoryWith({ 'baton.yaml': 'a: 1\nb: 1\n' }));
    expect(configuration).toMatchObject({ ok: false, detail: expect.stringMatching(/"a".*"b"/s) });
  });
});
