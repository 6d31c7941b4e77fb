// What a reader finds wrong, by places in the text. Lines are counted once, when everything is said.
import { PROBLEMS_MAX } from '../model/limits/limits.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Position } from '../model/validate-with.ts';

interface More {
  readonly field?: string;
  readonly hint?: string;
}

/** `P` is how a place is named: an offset in text, a path in JSON. */
export interface Findings<P = number> {
  error(code: Problem['code'], message: string, at: P, more?: More): void;
  warn(code: Problem['code'], message: string, at: P, more?: More): void;
  /** In the order of the text. */
  problems(): Problem[];
}

interface Finding<P> extends More {
  readonly code: Problem['code'];
  readonly message: string;
  readonly at: P;
}

/** Counted apart: a flood of warnings must not hide an error. */
const EACH_MAX = PROBLEMS_MAX / 2;

const byPlace = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

export const newFindings = <P>(
  locate: (places: readonly P[]) => readonly Position[],
  file: string,
): Findings<P> => {
  const errors: Finding<P>[] = [];
  const warnings: Finding<P>[] = [];
  const add =
    (found: Finding<P>[]): Findings<P>['error'] =>
    (code, message, at, more = {}) => {
      if (found.length < EACH_MAX) found.push({ code, message, at, ...more });
    };
  return {
    error: add(errors),
    warn: add(warnings),
    problems: () => {
      const found = [...errors, ...warnings];
      const positions = locate(found.map(({ at }) => at));
      return found
        .map(({ code, message, field, hint }, index) =>
          problem(code, message, {
            severity: index < errors.length ? 'error' : 'warning',
            ...(file === '' ? {} : { file }),
            ...(field === undefined ? {} : { field }),
            ...positions[index],
            ...(hint === undefined ? {} : { hint }),
          }),
        )
        .sort(byPlace);
    },
  };
};
