import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

  describe('is refused, with what to do', () => {
    const madeProject = (mode: number): string => {
      const project = mkdtempSync(join(tmpdir(), 'user-'));
      onTestFinished(() => rmSync(project, { recursive: true }));
      chmodSync(project, mode);
      return project;
    };
    /** A folder with programs of these names, which nobody starts. */
    const programs = (...names: readonly string[]): string => {
      const folder = madeProject(0o755);
      for (const name of names) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
      return folder;
    };
    const refusal = (path: string, { uid = 0, umask = 0o022, mode = 0o755 } = {}) => {
      vi.spyOn(process, 'getuid').mockReturnValue(uid);
      vi.spyOn(process, 'umask').mockReturnValue(umask);
      onTestFinished(() => void vi.restoreAllMocks());
      return usableUser(path, madeProject(mode));
    };

    it.runIf(process.platform === 'linux').each([
      ['without bubblewrap', [], {}, 'bwrap is not on PATH', 'Install bubblewrap.'],
      ['to who is not root', ['bwrap', 'setpriv'], { uid: 1000 }, 'only root can', 'Start Baton as root'],
      ['without setpriv', ['bwrap'], {}, 'setpriv is not on PATH', 'Install util-linux.'],
      [
        'with a umask that keeps others out',
        ['bwrap', 'setpriv'],
        { umask: 0o077 },
        'the umask 077',
        'umask 022',
      ],
      [
        'in a project that others cannot read',
        ['bwrap', 'setpriv'],
        { mode: 0o700 },
        'cannot read',
        'chmod o+rx',
      ],
    ] as const)('%s', async (_, names, here, why, fix) => {
      expect(await refusal(programs(...names), here)).toMatchObject({
        ok: false,
        why: expect.stringContaining(why),
        fix: expect.stringContaining(fix),
      });
    });
  });
});
