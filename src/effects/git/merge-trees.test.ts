import { describe, expect, it } from 'vitest';
import type { MergeEvidence } from '../../model/evidence.ts';
import { mergeTrees } from './merge-trees.ts';
import {
  type Files,
  type TemporaryRepository,
  temporaryRepository,
  writeFiles,
} from './temporary-repository.fixture.ts';

const lines = (...changed: [number, string][]): string => {
  const all = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  for (const [line, text] of changed) all[line - 1] = text;
  return `${all.join('\n')}\n`;
};

const BASE = { 'a.txt': lines(), 'keep.txt': 'keep\n' };

/** Merges parts that all start from the base, in this order. */
const merge = async (
  made: TemporaryRepository,
  base: Files,
  parts: Readonly<Record<string, Files>>,
  subject?: string,
): Promise<MergeEvidence> => {
  const start = await made.tree(base);
  const trees = [];
  for (const [item, files] of Object.entries(parts))
    trees.push({ item, start, tree: await made.tree(files) });
  return mergeTrees(made.repository, { base: start, parts: trees, subject });
};

describe('mergeTrees', () => {
  it('merges parallel items that touch different files, in plan order', async () => {
    const made = await temporaryRepository();
    const { tree, others, conflicts } = await merge(made, BASE, {
      one: { ...BASE, 'one.txt': '1\n' },
      two: { ...BASE, 'two.txt': '2\n' },
      three: { 'a.txt': BASE['a.txt'] },
    });
    expect(conflicts).toEqual([]);
    expect(await made.show(tree)).toEqual({ 'a.txt': lines(), 'one.txt': '1\n', 'two.txt': '2\n' });
    expect(await made.show(others)).toEqual({ ...BASE, 'one.txt': '1\n', 'two.txt': '2\n' });
  });

  it('merges different places of the same file', async () => {
    const made = await temporaryRepository();
    const { tree, conflicts } = await merge(made, BASE, {
      one: { ...BASE, 'a.txt': lines([2, 'ONE']) },
      two: { ...BASE, 'a.txt': lines([18, 'TWO']) },
    });
    expect(conflicts).toEqual([]);
    expect((await made.show(tree))['a.txt']).toBe(lines([2, 'ONE'], [18, 'TWO']));
  });

  it('marks a conflict and lists those of later items too', async () => {
    const made = await temporaryRepository();
    const { tree, conflicts } = await merge(made, BASE, {
      one: { ...BASE, 'a.txt': lines([2, 'ONE']), 'keep.txt': 'one\n' },
      two: { ...BASE, 'a.txt': lines([2, 'TWO']) },
      three: { ...BASE, 'keep.txt': 'three\n' },
    });
    expect(conflicts).toEqual([
      {
        item: 'two',
        files: ['a.txt'],
        says: ['a.txt: both sides changed the same lines; they are marked in the file'],
      },
      {
        item: 'three',
        files: ['keep.txt'],
        says: ['keep.txt: both sides changed the same lines; they are marked in the file'],
      },
    ]);
    expect((await made.show(tree))['a.txt']).toMatch(/<<<<<<< [0-9a-f]{40}\nONE\n=======\nTWO\n>>>>>>> /);
  });

  it('names every kind of conflict in words', async () => {
    const made = await temporaryRepository();
    const says = async (base: Files, one: Files, two: Files) =>
      (await merge(made, base, { one, two })).conflicts.map(({ files, says: words = [] }) => ({
        files,
        words,
      }));
    expect(await says({}, { n: 'one\n' }, { n: 'two\n' })).toEqual([
      { files: ['n'], words: ['n: both sides added it with different content'] },
    ]);
    expect(await says({ d: 'x\n' }, {}, { d: 'y\n' })).toEqual([
      {
        files: ['d'],
        words: ["d: d deleted in the others' work and modified in the work of two."],
      },
    ]);
    const [binary] = await says({ b: 'x\0y' }, { b: 'x\0one' }, { b: 'x\0two' });
    expect(binary?.words).toEqual(["b: a binary file that both sides changed; it holds the others' version"]);
    const [renamed] = await says({ f: lines() }, { g: lines() }, { h: lines() });
    expect(renamed).toEqual({
      files: ['f', 'g', 'h'],
      words: ["f: f renamed to g in the others' work and to h in the work of two."],
    });
    const [link] = await says({}, { l: { link: 'keep.txt' } }, { l: 'plain\n' });
    expect(link?.files).toEqual(['l']);
    expect(link?.words[0]).toMatch(/^l: l had different types on each side/);
    const [folder] = await says({}, { q: 'file\n' }, { 'q/q': 'in a folder\n' });
    expect(folder?.files).toEqual(['q']);
    expect(folder?.words[0]).toMatch(
      /^q: directory in the way of q from the others' work; moving it to q~[0-9a-f]{40}/,
    );
  });

  it('carries a change along with a rename, and merges modes and links', async () => {
    const made = await temporaryRepository();
    const base: Files = { 'old.txt': lines(), tool: '#!\n', link: { link: 'tool' } };
    const { tree, conflicts } = await merge(made, base, {
      one: { ...base, 'old.txt': lines([3, 'ONE']), link: { link: 'old.txt' } },
      two: { 'new.txt': lines(), tool: { text: '#!\n', executable: true }, link: { link: 'tool' } },
    });
    expect(conflicts).toEqual([]);
    expect(await made.show(tree)).toEqual({
      'new.txt': lines([3, 'ONE']),
      tool: '+x #!\n',
      link: '-> old.txt',
    });
  });

  it('merges the subject last, into the merge of all the others', async () => {
    const made = await temporaryRepository();
    const one = { ...BASE, 'a.txt': lines([2, 'ONE']) };
    const two = { ...BASE, 'a.txt': lines([2, 'TWO']) };
    const { others, conflicts } = await merge(made, BASE, { one, two }, 'one');
    expect(conflicts.map(({ item }) => item)).toEqual(['one']);
    expect(await made.show(others)).toEqual(two);
  });

  it('gives the base for nothing, and the merge of all for a subject that has no part', async () => {
    const made = await temporaryRepository();
    const base = await made.tree(BASE);
    expect(await mergeTrees(made.repository, { base, parts: [] })).toEqual({
      kind: 'merge',
      tree: base,
      others: base,
      conflicts: [],
    });
    const part = await made.tree({ ...BASE, new: 'x' });
    const alone = { base, parts: [{ item: 'one', start: base, tree: part }], subject: 'two' };
    expect(await mergeTrees(made.repository, alone)).toMatchObject({ tree: part, others: part });
  });

  it('takes work that was rebased on a later item after it', async () => {
    const made = await temporaryRepository();
    const base = await made.tree(BASE);
    const two = await made.tree({ ...BASE, 'a.txt': lines([2, 'TWO']) });
    const fixed = await made.tree({ ...BASE, 'a.txt': lines([2, 'ONE and TWO']) });
    const alsoMended = await made.tree({ ...BASE, 'a.txt': lines([2, 'ONE and TWO and ZERO']) });
    const parts = [
      { item: 'zero', start: fixed, tree: alsoMended },
      { item: 'one', start: two, tree: fixed },
      { item: 'two', start: base, tree: two },
    ];
    expect(await mergeTrees(made.repository, { base, parts })).toMatchObject({
      tree: alsoMended,
      conflicts: [],
    });
  });

  it('gives the same tree for the same parts, whatever the user has set or is in the middle of', async () => {
    const made = await temporaryRepository({ files: { 'a.txt': 'user\n' } });
    const other = await temporaryRepository();
    await made.git('config', 'merge.conflictStyle', 'diff3');
    await made.git('config', 'merge.renames', 'false');
    await writeFiles(made.root, { '.gitattributes': '* merge=union\n', 'a.txt': 'changed by the user\n' });
    await made.git('add', '.gitattributes');
    const before = await made.fingerprint();
    const parts = {
      one: { ...BASE, 'a.txt': lines([2, 'ONE']) },
      two: { 'b.txt': lines([2, 'TWO']), 'keep.txt': 'keep\n' },
    };
    const first = await merge(made, BASE, parts);
    expect(first.conflicts.map(({ files }) => files)).toEqual([['b.txt']]);
    expect(await merge(other, BASE, parts)).toEqual(first);
    expect(await merge(made, BASE, parts)).toEqual(first);
    expect(await made.fingerprint()).toBe(before);
  });

  it('names files as the project does, and takes odd names as they are', async () => {
    const made = await temporaryRepository({ project: 'packages/app' });
    const odd = 'packages/app/-x \t"q" ü\nnext';
    const { conflicts, tree } = await merge(
      made,
      { 'top.txt': 'x\n', [odd]: 'x\n' },
      { one: { 'top.txt': '1\n', [odd]: '1\n' }, two: { 'top.txt': '2\n', [odd]: '2\n' } },
    );
    expect(conflicts[0]?.files).toEqual(['-x \t"q" ü\nnext', '../../top.txt']);
    expect(Object.keys(await made.show(tree)).sort()).toEqual([odd, 'top.txt']);
  });

  it('refuses what is not a tree', async () => {
    const made = await temporaryRepository();
    const base = await made.tree(BASE);
    const other = await made.tree({ x: 'x' });
    const part = (tree: string) => ({ base, parts: [{ item: 'x', start: tree, tree: other }] });
    await expect(mergeTrees(made.repository, part(`sha256:${'0'.repeat(64)}`))).rejects.toThrow(
      /expected a tree/,
    );
    await expect(mergeTrees(made.repository, part('git-tree:--help'))).rejects.toThrow(/expected a tree/);
    await expect(mergeTrees(made.repository, part(`git-tree:${'0'.repeat(40)}`))).rejects.toMatchObject({
      code: 'GIT_FAILED',
    });
  });

  it('takes no merge driver, attribute or setting of the repository', async () => {
    const made = await temporaryRepository();
    await writeFiles(made.root, {
      '.git/info/attributes': '* merge=evil\n',
      '../attributes': '* merge=union\n',
    });
    await made.git('config', 'merge.evil.driver', 'echo evil > %A');
    await made.git('config', 'merge.default', 'evil');
    await made.git('config', 'core.attributesFile', `${made.root}/../attributes`);
    const both = await merge(made, BASE, {
      one: { ...BASE, 'a.txt': lines([2, 'ONE']) },
      two: { ...BASE, 'a.txt': lines([18, 'TWO']) },
    });
    expect(both.conflicts).toEqual([]);
    expect((await made.show(both.tree))['a.txt']).toBe(lines([2, 'ONE'], [18, 'TWO']));
    const same = await merge(made, BASE, {
      one: { ...BASE, 'a.txt': lines([2, 'ONE']) },
      two: { ...BASE, 'a.txt': lines([2, 'TWO']) },
    });
    expect(same.conflicts).toMatchObject([{ item: 'two', files: ['a.txt'] }]);
  });
});
