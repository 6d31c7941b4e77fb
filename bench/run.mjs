// Bundles the benches and a copy of the package as it ships, then runs them in processes whose start nothing slows
// down: both variables make Node read files before it does anything.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ALIASES, bundlePackage } from '../tools/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const PROGRAMS = ['main', 'cold', 'bare-pipe', 'bare-server', 'pipe-holder', 'many-runs', 'processor-time'];

// Beside the project, because a folder for temporary files may be in memory and know no syncs.
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(join(cache, 'baton-bench-'));
// The server of the store's bench belongs to an ordinary user.
chmodSync(scratch, 0o755);
try {
  await bundlePackage(join(scratch, 'package', 'dist'));
  for (const path of ['bin', 'package.json'])
    cpSync(path, join(scratch, 'package', path), { recursive: true });
  await build({
    entryPoints: PROGRAMS.map((name) => `bench/${name}.ts`),
    outdir: join(scratch, 'programs'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: ALIASES,
    external: ['playwright-core'],
    logLevel: 'warning',
  });
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  const args = [
    ...process.execArgv,
    join(scratch, 'programs', 'main.cjs'),
    scratch,
    ...process.argv.slice(2),
  ];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
