import { describe, expect, it } from 'vitest';
import { BatonError } from '../../errors.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { inTurn, retryWhileLocked } from './git-lock.ts';

const at = (commonDirectory: string) => ({ commonDirectory }) as Repository;
const locked = () =>
  new BatonError('GIT_FAILED', "git x failed: Unable to create '/r/.git/HEAD.lock': File exists.");

describe('inTurn', () => {
  it('does one thing after the other in one repository, and goes on after a failure', async () => {
    const log: string[] = [];
    const act =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 10));
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const one = inTurn(at('/r'), act('one', true));
    const two = inTurn(at('/r'), act('two'));
    const elsewhere = inTurn(at('/other'), act('elsewhere'));
    await expect(one).rejects.toThrow('one');
    expect(await Promise.all([two, elsewhere])).toEqual(['two', 'elsewhere']);
    expect(log.indexOf('elsewhere begins')).toBeLessThan(log.indexOf('one ends'));
    expect(log.filter((line) => !line.startsWith('elsewhere'))).toEqual([
      ...['one begins', 'one ends', 'two begins', 'two ends'],
    ]);
  });
});

describe('retryWhileLocked', () => {
  it.each([
    ['a lock file is there', locked],
    [
      'another process removes the empty folder of working trees',
      () =>
        new BatonError(
          'GIT_FAILED',
          "git worktree add failed: fatal: could not create directory of '.git/worktrees/x': No such file or directory",
        ),
    ],
  ])('tries again while %s', async (_, failure) => {
    let tries = 0;
    const act = async () => {
      tries += 1;
      if (tries < 3) throw failure();
      return 'done';
    };
    expect(await retryWhileLocked(act)).toBe('done');
  });

  it('gives up in the end, and at once on anything else', async () => {
    let tries = 0;
    const failing = (error: () => Error) => async () => {
      tries += 1;
      throw error();
    };
    await expect(retryWhileLocked(failing(locked))).rejects.toThrow('HEAD.lock');
    expect(tries).toBe(8);
    tries = 0;
    const elsewhere = () =>
      new BatonError('GIT_FAILED', "cannot lock ref 'refs/heads/x': reference already exists");
    await expect(retryWhileLocked(failing(elsewhere))).rejects.toThrow('already exists');
    expect(tries).toBe(1);
  });
});
