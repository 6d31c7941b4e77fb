// The only file that names concrete stores, agents and workflows.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Agent } from './agents/agent.ts';
import { claudeRecipe } from './agents/command/claude.ts';
import { commandAgent } from './agents/command/command-agent.ts';
import { humanAgent } from './agents/human/human-agent.ts';
import { endOrphans } from './agents/orphans.ts';
import { scriptedAgent } from './agents/scripted/scripted-agent.ts';
import { observeGit } from './effects/git/observe-git.ts';
import { gitWorkspaces } from './effects/git/workspaces.ts';
import { performEffect } from './effects/perform-effect.ts';
import { readArtifactNow } from './effects/read-artifact.ts';
import { runFilesIn } from './effects/run-files.ts';
import { BatonError } from './errors.ts';
import { serveHolder } from './http/holder-server.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import { ARTIFACT_BYTES_MAX, PROMPT_DIFF_BYTES_MAX } from './model/limits.ts';
import { type Digest, treeDigest } from './model/run/sealed.ts';
import { CONFIG_FILE } from './operations/project/load-config.ts';
import { withBaseCommands } from './operations/runs/base-commands.ts';
import { markerOf } from './operations/runs/hold-run.ts';
import type { AgentOptions, PortsOptions, Served, System } from './operations/system.ts';
import { resultsDirectory, scratchDirectory } from './runners/commands/place.ts';
import { sweepPrepared } from './runners/commands/prepare.ts';
import { usableSandbox } from './runners/commands/sandbox.ts';
import { isTestRequest, observeTests } from './runners/tests/observe-tests.ts';
import { findRepository, type Repository, treeOfCommit } from './runners/trees/repository.ts';
import { treePatch } from './runners/trees/tree-patch.ts';
import { sweepWorktrees } from './runners/trees/worktree.ts';
import type { Clock, Ports, RunFiles } from './runtime/ports.ts';
import { nodeDisk } from './std/disk/node-disk.ts';
import { sweepReplacements } from './std/disk/replace-file.ts';
import { openFileStore } from './stores/file/file-store.ts';
import { openFileStoreReadOnly } from './stores/file/file-store-reader.ts';
import { headPath, readHead } from './stores/file/head-file.ts';
import { verifyJournal } from './stores/file/verify-journal.ts';
import { readWantedEntries } from './stores/file/wanted-entries.ts';
import { agentmuxInspector } from './systems/agentmux/inspect/inspector.ts';
import { agentmux } from './systems/agentmux/workflow/agentmux.ts';
import { collectiveInspector } from './systems/collective/inspect/inspector.ts';
import { h3aInspector } from './systems/h3a/inspect/inspector.ts';
import { h3a } from './systems/h3a/workflow/h3a.ts';
import { questInspector } from './systems/quest/inspect/inspector.ts';
import { relay } from './workflows/relay/relay.ts';

// setTimeout takes at most 2^31-1 ms; later times are reached in steps.
const TIMER_MS_MAX = 2 ** 31 - 1;

const systemClock: Clock = {
  now: () => new Date().toISOString(),
  at: (time, call) => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = Date.parse(time) - Date.now();
      timer = setTimeout(left > TIMER_MS_MAX ? wait : call, Math.min(Math.max(left, 0), TIMER_MS_MAX));
    };
    wait();
    return () => clearTimeout(timer);
  },
};

/** Run directories keep themselves out of every commit. */
const ignoreRuns = async (runDirectory: string): Promise<void> => {
  const parent = dirname(runDirectory);
  await mkdir(runDirectory, { recursive: true });
  await writeFile(join(parent, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
};

const runFiles = async (directory: string): Promise<RunFiles> => {
  await ignoreRuns(directory);
  return runFilesIn(directory);
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

const portsOf = async ({
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
    files: await runFiles(run.directory),
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
      observe: (request, signal) =>
        isTestRequest(request) ? observeTests(commands, request, signal) : observeGit(context, request),
      perform: (job, request) => performEffect(context, job, request),
    },
    endOrphans: async () => {
      // With the end of the name: the run `a` does not end what belongs to `ab`.
      await endOrphans(`${markerOf(run)}/`);
    },
  };
};

/** Hosts run hooks in a shell. */
const hookLine = (packageRoot: string): string =>
  [process.execPath, join(packageRoot, 'bin', 'baton.js'), 'hook', 'stop']
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');

const agentOf = (packageRoot: string, spec: string, { place, run, role }: AgentOptions): Agent => {
  const [kind, ...rest] = spec.split(':');
  const name = rest.join(':');
  const logDirectory = join(run.stateDirectory, 'logs');
  const namespace = async (): Promise<boolean> =>
    (await usableSandbox(place.env['PATH'] ?? '')) === 'no-network';
  if (kind === 'human' && name === '') return humanAgent();
  if (kind === 'scripted' && name !== '')
    return scriptedAgent({
      scenarioFile: resolve(place.project, name),
      node: process.execPath,
      player: join(packageRoot, 'dist', 'player.cjs'),
      env: place.env,
      logDirectory,
      namespace,
    });
  if (kind === 'command' && name === 'claude')
    return commandAgent(
      claudeRecipe({
        env: place.env,
        stopHook: hookLine(packageRoot),
        ...(role?.model === undefined ? {} : { model: role.model }),
        ...(role?.args === undefined ? {} : { args: role.args }),
      }),
      { logDirectory, namespace },
    );
  throw new BatonError(
    'AGENT_UNKNOWN',
    `expected scripted:FILE, command:claude or human, got ${JSON.stringify(spec)}`,
    {
      hint: 'baton run "REQUEST" --agent command:claude',
    },
  );
};

const serve = async (key: string, version: string): Promise<Served> => {
  const server = await serveHolder(key);
  return {
    url: server.url,
    open: (door, person) => server.open({ door, mcp: mountMcp(door, { version }), person }),
    close: () => server.close(),
  };
};

export const compose = (packageRoot: string, version: string): System => ({
  version,
  clock: systemClock,
  workflows: [relay, agentmux, h3a],
  inspectors: [agentmuxInspector, h3aInspector, questInspector, collectiveInspector],
  openStore: (directory) => openFileStore(nodeDisk, directory, headPath(directory)),
  openReader: (directory) => openFileStoreReadOnly(nodeDisk, directory),
  readHead: (directory) => readHead(nodeDisk, headPath(directory)),
  verifyJournal: (directory) => verifyJournal(nodeDisk, directory),
  readWantedEntries: (directory, wants) => readWantedEntries(nodeDisk, directory, wants),
  ports: portsOf,
  agent: (spec, options) => agentOf(packageRoot, spec, options),
  serve: (key) => serve(key, version),
});
