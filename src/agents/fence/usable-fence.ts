// Whether agents can be fenced on this machine, or be another user, and why not.
import { statSync } from 'node:fs';
import { findProgram } from '../../std/processes/find-program.ts';
import { runProcessGroup } from '../../std/processes/process-group.ts';
import { becoming, findUserId, NO_USER } from './agent-user.ts';
import { APART, APART_AS_ROOT } from './mounts.ts';

export type UsableFence =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: string; readonly fix: string };

const PROBE_MS_MAX = 10_000;
const OUTPUT_BYTES_MAX = 4_000;
const PROBE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--', 'true'];

const tried = async (path: string, args: readonly string[], fix: string): Promise<UsableFence> => {
  const { end, exit, output } = await runProcessGroup({
    command: 'bwrap',
    args,
    cwd: '/',
    env: { PATH: path },
    timeMsMax: PROBE_MS_MAX,
    outputBytesMax: OUTPUT_BYTES_MAX,
    graceMs: 100,
  });
  if (end === 'exited' && exit === 0) return { ok: true };
  const said = output.trim().split('\n')[0] ?? '';
  return { ok: false, why: `bwrap may not be used here${said === '' ? '' : `: ${said}`}`, fix };
};

const missing = (path: string): UsableFence | undefined => {
  if (process.platform !== 'linux')
    return {
      ok: false,
      why: `bubblewrap is for Linux, and this is ${process.platform}`,
      fix: 'Use isolation none here.',
    };
  if (findProgram('bwrap', path) === undefined)
    return { ok: false, why: 'bwrap is not on PATH', fix: 'Install bubblewrap.' };
  return undefined;
};

const probe = async (path: string): Promise<UsableFence> =>
  missing(path) ?? tried(path, [...APART, ...PROBE], 'Allow unprivileged user namespaces.');

/** What Baton makes for its agents has the rights that the umask leaves; they read it as other users. */
const OTHERS_READ = 0o005;

/** Whether programs can run as another user here, who can read what they are given. */
export const usableUser = async (path: string, project: string): Promise<UsableFence> => {
  const lacking = missing(path);
  if (lacking !== undefined) return lacking;
  if (process.getuid?.() !== 0)
    return {
      ok: false,
      why: 'only root can start programs as another user',
      fix: 'Start Baton as root, or use isolation fenced.',
    };
  if (findProgram('setpriv', path) === undefined)
    return { ok: false, why: 'setpriv is not on PATH', fix: 'Install util-linux.' };
  if ((process.umask() & OTHERS_READ) !== 0)
    return {
      ok: false,
      why: `with the umask ${process.umask().toString(8).padStart(3, '0')}, agents could not read the files of a run`,
      fix: 'Run `umask 022` before you start Baton.',
    };
  const mode = statSync(project, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS_READ) !== OTHERS_READ)
    return {
      ok: false,
      why: `other users cannot read the folder ${project}`,
      fix: `Run \`chmod o+rx ${project}\`.`,
    };
  const id = findUserId();
  if (id === undefined) return { ok: false, why: NO_USER, fix: 'Use isolation fenced.' };
  const inner = [...PROBE.slice(0, -1), ...becoming(id), 'true'];
  return tried(path, [...APART_AS_ROOT, ...inner], 'Allow mounts (CAP_SYS_ADMIN) where Baton runs.');
};

const probes = new Map<string, Promise<UsableFence>>();

/** Tried once per PATH: bubblewrap may be there and still be forbidden. */
export const usableFence = (path: string): Promise<UsableFence> => {
  const known = probes.get(path) ?? probe(path);
  probes.set(path, known);
  return known;
};
