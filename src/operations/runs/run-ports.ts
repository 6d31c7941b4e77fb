// What a run reaches outside of its journal: its files, working trees, commands, git, and processes left over.
import { join } from 'node:path';
import { removeAttemptFiles } from '../../agents/attempt-files.ts';
import { endOrphans } from '../../agents/orphans.ts';
import { desksDirectory, desksIn } from '../../effects/desks.ts';
import { observeGit } from '../../effects/git/observe-git.ts';
import { gitWorkspaces } from '../../effects/git/workspaces.ts';
import { performEffect } from '../../effects/perform-effect.ts';
import { readArtifactNow } from '../../effects/read-artifact.ts';
import { openRunFiles } from '../../effects/run-files.ts';
import { BatonError } from '../../errors.ts';
import type { Config } from '../../model/config.ts';
import { ARTIFACT_BYTES_MAX, PROMPT_DIFF_BYTES_MAX } from '../../model/limits/limits.ts';
import { type Digest, treeDigest } from '../../model/run/sealed.ts';
import { resultsDirectory, scratchDirectory } from '../../runners/commands/place.ts';
import { sweepPrepared } from '../../runners/commands/prepare.ts';
import { type CommandContext, isTestRequest, observeTests } from '../../runners/tests/observe-tests.ts';
import { findRepository, type Repository, treeOfCommit } from '../../runners/trees/repository.ts';
import { treePacks } from '../../runners/trees/tree-packs.ts';
import { treePatch } from '../../runners/trees/tree-patch.ts';
import { sweepWorktrees } from '../../runners/trees/worktree.ts';
import type { Ports } from '../../runtime/ports.ts';
import { sweepReplacements } from '../../std/disk/replace-file.ts';
import { systemClock } from '../../std/system-clock.ts';
import { imageTag } from '../../stores/offers.ts';
import { gatherElsewhere } from '../hosts/gather-elsewhere.ts';
import { offerBody } from '../hosts/offer-body.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import type { PortsOptions } from '../system.ts';
import { withBaseCommands } from './base-commands.ts';
import { markerOf } from './hold-run.ts';

const needsOf = ({ tags = [], image }: NonNullable<Config['workers']>): string[] => [
  ...tags,
  ...(image === undefined ? [] : [imageTag(image)]),
];

/** Evidence of commands is left to workers if the project has any. If none is in sight, it is gathered here. */
const observing =
  (
    commands: CommandContext,
    context: Parameters<typeof observeGit>[0],
    commit: string | null,
    workers: Config['workers'],
  ): Ports['outside']['observe'] =>
  async (request, signal, elsewhere) => {
    if (!isTestRequest(request)) return observeGit(context, request);
    if (elsewhere === undefined || workers === undefined) return observeTests(commands, request, signal);
    const { kind } = request;
    const body = offerBody(commands, commit, request);
    const given = await gatherElsewhere(elsewhere, { kind, body, needs: needsOf(workers), signal });
    return given ?? observeTests(commands, request, signal);
  };

/** The ref is there from the start of the run, also where the project has no commit yet. */
const baseTreeOf = async (
  repository: Repository,
  refs: string,
  commit: string | null,
): Promise<Digest | undefined> => {
  try {
    return treeDigest(await treeOfCommit(repository, commit ?? `${refs}/base`));
  } catch {
    return undefined;
  }
};

/** All that a holder needs of the world outside, for one run. */
export const portsOf = async ({
  place,
  run,
  workflow,
  config,
  baseCommit,
  agentFor,
}: PortsOptions): Promise<Ports> => {
  const repository = await findRepository(place.project);
  const refs = `refs/baton/${run.name}`;
  const base = await baseTreeOf(repository, refs, baseCommit);
  const pinned =
    base === undefined ? { config, changed: [] } : await withBaseCommands(config, repository, base);
  const commands = { place, base, refs, configFile: CONFIG_FILE, ...pinned };
  const trees = await gitWorkspaces({
    repository,
    run: run.name,
    directory: join(place.stateDirectory, '.worktrees'),
    refs,
    base: baseCommit,
    baseTree: base,
    exclude: [join(repository.prefix, workflow.directory)],
  });
  const context = {
    repository,
    run: run.name,
    refs,
    workspaces: trees,
    scratchDirectory: scratchDirectory(place),
    workspaceOf: (id: string) => trees.find(id),
    project: place.project,
    env: place.env,
  };
  const directoryOf = async (assignment: string): Promise<string> => {
    const directory = await trees.find(assignment);
    if (directory === undefined)
      throw new BatonError('FILE_MISSING', `the working tree of ${assignment} is gone`, {
        hint: 'a new attempt gets a new one',
      });
    return directory;
  };
  return {
    clock: systemClock,
    agentFor,
    permissionsOf: (role) => new Map(Object.entries(config.permissions ?? {})).get(role),
    files: await openRunFiles(run.directory),
    desks: desksIn(desksDirectory(place.stateDirectory, run.name)),
    readProject: (path) => readArtifactNow(place.project, path, ARTIFACT_BYTES_MAX).value,
    workspaces: {
      open: (assignment, tree, start) => trees.open(assignment, tree, start),
      seal: async (assignment) => trees.seal(await directoryOf(assignment)),
      close: (assignment) => trees.close(assignment),
      diff: async (from, to) => {
        const { bytes, cut } = await treePatch(repository, from, to, PROMPT_DIFF_BYTES_MAX);
        return { text: bytes.toString('utf8'), cut };
      },
      sweep: async (keep) => {
        await trees.sweep(keep);
        await sweepWorktrees(scratchDirectory(place));
        await sweepReplacements(resultsDirectory(place));
        await sweepPrepared(place);
      },
    },
    outside: {
      observe: observing(commands, context, baseCommit, config.workers),
      perform: (job, request) => performEffect(context, job, request),
    },
    ...(place.store === undefined ? {} : { packs: treePacks(repository, baseCommit) }),
    endOrphans: async () => {
      // With the end of the name: the run `a` does not end what belongs to `ab`.
      await endOrphans(`${markerOf(run)}/`);
      removeAttemptFiles(run.stateDirectory);
    },
  };
};
