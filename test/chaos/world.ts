// A network with a server, some machines that are hosts, and one, the office, that only looks and starts runs: it never plays any.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Link } from '../../src/stores/postgres/link.ts';
import { startCluster } from '../../tools/postgres-cluster.mjs';
import { gitIn, makeRepository, writeFiles } from '../e2e/scratch.ts';
import { SMALL_PROJECT, smallScenario } from '../e2e/small-relay.ts';
import { ADMIN, LOGINS, makeDatabase } from '../postgres/database.ts';
import { observe } from './journals.ts';
import { Machine } from './machine.ts';
import { openNetwork, SUBNET } from './network.ts';

export const CLIENT = fileURLToPath(new URL('client.mjs', import.meta.url));
const PROJECT = 'chaos';

export interface World {
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  /** Past all rights, and by a way that no partition cuts. */
  readonly admin: Link;
  readonly office: Machine;
  readonly hosts: readonly Machine[];
  /** Where agents write down what they were told. */
  readonly folder: string;
  /** Leaves a run to whichever host comes. */
  begin(run: string): Promise<void>;
  /** How each run stands, as the office sees it. */
  statuses(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Every machine has a clone of the same remote; the commit that runs begin from is in the office's alone. */
const makeProject = (office: Machine, hosts: readonly Machine[]): void => {
  const origin = join(office.world.root, 'origin');
  makeRepository(origin, { 'README.md': 'before\n' });
  for (const { world } of [office, ...hosts]) {
    gitIn(origin, 'clone', '--quiet', origin, world.project);
    writeFiles(world.project, { 'baton.yaml': SMALL_PROJECT['baton.yaml'] ?? '' });
  }
  writeFiles(office.world.project, SMALL_PROJECT);
  gitIn(office.world.project, 'add', '--all');
  gitIn(office.world.project, 'commit', '--quiet', '-m', 'not pushed');
};

/** Every agent first tells where its door is, and hands in with a client that writes down what it is told. */
const scenarioFor = (folder: string): string => {
  const client = `'${process.execPath}' '${CLIENT}' submit '${folder}'`;
  const handIn = (tool: string): string => `${client} ${tool}`;
  return smallScenario({ handIn }).replaceAll(/^ {4}-$/gm, `$&\n      - run: ${JSON.stringify(client)}`);
};

export const openWorld = async (options: {
  readonly hosts: number;
  readonly leaseMs: number;
}): Promise<World> => {
  const network = await openNetwork();
  const { address, through } = network.hub;
  const cluster = await startCluster({ network: { address, subnet: SUBNET, through } });
  const name = `baton_${randomBytes(4).toString('hex')}`;
  const socket = (database: string) => ({
    ...{ hosts: [{ host: cluster.root, port: cluster.port }], database },
    ...{ user: ADMIN, tls: undefined },
  });
  const admin = await makeDatabase(name, socket);
  await observe(admin);
  const env = {
    BATON_STORE: `postgres://${LOGINS.holder}@${address}:${cluster.port}/${name}?sslrootcert=${cluster.certificate}`,
    BATON_PROJECT: PROJECT,
    BATON_ISOLATION: 'none',
    BATON_LEASE_MS: `${options.leaseMs}`,
  };
  const office = new Machine(await network.add(), env);
  const hosts: Machine[] = [];
  for (let n = 0; n < options.hosts; n += 1) hosts.push(new Machine(await network.add(), env));
  makeProject(office, hosts);
  const folder = join(office.world.root, 'told');
  mkdirSync(folder);
  writeFiles(office.world.root, { 'scenario.yaml': scenarioFor(folder) });
  const agent = `scripted:${join(office.world.root, 'scenario.yaml')}`;
  return {
    ...{ cluster, admin, office, hosts, folder },
    begin: async (run) => {
      const words = ['run', 'Two files', '--name', run, '--workflow', 'relay', '--agent', agent, '--on-host'];
      for (;;) {
        const { exit, stderr } = await office.baton(words);
        // Whether it was begun is not known when the server went away meanwhile.
        if (exit === 0 || stderr.includes('RUN_EXISTS')) return;
        if (!stderr.includes('STORE_UNREACHABLE')) throw new Error(stderr);
      }
    },
    statuses: async () => {
      const { stdout } = await office.baton(['list', '--json']);
      if (stdout === '') return {};
      const { runs = [] } = JSON.parse(stdout) as { runs?: { run: string; status: string }[] };
      return Object.fromEntries(runs.map(({ run, status }) => [run, status]));
    },
    close: async () => {
      for (const { world } of [office, ...hosts]) world.remove();
      await admin.close();
      await cluster.stop();
      network.close();
    },
  };
};
