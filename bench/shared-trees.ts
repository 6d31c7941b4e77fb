// A sealed tree on its way to other machines: a thin pack in the store, against a push of the same change to a remote.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from '../src/runners/trees/repository.ts';
import { treePacks } from '../src/runners/trees/tree-packs.ts';
import type { Store } from '../src/stores/store.ts';
import { gitIn, makeLargeRepository, smallFile } from './large-repository.ts';
import { interleave, median, type Row, ratioRow } from './measure.ts';

const ROUNDS = 15;
const CHANGED = 3;
const PUSH_MAX = 0.5;
const BYTES_MAX = 5 * 1024;

interface Change {
  readonly tree: string;
  readonly commit: string;
}

/** A line more in a few files, as a commit that no branch has. */
const change = (project: string, round: number): Change => {
  for (let at = 0; at < CHANGED; at += 1)
    appendFileSync(join(project, smallFile(at + 3)), `// changed in round ${round} ${at}\n`);
  gitIn(project, 'add', '-A');
  const tree = gitIn(project, 'write-tree');
  return { tree, commit: gitIn(project, 'commit-tree', tree, '-p', 'HEAD', '-m', `round ${round}`) };
};

export const sharedTreeRows = async (scratch: string, store: Store): Promise<Row[]> => {
  const [project, remote] = [join(scratch, 'project'), join(scratch, 'remote.git')];
  makeLargeRepository(project);
  execFileSync('git', ['clone', '--quiet', '--bare', project, remote]);
  gitIn(project, 'remote', 'add', 'origin', remote);
  gitIn(project, 'fetch', '--quiet', 'origin');
  const packs = treePacks(await findRepository(project), gitIn(project, 'rev-parse', 'HEAD'));
  const base = gitIn(project, 'rev-parse', 'HEAD^{tree}');
  for (const tree of await packs.pack(base, [])) await store.putTree?.(tree);
  const bytes: number[] = [];
  let round = 0;
  const ours = async (): Promise<number> => {
    round += 1;
    const { tree } = change(project, round);
    const since = performance.now();
    const made = await packs.pack(tree, [base]);
    for (const one of made) await store.putTree?.(one);
    bytes.push(made.reduce((sum, { pack }) => sum + pack.length, 0));
    return performance.now() - since;
  };
  const push = (): number => {
    round += 1;
    const { commit } = change(project, round);
    const since = performance.now();
    gitIn(project, 'push', '--quiet', 'origin', `${commit}:refs/heads/round-${round}`);
    return performance.now() - since;
  };
  const medians = await interleave(ours, push, { rounds: ROUNDS });
  const each = median(bytes);
  return [
    ratioRow(
      `${CHANGED} changed files of 300 MB shared in the store against \`git push\``,
      medians,
      PUSH_MAX,
    ),
    {
      what: 'bytes of them',
      ...{ figure: `${(each / 1024).toFixed(1)} KB`, floor: '', target: '≤ 5 KB', met: each <= BYTES_MAX },
    },
  ];
};
