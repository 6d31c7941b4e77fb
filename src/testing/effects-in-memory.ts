// What the engine does to the outside world, done to trees in memory: nothing is pushed, no branch is moved.

import { type Digest, treeOid } from '../model/run/sealed.ts';
import type { EffectRequest, EffectResult } from '../model/workflow/effect.ts';
import { sha256 } from '../std/sha256.ts';
import type { TreesInMemory } from './trees-in-memory.ts';

const done = (outcome: string, more: Partial<EffectResult> = {}): EffectResult => ({
  outcome,
  sealed: [],
  details: {},
  problems: [],
  ...more,
});

const treeAs = (artifact: string, digest: Digest): EffectResult['sealed'] => [
  { artifact, path: '.', digest, bytes: 0 },
];

const exclude = (
  trees: TreesInMemory,
  { tree, base, files, into }: Extract<EffectRequest, { action: 'exclude' }>,
): EffectResult => {
  const changed = trees.changes(base, tree);
  const unknown = files.filter((file) => !changed.includes(file));
  if (unknown.length > 0)
    return done('unknown', { details: { excludeProblem: `not among the changed files: ${unknown}` } });
  const sealed = treeAs(into, trees.without(tree, base, files));
  return done('excluded', { sealed, details: { excludeProblem: '' } });
};

export const performInMemory = (trees: TreesInMemory, request: EffectRequest): EffectResult => {
  switch (request.action) {
    case 'merge': {
      const { tree, conflicts } = trees.merge(request.base, request.parts, undefined);
      return conflicts.length > 0 ? done('conflict') : done('merged', { sealed: treeAs(request.into, tree) });
    }
    case 'commit': {
      const { tree, branch, into } = request;
      const sealed = into === undefined ? [] : treeAs(into, tree);
      return done('committed', { details: { branch, commit: treeOid(tree) }, sealed });
    }
    case 'exclude':
      return exclude(trees, request);
    case 'record': {
      const { outcome, artifact, path, text } = request;
      const sealed = { artifact, path, digest: sha256(text), bytes: Buffer.byteLength(text), text };
      return done(outcome, { sealed: [sealed] });
    }
    case 'publish':
      return done('local', { details: { branch: request.branch } });
    case 'preferences':
      return done('applied');
    case 'append':
      return done('appended');
    // The project has no files here: nobody else changed it.
    case 'merge-file':
      return done('merged', { details: { file: request.path, became: 'written' } });
    case 'add': {
      const added = request.files.map(({ path, text }): [string, string] => [path, text]);
      const tree = trees.put(new Map([...trees.get(request.tree), ...added]));
      return done('added', { sealed: treeAs(request.into, tree) });
    }
    case 'rebase':
      return done('rebased');
  }
};
