import { describe, expect, it } from 'vitest';
import type { CommitRequest } from './commit-tree.ts';
import { commitTree } from './commit-tree.ts';
import { type TemporaryRepository, temporaryRepository, writeFiles } from './temporary-repository.fixture.ts';

const AT = '2026-11-15T03:00:00.000Z';
const JOURNAL = { startedAt: AT, seq: 7, chain: `sha256:${'c'.repeat(64)}` };
const JOURNAL_TRAILER = `Baton-Journal: demo 7 ${JOURNAL.chain} ${AT}`;

const requestFor = async (
  made: TemporaryRepository,
  more: Partial<CommitRequest> = {},
): Promise<CommitRequest> => ({
  run: 'demo',
  key: 'committing.engine.1',
  at: AT,
  journal: JOURNAL,
  tree: await made.tree({ 'a.txt': 'a\n' }),
  parent: null,
  branch: 'baton/demo',
  message: 'Add a\n\nBecause.',
  ...more,
});

const show = (made: TemporaryRepository, commit: string, format: string): Promise<string> =>
  made.git('show', '-s', `--format=${format}`, commit);

describe('commitTree', () => {
  it('commits on a branch of its own and touches nothing else', async () => {
    const made = await temporaryRepository({ files: { 'a.txt': 'old\n' } });
    await made.git('config', 'user.name', 'Ada');
    await made.git('config', 'user.email', 'ada@example.org');
    await writeFiles(made.root, { 'a.txt': 'dirty\n' });
    const parent = (await made.git('rev-parse', 'HEAD')).trim();
    const before = await made.fingerprint();
    const commit = await commitTree(made.repository, await requestFor(made, { parent }));
    expect((await made.git('rev-parse', 'baton/demo')).trim()).toBe(commit);
    expect(await show(made, commit, '%P|%an <%ae>|%ct|%B')).toBe(
      `${parent}|Ada <ada@example.org>|1794711600|Add a\n\nBecause.\n\n${JOURNAL_TRAILER}\nBaton-Run: demo\nBaton-Key: committing.engine.1\n\n`,
    );
    expect(await show(made, commit, '%(trailers:key=Baton-Run)')).toBe('Baton-Run: demo\n\n');
    await made.git('branch', '-D', 'baton/demo');
    expect(await made.fingerprint()).toBe(before);
  });

  it('says the same when it is asked again, also after a crash before the branch was set', async () => {
    const made = await temporaryRepository();
    const request = await requestFor(made);
    const first = await commitTree(made.repository, request);
    expect(await commitTree(made.repository, request)).toBe(first);
    expect(await commitTree(made.repository, { ...request, at: '2027-01-01T00:00:00.000Z' })).toBe(first);
    // The journal has gone on meanwhile.
    const journal = { ...JOURNAL, seq: 9, chain: `sha256:${'d'.repeat(64)}` };
    expect(await commitTree(made.repository, { ...request, journal })).toBe(first);
    await made.git('update-ref', '-d', 'refs/heads/baton/demo');
    expect(await commitTree(made.repository, request)).toBe(first);
    expect((await made.git('rev-list', '--count', 'baton/demo')).trim()).toBe('1');
  });

  it('moves no branch for a run that another process has taken meanwhile', async () => {
    const made = await temporaryRepository();
    const request = await requestFor(made);
    const taken = () => Promise.reject(new Error('taken'));
    await expect(commitTree(made.repository, request, taken)).rejects.toThrow('taken');
    await expect(made.git('rev-parse', '--verify', 'baton/demo')).rejects.toThrow();
  });

  it('knows its own commits from before they named the journal', async () => {
    const made = await temporaryRepository();
    const request = await requestFor(made);
    const tree = request.tree.slice('git-tree:'.length);
    const message = 'Add a\n\nBaton-Run: demo\nBaton-Key: committing.engine.1\n';
    const old = (await made.git('commit-tree', tree, '-m', message)).trim();
    await made.git('branch', 'baton/demo', old);
    expect(await commitTree(made.repository, request)).toBe(old);
    const next = await requestFor(made, { parent: old, key: 'committing.engine.2' });
    const grown = await commitTree(made.repository, next);
    expect((await made.git('rev-list', 'baton/demo')).trim().split('\n')).toEqual([grown, old]);
  });

  it('refuses a branch that is there with something else on it', async () => {
    const made = await temporaryRepository({ files: { x: 'x\n' } });
    const parent = (await made.git('rev-parse', 'HEAD')).trim();
    await made.git('branch', 'baton/demo');
    const before = await made.fingerprint();
    const request = await requestFor(made, { parent });
    await expect(commitTree(made.repository, request)).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: `expected to commit on branch "baton/demo", but it is there already, at ${parent}, and is not this run's`,
      hint: expect.stringContaining('Rename or delete'),
    });
    for (const other of [{ key: 'other.1' }, { run: 'other' }, { tree: await made.tree({ z: 'z' }) }]) {
      const branch = `baton/${Object.keys(other)[0]}`;
      await commitTree(made.repository, { ...request, ...other, branch });
      await expect(commitTree(made.repository, { ...request, branch })).rejects.toMatchObject({
        code: 'GIT_FAILED',
      });
      await made.git('branch', '-D', branch);
    }
    await made.git('branch', 'folder/is/a/branch');
    await expect(commitTree(made.repository, { ...request, branch: 'folder/is' })).rejects.toThrow(
      /would not set it/,
    );
    await made.git('branch', '-D', 'folder/is/a/branch');
    expect(await made.fingerprint()).toBe(before);
  });

  it('lets the branch of the run grow, unless somebody has it checked out', async () => {
    const made = await temporaryRepository({ files: { x: 'x\n' } });
    const first = await commitTree(made.repository, await requestFor(made));
    const next = await requestFor(made, { parent: first, key: 'committing.engine.2' });
    await made.git('checkout', '--quiet', 'baton/demo');
    await expect(commitTree(made.repository, next)).rejects.toThrow(/it is checked out in/);
    await made.git('checkout', '--quiet', '-');
    const second = await commitTree(made.repository, next);
    expect(await show(made, second, '%(trailers:key=Baton-Journal)')).toBe(`${JOURNAL_TRAILER}\n\n`);
    expect((await made.git('rev-list', 'baton/demo')).trim().split('\n')).toEqual([second, first]);
    const foreign = await requestFor(made, { run: 'other', parent: second });
    await expect(commitTree(made.repository, foreign)).rejects.toThrow(/not this run's/);
  });

  it('commits as itself where the user has no name', async () => {
    const made = await temporaryRepository();
    await made.git('config', 'user.name', '');
    await made.git('config', 'user.email', '');
    const commit = await commitTree(made.repository, await requestFor(made));
    expect(await show(made, commit, '%an <%ae>, %cn')).toBe('Baton <baton@localhost>, Baton\n');
  });

  it('cleans the message', async () => {
    const made = await temporaryRepository();
    const message = '\x1b[31mred\x07\r\n\r\nBaton-Run: forged\0\u202e\n\n';
    const commit = await commitTree(made.repository, await requestFor(made, { message }));
    expect(await show(made, commit, '%B')).toBe(
      `red\n\nBaton-Run: forged\n\n${JOURNAL_TRAILER}\nBaton-Run: demo\nBaton-Key: committing.engine.1\n\n`,
    );
    const empty = await requestFor(made, { message: ' \n', branch: 'baton/empty' });
    expect(await show(made, await commitTree(made.repository, empty), '%s')).toBe('Work of run demo\n');
    const long = await requestFor(made, { message: 'x'.repeat(100_000), branch: 'baton/long' });
    expect((await show(made, await commitTree(made.repository, long), '%s')).length).toBeLessThan(8_100);
  });

  it('refuses hostile names', async () => {
    const made = await temporaryRepository({ files: { x: 'x\n' } });
    const before = await made.fingerprint();
    for (const branch of [
      '',
      '-f',
      '--delete',
      '../heads/x',
      'a..b',
      'a b',
      'x.lock',
      '@{-1}',
      'a\0b',
      'a~1',
      '*',
      'HEAD',
    ])
      await expect(commitTree(made.repository, await requestFor(made, { branch }))).rejects.toMatchObject({
        code: 'NAME_INVALID',
      });
    for (const parent of ['HEAD', '--help', ''])
      await expect(commitTree(made.repository, await requestFor(made, { parent }))).rejects.toMatchObject({
        code: 'FIELD_INVALID',
      });
    const missing = await requestFor(made, { parent: 'a'.repeat(40) });
    await expect(commitTree(made.repository, missing)).rejects.toMatchObject({ code: 'GIT_FAILED' });
    expect(await made.fingerprint()).toBe(before);
  });
});
