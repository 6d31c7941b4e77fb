// The examples of the format, and small ways to change them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Decoded, DecodeOptions } from '../../../handoffs/dialect.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { h3aDialect } from './h3a.ts';

const ROOT = fileURLToPath(new URL('../../../../test/fixtures/h3a', import.meta.url));

export const fixtureText = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

export type Json = Record<string, unknown>;

export const fixture = (name: string): Json => JSON.parse(fixtureText(name)) as Json;

/** A copy in which the value at a path is another one; undefined takes the key away. */
export const changed = (value: Json, path: readonly (string | number)[], to: unknown): Json => {
  const copy = structuredClone(value);
  let inside: Record<string | number, unknown> = copy;
  for (const step of path.slice(0, -1)) inside = inside[step] as Record<string | number, unknown>;
  const last = path.at(-1)!;
  if (to === undefined) delete inside[last];
  else inside[last] = to;
  return copy;
};

export const decodeJson = (value: unknown, options: DecodeOptions = {}): Decoded =>
  h3aDialect.decode({ text: JSON.stringify(value, null, 2), file: 'SESSION_HANDOFF.json' }, options)!;

export const errorsOf = (problems: readonly Problem[]): string[] =>
  problems.filter(isError).map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));

export const warningsOf = (problems: readonly Problem[]): string[] =>
  problems
    .filter((one) => !isError(one))
    .map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));

const below = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path) : [path];
  });

/** The files of a sound run, named relative to its directory. */
export const runFiles = (): Map<string, string> => {
  const root = join(ROOT, 'run');
  return new Map(below(root).map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
};

/** Whether a place lies in a text. */
export const isInside = (text: string, { line, column }: Problem): boolean => {
  if (line === undefined || column === undefined) return false;
  const lines = text.split('\n');
  return line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1]!.length + 1;
};
