// Checks all that a run says of itself: the chain, the seals, the projections, the verdicts, the sealed trees.
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { differences } from '../../effects/projections.ts';
import { holdsKey } from '../../engine/satisfied.ts';
import { BatonError, errnoOf } from '../../errors.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { Basis } from '../../model/run/verdict.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { archivedFiles, contentsOf, sealedText } from '../../runtime/files/contents.ts';
import { projectionsOf } from '../../runtime/files/projector.ts';
import { replay } from '../../runtime/replay.ts';
import { git } from '../../std/processes/git.ts';
import { sha256 } from '../../std/sha256.ts';
import { GENESIS } from '../../stores/journal-line.ts';
import type { Snapshot, StoreReader } from '../../stores/store.ts';
import { bringTrees } from '../runs/bring-trees.ts';
import { playedHere } from '../runs/played-here.ts';
import { type ReadRun, readRun, requireRun } from '../runs/runs.ts';
import { definitionDigest } from '../runs/start-run.ts';
import type { RunPlace, System } from '../system.ts';
import { recomputeVerdicts } from './recompute-verdicts.ts';
import { emptied, headProblems, headsElsewhere, noHead, type SeenHead } from './verify-heads.ts';

export interface VerifyDocument {
  readonly ok: boolean;
  readonly run: string;
  readonly entries: number;
  readonly chain: string;
  /** Whether every verdict was judged once more; not where the run was made by another definition of its workflow. */
  readonly recomputed: boolean;
  /** What holds now, each with what it rests on; null in journals that are older than bases. */
  readonly facts: readonly { readonly fact: string; readonly basis: Basis | null }[];
  readonly problems: readonly Problem[];
}

/** Projections follow an entry; while a run goes on they may be a moment behind. */
const LOOKS_MAX = 10;
const LOOK_PAUSE_MS = 200;

const projectionProblems = async (system: System, { run, workflow }: ReadRun): Promise<Problem[]> => {
  for (let look = 1; ; look += 1) {
    const { store } = await system.stores(run.place).reader(run.name);
    try {
      const state = await replay(store);
      if (state === undefined)
        throw new BatonError('RUN_UNKNOWN', `expected run ${run.name} to have an entry, it has none`);
      const files = projectionsOf(workflow, state, await contentsOf(store, workflow, state));
      const found = await differences(
        run.directory,
        files.map(({ path, text }) => ({ path, content: text })),
      );
      for (const sealed of archivedFiles(workflow, state))
        found.push(
          ...(await differences(run.directory, [
            { path: sealed.path, content: await sealedText(store, sealed) },
          ])),
        );
      if (found.length === 0 || state.status !== 'running' || look === LOOKS_MAX) return found;
    } finally {
      await store.close();
    }
    await sleep(LOOK_PAUSE_MS);
  }
};

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    const file = await open(path);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
};

const changedCopy = (path: string, of: string): Problem =>
  problem('PROJECTION_CHANGED', `expected ${path} to be a copy of ${of}, but it was changed`, {
    file: path,
    hint: 'What was accepted has not changed; the copy is written again when the run ends once more.',
  });

/** A copied object is called after its bytes. */
const copiedObjectProblems = async (directory: string): Promise<Problem[]> => {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  const objects = names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name));
  const problems = objects.map(async (name) => {
    const path = join(directory, name);
    const bytes = await readIfThere(path);
    const same = bytes !== undefined && sha256(bytes) === `sha256:${name.replace('/', '')}`;
    return same ? [] : [changedCopy(path, 'an object')];
  });
  return (await Promise.all(problems)).flat();
};

const journalBytes = async (system: System, run: RunPlace): Promise<Buffer | undefined> => {
  if (run.place.store === undefined) return readIfThere(join(run.stateDirectory, 'journal.jsonl'));
  const directory = await mkdtemp(join(tmpdir(), 'baton-verify-'));
  try {
    await system.stores(run.place).export(run.name, directory);
    return await readIfThere(join(directory, 'journal.jsonl'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** The copy that an ended run leaves beside its files is the beginning of the journal, or all of it. */
const copyProblems = async (system: System, run: RunPlace): Promise<Problem[]> => {
  const path = join(run.directory, 'journal', 'journal.jsonl');
  const copy = await readIfThere(path);
  if (copy === undefined) return [];
  const journal = await journalBytes(system, run);
  const same = journal?.subarray(0, copy.length).equals(copy) ?? false;
  const objects = await copiedObjectProblems(join(run.directory, 'journal', 'objects'));
  return same ? objects : [changedCopy(path, 'the journal'), ...objects];
};

const treeProblems = async (place: Place, trees: ReadonlyMap<Digest, number>): Promise<Problem[]> => {
  if (trees.size === 0) return [];
  const { root } = await findRepository(place.project);
  const oids = [...trees.keys()].map(treeOid);
  const output = await git(['cat-file', '--batch-check'], { cwd: root, input: `${oids.join('\n')}\n` });
  const lines = output.split('\n');
  return [...trees].flatMap(([digest, seq], at) =>
    lines[at]?.startsWith(`${treeOid(digest)} tree `)
      ? []
      : [
          problem(
            'OBJECT_MISSING',
            `the sealed tree ${treeOid(digest)} of entry ${seq} is not in the repository any more`,
            {
              line: seq,
              hint: 'Fetch it from a copy of the repository; Baton keeps it under refs/baton/.',
            },
          ),
        ],
  );
};

/** What another version kept may have another form; the snapshot is a cache, and made again. */
const snapshotProblems = (
  snapshot: Snapshot | undefined,
  stateAt: State | undefined,
  ofThisDefinition: boolean,
): Problem[] =>
  snapshot === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(stateAt ?? null)), snapshot.state)
    ? []
    : [
        problem(
          'SNAPSHOT_STALE',
          `the snapshot at entry ${snapshot.head.seq} is not what the journal makes of it`,
          {
            severity: ofThisDefinition ? 'error' : 'warning',
            hint: 'The snapshot is only a cache: delete snapshot.json and it is made again.',
          },
        ),
      ];

/** Another definition is another workflow: judging by it proves nothing about this journal. */
const notRecomputed = (workflow: string): Problem =>
  problem(
    'VERDICT_DIFFERS',
    `verdicts not recomputed: the run was made by another definition of ${workflow}`,
    {
      severity: 'warning',
      hint: 'Chain, seals and trees were checked. Judge it once more with the version of Baton that made it.',
    },
  );

const withStore = async <T>(
  system: System,
  run: RunPlace,
  use: (store: StoreReader) => Promise<T>,
): Promise<T> => {
  const { store } = await system.stores(run.place).reader(run.name);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

type Meaning = Pick<VerifyDocument, 'recomputed' | 'facts' | 'problems'>;

const factsNow = (state: State): VerifyDocument['facts'] =>
  Object.values(state.facts)
    .filter(({ fact }) => holdsKey(state, fact))
    .map(({ fact, basis }) => ({ fact, basis: basis ?? null }));

/** What can be asked only of a journal that is whole. */
const meaningOf = async (
  system: System,
  place: Place,
  name: string,
  kept: readonly SeenHead[],
): Promise<Meaning> => {
  const found = await readRun(system, place, name);
  if (found === undefined) return { recomputed: true, facts: [], problems: [] };
  const { run, workflow } = found;
  await bringTrees(system, found);
  const same = found.state.run.definition === definitionDigest(workflow);
  // Before the journal is read: it may go on meanwhile.
  const seen = [...kept, ...(await headsElsewhere(place, found))];
  const { snapshot, again, cut } = await withStore(system, run, async (store) => {
    const cached = await store.readSnapshot();
    const judgedBy = same ? workflow : undefined;
    return {
      snapshot: cached,
      again: await recomputeVerdicts(store, judgedBy, cached?.head.seq),
      cut: await headProblems(store, seen),
    };
  });
  // Everything else follows from the entries that are missing.
  if (cut.length > 0) return { recomputed: same, facts: [], problems: cut };
  const problems = [
    ...(kept.length === 0 ? [noHead()] : []),
    ...(same ? [] : [notRecomputed(workflow.name)]),
    ...again.problems,
    ...snapshotProblems(snapshot, again.stateAt, same),
    ...(await treeProblems(place, again.trees)),
    // Files are made by the definition, too: another one makes others of the same journal.
    ...(same && (await playedHere(system, run)) ? await projectionProblems(system, found) : []),
    ...(await copyProblems(system, run)),
  ];
  return { recomputed: same, facts: factsNow(found.state), problems };
};

const asProblem = (cause: unknown): Problem => {
  if (!(cause instanceof BatonError)) throw cause;
  return problem(cause.code, cause.message, cause.hint === undefined ? {} : { hint: cause.hint });
};

const keptOf = async (system: System, place: Place, name: string): Promise<SeenHead[]> => {
  const kept = await system.stores(place).head(name);
  return kept === undefined ? [] : [{ ...kept, by: 'the head that its holder kept' }];
};

/** A run whose journal is gone or empty is no run any more, unless an entry of it was kept. */
const requireVerifiable = async (
  system: System,
  place: Place,
  run: string | undefined,
): Promise<VerifyDocument | string> => {
  try {
    return await requireRun(system, place, run);
  } catch (cause) {
    const name = run === undefined ? '' : basename(run);
    const [kept] = isName(name) ? await keptOf(system, place, name) : [];
    if (kept === undefined) throw cause;
    return {
      ok: false,
      run: name,
      entries: 0,
      chain: GENESIS,
      recomputed: false,
      facts: [],
      problems: [emptied(kept)],
    };
  }
};

export const verifyRun = async (
  system: System,
  place: Place,
  run: string | undefined,
): Promise<VerifyDocument> => {
  const name = await requireVerifiable(system, place, run);
  if (typeof name !== 'string') return name;
  const kept = await keptOf(system, place, name);
  const { entries, chain, problems: own } = await system.stores(place).verify(name);
  const more: Meaning = own.some(isError)
    ? { recomputed: false, facts: [], problems: [] }
    : await meaningOf(system, place, name, kept).catch((cause: unknown) => ({
        ...{ recomputed: false, facts: [] },
        problems: [asProblem(cause)],
      }));
  const problems = [...own, ...more.problems].slice(0, PROBLEMS_MAX);
  return { ok: !problems.some(isError), run: name, entries, chain, ...more, problems };
};
