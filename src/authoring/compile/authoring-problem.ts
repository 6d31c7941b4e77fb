// What is wrong with a workflow as it is written.
import { nearest } from '../../std/nearest.ts';

export interface AuthoringProblem {
  /** Such as `flow.review.fail`. */
  readonly path: string;
  readonly message: string;
  /** The last word of the path is itself what is wrong. */
  readonly isKey?: true;
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** With the name that was probably meant, else all that there are. */
export const unknownName = (
  path: string,
  what: string,
  name: string,
  among: readonly string[],
  isKey?: true,
): AuthoringProblem => {
  const near = nearest(name, among);
  const instead = near === undefined ? `; there are ${listed(among)}` : `; did you mean "${near}"?`;
  return {
    path,
    ...(isKey ? { isKey } : {}),
    message: `there is no ${what} "${name}"${among.length === 0 ? '' : instead}`,
  };
};
