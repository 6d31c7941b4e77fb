import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AGENT_USER_ID_MAX, AGENT_USER_ID_MIN } from '../../model/limits/fence.ts';
import { becoming, freeUserId, withWays } from './agent-user.ts';
import { usableUser } from './usable-fence.ts';

const passwdLine = (id: number): string => `x${id}:x:${id}:${id}::/:/bin/sh\n`;

describe('the user of agents', () => {
  it('has the first number that no user and no group has', () => {
    expect(freeUserId('', '')).toBe(AGENT_USER_ID_MIN);
    const passwd = `root:x:0:0::/root:/bin/sh\n${passwdLine(AGENT_USER_ID_MIN)}`;
    expect(freeUserId(passwd, `y:x:${AGENT_USER_ID_MIN + 1}:\n`)).toBe(AGENT_USER_ID_MIN + 2);
  });

  it('is nobody where all numbers are taken', () => {
    let all = '';
    for (let id = AGENT_USER_ID_MIN; id <= AGENT_USER_ID_MAX; id += 1) all += passwdLine(id);
    expect(freeUserId(all, '')).toBeUndefined();
  });

  it('keeps no group and no right of root', () => {
    const line = becoming(61_184).join(' ');
    for (const part of ['--reuid 61184', '--regid 61184', '--clear-groups', '--inh-caps=-all'])
      expect(line).toContain(part);
  });

  it('can pass through the folders on the way to each mount', () => {
    expect(withWays([['--ro-bind', '/a/b', '/x/y/z']])).toEqual([
      ['--dir', '/'],
      ['--dir', '/x'],
      ['--dir', '/x/y'],
      ['--ro-bind', '/a/b', '/x/y/z'],
    ]);
  });

  it('is refused, with what to do, where it cannot be had', async () => {
    const project = mkdtempSync(join(tmpdir(), 'user-'));
    onTestFinished(() => rmSync(project, { recursive: true }));
    expect(await usableUser('/nowhere', project)).toMatchObject({
      ok: false,
      fix: expect.stringMatching(/bubblewrap|isolation none/),
    });
    chmodSync(project, 0o700);
    const usable = await usableUser(process.env['PATH'] ?? '', project);
    expect(usable).toMatchObject({ ok: false, why: expect.any(String), fix: expect.any(String) });
  });
});
