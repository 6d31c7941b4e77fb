import type { ErrorCode } from '../../errors.ts';
import { nearest } from '../../std/nearest.ts';

export interface ProofProblem {
  readonly code: ErrorCode;
  readonly message: string;
  /** The phases on the way to it; where no way matters, its place in the definition. */
  readonly path: readonly string[];
}

const NAMES_LISTED = 12;

/** Says that a name is not there, and which one was probably meant. */
export const unknownName = (kind: string, name: string, candidates: Iterable<string>): string => {
  const known = [...candidates];
  const near = nearest(name, known);
  if (near !== undefined) return `there is no ${kind} "${name}"; did you mean "${near}"?`;
  if (known.length === 0) return `there is no ${kind} "${name}", and none is defined`;
  const more = known.length > NAMES_LISTED ? ` and ${known.length - NAMES_LISTED} more` : '';
  return `there is no ${kind} "${name}"; there are: ${known.slice(0, NAMES_LISTED).join(', ')}${more}`;
};

export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ');
