// The program as it ships, built once for each state of the sources. Tests run this copy, so that nobody's build of
// `dist/` pulls the program from under them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'baton-e2e');
const SHIPPED = ['bin', 'examples', 'package.json'];
const BUILT_BY = [
  'pages',
  'tools/bundle.mjs',
  'tools/build.mjs',
  'tools/library.mjs',
  'tools/declarations',
  'tsconfig.build.json',
];
const BUNDLES = [
  ['src/bin.ts', 'baton.cjs'],
  ['src/cli/pipe/pipe.ts', 'pipe.cjs'],
  ['src/agents/scripted/player.ts', 'player.cjs'],
  ['src/agents/fence/forwarder.ts', 'forwarder.cjs'],
] as const;
const KEPT_MS = 6 * 60 * 60 * 1000;

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path];

const contentHash = (): string => {
  const hash = createHash('sha256');
  const files = ['src', ...BUILT_BY, ...SHIPPED].flatMap((path) => filesBelow(join(ROOT, path)));
  for (const file of files.sort()) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 20);
};

const bundle = (entry: string, outfile: string): void => {
  const esbuild = join(ROOT, 'node_modules', 'esbuild', 'bin', 'esbuild');
  const options = ['--bundle', '--platform=node', '--target=node20', '--format=cjs', '--log-level=warning'];
  const { status, stderr } = spawnSync(esbuild, [join(ROOT, entry), `--outfile=${outfile}`, ...options], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${entry} could not be bundled:\n${stderr}`);
};

/** By the same code as the package's own, which is no TypeScript. */
const buildPages = (target: string): void => {
  const script = `import('${join(ROOT, 'tools', 'bundle.mjs')}').then(({ bundlePages }) => bundlePages(process.argv[1]))`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, target], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the pages could not be bundled:\n${stderr}`);
};

const dropOld = (): void => {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      rmSync(path, { recursive: true, force: true });
  }
};

const build = (target: string): void => {
  const unfinished = `${target}.${process.pid}`;
  mkdirSync(join(unfinished, 'dist'), { recursive: true });
  for (const path of SHIPPED) cpSync(join(ROOT, path), join(unfinished, path), { recursive: true });
  for (const [entry, name] of BUNDLES) bundle(entry, join(unfinished, 'dist', name));
  buildPages(join(unfinished, 'dist', 'pages'));
  try {
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another worker was first.
    if (!existsSync(target)) throw cause;
  }
};

let known: string | undefined;

/** The root of a built copy of the package. */
export const builtPackage = (): string => {
  if (known === undefined) {
    known = join(CACHE, contentHash());
    mkdirSync(CACHE, { recursive: true });
    if (!existsSync(known)) {
      dropOld();
      build(known);
    }
  }
  return known;
};

/** Path of `bin/baton.js` in it. */
export const builtProgram = (): string => join(builtPackage(), 'bin', 'baton.js');
