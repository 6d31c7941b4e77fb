// The small CommonJS bundles of the command: a fast start.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
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

/** The pages of the dashboard: one script and one style, which load nothing else. */
export const bundlePages = async (directory) => {
  mkdirSync(directory, { recursive: true });
  for (const name of ['index.html', 'icon.svg']) cpSync(join('pages', name), join(directory, name));
  const minified = { bundle: true, minify: true, legalComments: 'none', logLevel: 'warning' };
  await build({
    ...minified,
    entryPoints: ['pages/main.tsx'],
    outfile: join(directory, 'app.js'),
    format: 'esm',
    target: 'es2022',
    tsconfig: 'pages/tsconfig.json',
  });
  await build({ ...minified, entryPoints: ['pages/app.css'], outfile: join(directory, 'app.css') });
};

/** Called from the root of the project. */
export const bundlePackage = async (directory) => {
  await bundlePages(join(directory, 'pages'));
  await Promise.all(
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
};
