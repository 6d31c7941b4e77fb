import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAgent, personName, requirePerson } from './require-person.ts';

const linux = process.platform === 'linux';

/** A shell with this environment, and the process id of a child of it that has none of it. */
const childOf = async (env: Readonly<Record<string, string>>): Promise<number> => {
  const shell = spawn('sh', ['-c', 'env -i sleep 60 & echo $!; wait'], {
    env: { PATH: process.env['PATH'], ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void process.kill(-shell.pid!, 'SIGKILL'));
  const [text] = (await once(shell.stdout!, 'data')) as [Buffer];
  return Number(text.toString());
};

describe('whether a person asks', () => {
  test('a token in the environment says that it is an agent', () => {
    expect(isAgent({ env: { BATON_TOKEN: 'x' }, pid: process.pid })).toBe(true);
    expect(() => requirePerson({ env: { BATON_TOKEN: 'x' }, pid: process.pid })).toThrowError(
      expect.objectContaining({ code: 'PERSON_EXPECTED' }),
    );
  });

  test.runIf(linux)('so does a token in the environment of an ancestor', async () => {
    const pid = await childOf({ BATON_TOKEN: 'baton1.x' });
    expect(isAgent({ env: {}, pid })).toBe(true);
  });

  test.runIf(linux)('an empty one, or none, does not', async () => {
    expect(isAgent({ env: { BATON_TOKEN: '' }, pid: await childOf({ BATON_TOKEN: '' }) })).toBe(false);
    expect(isAgent({ env: {}, pid: await childOf({}) })).toBe(false);
  });

  test('a person has a name', () => {
    expect(personName({})).not.toBe('');
  });
});
