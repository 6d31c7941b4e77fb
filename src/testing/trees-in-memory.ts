// Git trees without git: a tree is a map from path to content, known by a digest of both. Merging is by path.
import type { MergeEvidence } from '../model/evidence.ts';
import { type Digest, treeDigest } from '../model/run/sealed.ts';
import type { Part } from '../model/workflow/view.ts';
import { sha256 } from '../std/sha256.ts';

export type FilesOfTree = ReadonlyMap<string, string>;

const OID_CHARS = 40;
const MARK = '<<<<<<<';

export const isMarked = (content: string): boolean => content.startsWith(MARK);

const marked = (ours: string | undefined, theirs: string | undefined): string =>
  `${MARK}\n${ours ?? ''}\n=======\n${theirs ?? ''}\n>>>>>>>`;

interface Merged {
  readonly tree: FilesOfTree;
  readonly conflicts: readonly string[];
}

const mergeThree = (start: FilesOfTree, ours: FilesOfTree, theirs: FilesOfTree): Merged => {
  const tree = new Map<string, string>();
  const conflicts: string[] = [];
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [before, one, other] = [start.get(path), ours.get(path), theirs.get(path)];
    const clean = one === other || other === before ? one : one === before ? other : undefined;
    if (clean !== undefined) tree.set(path, clean);
    else if (one !== other && one !== before && other !== before) {
      conflicts.push(path);
      tree.set(path, marked(one, other));
    }
  }
  return { tree, conflicts };
};

export class TreesInMemory {
  readonly #trees = new Map<Digest, FilesOfTree>();

  put(tree: FilesOfTree): Digest {
    const sorted = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
    const digest = treeDigest(sha256(JSON.stringify(sorted)).slice('sha256:'.length).slice(0, OID_CHARS));
    if (!this.#trees.has(digest)) this.#trees.set(digest, new Map(sorted));
    return digest;
  }

  get(digest: Digest): FilesOfTree {
    const tree = this.#trees.get(digest);
    if (tree === undefined) throw new Error(`there is no tree ${digest}`);
    return tree;
  }

  /** Files that differ. */
  changes(from: Digest, to: Digest): string[] {
    const [before, after] = [this.get(from), this.get(to)];
    const paths = new Set([...before.keys(), ...after.keys()]);
    return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
  }

  /** The subject is merged last, and `others` is what it is merged into; what was rebased goes after the rest. */
  merge(base: Digest, parts: readonly Part[], subject: string | undefined): MergeEvidence {
    const rank = (part: Part): number => (part.item === subject ? 2 : part.start === base ? 0 : 1);
    const conflicts: MergeEvidence['conflicts'] = [];
    let tree = base;
    let others = base;
    for (const part of [...parts].sort((a, b) => rank(a) - rank(b))) {
      if (part.item === subject || subject === undefined) others = tree;
      const merged = mergeThree(this.get(part.start), this.get(tree), this.get(part.tree));
      if (merged.conflicts.length > 0) conflicts.push({ item: part.item, files: [...merged.conflicts] });
      tree = this.put(merged.tree);
    }
    return { kind: 'merge', tree, others, conflicts };
  }

  /** `tree` with these files as they are in `base`. */
  without(tree: Digest, base: Digest, files: readonly string[]): Digest {
    const left = new Map(this.get(tree));
    for (const file of files) {
      const before = this.get(base).get(file);
      if (before === undefined) left.delete(file);
      else left.set(file, before);
    }
    return this.put(left);
  }
}
