// Where Python finds the packages of a project itself, so that no installed copy of them is tested in their place.
import { posix } from 'node:path';

const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const NO_PACKAGES = /^(?:tests?|docs?|examples?|scripts?|benchmarks?|build|dist|venv|node_modules)$/;

/** Folders from the root of the tree; none where nothing says that this is a project of Python. */
export const pythonPaths = (files: Iterable<string>, prefix: string): string[] => {
  const [own, all] = [prefix.replace(/\/$/, ''), [...files]];
  const inside = all.flatMap((path) => {
    const relative = own === '' ? path : posix.relative(own, path);
    return relative.startsWith('..') ? [] : [relative];
  });
  if (!inside.some((path) => MANIFESTS.includes(path))) return [];
  const hasSource = inside.some((path) => /^src\/[^/]+(?:\/__init__)?\.py$/.test(path));
  const isFlat = inside.some((path) => {
    const [, folder] = /^([^/]+)\/__init__\.py$/.exec(path) ?? [];
    return folder !== undefined && folder !== 'src' && !NO_PACKAGES.test(folder);
  });
  return [...(hasSource ? [posix.join(own, 'src')] : []), ...(isFlat ? [own === '' ? '.' : own] : [])];
};
