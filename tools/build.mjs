// Builds what the package ships: small CommonJS bundles for the command (a fast start) and plain ESM with
// declarations for the library.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { bundlePackage } = await import('./bundle.mjs');

rmSync('dist', { recursive: true, force: true });
await bundlePackage('dist');

const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exit(tsc.status ?? 1);
