// Which files of the project a test file imports, by its text: for JavaScript, TypeScript and Python.
import { posix } from 'node:path';

/** One module that a test file imports: as it is named there, and the file of the project that it should be. */
export interface TestImport {
  readonly name: string;
  readonly file: string;
}

const JS_FILE = /\.[cm]?[jt]sx?$/;
const JS_IMPORT =
  /(?:^|[\s;(=])(?:import\s*\(?|export\s[^'"();]{0,1000}?from|import\s[^'"();]{0,1000}?from|require\s*\()\s*(['"])([^'"\n]{1,300})\1/g;
const JS_ENDINGS = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.tsx', '.json'];
const JS_INDEX = ['/index.js', '/index.ts', '/index.mjs', '/index.cjs', '/index.tsx', '/index.jsx'];
const PY_IMPORT =
  /^(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]{0,4000}\)|[^\n#]{1,500})|import[ \t]+([\w., \t]{1,500}))/gm;
/** Folders that Python projects put on the path. */
const PY_ROOTS = ['', 'src', 'lib', 'python'];
const IMPORTS_MAX = 50;

/** The file of JavaScript or TypeScript that a path means, which may lack its ending. */
export const jsFileAt = (path: string, files: ReadonlySet<string>): string | undefined => {
  // TypeScript names what a file will be compiled to.
  const compiled = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  return [...JS_ENDINGS.map((end) => path + end), compiled, ...JS_INDEX.map((end) => path + end)].find(
    (one) => files.has(one),
  );
};

const jsNames = (text: string): string[] => [...text.matchAll(JS_IMPORT)].map(([, , name = '']) => name);

const jsImports = (
  path: string,
  text: string,
  files: ReadonlySet<string>,
  own: string | undefined,
): TestImport[] =>
  jsNames(text).flatMap((name) => {
    const isOwn = own !== undefined && (name === own || name.startsWith(`${own}/`));
    const file = name.startsWith('.')
      ? jsFileAt(posix.join(posix.dirname(path), name), files)
      : isOwn
        ? 'package.json'
        : undefined;
    return file === undefined ? [] : [{ name, file }];
  });

const pyFile = (name: string, files: ReadonlySet<string>): string | undefined => {
  const path = name.replaceAll('.', '/');
  return PY_ROOTS.flatMap((root) =>
    [`${path}.py`, `${path}/__init__.py`].map((one) => posix.join(root, one)),
  ).find((one) => files.has(one));
};

const withParts = (module: string, list: string): string[] => [
  module,
  ...list
    .replace(/[()]/g, '')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((part) => /^\w+$/.test(part))
    .map((part) => `${module}.${part}`),
];

/** Relative imports stay inside of the package of the tests, and are left out. */
const pyNames = (text: string): string[] =>
  [...text.matchAll(PY_IMPORT)].flatMap(([, from, list = '', plain = '']) => {
    if (from?.startsWith('.')) return [];
    return from === undefined
      ? plain.split(',').map((part) => part.trim().split(/\s/, 1)[0] ?? '')
      : withParts(from, list);
  });

const pyImports = (text: string, files: ReadonlySet<string>): TestImport[] =>
  pyNames(text).flatMap((name) => {
    const file = pyFile(name, files);
    return file === undefined ? [] : [{ name, file }];
  });

/** Everything that the file imports, as it is named there. */
export const importedNames = (path: string, text: string): string[] => [
  ...new Set(path.endsWith('.py') ? pyNames(text) : JS_FILE.test(path) ? jsNames(text) : []),
];

/** Those that are files of the project, or its package by its own name; each once. */
export const testImports = (
  path: string,
  text: string,
  files: ReadonlySet<string>,
  ownPackage?: string,
): TestImport[] => {
  const found = path.endsWith('.py')
    ? pyImports(text, files)
    : JS_FILE.test(path)
      ? jsImports(path, text, files, ownPackage)
      : [];
  const seen = new Set<string>();
  return found.filter(({ name }) => !seen.has(name) && seen.add(name)).slice(0, IMPORTS_MAX);
};

/** How Python may name a file; the first name is the likeliest. */
export const pythonModules = (file: string): string[] => {
  if (!file.endsWith('.py')) return [];
  const path = file.replace(/(?:\/__init__)?\.py$/, '');
  const inner = PY_ROOTS.filter((root) => root !== '' && path.startsWith(`${root}/`)).map((root) =>
    path.slice(root.length + 1),
  );
  return [...inner, path].map((one) => one.replaceAll('/', '.')).filter((one) => /^[\w.]+$/.test(one));
};
