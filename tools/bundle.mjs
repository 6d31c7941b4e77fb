// The small CommonJS bundles of the command: a fast start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const BUNDLES = [
  ['src/bin.ts', 'baton.cjs'],
  ['src/cli/pipe/pipe.ts', 'pipe.cjs'],
  ['src/agents/scripted/player.ts', 'player.cjs'],
  ['src/agents/fence/forwarder.ts', 'forwarder.cjs'],
];

/**
 * The build of `yaml` for browsers: the one for Node asks the environment whether to print every token, which costs a
 * fifth of the parser's time and would print to standard output if somebody has set such a variable.
 */
export const ALIASES = {
  yaml: fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url)),
};

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
        alias: ALIASES,
        minifySyntax: true,
        minifyWhitespace: true,
        legalComments: 'none',
        logLevel: 'warning',
      }),
    ),
  );
