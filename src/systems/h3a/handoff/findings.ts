// What is found in a file while it is read. A finding knows its path in the data; lines and columns are looked up for all
// of them together, in one pass over the text.

import { PROBLEMS_MAX, TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { fieldName } from '../../../model/validate-with.ts';
import { clip } from '../../../std/terminal-text.ts';
import { type Path, placesOf } from '../../../text/json-places.ts';
import { isPlaceholder, isRecord, shown } from './values.ts';

type Code = Problem['code'];

interface Finding {
  readonly code: Code;
  readonly severity: Problem['severity'];
  readonly message: string;
  readonly path: Path;
  readonly atKey: boolean;
  readonly hint: string | undefined;
}

export interface Findings {
  readonly error: (code: Code, message: string, path: Path, hint?: string) => void;
  readonly warn: (code: Code, message: string, path: Path, hint?: string) => void;
  /** About a key, not its value. */
  readonly warnKey: (code: Code, message: string, path: Path, hint?: string) => void;
  /** No further error would be listed, so nothing is gained by looking on. */
  readonly isFull: () => boolean;
  /** All of them with their places, by line. */
  readonly problems: (text: string, file: string) => readonly Problem[];
}

export const gatherFindings = (): Findings => {
  const found: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  const adder =
    (severity: Finding['severity'], atKey: boolean): Findings['error'] =>
    (code, message, path, hint) => {
      counts[severity] += 1;
      // Of each severity as many as anybody reads, so that warnings never crowd out an error.
      if (counts[severity] <= PROBLEMS_MAX)
        found.push({ code, severity, message: clip(message, TEXT_CHARS_MAX), path, atKey, hint });
    };
  return {
    error: adder('error', false),
    warn: adder('warning', false),
    warnKey: adder('warning', true),
    isFull: () => counts.error >= PROBLEMS_MAX,
    problems: (text, file) => {
      if (found.length === 0) return [];
      const places = placesOf(text, found);
      return found.map(({ code, severity, message, path, hint }, index) => ({
        code,
        severity,
        message,
        ...(file === '' ? {} : { file }),
        ...(path.length === 0 ? {} : { field: fieldName(path) }),
        ...places[index],
        ...(hint === undefined ? {} : { hint }),
      }));
    },
  };
};

/** By place, limited; what is the same twice is told once. */
export const inOrder = (problems: readonly Problem[]): readonly Problem[] => {
  const seen = new Set<string>();
  const once = problems.filter((one) => {
    const key = JSON.stringify([one.code, one.field, one.line, one.column, one.message]);
    return !seen.has(key) && seen.add(key);
  });
  const errorsFirst = [...once.filter(isError), ...once.filter((one) => !isError(one))];
  return errorsFirst
    .slice(0, PROBLEMS_MAX)
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
};

/** Finds every value that a template left to be filled in. */
export const findPlaceholders = (root: unknown, findings: Findings): void => {
  const path: (string | number)[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (isPlaceholder(value))
        findings.error(
          'HANDOFF_PLACEHOLDER',
          `${fieldName(path)}: expected a value, got the placeholder ${shown(value)}`,
          [...path],
          'Write what it stands for.',
        );
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !findings.isFull(); index += 1)
        lookBelow(index, value[index]);
    } else if (isRecord(value))
      for (const key in value) {
        if (findings.isFull()) return;
        if (Object.hasOwn(value, key)) lookBelow(key, value[key]);
      }
  };
  const lookBelow = (step: string | number, value: unknown): void => {
    if (typeof value !== 'string' && typeof value !== 'object') return;
    path.push(step);
    look(value);
    path.pop();
  };
  look(root);
};
