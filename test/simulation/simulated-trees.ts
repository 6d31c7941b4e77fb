// Trees by digest, as git keeps them: a tree is a map from path to content. Merging is by path.
import { createHash } from 'node:crypto';
import type { MergeEvidence } from '../../src/model/evidence.ts';
import { type Digest, treeDigest } from '../../src/model/run/sealed.ts';
import type { Part } from '../../src/model/workflow/view.ts';

export type Tree = ReadonlyMap<string, string>;

const OID_CHARS = 40;
const MARK = '<<<<<<<';

export const isMarked = (content: string): boolean => content.startsWith(MARK);

/** Both sides of a marked file, without the marks. */
export const bothSides = (content: string): string[] =>
  content.split('\n').filter((line) => !/^(<<<<<<<|=======|>>>>>>>)/.test(line));

const marked = (ours: string | undefined, theirs: string | undefined): string =>
  `${MARK}\n${ours ?? ''}\n=======\n${theirs ?? ''}\n>>>>>>>`;

interface Merged {
  readonly tree: Tree;
  readonly conflicts: readonly string[];
}

const mergeThree = (start: Tree, ours: Tree, theirs: Tree): Merged => {
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

export class SimulatedTrees {
  readonly #trees = new Map<Digest, Tree>();

  put(tree: Tree): Digest {
    const sorted = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
    const oid = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, OID_CHARS);
    const digest = treeDigest(oid);
    if (!this.#trees.has(digest)) this.#trees.set(digest, new Map(sorted));
    return digest;
  }

  get(digest: Digest): Tree {
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
}
