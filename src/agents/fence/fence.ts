// Isolation `fenced`: an agent's program with processes, files, a home and a network of its own. What it sees is named; all
// else, Baton's state and the work of others above all, is not there.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Task } from '../agent.ts';
import type { Program } from '../process-session.ts';
import { asNamed, becoming, handOver, makeWays, namedMounts, withWays } from './agent-user.ts';
import { type FencedGit, fencedGit } from './fence-git.ts';
import { fenceOf, makeHome } from './fence-home.ts';
import { GATE_SOCKET, type Gate, openGate } from './gate.ts';
import { type HostRule, isLoopback, modelHosts } from './hosts.ts';
import {
  APART,
  APART_AS_ROOT,
  baseMounts,
  checkoutMounts,
  gitMounts,
  hiding,
  type Mount,
  outputMounts,
  readOnly,
  toolPaths,
} from './mounts.ts';

export interface FenceOptions {
  /** Where homes and sockets are made: outside of the project. */
  readonly directory: string;
  /** Baton's own files of all projects. */
  readonly stateRoot: string;
  readonly packageRoot: string;
  readonly node: string;
  /** Beside those of the model. */
  readonly hosts: readonly HostRule[];
  /** Further files and folders that agents can read. */
  readonly read: readonly string[];
  /** A proxy that this machine needs. */
  readonly upstream?: URL | undefined;
  /** The number of the user that programs run as; without it they run as Baton's own. */
  readonly userId?: number | undefined;
}

type Launched = Omit<Program, 'marker'>;

export interface Fenced {
  readonly program: Launched;
  /** Takes away what was made; the home stays where the session may be resumed. */
  close(keepHome: boolean): Promise<void>;
}

const GATE_INSIDE = '/run/baton';
const TEMPORARY = ['TMPDIR', 'TMP', 'TEMP'];
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Work without a tree of its own is done in the run directory or at a desk. */
const hasTree = ({ workingDirectory, runDirectory, desk }: Task): boolean =>
  workingDirectory !== runDirectory && workingDirectory !== desk;

const environment = (launched: Launched, door: URL): Record<string, string> => {
  const proxy = `http://127.0.0.1:${door.port}`;
  const own = Object.entries(launched.env).filter(([name]) => !/^(?:https?|all|no|ftp)_proxy$/i.test(name));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, TEMPORARY.includes(name) ? '/tmp' : value])),
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, proxy]),
    ),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
};

interface Made {
  /** All that is made for this attempt. */
  readonly attempt: string;
  readonly home: string;
  readonly gate: string;
  readonly git: FencedGit | undefined;
}

const mountsOf = (task: Task, launched: Launched, options: FenceOptions, made: Made): Mount[] => {
  const { env, file, needs } = launched;
  const home = env['HOME'] ?? '/root';
  const hidden = [options.stateRoot, home];
  const certificates = CERTIFICATES.flatMap((name) => env[name] ?? []);
  const read = [...options.read, ...(needs?.read ?? []), ...certificates];
  const tools = toolPaths({ ...options, file, path: env['PATH'] ?? '', read });
  const checkout =
    hasTree(task) || made.git === undefined ? [] : checkoutMounts(made.git.root, task.runDirectory);
  const around = [
    ...baseMounts({ source: made.home, target: home }, { asRoot: options.userId !== undefined }),
    ...(options.userId === undefined ? [] : namedMounts(join(made.attempt, 'names'), options.userId, home)),
    ...readOnly(tools, hidden),
    ...checkout,
  ];
  return [
    ...around,
    ...hiding([options.stateRoot], around),
    ...(made.git === undefined ? [] : gitMounts(made.git)),
    ...outputMounts(task.runDirectory, task.desk === undefined ? (task.outputs ?? []) : []),
    ...(task.desk === undefined ? [] : [['--bind', task.desk, task.desk] as const]),
    ...(hasTree(task) && made.git !== undefined ? [['--bind', made.git.root, made.git.root] as const] : []),
    ...(needs?.write ?? []).map((path): Mount => ['--bind', path, path]),
    ['--ro-bind', made.gate, GATE_INSIDE],
    ['--remount-ro', '/'],
  ];
};

const insideOf = (task: Task, launched: Launched, hosts: readonly HostRule[]) => ({
  socket: `${GATE_INSIDE}/${GATE_SOCKET}`,
  door: Number(new URL(task.door.url).port),
  ports: [...new Set(hosts.flatMap(({ host, port }) => (isLoopback(host) ? [port] : [])))].filter(
    (port) => port !== Number(new URL(task.door.url).port),
  ),
  file: launched.file,
  args: launched.args,
  cwd: launched.cwd,
});

/** What the agent may write to, given to its user. */
const give = async (task: Task, launched: Launched, made: Made, userId: number): Promise<void> => {
  const { git } = made;
  const tree = hasTree(task) ? [git?.root ?? task.workingDirectory] : [];
  const folders = [
    ...[made.attempt, made.home, ...tree],
    ...(git?.administration === undefined ? [] : [git.administration]),
    ...(task.desk === undefined ? [] : [task.desk]),
    ...(launched.needs?.write ?? []),
  ];
  await handOver({ folders, task }, userId);
};

/** Only the user that the program runs as may be able to enter its folder, so the forwarder goes there. */
const behind = (
  { apart, as = [] }: { readonly apart: readonly string[]; readonly as?: readonly string[] },
  mounts: readonly Mount[],
  inner: readonly string[],
) => ({ file: 'bwrap', args: [...apart, ...mounts.flat(), '--chdir', '/', '--', ...as, ...inner] });

/** The program behind its fence. Whoever starts it closes the fence when its last process is gone. */
export const fenced = async (
  name: string,
  task: Task,
  launched: Launched,
  options: FenceOptions,
  told: (line: string) => void,
): Promise<Fenced> => {
  const folder = fenceOf(options.directory, task.assignment);
  const attempt = join(folder, `attempt-${task.attempt}`);
  const home = join(folder, 'home');
  const hosts = [...modelHosts(name, launched.env), ...options.hosts];
  let gate: Gate | undefined;
  const close = async (keepHome: boolean): Promise<void> => {
    await gate?.close();
    await rm(keepHome ? attempt : folder, { recursive: true, force: true });
  };
  try {
    await rm(attempt, { recursive: true, force: true });
    const isNew = await makeHome(home, launched.env['HOME'], launched.needs?.home ?? []);
    const directory = hasTree(task) ? task.workingDirectory : dirname(task.runDirectory);
    const git = await fencedGit(directory, join(attempt, 'git'));
    const { upstream } = options;
    gate = await openGate({ directory: join(attempt, 'gate'), door: task.door.url, hosts, told, upstream });
    const made = { attempt, home, gate: join(attempt, 'gate'), git };
    const mounts = mountsOf(task, launched, options, made);
    const plan = JSON.stringify(insideOf(task, launched, hosts));
    const inner = [options.node, join(options.packageRoot, 'dist', 'forwarder.cjs'), plan];
    const env = environment(launched, new URL(task.door.url));
    const { userId } = options;
    if (userId === undefined)
      return { program: { ...launched, ...behind({ apart: APART }, mounts, inner), env }, close };
    // Later on the agent may have left links there.
    if (isNew) makeWays(mounts, { source: home, target: launched.env['HOME'] ?? '/root' });
    await give(task, launched, made, userId);
    const as = becoming(userId);
    return {
      program: {
        ...launched,
        ...behind({ apart: APART_AS_ROOT, as }, withWays(mounts), inner),
        env: asNamed(env),
      },
      close,
    };
  } catch (cause) {
    await close(false);
    throw cause;
  }
};
