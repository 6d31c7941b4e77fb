import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { observeGit } from '../../effects/git/observe-git.ts';
import { type Files, temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import { treeDigest } from '../../model/run/sealed.ts';
import { gitLine } from '../../std/processes/git.ts';
import { diffTrees } from './tree-diff.ts';

const diffOf = async (before: Files, after: Files, project?: string) => {
  const made = await temporaryRepository(project === undefined ? {} : { project });
  return diffTrees(made.repository, await made.tree(before), await made.tree(after));
};

const LONG = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');

describe('diffTrees', () => {
  it('says what each change is', async () => {
    const { files, cut } = await diffOf(
      {
        'a.txt': 'a\nb\n',
        'b.txt': 'x',
        'c.txt': LONG,
        'd.sh': 'x',
        'e.txt': 'x',
        'f.txt': 'x',
        l: { link: 'a.txt' },
        'z.bin': '\0\x01',
      },
      {
        'a.txt': 'a\nc\nd\n',
        'new/c.txt': `${LONG}\nmore`,
        'd.sh': { text: 'x', executable: true },
        'e.txt': { link: '../out' },
        'f.txt': 'x',
        'g.txt': 'y\n',
        l: { link: '/etc/passwd' },
        'z.bin': '\0\x02',
      },
    );
    expect(cut).toBe(false);
    expect(files).toEqual([
      { path: 'a.txt', change: 'modified', kind: 'file', modeChanged: false, added: 2, removed: 1, bytes: 3 },
      { path: 'b.txt', change: 'deleted', kind: 'file', modeChanged: false, added: 0, removed: 1, bytes: 1 },
      {
        path: 'd.sh',
        change: 'modified',
        kind: 'executable',
        modeChanged: true,
        added: 0,
        removed: 0,
        bytes: 0,
      },
      {
        path: 'e.txt',
        change: 'type',
        kind: 'link',
        modeChanged: false,
        added: 1,
        removed: 1,
        bytes: 7,
        target: '../out',
      },
      { path: 'g.txt', change: 'added', kind: 'file', modeChanged: false, added: 1, removed: 0, bytes: 1 },
      {
        path: 'l',
        change: 'modified',
        kind: 'link',
        modeChanged: false,
        added: 1,
        removed: 1,
        bytes: 16,
        target: '/etc/passwd',
      },
      {
        path: 'new/c.txt',
        was: 'c.txt',
        change: 'renamed',
        kind: 'file',
        modeChanged: false,
        added: expect.any(Number),
        removed: expect.any(Number),
        bytes: 18,
      },
      {
        path: 'z.bin',
        change: 'modified',
        kind: 'file',
        modeChanged: false,
        added: null,
        removed: null,
        bytes: 2,
      },
    ]);
  });

  it('takes names as they are: tabs, line ends, quotation marks, arrows, other scripts', async () => {
    const names = ['a\tb', 'c\nd', '"e"', 'f => g', 'ü/日本.js', ' space ', '-dash', ':colon', '\\back'];
    const { files } = await diffOf(
      { keep: 'x' },
      { keep: 'x', ...Object.fromEntries(names.map((name) => [name, `${name}\n`])) },
    );
    expect(files.map(({ path }) => path).sort()).toEqual(names.sort());
    expect(files.every(({ added, change }) => added !== null && added > 0 && change === 'added')).toBe(true);
  });

  it('shows names that are not UTF-8, each as a change of its own', async () => {
    const made = await temporaryRepository();
    const blob = await gitLine(['hash-object', '-w', '--stdin'], { cwd: made.root, input: 'x' });
    const input = Buffer.concat(
      ['caf\xe9', 'caf\xe8'].map((name) => Buffer.from(`100644 blob ${blob}\t${name}\0`, 'latin1')),
    );
    const tree = treeDigest(await gitLine(['mktree', '-z'], { cwd: made.root, input }));
    const { files } = await diffTrees(made.repository, await made.tree({}), tree);
    expect(files.map(({ path, change }) => [path, change])).toEqual([
      ['caf\ufffd', 'added'],
      ['caf\ufffd', 'added'],
    ]);
  });

  it('knows submodules', async () => {
    const made = await temporaryRepository();
    const mktree = (oid: string) =>
      gitLine(['mktree', '--missing', '-z'], { cwd: made.root, input: `160000 commit ${oid}\tlib\0` });
    const [one, two] = [treeDigest(await mktree('1'.repeat(40))), treeDigest(await mktree('2'.repeat(40)))];
    expect((await diffTrees(made.repository, one, two)).files).toEqual([
      { path: 'lib', change: 'modified', kind: 'submodule', modeChanged: false, added: null, removed: null },
    ]);
  });

  it('names files from the project', async () => {
    const { files } = await diffOf(
      { 'app/a.txt': 'a', 'b.txt': 'b' },
      { 'app/a.txt': 'b', 'b.txt': 'c' },
      'app',
    );
    expect(files.map(({ path }) => path)).toEqual(['../b.txt', 'a.txt']);
  });

  it('is cut short with a word about it', async () => {
    const made = await temporaryRepository();
    const blob = await gitLine(['hash-object', '-w', '--stdin'], { cwd: made.root, input: 'x' });
    const input = Array.from(
      { length: 5_001 },
      (_, at) => `100644 blob ${blob}\tf${String(at).padStart(5, '0')}\0`,
    ).join('');
    const many = treeDigest(await gitLine(['mktree', '-z'], { cwd: made.root, input }));
    const { files, cut } = await diffTrees(made.repository, await made.tree({}), many);
    expect([files.length, cut]).toEqual([5_000, true]);
  });

  it('does not depend on settings of the user', async () => {
    const made = await temporaryRepository();
    for (const [key, value] of [
      ['diff.noprefix', 'true'],
      ['diff.renames', 'false'],
      ['diff.external', 'false'],
      ['core.quotePath', 'true'],
      ['diff.ignoreSubmodules', 'all'],
      ['diff.relative', 'true'],
    ])
      await made.git('config', key!, value!);
    mkdirSync(join(made.root, 'x'), { recursive: true });
    const { files } = await diffTrees(
      made.repository,
      await made.tree({ a: LONG }),
      await made.tree({ b: LONG }),
    );
    expect(files).toMatchObject([{ path: 'b', was: 'a', change: 'renamed' }]);
  });
});

const TESTS =
  "it('a', () => { expect(f()).toBe(1); expect(g()).toBe(2) });\nit('b', () => { expect(f()).toBe(1) });\n";

describe('test-changes', () => {
  const changes = async (before: Files, after: Files) => {
    const made = await temporaryRepository();
    const evidence = await observeGit(
      { repository: made.repository, refs: 'refs/baton/x' },
      { kind: 'test-changes', from: await made.tree(before), to: await made.tree(after) },
    );
    if (evidence.kind !== 'test-changes') throw new Error(JSON.stringify(evidence));
    return evidence.files;
  };
  const nothing = { removed: [], skipped: [], only: [], weakened: [] };

  it('of a new file, of one that is the same, and of what is no test', async () => {
    expect(
      await changes(
        { 'a.test.js': TESTS, 'a.js': '1' },
        { 'a.test.js': TESTS, 'a.js': '2', 'b.test.js': TESTS },
      ),
    ).toEqual([{ path: 'b.test.js', change: 'added', declared: ['a', 'b'], ...nothing }]);
  });

  it('of a file that is gone, or is no test file any more', async () => {
    const gone = { path: 'a.test.js', change: 'deleted', declared: [], ...nothing, removed: ['a', 'b'] };
    expect(await changes({ 'a.test.js': TESTS, k: '' }, { k: '' })).toEqual([gone]);
    expect(await changes({ 'a.test.js': TESTS }, { 'a.js': TESTS })).toEqual([gone]);
    expect(
      await changes({ 'a.test.js': TESTS, 'b.js': '' }, { 'a.test.js': { link: 'b.js' }, 'b.js': '' }),
    ).toEqual([{ ...gone, change: 'modified', same: [], renamed: [] }]);
  });

  it('of a file that was edited: skipped, emptied, alone', async () => {
    const edited =
      "it('a', () => { expect(f()).toBe(1); expect(1).toBe(1) });\nxit('b', () => { expect(f()).toBe(1) });\nfit('c', () => { expect(f()).toBe(3) });\n";
    expect(await changes({ 'a.test.js': TESTS }, { 'a.test.js': edited })).toEqual([
      {
        path: 'a.test.js',
        change: 'modified',
        declared: ['a', 'b', 'c'],
        removed: [],
        skipped: ['b'],
        only: ['c'],
        weakened: [{ name: 'a', before: 2, after: 1 }],
        same: [],
        renamed: [],
      },
    ]);
  });

  it('of a renamed file, against its former self', async () => {
    const edited = TESTS.replace("it('b'", "xit('b'");
    expect(await changes({ 'a.test.js': TESTS }, { 'sub/b.test.js': edited })).toEqual([
      {
        path: 'sub/b.test.js',
        was: 'a.test.js',
        change: 'modified',
        declared: ['a', 'b'],
        ...nothing,
        skipped: ['b'],
        same: ['a'],
        renamed: [],
      },
    ]);
  });

  it('of tests that were moved to another file and say as much there', async () => {
    const [a, b] = TESTS.trim().split('\n');
    const before = { 'x.test.js': TESTS, 'y.test.js': "it('c', () => { expect(f()).toBe(1) });\n" };
    const moved = await changes(before, {
      'x.test.js': `${b}\n`,
      'y.test.js': `${before['y.test.js']}${a}\n`,
    });
    expect(moved.map(({ removed }) => removed)).toEqual([[], []]);
    const weaker = await changes(before, {
      'x.test.js': `${b}\n`,
      'y.test.js': `${before['y.test.js']}it('a', () => { expect(f()).toBe(1) });\n`,
    });
    expect(weaker.map(({ removed }) => removed)).toEqual([['a'], []]);
  });
});
