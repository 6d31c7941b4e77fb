// Edits of files as data. An edit that finds nothing to change is a mistake in the data, and says so.
import type { Edit, Files } from './case.ts';

export const write =
  (files: Files): Edit =>
  (before) => ({ ...before, ...files });

export const remove =
  (...paths: readonly string[]): Edit =>
  (before) => {
    const lost = paths.filter((path) => before[path] === undefined);
    if (lost.length > 0)
      throw new Error(`expected ${lost.join(', ')} among ${Object.keys(before).join(', ')}`);
    return Object.fromEntries(Object.entries(before).filter(([path]) => !paths.includes(path)));
  };

const found = (text: string, from: string | RegExp): boolean =>
  typeof from === 'string'
    ? text.includes(from)
    : new RegExp(from.source, from.flags.replace('g', '')).test(text);

/** Every place where it stands. */
export const replace =
  (path: string, from: string | RegExp, to: string): Edit =>
  (before) => {
    const text = before[path];
    if (text === undefined || !found(text, from))
      throw new Error(`expected ${String(from)} in ${path}, got:\n${text ?? 'no such file'}`);
    const after = typeof from === 'string' ? text.replaceAll(from, () => to) : text.replace(from, to);
    return { ...before, [path]: after };
  };

export const append =
  (path: string, more: string): Edit =>
  (before) => ({ ...before, [path]: `${before[path] ?? ''}${more}` });

export const prepend =
  (path: string, more: string): Edit =>
  (before) => ({ ...before, [path]: `${more}${before[path] ?? ''}` });

export const move =
  (from: string, to: string): Edit =>
  (before) => {
    const text = before[from];
    if (text === undefined) throw new Error(`expected a file ${from}`);
    return { ...remove(from)(before), [to]: text };
  };

export const all =
  (...edits: readonly Edit[]): Edit =>
  (before) =>
    edits.reduce<Files>((files, edit) => edit(files), before);

export const nothing: Edit = (files) => files;

export const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** What stands in a file from one text up to another, or to its end. */
export const partsOf =
  (files: Files) =>
  (path: string, from: string, to?: string): string => {
    const text = files[path] ?? '';
    const start = text.indexOf(from);
    if (start === -1) throw new Error(`expected ${from} in ${path}`);
    return text.slice(start, to === undefined ? undefined : text.indexOf(to, start));
  };
