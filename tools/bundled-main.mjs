// A program of the tests, bundled and loaded: its `main`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `entry` is a path from the root. Returns the bundle, which is there until this process ends. */
export const bundled = async (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'main.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    logLevel: 'warning',
    // Files of the repository are found from where the sources are, not from the bundle.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, entry)).href) },
  });
  return outfile;
};

export const bundledMain = async (entry) => (await import(pathToFileURL(await bundled(entry)).href)).default;
