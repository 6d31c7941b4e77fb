// The library as it ships: for each entry point one file of code and one of declarations. `node tools/library.mjs DIR`
// writes them there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollUp } from './declarations/roll-up.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENTRIES = ['index', 'testing'];

/** What both entry points use stands in a file of its own: an error must be an instance of one class in both. */
const writeCode = (directory) =>
  build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((name) => `src/${name}.ts`),
    outdir: directory,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });

const writeDeclarations = (directory) => {
  const scratch = mkdtempSync(join(tmpdir(), 'baton-declarations-'));
  try {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const project = join(ROOT, 'tsconfig.build.json');
    const { status } = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', scratch], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('the declarations could not be written');
    const [main, ...others] = ENTRIES.map((name) => join(scratch, `${name}.d.ts`));
    const texts = rollUp(scratch, { file: main, specifier: './index.js' }, others);
    for (const [at, name] of ENTRIES.entries()) writeFileSync(join(directory, `${name}.d.ts`), texts[at]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

export const buildLibrary = async (directory) => {
  mkdirSync(directory, { recursive: true });
  await writeCode(directory);
  writeDeclarations(directory);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildLibrary(resolve(process.argv[2]));
