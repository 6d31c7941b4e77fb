// Where the programs and packages of the project itself are, before those of the machine.
import { delimiter, join } from 'node:path';
import { pythonPaths } from '../../evidence/source/python-paths.ts';
import type { Environment } from './environment.ts';
import type { Prepared } from './prepare.ts';
import { environmentIn, pathsOf, type RunOptions } from './run-in-worktree.ts';

/** Tools look whether they may write here before they use the cache inside, which is theirs; so they are told. */
const MODULES = /(?:^|\/)node_modules$/;
const VENV = /(?:^|\/)\.?venv$/;

export const projectPaths = (
  options: Pick<RunOptions, 'place' | 'repository' | 'worktree' | 'sandbox' | 'policy'>,
  { folders }: Prepared,
): Environment => {
  const { tree } = pathsOf(options);
  const modules = pythonPaths(
    options.worktree.files.map(({ entry }) => entry.path),
    options.repository.prefix,
  );
  const venv = folders.find(({ path }) => VENV.test(path));
  const node = folders.find(({ path }) => MODULES.test(path));
  const { PATH } = environmentIn({ ...options, network: false });
  return {
    ...(modules.length === 0 ? {} : { PYTHONPATH: modules.map((path) => join(tree, path)).join(delimiter) }),
    ...(venv === undefined ? {} : { PATH: `${join(tree, venv.path, 'bin')}${delimiter}${PATH}` }),
    ...(node === undefined ? {} : { CACHE_DIR: join(tree, node.path, '.cache') }),
  };
};
