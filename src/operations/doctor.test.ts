import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder } from '../../test/fixtures/repository.ts';
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

  it('names what is missing, each with its mending', async () => {
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

  it('lists every problem of baton.yaml', async () => {
    const { configuration } = await examine(repositoryWith({ 'baton.yaml': 'a: 1\nb: 1\n' }));
    expect(configuration).toMatchObject({ ok: false, detail: expect.stringMatching(/"a".*"b"/s) });
  });
});
