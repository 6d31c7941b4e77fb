// The small CommonJS bundles of the command: a fast start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const BUNDLES = [
  ['src/bin.ts', 'baton.cjs'],
  ['src/cli/pipe.ts', 'pipe.cjs'],
  ['src/agents/scripted/player.ts', 'player.cjs'],
];

/** Called from the root of the project. */
export const bundlePackage = (directory) =>
  Promise.all(
    BUNDLES.filter(([entry]) => existsSync(entry)).map(([entry, name]) =>
      build({
        entryPoints: [entry],
        outfile: join(directory, name),
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
