// The hook keeps no journal: what it sees is observed once more, in this process, from what its own run has kept.

import type { Change } from '../../src/checks/change/change.ts';
import { changeClauses } from '../../src/checks/change/change-clauses.ts';
import { observeGit } from '../../src/effects/git/observe-git.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../../src/model/evidence.ts';
import type { Digest } from '../../src/model/run/sealed.ts';
import { requireConfig } from '../../src/operations/project/load-config.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { withBaseCommands } from '../../src/operations/runs/base-commands.ts';
import { scratchDirectory } from '../../src/runners/commands/place.ts';
import { isTestRequest, observeTests } from '../../src/runners/tests/observe-tests.ts';
import { findRepository } from '../../src/runners/trees/repository.ts';
import { sealTree } from '../../src/runners/trees/sealed-tree.ts';
import type { Work } from './case.ts';
import type { Round } from './recording.ts';
import { environment, type World } from './world.ts';

const REFS = 'refs/baton/gates';

const placeIn = (world: World) => placeOf(world.project, environment(world));

/** The project as it is now. */
export const sealedTree = async (world: World): Promise<Digest> => {
  const repository = await findRepository(world.project);
  return sealTree(repository, {
    scratchDirectory: scratchDirectory(placeIn(world)),
    ref: `${REFS}/${world.next()}`,
    exclude: [`${repository.prefix}.baton`],
  });
};

export const observedRound = async (world: World, work: Work, base: Digest, head: Digest): Promise<Round> => {
  const { namedCommands } = await requireConfig(world.project);
  return observedChange(world, {
    ...{ command: 'test', base, head, released: [], kind: 'feature', strict: false },
    owesTest: work.tested ?? false,
    commands: namedCommands,
  });
};

/** Everything that any clause needs, whether or not another one has already said no. */
export const observedChange = async (world: World, change: Change): Promise<Round> => {
  const place = placeIn(world);
  const repository = await findRepository(world.project);
  const base = change.base as Digest;
  const { config, changed } = await withBaseCommands(await requireConfig(world.project), repository, base);
  const context = { place, config, base, refs: REFS, changed, configFile: 'baton.yaml' };
  const observe = (request: EvidenceRequest): Promise<Evidence> =>
    isTestRequest(request)
      ? observeTests(context, request, AbortSignal.timeout(600_000))
      : observeGit({ repository, refs: REFS }, request);
  const seen = new Map<string, Round['seen'][number]>();
  for (const request of changeClauses(change).flatMap(({ needs }) => needs))
    if (!seen.has(evidenceKey(request)))
      seen.set(evidenceKey(request), { request, evidence: await observe(request) });
  return { change, seen: [...seen.values()] };
};
