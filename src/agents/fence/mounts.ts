// What is there inside the fence, as arguments of bubblewrap. Everything that is not named here is not there.
import { lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { BatonError } from '../../errors.ts';
import { FENCE_SIBLINGS_MAX } from '../../model/limits/fence.ts';
import { isInside } from '../../std/disk/contained-path.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { type FencedGit, OBJECTS_INSIDE } from './fence-git.ts';

export type Mount = readonly [option: string, ...rest: readonly string[]];

/** Other processes, other users' messages and the network are not there either. */
export const APART = [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
] as const;

/** The same without a user namespace, in which there would be no other user to become. Only root can have it. */
export const APART_AS_ROOT = [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
] as const;

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/opt'];
/** Of /etc only what programs need to start: no keys, no passwords, no configuration of services. */
const ETC = [
  ...['alternatives', 'ssl', 'pki', 'ca-certificates', 'ca-certificates.conf', 'crypto-policies'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'timezone', 'locale.alias', 'locale.conf'],
  ...['passwd', 'group', 'nsswitch.conf', 'hosts', 'host.conf', 'protocols', 'services', 'mime.types'],
  ...['profile', 'bash.bashrc', 'inputrc', 'gitconfig', 'gitattributes', 'terminfo', 'fonts'],
  ...['java', 'perl', 'python3', 'debian_version', 'os-release', 'lsb-release', 'magic', 'magic.mime'],
];

const kindOf = (path: string): 'link' | 'folder' | 'file' | undefined => {
  try {
    const found = lstatSync(path);
    return found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
};

const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

/** Bubblewrap's own user owns what it makes; whoever else runs there writes to what everybody may write to. */
const emptyFolder = (path: string, asRoot: boolean): Mount =>
  asRoot ? ['--perms', '1777', '--tmpfs', path] : ['--tmpfs', path];

const systemMounts = (asRoot: boolean): Mount[] => [
  ...SYSTEM.flatMap((path): Mount[] => {
    const kind = kindOf(path);
    if (kind === undefined) return [];
    return kind === 'link' ? [['--symlink', readlinkSync(path), path]] : [['--ro-bind', path, path]];
  }),
  ...ETC.map((name): Mount => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
  ...['/tmp', '/var/tmp'].map((path) => emptyFolder(path, asRoot)),
  ['--tmpfs', '/run'],
  ['--dev', '/dev'],
  ...(asRoot ? [emptyFolder('/dev/shm', asRoot)] : []),
  ['--proc', '/proc'],
];

const isOfSystem = (path: string): boolean => SYSTEM.some((folder) => isInside(folder, path));

/** A program from npm needs the packages beside it; others need their own folder. */
const homeOfProgram = (real: string): string => {
  const parts = real.split(sep);
  const at = parts.indexOf('node_modules');
  return at < 0 ? dirname(real) : parts.slice(0, at + 1).join(sep);
};

export interface ToolsOptions {
  readonly file: string;
  readonly path: string;
  readonly node: string;
  /** Where Baton is installed. */
  readonly packageRoot: string;
  /** Further files and folders that can be read. */
  readonly read: readonly string[];
}

/** Folders and files outside of the system that programs are in. */
export const toolPaths = ({ file, path, node, packageRoot, read }: ToolsOptions): readonly string[] => {
  const found = isAbsolute(file) ? file : findProgram(file, path);
  const programs = [found, node].flatMap((program) =>
    program === undefined ? [] : [program, realOf(program) ?? program],
  );
  const own = ['bin', 'dist', 'package.json'].map((name) => join(packageRoot, name));
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const all = [...folders, ...programs.map(homeOfProgram), ...own, ...read];
  return [...new Set(all)].filter((one) => !isOfSystem(one) && kindOf(one) !== undefined);
};

/** A folder that holds what must stay hidden is no place of tools: it is left out. */
export const readOnly = (paths: readonly string[], hidden: readonly string[]): Mount[] =>
  paths
    .filter((path) => !hidden.some((one) => isInside(realOf(path) ?? path, one)))
    .map((path): Mount => ['--ro-bind', realOf(path) ?? path, path]);

/** A link in the way, which another agent may have left there, would open a place of its choice. */
const requirePlain = (directory: string, folder: string): void => {
  const way = relative(directory, folder);
  if (!isInside(directory, folder) || realOf(folder) !== join(realOf(directory) ?? '', way))
    throw new BatonError(
      'PATH_OUTSIDE',
      `expected the folder ${way} in ${directory}, but a file or a link is in its place`,
      { hint: 'Remove it, then continue with `baton resume`.' },
    );
};

/** Only the folders of its outputs can be written to; by folder, because renaming over a bound file fails. */
export const outputMounts = (directory: string, outputs: readonly string[]): Mount[] => {
  const folders = [...new Set(outputs.map((path) => dirname(join(directory, path))))];
  for (const folder of folders) {
    if (isInside(directory, folder)) mkdirSync(folder, { recursive: true });
    requirePlain(directory, folder);
  }
  const writable = folders.map((folder): Mount => ['--bind', folder, folder]);
  const siblings = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .filter((path) => !folders.some((output) => isInside(path, output))),
  );
  return [
    ['--ro-bind', directory, directory],
    // The outermost first: a later one may stand inside an earlier one.
    ...writable.sort(([, a = ''], [, b = '']) => a.length - b.length),
    ...siblings.slice(0, FENCE_SIBLINGS_MAX).map((path): Mount => ['--ro-bind', path, path]),
  ];
};

/** Git reads these to find its way; whoever could write them would lead Baton's own git astray. */
const POINTERS = ['commondir', 'gitdir', 'config.worktree'];

export const gitMounts = ({ common, copy, administration, objects }: FencedGit): Mount[] => [
  ['--bind', copy, common],
  ['--ro-bind', join(common, 'objects'), OBJECTS_INSIDE],
  ...objects.map((path): Mount => ['--ro-bind-try', path, path]),
  ...(administration === undefined
    ? []
    : [
        ['--bind', administration, administration] as const,
        ...POINTERS.map((name): Mount => {
          const path = join(administration, name);
          return ['--ro-bind', kindOf(path) === 'file' ? path : '/dev/null', path];
        }),
      ]),
];

/** Secrets that people keep beside their code, and that git does not have. */
const SECRET_FILE = /^\.env(?:\.|$)|^\.npmrc$|^\.netrc$/;

/** Work without a tree of its own reads the checkout; other runs and local secrets are not there. */
export const checkoutMounts = (root: string, runDirectory: string): Mount[] => [
  ['--ro-bind', root, root],
  ...readdirSync(root)
    .filter((name) => SECRET_FILE.test(name) && kindOf(join(root, name)) === 'file')
    .map((name): Mount => ['--ro-bind', '/dev/null', join(root, name)]),
  ...(isInside(root, dirname(runDirectory)) && dirname(runDirectory) !== root
    ? [['--tmpfs', dirname(runDirectory)] as const]
    : []),
];

/** Whatever was mounted around them. */
export const hiding = (hidden: readonly string[], mounted: readonly Mount[]): Mount[] =>
  hidden
    .filter((path) =>
      mounted.some(
        ([option, , target]) =>
          option.startsWith('--ro-bind') && target !== undefined && isInside(target, path),
      ),
    )
    .map((path): Mount => ['--tmpfs', path]);

export const baseMounts = (
  home: { readonly source: string; readonly target: string },
  { asRoot }: { readonly asRoot: boolean },
): Mount[] => [...systemMounts(asRoot), ['--bind', home.source, home.target]];
