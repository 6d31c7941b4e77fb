import { describe, expect, it } from 'vitest';
import type { Digest } from '../../model/run/sealed.ts';
import type { GitContext } from './git-context.ts';
import { observeGit } from './observe-git.ts';
import { performGitEffect } from './perform-effect.ts';
import { readFiles, type TemporaryRepository, temporaryRepository } from './temporary-repository.fixture.ts';
import { gitWorkspaces } from './workspaces.ts';

const AT = '2026-11-15T03:00:00.000Z';
const JOB = {
  key: 'committing.engine.1',
  at: AT,
  journal: { startedAt: AT, seq: 7, chain: `sha256:${'c'.repeat(64)}` },
};

const contextOf = async (
  made: TemporaryRepository,
): Promise<GitContext & { open(tree: Digest): Promise<string> }> => {
  const refs = 'refs/baton/demo';
  const workspaces = await gitWorkspaces({
    repository: made.repository,
    run: 'demo',
    directory: made.scratch,
    refs,
  });
  return {
    repository: made.repository,
    run: 'demo',
    refs,
    workspaces,
    scratchDirectory: made.scratch,
    workspaceOf: (assignment) => workspaces.find(`${assignment}.1`),
    open: (tree) => workspaces.open('coding.coder.1.1', tree),
  };
};

const keptTrees = async (made: TemporaryRepository): Promise<string[]> => {
  const refs = await made.git('for-each-ref', '--format=git-tree:%(objectname)', 'refs/baton/demo/trees');
  return refs.trim().split('\n').sort();
};

const partsOf = async (made: TemporaryRepository, one: string, two: string) => {
  const base = await made.tree({ a: 'a\n', b: 'b\n' });
  const parts = [
    { item: 'one', start: base, tree: await made.tree({ a: one, b: 'b\n' }) },
    { item: 'two', start: base, tree: await made.tree({ a: two, b: 'changed\n' }) },
  ];
  return { base, parts };
};

describe('performEffect', () => {
  it('merges into an artifact that is kept', async () => {
    const made = await temporaryRepository();
    const request = { action: 'merge' as const, into: 'merged', ...(await partsOf(made, 'one\n', 'a\n')) };
    const result = await performGitEffect(await contextOf(made), JOB, request);
    const [sealed] = result.sealed;
    expect(result).toMatchObject({ outcome: 'merged', problems: [] });
    expect(sealed).toMatchObject({ artifact: 'merged', path: '.' });
    expect(await made.show(sealed!.digest)).toEqual({ a: 'one\n', b: 'changed\n' });
    expect(await keptTrees(made)).toEqual([sealed!.digest]);
  });

  it('tells every conflict as a problem', async () => {
    const made = await temporaryRepository();
    const request = { action: 'merge' as const, into: 'merged', ...(await partsOf(made, 'one\n', 'two\n')) };
    expect(await performGitEffect(await contextOf(made), JOB, request)).toEqual({
      outcome: 'conflict',
      sealed: [],
      details: {},
      problems: [
        {
          code: 'MERGE_CONFLICT',
          severity: 'error',
          file: 'a',
          message:
            'the work of two cannot be merged: a: both sides changed the same lines; they are marked in the file',
          hint: 'Bring the work of two in line with what was merged before it.',
        },
      ],
    });
  });

  it('commits, and says where', async () => {
    const made = await temporaryRepository();
    const tree = await made.tree({ a: 'a\n' });
    const request = { action: 'commit' as const, tree, parent: null, branch: 'baton/demo', message: 'Do it' };
    const result = await performGitEffect(await contextOf(made), JOB, request);
    const commit = (await made.git('rev-parse', 'baton/demo')).trim();
    expect(result).toEqual({
      outcome: 'committed',
      sealed: [],
      details: { branch: 'baton/demo', commit },
      problems: [],
    });
    expect(await performGitEffect(await contextOf(made), JOB, request)).toEqual(result);
  });

  it('brings an open working tree up to date, and passes over one that is not open', async () => {
    const made = await temporaryRepository();
    const context = await contextOf(made);
    const directory = await context.open(await made.tree({ a: 'a\n' }));
    const tree = await made.tree({ b: 'b\n' });
    const rebase = (assignment: string) =>
      performGitEffect(context, JOB, { action: 'rebase', assignment, tree, start: tree });
    expect(await rebase('coding.coder.2')).toMatchObject({ outcome: 'rebased' });
    expect(await readFiles(directory)).toEqual({ a: 'a\n' });
    expect(await rebase('coding.coder.1')).toMatchObject({ outcome: 'rebased' });
    expect(await readFiles(directory)).toEqual({ b: 'b\n' });
  });
});

describe('observeGit', () => {
  it('tries a merge and keeps both trees that work may go on from', async () => {
    const made = await temporaryRepository();
    const request = { kind: 'merge' as const, subject: 'one', ...(await partsOf(made, 'one\n', 'two\n')) };
    const evidence = await observeGit(await contextOf(made), request);
    if (evidence.kind !== 'merge') throw new Error(evidence.kind);
    expect(evidence.conflicts.map(({ item, files }) => ({ item, files }))).toEqual([
      { item: 'one', files: ['a'] },
    ]);
    expect(evidence.others).toBe(request.parts[1]!.tree);
    expect(await keptTrees(made)).toEqual([evidence.others, evidence.tree].sort());
  });

  it('lists the files that differ, as the project names them', async () => {
    const made = await temporaryRepository({ project: 'packages/app' });
    const from = await made.tree({
      'packages/app/same': 's',
      'packages/app/x': 'x',
      'packages/app/-m': 'm',
      top: 't',
    });
    const to = await made.tree({
      'packages/app/same': 's',
      'packages/app/-m': { text: 'm', executable: true },
      'packages/app/new name\n': 'n',
      top: { link: 't' },
    });
    expect(await observeGit(await contextOf(made), { kind: 'changes', from, to })).toEqual({
      kind: 'changes',
      files: ['-m', '../../top', 'new name\n', 'x'],
    });
  });

  it('never takes what it could not observe for a pass', async () => {
    const made = await temporaryRepository();
    const missing = `git-tree:${'1'.repeat(40)}`;
    const evidence = await observeGit(await contextOf(made), { kind: 'changes', from: missing, to: missing });
    expect(evidence.kind).toBe('unavailable');
    const { base } = await partsOf(made, '', '');
    const lost = { kind: 'merge' as const, base, parts: [{ item: 'one', start: base, tree: missing }] };
    expect((await observeGit(await contextOf(made), lost)).kind).toBe('unavailable');
  });
});
