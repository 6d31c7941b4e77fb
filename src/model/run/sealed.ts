// Sealed bytes: what was handed in, named by its digest. What is sealed is what is judged and applied.
import * as z from 'zod';

/** `sha256:<hex>` for files, `git-tree:<oid>` for working trees. */
export const digestSchema = z.string().regex(/^(sha256:[0-9a-f]{64}|git-tree:[0-9a-f]{40,64})$/);
export type Digest = z.infer<typeof digestSchema>;

export const sealedSchema = z.object({
  /** Key of the artifact: its name, or name/item. */
  artifact: z.string(),
  /** Relative to the run directory; `.` for a working tree. */
  path: z.string(),
  digest: digestSchema,
  bytes: z.number().int().nonnegative(),
  /** The file that it was read from, where that is not `path`. */
  source: z.string().optional(),
  /** The bytes themselves while they are small; otherwise they are in objects/. */
  text: z.string().optional(),
});
export type Sealed = z.infer<typeof sealedSchema>;

export const TREE_PREFIX = 'git-tree:';
export const treeDigest = (oid: string): Digest => `${TREE_PREFIX}${oid}`;
export const treeOid = (digest: Digest): string => digest.slice(TREE_PREFIX.length);
