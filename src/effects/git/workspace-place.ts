// Where the working trees of a run's assignments are. Their names say whose they are, so that what a crash leaves
// behind can be told from the worktrees of the user and of other runs.
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { BatonError } from '../../errors.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Repository } from '../../runners/trees/repository.ts';

/** `baton.<run>.<key>`; neither runs nor the parts of a key hold a dot of their own. */
const WORKSPACE_NAME_CHARS_MAX = 240;

export interface Place {
  readonly repository: Repository;
  readonly run: string;
  /** Real path of the scratch directory that holds the working trees. */
  readonly directory: string;
}

export const makePlace = async (repository: Repository, run: string, directory: string): Promise<Place> => {
  if (!isName(run))
    throw new BatonError('NAME_INVALID', `expected the name of a run, got ${JSON.stringify(run)}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const real = await realpath(directory);
  const inside = relative(await realpath(repository.root), real);
  if (inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`)))
    throw new BatonError(
      'PATH_OUTSIDE',
      `expected a scratch directory outside of the repository ${repository.root}, got ${directory}`,
    );
  return { repository, run, directory: real };
};

const prefixOf = ({ run }: Place): string => `baton.${run}.`;

/** The working tree of one attempt, whether it is there or not. */
export const workspacePath = (place: Place, key: string): string => {
  const name = `${prefixOf(place)}${key}`;
  if (!key.split('.').every(isName) || name.length > WORKSPACE_NAME_CHARS_MAX)
    throw new BatonError(
      'NAME_INVALID',
      `expected a key like coding.coder.1.1 for a working tree, got ${JSON.stringify(key)}`,
    );
  return join(place.directory, name);
};

export const isOurName = (place: Place, name: string): boolean => name.startsWith(prefixOf(place));

/** The working tree that a directory given out by `open` belongs to. */
export const workspaceOf = (place: Place, directory: string): string => {
  const name = relative(place.directory, resolve(directory)).split(sep)[0] ?? '';
  if (!isOurName(place, name))
    throw new BatonError('PATH_OUTSIDE', `expected a working tree of run ${place.run}, got ${directory}`);
  return join(place.directory, name);
};

interface Administration {
  /** Git's own files for the working tree: its HEAD and index. */
  readonly directory: string;
  /** Undefined for what a crash left half made. */
  readonly workspace: string | undefined;
}

/** Git's records of all working trees, ours and those of others. */
export const administrationsRoot = (place: Place): string =>
  join(place.repository.commonDirectory, 'worktrees');

/**
 * Git's records of working trees that are ours. They are looked up from git's side: the `.git` file inside a working
 * tree can be rewritten by the agent that works there.
 */
export const administrations = async (place: Place): Promise<Administration[]> => {
  const root = administrationsRoot(place);
  const found: Administration[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    const directory = join(root, name);
    const pointer = await readFile(join(directory, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.trim() === '') {
      if (isOurName(place, name)) found.push({ directory, workspace: undefined });
      continue;
    }
    const workspace = resolve(directory, pointer.trim(), '..');
    if (resolve(workspace, '..') === place.directory && isOurName(place, basename(workspace)))
      found.push({ directory, workspace });
  }
  return found;
};

export const administrationOf = async (place: Place, workspace: string): Promise<string | undefined> =>
  (await administrations(place)).find((candidate) => candidate.workspace === workspace)?.directory;
