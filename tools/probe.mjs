// `npm run probe`: finds the untested hunk in 20 changes, and none in 20 others; words choose among them (npm run probe -- go).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'probe-program-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'probe.cjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/probe/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: 'inline',
  logLevel: 'warning',
  // Files of the repository are found from where the sources are, not from the bundle.
  define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'test', 'probe', 'main.ts')).href) },
});
const { main } = (await import(pathToFileURL(outfile).href)).default;
process.exit(await main(process.argv.slice(2)));
