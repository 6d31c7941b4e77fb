// The package with its library as it ships, built once for each state of the sources: programs beside it find it by name.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtPackage } from './built-program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The root of a built copy of the package, `dist/lib` included. */
export const builtLibrary = (): string => {
  const root = builtPackage();
  const target = join(root, 'dist', 'lib');
  if (existsSync(target)) return root;
  const unfinished = `${target}.${process.pid}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'tools', 'library.mjs'), unfinished],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the library could not be built:\n${stdout}${stderr}`);
  try {
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another worker was first.
    if (!existsSync(target)) throw cause;
  }
  return root;
};
