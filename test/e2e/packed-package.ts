// The package as `npm pack` makes it and `npm install` leaves it: unpacked into an empty project, with the packages that
// it depends on beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const manifestAt = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

export interface Packed {
  /** Paths in the archive. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** An ES module project that has installed it. */
  readonly project: string;
  /** The package in its `node_modules`. */
  readonly installed: string;
  remove(): void;
}

/** What the archive may be made of: the repository without its own `dist`, which is somebody's. */
const copySources = (to: string): void => {
  const { files } = manifestAt(ROOT);
  const tops = new Set(
    ['package.json', 'LICENSE', ...files.filter((path) => !path.startsWith('!'))].map(
      (path) => path.split('/')[0] ?? path,
    ),
  );
  for (const top of tops) if (top !== 'dist') cpSync(join(ROOT, top), join(to, top), { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'tools', 'build.mjs'), join(to, 'dist')]);
};

const linkDependencies = (manifest: Manifest, modules: string): void => {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
};

export const packAndInstall = (): Packed => {
  const root = mkdtempSync(join(tmpdir(), 'packed-'));
  const [source, project] = [join(root, 'source'), join(root, 'project')];
  const installed = join(project, 'node_modules', 'baton-relay');
  for (const path of [source, installed]) mkdirSync(path, { recursive: true });
  copySources(source);
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', root],
    { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [archive] = JSON.parse(printed) as [
    { filename: string; size: number; files: readonly { path: string }[] },
  ];
  execFileSync('tar', ['xzf', join(root, archive.filename), '-C', installed, '--strip-components=1']);
  linkDependencies(manifestAt(installed), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  return {
    files: archive.files.map(({ path }) => path),
    bytes: archive.size,
    project,
    installed,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
