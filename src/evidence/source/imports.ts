// What a source file takes from others, as far as its import statements say it, and the rest of its text.
import { posix } from 'node:path';

export interface Imports {
  /** Local name → where it comes from, relative to the project where it is a relative path. */
  readonly sources: ReadonlyMap<string, string>;
  /** The text without these statements. */
  readonly rest: string;
}

interface Statement {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => readonly (readonly [name: string, source: string])[];
}

/** `{ a, b as c }`, `a as b, c`, `* as d`: the local names. */
const localNames = (list: string): string[] =>
  list
    .replace(/[{}()]/g, ',')
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .map((part) => /\bas\s+(\S+)$/.exec(part)?.[1] ?? /:\s*(\w+)$/.exec(part)?.[1] ?? part)
    .filter((name) => name !== '');

const JS: readonly Statement[] = [
  {
    pattern: /^[ \t]*import\s+(?:type\s+)?([^'"();]*?)\s*from\s*['"]([^'"\n]+)['"][ \t]*;?/gm,
    read: ([, names = '', source = '']) => localNames(names).map((name) => [name, source] as const),
  },
  {
    pattern:
      /^[ \t]*(?:const|let|var)\s+([^=;]*?)\s*=\s*(?:await\s+import|require)\(\s*['"]([^'"\n]+)['"]\s*\)[ \t]*;?/gm,
    read: ([, names = '', source = '']) => localNames(names).map((name) => [name, source] as const),
  },
];
const PYTHON: readonly Statement[] = [
  {
    pattern: /^[ \t]*from[ \t]+(\S+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)/gm,
    read: ([, source = '', names = '']) => localNames(names).map((name) => [name, source] as const),
  },
  {
    pattern: /^[ \t]*import[ \t]+([^\n#]+)/gm,
    read: ([, names = '']) =>
      names.split(',').map((part) => {
        const [source = '', local] = part.trim().split(/\s+as\s+/);
        return [local ?? source.split('.')[0] ?? source, source] as const;
      }),
  },
];
const GO: readonly Statement[] = [
  {
    pattern: /^import\s*\(([\s\S]*?)\)/gm,
    read: ([, block = '']) =>
      [...block.matchAll(/(?:(\w+|\.|_)\s+)?"([^"]+)"/g)].map(
        ([, local, source = '']) => [local ?? source.split('/').at(-1) ?? source, source] as const,
      ),
  },
  {
    pattern: /^import\s+(?:(\w+|\.|_)\s+)?"([^"]+)"/gm,
    read: ([, local, source = '']) => [[local ?? source.split('/').at(-1) ?? source, source] as const],
  },
];
const RUST: readonly Statement[] = [
  {
    pattern: /^[ \t]*(?:pub\s+)?use\s+([^;]+);/gm,
    read: ([, path = '']) => {
      const at = path.lastIndexOf('::{');
      const [source, names] =
        at === -1
          ? [path.slice(0, Math.max(0, path.lastIndexOf('::'))), path.slice(path.lastIndexOf('::') + 2)]
          : [path.slice(0, at), path.slice(at + 2)];
      return localNames(names).map((name) => [name, source] as const);
    },
  },
];

const STATEMENTS: readonly { readonly extension: RegExp; readonly statements: readonly Statement[] }[] = [
  { extension: /\.(?:[cm]?[jt]s|[jt]sx)$/i, statements: JS },
  { extension: /\.pyi?$/i, statements: PYTHON },
  { extension: /\.go$/i, statements: GO },
  { extension: /\.rs$/i, statements: RUST },
];

const resolved = (source: string, file: string): string =>
  /^\.{1,2}\//.test(source) ? posix.join(posix.dirname(file), source).replace(/\.[cm]?[jt]sx?$/, '') : source;

/** Of other languages no statement is known: all of the text is the rest. */
export const importsOf = (file: string, text: string): Imports => {
  const known = STATEMENTS.find(({ extension }) => extension.test(file))?.statements ?? [];
  const sources = new Map<string, string>();
  let rest = text;
  for (const { pattern, read } of known) {
    for (const match of text.matchAll(pattern))
      for (const [name, source] of read(match)) sources.set(name, resolved(source, file));
    rest = rest.replace(pattern, '');
  }
  return { sources, rest };
};
