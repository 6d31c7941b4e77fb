import { join } from 'node:path';
import { expect, it } from 'vitest';
import { treeOid } from '../../model/run/sealed.ts';
import { addFiles } from './add-files.ts';
import { temporaryRepository } from './temporary-repository.fixture.ts';

const BEFORE = { 'kept.txt': 'kept\n', 'docs/old.md': 'old\n' };

it('puts files in, over those of the same names, and leaves all others', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const context = { repository: made.repository, scratchDirectory: join(made.scratch, 'indexes') };
  const files = [
    { path: 'docs/old.md', text: 'new\n' },
    { path: 'docs/deep/é "x".md', text: 'made\n' },
  ];
  const tree = await addFiles(context, { tree: await made.tree(BEFORE), files });
  const expected = { 'kept.txt': 'kept\n', 'docs/old.md': 'new\n', 'docs/deep/é "x".md': 'made\n' };
  expect(tree).toBe(await made.tree(expected));
  expect(await made.git('show', `${treeOid(tree)}:docs/old.md`)).toContain('new');
});

it('puts nothing outside of the project', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const context = { repository: made.repository, scratchDirectory: join(made.scratch, 'indexes') };
  const tree = await made.tree(BEFORE);
  for (const path of ['../x', '/x', '.git/hooks/x'])
    await expect(addFiles(context, { tree, files: [{ path, text: 'x' }] })).rejects.toThrow();
});
