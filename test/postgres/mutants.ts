// The store of PostgreSQL with one safeguard taken out, in the program or in the database: what the tests of zombies must notice.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as Real from '../../src/stores/postgres/postgres-stores.ts';
import { STEPS } from '../../src/stores/postgres/schema.ts';

type Program = Pick<typeof Real, 'openDatabase' | 'postgresStores'>;

const source = (name: string): string =>
  fileURLToPath(new URL(`../../src/stores/postgres/${name}`, import.meta.url));

/** Each text stands there exactly once: a mutant that changes nothing shows nothing. */
const replaced = (text: string, [from, to]: readonly [string, string]): string => {
  if (text.split(from).length !== 2) throw new Error(`expected this once: ${from}`);
  return text.replace(from, to);
};

/** The program with one place of `lease.ts` replaced, as a bundle of its own. */
export const mutatedProgram = async (
  change: readonly [string, string],
): Promise<{ readonly program: Program; readonly remove: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-mutant-'));
  const outfile = join(folder, 'mutant.mjs');
  await build({
    ...{
      entryPoints: [source('postgres-stores.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'mutant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /postgres\/lease\.ts$/ }, ({ path }) => ({
            contents: replaced(readFileSync(path, 'utf8'), change),
            loader: 'ts',
          })),
      },
    ],
  });
  const program = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Program;
  return { program, remove: () => rmSync(folder, { recursive: true }) };
};

/** The newest definition of a function of the schema, changed. */
export const mutatedFunction = (name: string, ...changes: readonly (readonly [string, string])[]): string => {
  const texts = STEPS.join('\n').split(/(?=create (?:or replace )?function )/);
  const found = texts.findLast((text) =>
    new RegExp(`^create (or replace )?function baton\\.${name}\\(`).test(text),
  );
  const whole = /^[\s\S]*?\$\$[\s\S]*?\$\$;/.exec(found ?? '')?.[0] ?? '';
  return changes.reduce(
    replaced,
    whole.replace(/^create (or replace )?function/, 'create or replace function'),
  );
};
