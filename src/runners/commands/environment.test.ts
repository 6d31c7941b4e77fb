import { expect, it } from 'vitest';
import { commandEnvironment, prepareEnvironment } from './environment.ts';

it('has pnpm run as it is on PATH: another version would have to be downloaded', () => {
  const options = { inherited: { PATH: '/bin' }, project: '/p', home: '/h', tmp: '/t' };
  for (const environment of [commandEnvironment(options), prepareEnvironment(options)])
    expect(environment['COREPACK_ROOT']).toBe('/nonexistent');
});

it('tells an installation, and no other command, how the user reaches the registry', () => {
  const reach = {
    COREPACK_INTEGRITY_KEYS: '0',
    COREPACK_NPM_REGISTRY: 'https://mirror.example',
    NO_PROXY: '*',
  };
  const options = { inherited: { PATH: '/bin', ...reach }, project: '/p', home: '/h', tmp: '/t' };
  expect(prepareEnvironment(options)).toMatchObject(reach);
  for (const name of Object.keys(reach)) expect(commandEnvironment(options)).not.toHaveProperty(name);
});
