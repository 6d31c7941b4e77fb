// The engine's judgement. Only `met` passes; missing proof is `unproven`, never a pass.
import { isError, type Problem } from '../problem.ts';

/**
 * Raised whenever the same submission may be judged, or its verdict written, otherwise than before. It is part of every
 * definition: runs of another one stay readable, and are not judged again.
 */
export const JUDGEMENT_VERSION = 5;

export type VerdictStatus = 'met' | 'unproven' | 'unmet';

/**
 * What a clause rests on: Baton's own measurement, of a command that tells no more than whether it ended with 0, a role's
 * statement, or the project's decision to do without.
 */
export const BASES = ['measured', 'exit-code', 'stated', 'waived'] as const;
export type Basis = (typeof BASES)[number];

/** Nothing is stronger than the weakest of what it rests on. */
export const weakestBasis = (bases: readonly Basis[]): Basis | undefined =>
  BASES.findLast((basis) => bases.includes(basis));

/** A value that somebody claimed, beside the one that Baton measured. */
export interface Claim {
  readonly name: string;
  readonly claimed: string;
  readonly measured: string;
}

export interface Verdict {
  readonly status: VerdictStatus;
  readonly problems: readonly Problem[];
  /** Nobody asked for it: it is not recorded, neither as met nor as anything else. */
  readonly asked?: false;
  /** Without one: measured where evidence was asked for, stated elsewhere. */
  readonly basis?: Basis;
  readonly claims?: readonly Claim[];
  /** Where the basis is `waived`: who decided so, when and why. */
  readonly waiver?: { readonly why: string; readonly by?: string; readonly on?: string };
}

const RANK: Readonly<Record<VerdictStatus, number>> = { met: 0, unproven: 1, unmet: 2 };

export const MET: Verdict = { status: 'met', problems: [] };
export const NOT_ASKED: Verdict = { ...MET, asked: false };
export const unmet = (...problems: Problem[]): Verdict => ({ status: 'unmet', problems });
export const unproven = (...problems: Problem[]): Verdict => ({ status: 'unproven', problems });

/** Errors make it unmet; warnings alone leave it met and are passed on. */
export const fromProblems = (problems: readonly Problem[]): Verdict => ({
  status: problems.some(isError) ? 'unmet' : 'met',
  problems,
});

const claimsOf = (claims: readonly Claim[]): Pick<Verdict, 'claims'> =>
  claims.length === 0 ? {} : { claims };

/** The same verdict, with what it compared. */
export const withClaims = (verdict: Verdict, claims: readonly Claim[]): Verdict => ({
  ...verdict,
  ...claimsOf([...(verdict.claims ?? []), ...claims]),
});

/** The worst of all, with every problem. Of nothing it is `met`: a contract without checks asks for nothing. */
export const allOf = (verdicts: readonly Verdict[]): Verdict => ({
  status: verdicts.reduce<VerdictStatus>(
    (worst, v) => (RANK[v.status] > RANK[worst] ? v.status : worst),
    'met',
  ),
  problems: verdicts.flatMap((v) => v.problems),
  ...claimsOf(verdicts.flatMap((v) => v.claims ?? [])),
});
