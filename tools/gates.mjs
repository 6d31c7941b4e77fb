// `npm run gates`: plays every lie and every honest piece of work of test/gates at the four gates.
//   npm run gates -- --gate hook --runner pytest --runner go   some of them
//   npm run gates -- --only pytest-skip --verbose             one of them, with what was said
//   npm run gates -- --jobs 2                                 so many at a time
//   npm run gates -- --record                                 keep the evidence that `npm test` judges
//   npm run gates -- --open                                   those that are still judged wrongly
//   npm run gates -- --list                                   what there is
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gates-program-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'gates.cjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/gates/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: 'inline',
  logLevel: 'warning',
  // Files of the repository are found from where the sources are, not from the bundle.
  define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'test', 'gates', 'main.ts')).href) },
});
const { main } = (await import(pathToFileURL(outfile).href)).default;
process.exit(await main(process.argv.slice(2)));
