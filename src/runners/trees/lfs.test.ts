// Git LFS by its files alone: its program is not needed, and not trusted.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, writeFiles } from '../../../test/fixtures/repository.ts';
import { placeOf, seal } from '../../../test/fixtures/sealed.ts';
import { treeOid } from '../../model/run/sealed.ts';
import { reexecute } from '../commands/reexecute.ts';
import { checkOutTree } from './worktree.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const pointer = (text: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;
const storePath = (text: string): string =>
  `.git/lfs/objects/${sha256(text).slice(0, 2)}/${sha256(text).slice(2, 4)}/${sha256(text)}`;

describe('Git LFS', () => {
  const CONTENT = 'large\0content\r\n';
  const project = (): string =>
    repositoryWith({
      'data/a.bin': pointer(CONTENT),
      'note.txt': pointer(CONTENT),
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    });

  it('brings the bytes from the local store, without its program, and only where it is asked for', async () => {
    const root = project();
    writeFiles(root, { [storePath(CONTENT)]: CONTENT, 'data/a.bin': CONTENT });
    const { repository, tree, scratch } = await seal(root);
    expect(treeOid(tree)).toBe(gitIn(root, 'rev-parse', 'HEAD^{tree}').trim());
    const worktree = await checkOutTree(repository, tree, scratch);
    expect(readFileSync(join(worktree.tree, 'data/a.bin'), 'utf8')).toBe(CONTENT);
    expect(readFileSync(join(worktree.tree, 'note.txt'), 'utf8')).toBe(pointer(CONTENT));
    expect(gitIn(worktree.tree, 'status', '--porcelain')).toBe('');
  });

  it('seals a changed and a new file as their pointers, and keeps their bytes', async () => {
    const root = project();
    writeFiles(root, { [storePath(CONTENT)]: CONTENT, 'data/a.bin': 'changed', 'data/new.bin': 'new' });
    const { repository, tree, scratch } = await seal(root);
    expect(gitIn(root, 'show', `${treeOid(tree)}:data/a.bin`)).toBe(pointer('changed'));
    expect(gitIn(root, 'show', `${treeOid(tree)}:data/new.bin`)).toBe(pointer('new'));
    const worktree = await checkOutTree(repository, tree, scratch);
    expect(readFileSync(join(worktree.tree, 'data/a.bin'), 'utf8')).toBe('changed');
    expect(readFileSync(join(worktree.tree, 'data/new.bin'), 'utf8')).toBe('new');
  });

  it.each([
    ['missing', undefined],
    ['of another length', 'x'],
    ['of the same length with other bytes', CONTENT.replace('large', 'LARGE')],
  ])('says what to do where the bytes are %s', async (_, kept) => {
    const root = project();
    if (kept !== undefined) writeFiles(root, { [storePath(CONTENT)]: kept });
    const place = placeOf(root);
    const { tree } = await seal(root);
    expect(await reexecute({ place, tree, line: 'true', sandbox: 'none' })).toMatchObject({
      kind: 'unavailable',
      cause: expect.stringContaining('data/a.bin'),
      hint: expect.stringContaining('git lfs pull'),
    });
  });

  it('names a file of it that the command rewrote, by its bytes', async () => {
    const root = project();
    writeFiles(root, { [storePath(CONTENT)]: CONTENT });
    const place = placeOf(root);
    const { tree } = await seal(root);
    const touched = 'cp data/a.bin x && mv x data/a.bin';
    expect(await reexecute({ place, tree, line: touched, sandbox: 'none' })).not.toHaveProperty('rewritten');
    expect(await reexecute({ place, tree, line: 'echo x > data/a.bin', sandbox: 'none' })).toMatchObject({
      rewritten: ['data/a.bin'],
    });
  });
});
