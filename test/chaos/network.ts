// Machines on a network of their own: each is a network namespace with a cable to one switch, which nothing outside reaches. Root makes
// them as it is; anybody else inside a user namespace. They are gone when the processes that keep them are.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const PREFIX = '10.77.0';
export const SUBNET = `${PREFIX}.0/24`;
const SWITCH = 'lan';
const IS_ROOT = process.getuid?.() === 0;
/** Anybody but root is root in a user namespace of its own. */
const OWN_NAMESPACE = IS_ROOT ? ['--net'] : ['--user', '--map-root-user', '--net'];
const TOOLS = {
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  openssl: 'openssl',
};

const has = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'].some((folder) =>
    existsSync(`${folder}/${program}`),
  );

/** Words for why there can be no such network here; undefined where there can. */
export const missingForNetwork = (): string | undefined => {
  const missing = Object.entries(TOOLS).find(([program]) => !has(program));
  if (missing !== undefined) return `${missing[0]} (Debian: apt-get install ${missing[1]})`;
  const tried = spawnSync('unshare', [...OWN_NAMESPACE, 'ip', 'link', 'add', SWITCH, 'type', 'bridge'], {
    encoding: 'utf8',
  });
  return tried.status === 0
    ? undefined
    : `network namespaces, which this kernel does not allow here (${tried.stderr.trim()})`;
};

/** A process that does nothing but keep a namespace, until this process ends. */
const keeper = async (
  through: readonly string[],
  namespaces: readonly string[],
): Promise<ChildProcess & { readonly pid: number }> => {
  const words = [
    ...through,
    'unshare',
    ...namespaces,
    'sh',
    '-c',
    'ip link set lo up && echo up && exec cat',
  ];
  const [program = '', ...args] = words;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout !== null) await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('a network namespace could not be made');
  return Object.assign(child, { pid: child.pid });
};

const enter = (pid: number): readonly string[] =>
  IS_ROOT
    ? ['nsenter', '--target', `${pid}`, '--net']
    : ['nsenter', '--target', `${pid}`, '--user', '--net', '--preserve-credentials'];

/** PostgreSQL refuses to be root, and bubblewrap to have rights that it did not ask for. */
const asOrdinary = (user: { readonly uid?: number; readonly gid?: number }): readonly string[] => {
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = user;
  if (!IS_ROOT) return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return user.uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
};

const command = (words: readonly string[]): void => {
  const [program = '', ...args] = words;
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
};

export interface Node {
  readonly address: string;
  /** Words to put before a command, so that it runs here. */
  through(user?: { readonly uid?: number; readonly gid?: number }): readonly string[];
  /** Nothing passes, in both directions, and nobody is told. */
  unplug(): void;
  /** What it says arrives; what it is answered does not. */
  deafen(): void;
  plug(): void;
}

export interface Network {
  /** Where the server is: at the switch itself. */
  readonly hub: Pick<Node, 'address' | 'through'>;
  add(): Promise<Node>;
  close(): void;
}

export const openNetwork = async (): Promise<Network> => {
  const keepers: ChildProcess[] = [];
  const hub = await keeper([], OWN_NAMESPACE);
  keepers.push(hub);
  const atHub = (...words: string[]): void => command([...enter(hub.pid), 'ip', ...words]);
  atHub('link', 'add', SWITCH, 'type', 'bridge');
  atHub('addr', 'add', `${PREFIX}.1/24`, 'dev', SWITCH);
  atHub('link', 'set', SWITCH, 'up');
  let machines = 0;
  const add = async (): Promise<Node> => {
    machines += 1;
    const [cable, address] = [`m${machines}`, `${PREFIX}.${10 + machines}`];
    const inside = await keeper(enter(hub.pid), ['--net']);
    keepers.push(inside);
    const within = (...words: string[]): void => command([...enter(inside.pid), 'ip', ...words]);
    atHub('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${inside.pid}`);
    atHub('link', 'set', cable, 'master', SWITCH, 'up');
    within('addr', 'add', `${address}/24`, 'dev', 'eth0');
    within('link', 'set', 'eth0', 'up');
    let deaf = false;
    return {
      address,
      through: (user = {}) => [...enter(inside.pid), ...asOrdinary(user)],
      // The cable stays in its socket at the machine, so that nothing there notices.
      unplug: () => atHub('link', 'set', cable, 'nomaster'),
      deafen: () => {
        if (!deaf) atHub('route', 'add', 'blackhole', `${address}/32`);
        deaf = true;
      },
      plug: () => {
        if (deaf) atHub('route', 'del', 'blackhole', `${address}/32`);
        deaf = false;
        atHub('link', 'set', cable, 'master', SWITCH);
      },
    };
  };
  return {
    hub: {
      address: `${PREFIX}.1`,
      through: (user = {}) => [...enter(hub.pid), ...asOrdinary(user)],
    },
    add,
    close: () => {
      for (const child of keepers.reverse()) child.stdin?.end();
    },
  };
};
