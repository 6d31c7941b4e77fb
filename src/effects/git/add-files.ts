// Puts files into a tree: those of the same names are replaced, all others stay as they are.
import { posix } from 'node:path';
import { BatonError } from '../../errors.ts';
import { type Digest, treeDigest } from '../../model/run/sealed.ts';
import { DURABLE, objectsOf, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { git, gitLine } from '../../std/processes/git.ts';
import { containedParts } from '../contained-directory.ts';
import type { GitContext } from './git-context.ts';
import { withIndex } from './own-index.ts';

const PLAIN_FILE = '100644';

export const addFiles = (
  context: Pick<GitContext, 'repository' | 'scratchDirectory'>,
  {
    tree,
    files,
  }: { readonly tree: Digest; readonly files: readonly { readonly path: string; readonly text: string }[] },
): Promise<Digest> =>
  withIndex(context, async (options) => {
    const { prefix } = context.repository;
    await git(['read-tree', requireTreeOid(tree)], options);
    const lines: string[] = [];
    for (const { path, text } of files) {
      const parts = containedParts(path);
      if ('code' in parts) throw new BatonError(parts.code, parts.message);
      // Git leaves such a name out without a word.
      if (/(?:^|\/)\.git(?:\/|$)/i.test(path))
        throw new BatonError('PATH_OUTSIDE', `expected a file, got ${path}`);
      const oid = await gitLine([...DURABLE, 'hash-object', '-w', '--stdin'], {
        ...objectsOf(context.repository),
        input: text,
      });
      lines.push(`${PLAIN_FILE} ${oid}\t${posix.join(prefix, path)}\0`);
    }
    await git(['update-index', '-z', '--index-info'], { ...options, input: lines.join('') });
    return treeDigest(await gitLine([...DURABLE, 'write-tree'], options));
  });
