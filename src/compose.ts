// The only file that names concrete stores, agents and workflows.
import { join } from 'node:path';
import { attemptsDirectory } from './agents/attempt-files.ts';
import { fenceOptions } from './agents/fence/fence-options.ts';
import { agentNamed } from './agents/named-agent.ts';
import { readAssets } from './http/dashboard/assets.ts';
import { serveDashboard } from './http/dashboard/dashboard-server.ts';
import { createSessions } from './http/dashboard/sessions.ts';
import { serveHolder } from './http/holder-server.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { ServePages } from './operations/dashboard/serve.ts';
import { portsOf } from './operations/runs/run-ports.ts';
import type { Served, System } from './operations/system.ts';
import type { Place, SharedStore } from './runners/commands/place.ts';
import { usableSandbox } from './runners/commands/sandbox.ts';
import { nodeDisk } from './std/disk/node-disk.ts';
import { systemClock } from './std/system-clock.ts';
import { fileStores } from './stores/file/file-stores.ts';
import { lazyStores } from './stores/lazy-stores.ts';
import type { Stores } from './stores/store.ts';
import { SYSTEMS } from './systems/systems.ts';
import { relay } from './workflows/relay/relay.ts';

const serve = async (key: string, version: string): Promise<Served> => {
  const server = await serveHolder(key);
  return {
    url: server.url,
    open: (door, person) => server.open({ door, mcp: mountMcp(door, { version }), person }),
    close: () => server.close(),
  };
};

/** Only a project that shares its runs loads what speaks to a database. */
const sharedStores = async ({ address, project }: SharedStore, env: Place['env']): Promise<Stores> => {
  const { databaseAt, postgresStores } = await import('./stores/postgres/postgres-stores.ts');
  return postgresStores(databaseAt(address, env), project);
};

/** Modules of users are imported by whoever loaded the program: code that V8 kept cannot import any. */
export const compose = (
  packageRoot: string,
  version: string,
  importModule: System['importModule'] = (url) => import(url),
): System => ({
  version,
  clock: systemClock,
  workflows: [relay, ...SYSTEMS.flatMap(({ workflow }) => workflow ?? [])],
  systems: SYSTEMS,
  stores: ({ stateDirectory, store, env = {} }) =>
    store === undefined ? fileStores(nodeDisk, stateDirectory) : lazyStores(() => sharedStores(store, env)),
  offeredJobs: async ({ address, project }, words, env) => {
    const [{ databaseAt }, { offeredJobs }] = await Promise.all([
      import('./stores/postgres/postgres-stores.ts'),
      import('./stores/postgres/claims.ts'),
    ]);
    return offeredJobs(databaseAt(address, env), project, words, env);
  },
  storeKeeper: async (address, env) => {
    const { databaseAt, keeperOf } = await import('./stores/postgres/postgres-stores.ts');
    return keeperOf(databaseAt(address, env));
  },
  ports: portsOf,
  agent: (spec, { place, run, role, isolation }) =>
    agentNamed(spec, {
      packageRoot,
      project: place.project,
      env: place.env,
      role,
      logDirectory: join(run.stateDirectory, 'logs'),
      fence:
        isolation.level === 'none'
          ? undefined
          : fenceOptions({ isolation, packageRoot, run: run.name, ...place }),
      filesDirectory: attemptsDirectory(run.stateDirectory),
      namespace: async () => (await usableSandbox(place.env['PATH'] ?? '')) === 'no-network',
    }),
  serve: (key) => serve(key, version),
  importModule,
});

/** The dashboard with the pages that the package ships. */
export const pagesServer =
  (packageRoot: string, version: string): ServePages =>
  async ({ key, boot, ...options }) =>
    serveDashboard({
      ...options,
      version,
      sessions: createSessions({ key, boot }),
      assets: await readAssets(join(packageRoot, 'dist', 'pages')),
    });
