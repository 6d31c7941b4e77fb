// Whether a line that names a file's word in an import really means that file, as far as the line tells.
import { posix } from 'node:path';

const JS_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
const PYTHON_FILE = /\.pyi?$/i;

/** The word by which other files import this one. */
export const importWord = (path: string): string => {
  const { name, dir, ext } = posix.parse(path);
  const stem = name.replace(/\..*$/, '');
  // Go imports folders.
  if (ext === '.go') return posix.basename(dir);
  // The library of a crate has the crate's name.
  if (ext === '.rs' && stem === 'lib' && posix.basename(dir) === 'src')
    return posix.basename(posix.dirname(dir)).replaceAll('-', '_');
  return ['index', '__init__', 'mod', 'lib', 'main'].includes(stem) ? posix.basename(dir) : stem;
};

/** A module without its ending: a folder stands for the file in it that is loaded. */
const modulePath = (path: string): string =>
  path.replace(/\.(?:[cm]?[jt]s|[jt]sx|pyi?)$/i, '').replace(/\/(?:index|__init__)$/, '');

const isSuffix = (short: readonly string[], long: readonly string[]): boolean =>
  short.length <= long.length && short.every((part, at) => part === long[long.length - short.length + at]);

/** One of two paths may say more of where the file lies than the other. */
const agree = (one: readonly string[], two: readonly string[]): boolean =>
  isSuffix(one, two) || isSuffix(two, one);

const jsMeans = (importer: string, line: string, target: string, word: string): boolean => {
  const named = [...line.matchAll(/['"`]([^'"`\n]+)['"`]/g)]
    .map(([, literal = '']) => literal)
    .filter((literal) => literal.includes(word));
  // What is computed may be any file.
  if (named.some((literal) => literal.includes('${'))) return true;
  if (named.length === 0) return /\b(?:import|require)\s*\(\s*[^'"\s]/.test(line);
  return named.some((literal) =>
    /^\.{1,2}(?:\/|$)/.test(literal)
      ? modulePath(posix.join(posix.dirname(importer), literal)) === modulePath(target)
      : (literal.split('/').at(-1) ?? '').replace(/^\W+/, '').split('.')[0] === word,
  );
};

/** The modules that a line of Python imports, or names as text, as parts of paths; relative ones begin where the importer lies. */
const pythonModules = (importer: string, line: string): string[][] => {
  const from = /^\s*from\s+(\.*)([\w.]*)\s+import\s+(.*)$/.exec(line);
  const names = (list: string): string[] =>
    list
      .replace(/[()\\]|#.*$/g, '')
      .split(',')
      .map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
      .filter((name) => name !== '');
  if (from !== null) {
    const [, dots = '', module = '', list = ''] = from;
    const folder = dots === '' ? [] : posix.dirname(importer).split('/');
    const start = dots.length > 1 ? folder.slice(0, 1 - dots.length) : folder;
    const parts = [...start.filter((part) => part !== '.'), ...module.split('.').filter(Boolean)];
    return [parts, ...names(list).map((name) => [...parts, name])];
  }
  const plain = /^\s*import\s+(.*)$/.exec(line)?.[1];
  if (plain !== undefined) return names(plain).map((name) => name.split('.'));
  return [...line.matchAll(/["']((?:\w+\.)+\w+)["']/g)].map(([, name = '']) => name.split('.'));
};

const pythonMeans = (importer: string, line: string, target: string): boolean => {
  const modules = pythonModules(importer, line);
  const path = modulePath(target).split('/');
  return modules.length === 0 || modules.some((module) => agree(module, path));
};

/** In Go a path stands alone on its line, or behind `import`; anywhere else it is a text of the program. */
const goMeans = (line: string, target: string): boolean => {
  const [, path] = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"]*)"\s*(?:\/\/.*)?$/.exec(line) ?? [];
  if (path === undefined) return /^\s*import\b/.test(line);
  return agree(path.split('/'), posix.dirname(target).split('/'));
};

/** Whether this file is what others get who import its package by name, as far as its path and its manifest tell. */
export const isShownBy = (manifest: unknown, path: string): boolean => {
  if (!JS_FILE.test(path)) return false;
  if (/^(?:(?:src|lib|source)\/)?(?:index|main)\.\w+$/i.test(path)) return true;
  const { main, module, types, exports } = (manifest ?? {}) as Readonly<Record<string, unknown>>;
  return (JSON.stringify([main, module, types, exports]) ?? '').includes(`${modulePath(path)}.`);
};

/** What an import begins with, in files that are no Python: documents, settings, programs that write some. */
const IMPORTS = /(?:^|\W)(?:import|require|from|use|mod|include|pytest_plugins|setup\w*)\W/;

/** `named`: the package that others get this file by. */
export const mayImport = (importer: string, line: string, target: string, named?: string): boolean => {
  if (JS_FILE.test(importer) && JS_FILE.test(target))
    return (
      (named !== undefined && [`'${named}'`, `"${named}"`].some((literal) => line.includes(literal))) ||
      jsMeans(importer, line, target, importWord(target))
    );
  if (PYTHON_FILE.test(target))
    return PYTHON_FILE.test(importer) ? pythonMeans(importer, line, target) : IMPORTS.test(line);
  if (importer.endsWith('.go') && target.endsWith('.go')) return goMeans(line, target);
  return true;
};

/** Whether a path that is written somewhere can be this file: as far as both are written, they are the same. */
export const mayMention = (written: string, target: string): boolean => {
  const parts = written.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length > 0 && agree(parts, target.split('/'));
};
