// Real repositories in temporary directories, for the tests beside this file.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Digest, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { findRepository, type Repository } from '../../runners/trees/repository.ts';
import { git, gitLine } from '../../std/processes/git.ts';

export interface FileSpec {
  readonly text?: string;
  readonly link?: string;
  readonly executable?: true;
}
export type Files = Readonly<Record<string, string | FileSpec>>;

const AS_USER = {
  GIT_AUTHOR_NAME: 'User',
  GIT_AUTHOR_EMAIL: 'user@example.org',
  GIT_COMMITTER_NAME: 'User',
  GIT_COMMITTER_EMAIL: 'user@example.org',
};

/** Gone when the test ends. */
export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(realpathSync(tmpdir()), 'baton-effects-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

export const writeFiles = async (root: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};

/** Every file below a directory with its content; links as `-> target`. Git's own files are left out. */
export const readFiles = async (root: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    if (name.split('/').includes('.git')) continue;
    if (entry.isSymbolicLink()) found[name] = `-> ${await readlink(path)}`;
    else if (entry.isFile()) found[name] = await readFile(path, 'utf8');
  }
  return found;
};

export interface TemporaryRepository {
  readonly repository: Repository;
  readonly root: string;
  /** For worktrees; outside of the repository. */
  readonly scratch: string;
  git(...args: string[]): Promise<string>;
  /** A tree of exactly these files. */
  tree(files: Files): Promise<Digest>;
  /** The files of a tree with their content; links as `-> target`, executables as `+x content`. */
  show(tree: Digest): Promise<Record<string, string>>;
  commitAll(): Promise<string>;
  /** Everything of the user's: files, index, HEAD, branches, stash, configuration. */
  fingerprint(): Promise<string>;
}

const makeTree = async (root: string, scratch: string, files: Files): Promise<Digest> => {
  const index = join(scratch, `${randomUUID()}.test-index`);
  const at = { cwd: root, env: { GIT_INDEX_FILE: index } };
  const lines: string[] = [];
  for (const [path, spec] of Object.entries(files)) {
    const file: FileSpec = typeof spec === 'string' ? { text: spec } : spec;
    const mode = file.link !== undefined ? '120000' : file.executable ? '100755' : '100644';
    const oid = await gitLine(['hash-object', '-w', '--stdin'], {
      ...at,
      input: file.link ?? file.text ?? '',
    });
    lines.push(`${mode} ${oid}\t${path}\0`);
  }
  await git(['update-index', '-z', '--index-info'], { ...at, input: lines.join('') });
  const oid = await gitLine(['write-tree'], at);
  await rm(index, { force: true });
  return treeDigest(oid);
};

const showTree = async (root: string, tree: Digest): Promise<Record<string, string>> => {
  const listing = await git(['ls-tree', '-r', '-z', treeOid(tree)], { cwd: root });
  const shown: Record<string, string> = {};
  for (const line of listing.split('\0').filter((entry) => entry !== '')) {
    const [mode, , oid] = line.slice(0, line.indexOf('\t')).split(' ');
    const text = await git(['cat-file', 'blob', oid!], { cwd: root });
    const mark = mode === '120000' ? '-> ' : mode === '100755' ? '+x ' : '';
    shown[line.slice(line.indexOf('\t') + 1)] = `${mark}${text}`;
  }
  return shown;
};

export const temporaryRepository = async (
  options: { readonly project?: string; readonly files?: Readonly<Record<string, string>> } = {},
): Promise<TemporaryRepository> => {
  const directory = await temporaryDirectory();
  const root = join(directory, 'repository');
  const scratch = join(directory, 'scratch');
  const project = join(root, options.project ?? '');
  await mkdir(project, { recursive: true });
  await mkdir(scratch);
  const run = (...args: string[]) => git(args, { cwd: root, env: AS_USER });
  await run('init', '--quiet');
  const commitAll = async () => {
    await run('add', '--all');
    await run('commit', '--quiet', '--allow-empty', '-m', 'user');
    return (await run('rev-parse', 'HEAD')).trim();
  };
  if (options.files !== undefined) {
    await writeFiles(root, options.files);
    await commitAll();
  }
  return {
    repository: await findRepository(project),
    root,
    scratch,
    git: run,
    tree: (files) => makeTree(root, scratch, files),
    show: (tree) => showTree(root, tree),
    commitAll,
    fingerprint: async () => {
      const refs = await run('for-each-ref', '--format=%(refname) %(objectname)');
      const parts = [
        JSON.stringify(await readFiles(root)),
        ...['index', 'HEAD', 'config'].map((name) => tryRead(join(root, '.git', name))),
        refs
          .split('\n')
          .filter((line) => !line.startsWith('refs/baton/'))
          .join('\n'),
        await run('stash', 'list'),
      ];
      return createHash('sha256').update(parts.join('\0')).digest('hex');
    },
  };
};

const tryRead = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};
