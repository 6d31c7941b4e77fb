import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAgent, isAnyAgent, personName, requirePerson, requirePersonAlone } from './require-person.ts';

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

  test('an agent that works alone is one where it could lift what it is held to, and none elsewhere', () => {
    const asking = { env: { CLAUDECODE: '1' }, pid: 0 };
    expect(isAnyAgent(asking)).toBe(true);
    expect(() => requirePersonAlone(asking)).toThrowError(
      expect.objectContaining({ code: 'PERSON_EXPECTED', hint: expect.stringContaining('NOT DONE') }),
    );
    expect(isAgent(asking)).toBe(false);
    expect(isAnyAgent({ env: { CLAUDE_CODE_USE_BEDROCK: '1', CLAUDECODE: '' }, pid: 0 })).toBe(false);
  });

  test.runIf(linux)('so is what it starts, whatever was unset', async () => {
    expect(isAnyAgent({ env: {}, pid: await childOf({ CLAUDECODE: '1' }) })).toBe(true);
    expect(isAgent({ env: {}, pid: await childOf({ CLAUDECODE: '1' }) })).toBe(false);
  });

  test('a person has a name', () => {
    expect(personName({})).not.toBe('');
  });
});
