// The git directory that an agent behind the fence has: its own index and HEAD are the real ones, the project's objects can be
// read, and everything else (configuration, hooks, refs) is a copy of its own, so that nothing it writes is the project's.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { gitResult } from '../../std/processes/git.ts';

export interface FencedGit {
  /** Where the project's git directory is; the copy stands in its place. */
  readonly common: string;
  readonly copy: string;
  /** Git's records of the agent's own working tree, inside of it. */
  readonly administration: string | undefined;
  /** Folders of objects, to be read where they are. */
  readonly objects: readonly string[];
  /** Root of the checkout. */
  readonly root: string;
}

/** Where the project's objects are seen inside: at their own place is the agent's own folder. */
export const OBJECTS_INSIDE = '/run/baton-objects';

/** What says how files and objects are to be read. Nothing that names a program, an address or a secret. */
const KEPT =
  /^(?:core\.(?:repositoryformatversion|filemode|symlinks|ignorecase|autocrlf|eol|precomposeunicode|longpaths)|extensions\.[a-z]+|user\.(?:name|email))$/i;

const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

const configText = (listed: string): string =>
  listed
    .split('\0')
    .flatMap((entry) => {
      const at = entry.indexOf('\n');
      const key = at < 0 ? entry : entry.slice(0, at);
      const dot = key.indexOf('.');
      if (!KEPT.test(key)) return [];
      return `[${key.slice(0, dot)}]\n\t${key.slice(dot + 1)} = ${quoted(at < 0 ? 'true' : entry.slice(at + 1))}\n`;
    })
    .join('');

const copyIfThere = (from: string, to: string): Promise<void> => copyFile(from, to).catch(() => {});

/** Other repositories that this one borrows objects from. */
const borrowed = async (objects: string): Promise<string[]> => {
  const text = await readFile(join(objects, 'info', 'alternates'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (isAbsolute(line) ? line : resolve(objects, line)));
};

/** Branches and tags, so that history can be named; never what Baton keeps for itself. */
const refsText = async (root: string): Promise<string> => {
  const format = '--format=%(objectname) %(refname)';
  const { stdout } = await gitResult(['for-each-ref', format, 'refs/heads', 'refs/tags', 'refs/remotes'], {
    cwd: root,
  });
  return stdout;
};

const fill = async (root: string, common: string, copy: string): Promise<readonly string[]> => {
  const objects = join(common, 'objects');
  const alternates = await borrowed(objects);
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info', 'hooks'])
    await mkdir(join(copy, folder), { recursive: true });
  const [{ stdout: listed }, refs] = await Promise.all([
    gitResult(['config', '--list', '-z'], { cwd: root }),
    refsText(root),
  ]);
  await writeFile(join(copy, 'config'), configText(listed));
  await writeFile(join(copy, 'packed-refs'), `# pack-refs with: sorted \n${refs}`);
  await writeFile(
    join(copy, 'objects', 'info', 'alternates'),
    `${[OBJECTS_INSIDE, ...alternates].join('\n')}\n`,
  );
  for (const name of ['HEAD', 'shallow', 'info/exclude', 'info/attributes'])
    await copyIfThere(join(common, name), join(copy, name));
  return alternates;
};

/** Undefined where no repository is around the directory. `copy` is made. */
export const fencedGit = async (directory: string, copy: string): Promise<FencedGit | undefined> => {
  const { exit, stdout } = await gitResult(
    ['rev-parse', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'],
    { cwd: directory },
  );
  const [own = '', shared = '', root = ''] = stdout.split('\n');
  if (exit !== 0 || root === '') return undefined;
  const common = resolve(directory, shared);
  const alternates = await fill(root, common, copy);
  const isWorktree = dirname(own) === join(common, 'worktrees');
  if (!isWorktree) await copyIfThere(join(own, 'index'), join(copy, 'index'));
  return { common, copy, administration: isWorktree ? own : undefined, objects: alternates, root };
};
