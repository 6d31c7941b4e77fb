// Whether agents can be fenced on this machine, and why not.

import { findProgram } from '../../std/processes/find-program.ts';
import { runProcessGroup } from '../../std/processes/process-group.ts';
import { APART } from './mounts.ts';

export type UsableFence =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: string; readonly fix: string };

const PROBE_MS_MAX = 10_000;
const OUTPUT_BYTES_MAX = 4_000;
const PROBE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--', 'true'];

const probe = async (path: string): Promise<UsableFence> => {
  if (process.platform !== 'linux')
    return {
      ok: false,
      why: `bubblewrap is for Linux, and this is ${process.platform}`,
      fix: 'Use isolation none here.',
    };
  if (findProgram('bwrap', path) === undefined)
    return { ok: false, why: 'bwrap is not on PATH', fix: 'Install bubblewrap.' };
  const { end, exit, output } = await runProcessGroup({
    command: 'bwrap',
    args: [...APART, ...PROBE],
    cwd: '/',
    env: { PATH: path },
    timeMsMax: PROBE_MS_MAX,
    outputBytesMax: OUTPUT_BYTES_MAX,
    graceMs: 100,
  });
  if (end === 'exited' && exit === 0) return { ok: true };
  const said = output.trim().split('\n')[0] ?? '';
  return {
    ok: false,
    why: `bwrap may not be used here${said === '' ? '' : `: ${said}`}`,
    fix: 'Allow unprivileged user namespaces.',
  };
};

const probes = new Map<string, Promise<UsableFence>>();

/** Tried once per PATH: bubblewrap may be there and still be forbidden. */
export const usableFence = (path: string): Promise<UsableFence> => {
  const known = probes.get(path) ?? probe(path);
  probes.set(path, known);
  return known;
};
