// Baton against git itself in a repository of 20,000 files and 300 MB. Both sides write to the same disk, and what was
// written before is on it when the clock starts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gitWorkspaces } from '../src/effects/git/workspaces.ts';
import { treeDigest } from '../src/model/run/sealed.ts';
import { findRepository } from '../src/runners/trees/repository.ts';
import { sealTree } from '../src/runners/trees/sealed-tree.ts';
import { checkOutTree } from '../src/runners/trees/worktree.ts';
import type { Bench } from './bench.ts';
import { playRelay, type RelayTimes } from './large-relay.ts';
import { changeFiles, gitIn, makeLargeRepository } from './large-repository.ts';
import { addWorktree, removeWorktree, settled } from './large-worktree.ts';
import { interleave, type Medians, median, type Row, ratioRow } from './measure.ts';

const ROUNDS = 3;
const RELAYS = 3;
/** Seals are short and cheap to repeat, and a busy machine disturbs a short one most. */
const SEALS = ['first', ...Array.from({ length: 9 }, () => 'later' as const)] as const;
const FRESH_ROUNDS = 9;
const FIRST_SEAL_AFTER_MS = 3_000;
const SEAL_MAX = 2;
const CHECKOUT_MAX = 1;
const START_MAX = 2;

/** `git add -A && git write-tree`, with git's own settings. */
const gitSeal = (root: string, index?: string): void => {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
  execFileSync('git', ['add', '-A'], { cwd: root, env });
  execFileSync('git', ['write-tree'], { cwd: root, env });
};

interface World {
  readonly project: string;
  readonly scratch: string;
}

/** Warm against warm: git has the index of its own `worktree add`, Baton whatever it kept of its own. */
const sealRows = async ({ project, scratch }: World): Promise<Row[]> => {
  const repository = await findRepository(project);
  const tree = treeDigest(gitIn(project, 'rev-parse', 'HEAD^{tree}'));
  const directory = join(scratch, 'workspaces');
  const workspaces = await gitWorkspaces({ repository, run: 'bench', directory, refs: 'refs/baton/bench' });
  const theirs = join(scratch, 'theirs');
  const times: Record<'first' | 'later', { ours: number[]; floor: number[] }> = {
    first: { ours: [], floor: [] },
    later: { ours: [], floor: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    addWorktree(project, theirs);
    const ours = await workspaces.open('bench.1', tree);
    // No agent hands in within seconds; by then neither side has to doubt files of the second of its checkout.
    await new Promise((resolve) => setTimeout(resolve, FIRST_SEAL_AFTER_MS));
    for (const [at, which] of SEALS.entries()) {
      // Not the same bytes on both sides: whoever came second would find the objects there.
      changeFiles(ours, 100 + round * 20 + at);
      changeFiles(theirs, 500 + round * 20 + at);
      const floorFirst = round % 2 === 0;
      if (floorFirst) times[which].floor.push(await settled(() => gitSeal(theirs)));
      times[which].ours.push(await settled(() => workspaces.seal(ours)));
      if (!floorFirst) times[which].floor.push(await settled(() => gitSeal(theirs)));
    }
    await workspaces.close('bench.1');
    removeWorktree(project, theirs);
  }
  const medians = ({ ours, floor }: { ours: number[]; floor: number[] }): Medians => ({
    ...{ oursMs: median(ours), floorMs: median(floor), rounds: ours.length },
  });
  return [
    ratioRow(
      'first seal of a working tree against `git add -A && git write-tree`',
      medians(times.first),
      SEAL_MAX,
    ),
    ratioRow('later seals of it', medians(times.later), SEAL_MAX),
  ];
};

/** Fresh against fresh: in the user's own checkout no index is believed, so every file is read. */
const freshSealRow = async ({ project, scratch }: World): Promise<Row> => {
  const repository = await findRepository(project);
  const index = join(scratch, 'fresh-index');
  const ours = () => sealTree(repository, { scratchDirectory: scratch, ref: 'refs/baton/bench/fresh' });
  const floor = () => {
    rmSync(index, { force: true });
    gitSeal(project, index);
  };
  const medians = await interleave(
    () => settled(ours),
    () => settled(floor),
    { rounds: FRESH_ROUNDS },
  );
  return ratioRow('seal of a checkout that Baton did not make, both without an index', medians, SEAL_MAX);
};

const checkoutRow = async ({ project, scratch }: World): Promise<Row> => {
  const repository = await findRepository(project);
  const tree = treeDigest(gitIn(project, 'rev-parse', 'HEAD^{tree}'));
  const [places, theirs] = [join(scratch, 'places'), join(scratch, 'theirs')];
  const ours = async (): Promise<number> => {
    const ms = await settled(() => checkOutTree(repository, tree, places));
    rmSync(places, { recursive: true, force: true });
    return ms;
  };
  const floor = async (): Promise<number> => {
    const ms = await settled(() => addWorktree(project, theirs));
    removeWorktree(project, theirs);
    return ms;
  };
  return ratioRow(
    'evidence checkout against `git worktree add`',
    await interleave(ours, floor, { rounds: ROUNDS }),
    CHECKOUT_MAX,
  );
};

const relayRows = async (bench: Bench, { project, scratch }: World): Promise<Row[]> => {
  const theirs = join(scratch, 'theirs');
  const played: RelayTimes[] = [];
  const floors: number[] = [];
  for (let round = 0; round < RELAYS; round += 1) {
    floors.push(await settled(() => addWorktree(project, theirs)));
    removeWorktree(project, theirs);
    execFileSync('sync');
    played.push(await playRelay(bench, project, `relay-${round}`));
  }
  const against = (times: readonly number[]): Medians => ({
    ...{ oursMs: median(times), floorMs: median(floors), rounds: RELAYS },
  });
  const [prompts, totals] = [played.map((one) => one.promptMs), played.map((one) => one.totalMs)];
  return [
    ratioRow(
      '`baton run` until the first agent has its prompt, against `git worktree add`',
      against(prompts),
      START_MAX,
    ),
    ratioRow('a whole scripted relay', against(totals)),
  ];
};

export const largeRows = async (bench: Bench): Promise<Row[]> => {
  const scratch = join(bench.scratch, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const world = { project: join(bench.scratch, 'project'), scratch };
  makeLargeRepository(world.project);
  return [
    ...(await sealRows(world)),
    await freshSealRow(world),
    await checkoutRow(world),
    ...(await relayRows(bench, world)),
  ];
};
