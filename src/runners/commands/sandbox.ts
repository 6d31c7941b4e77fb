// What a command can reach. With bwrap: no network, no other processes, a read-only system, Baton's state hidden.
import { runProcessGroup } from '../../std/processes/process-group.ts';

export type SandboxKind = 'none' | 'no-network';

export interface Mount {
  readonly kind: 'read-only' | 'writable' | 'empty';
  /** On the real file system; not for `empty`. */
  readonly source?: string;
  readonly target: string;
}

export interface SandboxOptions {
  readonly network: boolean;
  /** Hidden behind empty folders before the mounts are made. */
  readonly hide: readonly string[];
  /** In order: a later one may stand inside an earlier one. */
  readonly mounts: readonly Mount[];
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

const PROBE_MS_MAX = 5_000;
const PROBE_OUTPUT_BYTES_MAX = 10_000;
const BASE = [
  ...['--unshare-pid', '--unshare-ipc', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
];

const mountArgs = (mount: Mount): string[] => {
  if (mount.kind === 'empty') return ['--tmpfs', mount.target];
  const option = mount.kind === 'read-only' ? '--ro-bind' : '--bind';
  return [option, mount.source ?? mount.target, mount.target];
};

/** The command line that runs this one inside of the sandbox. */
export const sandboxed = (inner: CommandLine, options: SandboxOptions): CommandLine => ({
  command: 'bwrap',
  args: [
    ...BASE,
    ...(options.network ? [] : ['--unshare-net']),
    ...options.hide.flatMap((path) => ['--tmpfs', path]),
    ...options.mounts.flatMap(mountArgs),
    '--',
    inner.command,
    ...inner.args,
  ],
});

const probes = new Map<string, Promise<SandboxKind>>();

const probe = async (path: string): Promise<SandboxKind> => {
  const line = sandboxed({ command: 'true', args: [] }, { network: false, hide: ['/tmp'], mounts: [] });
  const { end, exit } = await runProcessGroup({
    ...line,
    cwd: '/',
    env: { PATH: path },
    timeMsMax: PROBE_MS_MAX,
    outputBytesMax: PROBE_OUTPUT_BYTES_MAX,
    graceMs: 100,
  });
  return end === 'exited' && exit === 0 ? 'no-network' : 'none';
};

/** Tried once per PATH: bwrap may be there and still be forbidden. */
export const usableSandbox = (path: string): Promise<SandboxKind> => {
  const known = probes.get(path) ?? probe(path);
  probes.set(path, known);
  return known;
};
