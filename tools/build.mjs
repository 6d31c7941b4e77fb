// Builds what the package ships: small CommonJS bundles for the command (a fast start) and the library. Into `dist`, or
// into the folder that is named.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePackage } from './bundle.mjs';
import { buildLibrary } from './library.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist'));
process.chdir(root);

rmSync(target, { recursive: true, force: true });
await bundlePackage(target);
await buildLibrary(join(target, 'lib'));
