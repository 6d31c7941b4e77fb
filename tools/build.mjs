// Builds what the package ships: small CommonJS bundles for the command (a fast start) and plain ESM with
// declarations for the library.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { build } = await import('esbuild');

rmSync('dist', { recursive: true, force: true });

const bundles = [
  ['src/bin.ts', 'dist/baton.cjs'],
  ['src/cli/pipe.ts', 'dist/pipe.cjs'],
  ['src/agents/scripted/player.ts', 'dist/player.cjs'],
];
await Promise.all(
  bundles
    .filter(([entry]) => existsSync(entry))
    .map(([entry, outfile]) =>
      build({
        entryPoints: [entry],
        outfile,
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        minifySyntax: true,
        minifyWhitespace: true,
        legalComments: 'none',
        logLevel: 'warning',
      }),
    ),
);

const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exit(tsc.status ?? 1);
