// Starts a program in a folder that it cannot write to, in a way that holds for the superuser, too.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A mount of the folder on itself, read-only, in a namespace that ends with the program. */
const MOUNT = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$1" && shift && exec "$@"';

const namespaceFlags = (folder: string): readonly string[] | undefined =>
  [['-m'], ['-rm']].find((flags) => {
    const { status } = spawnSync('unshare', [...flags, 'sh', '-c', MOUNT, folder, folder, 'true']);
    return status === 0;
  });

export interface Ended {
  /** How writing was prevented. */
  readonly by: 'mount' | 'permissions';
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (
  command: readonly string[],
  { cwd, env, input }: { cwd: string; env: NodeJS.ProcessEnv; input: string },
): Promise<Omit<Ended, 'by'>> =>
  new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), { cwd, env, stdio: 'pipe' });
    const texts = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        texts[stream] += text;
      });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, ...texts }));
  });

/**
 * `folder` and all that is in it is read-only while the program runs in `cwd`, which is inside of it. Where no mount is
 * possible, permissions are taken away, which is enough for everybody but the superuser.
 */
export const runReadOnly = async (
  folder: string,
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: string },
): Promise<Ended> => {
  const { cwd, env, input = '' } = options;
  const flags = namespaceFlags(folder);
  if (flags !== undefined)
    return {
      by: 'mount',
      ...(await run(['unshare', ...flags, 'sh', '-c', MOUNT, folder, cwd, ...command], {
        cwd: '/',
        env,
        input,
      })),
    };
  if (process.getuid?.() === 0) throw new Error('the superuser can be kept from writing only by a mount');
  execFileSync('chmod', ['-R', 'a-w', folder]);
  try {
    return { by: 'permissions', ...(await run(command, { cwd, env, input })) };
  } finally {
    execFileSync('chmod', ['-R', 'u+w', folder]);
  }
};

/** Every name below the folder, with what is in it and when it was changed. */
export const snapshot = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const path = join(folder, name);
        const stat = statSync(path);
        return [name, `${stat.mtimeMs} ${stat.isFile() ? readFileSync(path, 'utf8') : ''}`];
      }),
  );
