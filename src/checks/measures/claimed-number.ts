// A number that was claimed beside the one that was measured. Whoever writes fewer digits claims less exactly.
import { type Problem, problem } from '../../model/problem.ts';
import type { Claim } from '../../model/run/verdict.ts';

/** A number, or text that keeps the digits as they were written: `+5.20%`. */
export type Claimed = number | string;

const WRITTEN = /^([+-]?\d{1,12}(?:\.(\d{1,17}))?) ?%?$/;

const read = (claimed: Claimed): { readonly value: number; readonly digits: number } | undefined => {
  const text =
    typeof claimed === 'number' && claimed !== 0 && Math.abs(claimed) < 1e-6
      ? claimed.toFixed(9)
      : String(claimed);
  const match = WRITTEN.exec(text.trim());
  return match === null ? undefined : { value: Number(match[1]), digits: match[2]?.length ?? 0 };
};

/** Numbers as they are read: no more digits than say something. */
export const shown = (value: number): string => String(Number(value.toFixed(4)));

/** The sums of binary fractions are off by far less than this, and no report writes so many digits. */
const ROUNDING = 1e-9;

export const atLeast = (value: number, min: number): boolean => value >= min - ROUNDING;

/** Both values, for whoever reads the verdict; none where nothing was claimed. */
export const claimOf = (name: string, claimed: Claimed | undefined, measured: number): Claim[] =>
  claimed === undefined ? [] : [{ name, claimed: String(claimed).slice(0, 40), measured: shown(measured) }];

/** More than one of the last digit that was written is a difference. What is no number differs from every number. */
export const claimProblem = (what: string, claimed: Claimed | undefined, measured: number): Problem[] => {
  if (claimed === undefined) return [];
  const number = read(claimed);
  if (number !== undefined && Math.abs(number.value - measured) <= 10 ** -number.digits + ROUNDING) return [];
  return [
    problem(
      'CLAIM_DIFFERS',
      `${what}: ${String(claimed).slice(0, 40)} was claimed, ${shown(measured)} was measured`,
      {
        hint: 'hand in the number that was measured on what you hand in',
      },
    ),
  ];
};
