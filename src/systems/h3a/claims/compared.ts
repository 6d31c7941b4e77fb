// What a report says beside what is so: each difference is a rejection with both values.

import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Basis, Claim, Verdict } from '../../../model/run/verdict.ts';
import { fieldName } from '../../../model/validate-with.ts';
import type { Path } from '../../../text/json-places.ts';
import { type Found, withPlaces } from '../inspect/run-view.ts';

export interface Compared {
  readonly name: string;
  readonly claimed: string;
  readonly measured: string;
  readonly same: boolean;
  /** Where the claim stands. */
  readonly file: string;
  readonly path: Path;
  /** Where the other value comes from, in words; it was measured when absent. */
  readonly source?: string;
  readonly hint?: string;
}

const CLAIMS_MAX = 50;
const VALUE_CHARS_MAX = 300;

const short = (text: string): string =>
  text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX - 1)}…` : text;

/** A value as a message shows it: words as they are, all else as JSON. */
export const told = (value: unknown): string =>
  short(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

export const listedValues = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : short(values.join(', '));

export const differenceProblem = (one: Compared): Found => ({
  ...problem(
    'CLAIM_DIFFERS',
    `${one.name}: ${short(one.claimed)} was claimed, ${short(one.measured)} ${one.source ?? 'was measured'}`,
    {
      file: one.file,
      ...(one.path.length === 0 ? { line: 1, column: 1 } : { field: fieldName(one.path) }),
      hint: one.hint ?? 'Write what is so, or change what is so.',
    },
  ),
  path: one.path,
});

export const differences = (compared: readonly Compared[]): readonly Found[] =>
  compared.filter(({ same }) => !same).map(differenceProblem);

const claimOf = ({ name, claimed, measured }: Compared): Claim => ({
  name,
  claimed: short(claimed),
  measured: short(measured),
});

/** Those that differ come first: they are what somebody looks for. */
const claimsOf = (compared: readonly Compared[]): readonly Claim[] =>
  [...compared.filter(({ same }) => !same), ...compared.filter(({ same }) => same)]
    .slice(0, CLAIMS_MAX)
    .map(claimOf);

/** Every difference, and what else was found, with their lines. */
export const comparedVerdict = (
  compared: readonly Compared[],
  more: readonly Problem[],
  files: ReadonlyMap<string, string>,
  basis: Basis,
): Verdict => {
  const problems = withPlaces(files, [...differences(compared), ...more]);
  return {
    status: problems.some(isError) ? 'unmet' : 'met',
    problems,
    basis,
    ...(compared.length === 0 ? {} : { claims: claimsOf(compared) }),
  };
};

/** What stands before an item of a list. */
const MARK = /^(?:[-*•]|\d{1,3}[.)])\s+|^\[[ xX]\]\s+/;

/** One spelling of words that two people write: blanks, marks of a list, back ticks and the full stop do not count. */
export const plainWords = (text: string): string =>
  text
    .trim()
    .replace(MARK, '')
    .replace(MARK, '')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
    .trim();
