// How large the changes are that wait to be approved. Trees are immutable, so two of them are compared once.
import type { Waiting } from '../../model/dashboard/documents.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { diffTrees } from '../../runners/trees/tree-diff.ts';
import type { ChangeTrees } from '../people/change-trees.ts';

export interface ChangeAsked extends ChangeTrees {
  /** The folder of the project. */
  readonly project: string;
}

export interface ChangeSizes {
  /** Undefined where they were not compared, or could not be. */
  of(asked: ChangeAsked): Waiting['change'];
  /** Compares these, and forgets all others. */
  bring(wanted: readonly ChangeAsked[]): Promise<void>;
}

const keyOf = ({ project, from, to }: ChangeAsked): string => `${from} ${to} ${project}`;

const sizeOf = async ({ project, from, to }: ChangeAsked): Promise<Waiting['change']> => {
  const { files } = await diffTrees(await findRepository(project), from, to);
  return {
    files: files.length,
    added: files.reduce((sum, { added }) => sum + (added ?? 0), 0),
    removed: files.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
  };
};

export const createChangeSizes = (): ChangeSizes => {
  const known = new Map<string, Waiting['change']>();
  return {
    of: (asked) => known.get(keyOf(asked)),
    bring: async (wanted) => {
      const keys = new Set(wanted.map(keyOf));
      for (const key of [...known.keys()]) if (!keys.has(key)) known.delete(key);
      for (const one of wanted) {
        if (known.has(keyOf(one))) continue;
        // What cannot be compared is shown without a size; the page of the item says why.
        known.set(keyOf(one), await sizeOf(one).catch(() => undefined));
      }
    },
  };
};
