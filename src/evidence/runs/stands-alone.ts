// Whether a source file can be put back to what it was while everything else stays new: it uses nothing that changed.
import { posix } from 'node:path';
import { mayMention } from '../source/import-lines.ts';
import { importsOf } from '../source/imports.ts';

const READABLE = /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go|rs)$/i;

const stem = (path: string): string =>
  path.replace(/\.\w+$/, '').replace(/\/(?:index|__init__|mod|lib)$/, '');

/** Where a source of an import may lie, as a path without its ending. */
const written = (path: string, source: string): string => {
  if (/\.pyi?$/i.test(path)) {
    const dots = source.search(/[^.]|$/);
    const module = source.slice(dots).replaceAll('.', '/');
    if (dots === 0) return module;
    const folder = posix
      .dirname(path)
      .split('/')
      .slice(0, dots > 1 ? 1 - dots : undefined);
    return [...folder, module].filter((part) => part !== '').join('/');
  }
  return /\.rs$/i.test(path) ? source.replace(/^(?:crate|super|self)::/, '').replaceAll('::', '/') : source;
};

const uses = (path: string, names: ReadonlyMap<string, string>, other: string): boolean => {
  const folder = posix.dirname(other);
  return [...names].some(([name, source]) => {
    if (/\.go$/i.test(path)) return mayMention(source, folder);
    const at = written(path, source);
    return mayMention(at, stem(other)) || mayMention(posix.join(at, name), stem(other));
  });
};

export const standsAlone = (path: string, text: string, changed: readonly string[]): boolean => {
  if (!READABLE.test(path)) return false;
  const { sources } = importsOf(path, text);
  const sameLanguage = changed.filter(
    (other) => other !== path && READABLE.test(other) && posix.extname(other) !== '',
  );
  return !sameLanguage.some((other) => uses(path, sources, other));
};
