// What of the user's git configuration decides how a checkout lies on disk, believed only as far as the disk agrees:
// a switch that makes git overlook a mode or a link could hide a change.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXCLUDE_BYTES_MAX } from '../../model/limits/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { gitResult } from '../../std/processes/git.ts';
import type { Repository } from './repository.ts';

/** By name in small letters; of several values the last one counts, as for git. */
export type CheckoutSettings = ReadonlyMap<string, string>;

/** The checkout's own git directory, named outright: what stands as .git in it is the word of whoever writes there. */
export const userGit = ({ root, gitDirectory }: Repository) => ({
  cwd: root,
  env: { GIT_DIR: gitDirectory, GIT_WORK_TREE: root, GIT_INDEX_FILE: join(gitDirectory, 'index') },
});

const READ = '^core\\.(sparsecheckout|autocrlf|excludesfile|filemode|symlinks|ignorecase)$';

export const readCheckoutSettings = async (repository: Repository): Promise<CheckoutSettings> => {
  const { stdout } = await gitResult(['config', '-z', '--get-regexp', READ], userGit(repository));
  const settings = new Map<string, string>();
  for (const entry of stdout.split('\0').filter((text) => text !== '')) {
    const cut = entry.indexOf('\n');
    // A name alone means true.
    settings.set(cut === -1 ? entry : entry.slice(0, cut), cut === -1 ? 'true' : entry.slice(cut + 1));
  }
  return settings;
};

const isOn = (value: string | undefined): boolean =>
  value !== undefined && /^(?:true|yes|on|-?0*[1-9]\d*)$/i.test(value);
const isOff = (value: string | undefined): boolean => value !== undefined && !isOn(value);

export const isSparse = (settings: CheckoutSettings): boolean => isOn(settings.get('core.sparsecheckout'));

/** Tries something with a file of its own in the git directory, which lies beside the checkout. */
const tried = ({ gitDirectory }: Repository, attempt: (path: string) => boolean): boolean => {
  const path = join(gitDirectory, `baton-${randomBytes(8).toString('hex')}`);
  try {
    return attempt(path);
  } catch {
    return false;
  } finally {
    rmSync(path, { force: true });
  }
};

const keepsModes = (repository: Repository): boolean =>
  tried(repository, (path) => {
    writeFileSync(path, '', { mode: 0o644 });
    const plain = (lstatSync(path).mode & 0o100) === 0;
    chmodSync(path, 0o755);
    return plain && (lstatSync(path).mode & 0o100) !== 0;
  });

const keepsLinks = (repository: Repository): boolean =>
  tried(repository, (path) => {
    symlinkSync('x', path);
    return lstatSync(path).isSymbolicLink();
  });

/** A second name that is found and not listed is the first one in other letters. */
const tellsCase = ({ commonDirectory }: Repository): boolean =>
  !existsSync(join(commonDirectory, 'CoNfIg')) || readdirSync(commonDirectory).includes('CoNfIg');

/** As options of git. What is not set is as git takes it: modes, links and letters count. */
export const settingsArgs = (repository: Repository, settings: CheckoutSettings): string[] => {
  const given: string[] = [];
  const excludes = settings.get('core.excludesfile');
  if (excludes !== undefined) given.push(`core.excludesFile=${excludes}`);
  const autocrlf = settings.get('core.autocrlf');
  if (isOn(autocrlf) || autocrlf?.toLowerCase() === 'input') given.push('core.autocrlf=input');
  if (isOff(settings.get('core.filemode')) && !keepsModes(repository)) given.push('core.fileMode=false');
  if (isOff(settings.get('core.symlinks')) && !keepsLinks(repository)) given.push('core.symlinks=false');
  if (isOn(settings.get('core.ignorecase')) && !tellsCase(repository)) given.push('core.ignoreCase=true');
  if (process.platform === 'darwin') given.push('core.precomposeUnicode=true');
  return given.flatMap((setting) => ['-c', setting]);
};

/** What the user's repository ignores beside the rules of the tree. */
export const readExclude = async ({ commonDirectory }: Repository): Promise<Buffer> =>
  (await readBoundedIfThere(join(commonDirectory, 'info', 'exclude'), EXCLUDE_BYTES_MAX)) ?? Buffer.alloc(0);
