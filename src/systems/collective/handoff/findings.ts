// What is found in a block while it is read: a problem whose place is still a path in the data, not a line.
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import type { Problem } from '../../../model/problem.ts';
import { fieldName } from '../../../model/validate-with.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { KNOWN_KEYS, tidyKey } from './words.ts';

export type Path = readonly PropertyKey[];

export interface Finding extends Pick<Problem, 'code' | 'severity' | 'message' | 'hint'> {
  /** In the block, from the root of the YAML; with `key` the key itself is meant. */
  readonly path: Path;
  readonly key?: string;
  /** How the field is called; the path without the root. */
  readonly field: string;
}

/** Collects findings. Of each severity a limited number, so that warnings never crowd out an error. */
export interface Findings {
  readonly list: readonly Finding[];
  readonly error: (code: Problem['code'], message: string, place: Place) => void;
  readonly warn: (code: Problem['code'], message: string, place: Place) => void;
}

export interface Place {
  readonly path: Path;
  readonly key?: string;
  readonly hint?: string;
}

const SHOWN_CHARS_MAX = 80;

/** A value as a message shows it: one line, bounded. */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  return clip(plainLine(String(value)), SHOWN_CHARS_MAX);
};

/** The field by the schema's own name, however its key was written. */
const schemaName = (path: Path): string => {
  const name = typeof path[0] === 'string' ? tidyKey(path[0]) : '';
  return clip(fieldName(KNOWN_KEYS.includes(name) ? [name, ...path.slice(1)] : path), SHOWN_CHARS_MAX);
};

export const gatherFindings = (root: Path): Findings => {
  const list: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  const add =
    (severity: Finding['severity']): Findings['error'] =>
    (code, message, place) => {
      counts[severity] += 1;
      if (counts[severity] > PROBLEMS_MAX) return;
      const full = place.key === undefined ? place.path : [...place.path, place.key];
      const inRoot = root.every((step, at) => full[at] === step) ? full.slice(root.length) : full;
      list.push({ code, severity, message, ...place, field: schemaName(inRoot) });
    };
  return { list, error: add('error'), warn: add('warning') };
};
