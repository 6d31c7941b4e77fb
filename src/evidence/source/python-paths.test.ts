import { expect, it } from 'vitest';
import { pythonPaths } from './python-paths.ts';

it.each([
  ['src layout', ['pyproject.toml', 'src/shop/__init__.py', 'tests/test_a.py'], '', ['src']],
  ['one module in src', ['setup.py', 'src/shop.py'], '', ['src']],
  ['flat', ['pyproject.toml', 'shop/__init__.py', 'tests/__init__.py'], '', ['.']],
  ['tests alone are no package', ['pyproject.toml', 'tests/__init__.py'], '', []],
  ['no project of Python', ['src/shop/__init__.py'], '', []],
  ['in a folder', ['py/pyproject.toml', 'py/src/shop/__init__.py', 'src/b/__init__.py'], 'py/', ['py/src']],
  ['flat, in a folder', ['py/setup.cfg', 'py/shop/__init__.py'], 'py/', ['py']],
])('packages of Python: %s', (_, files, prefix, found) => {
  expect(pythonPaths(files, prefix)).toEqual(found);
});
