// The engine's judgement. Only `met` passes; missing proof is `unproven`, never a pass.
import { isError, type Problem } from '../problem.ts';

/**
 * Raised whenever the same submission may be judged, or its verdict written, otherwise than before. It is part of every
 * definition: runs of another one stay readable, and are not judged again.
 */
export const JUDGEMENT_VERSION = 7;

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
  /** Nobody who hands in can meet it: what is asked for must change. */
  readonly blame?: 'contract';
  /** Where the basis is `waived`: who decided so, when and why. */
  readonly waiver?: { readonly why: string; readonly by?: string; readonly on?: string };
}

const RANK: Readonly<Record<VerdictStatus, number>> = { met: 0, unproven: 1, unmet: 2 };

export const MET: Verdict = { status: 'met', problems: [] };
export const NOT_ASKED: Verdict = { ...MET, asked: false };
/**
 * The verdict on what is wrong, with why.
 *
 * @example
 * ```ts
 * unmet(problem('FILE_TOO_LARGE', 'expected at most ten lines, got 12'));
 * ```
 */
export const unmet = (...problems: Problem[]): Verdict => ({ status: 'unmet', problems });
/**
 * The verdict on what nobody could find out. It never passes.
 *
 * @example
 * ```ts
 * unproven(problem('EVIDENCE_UNAVAILABLE', 'the tests could not be run'));
 * ```
 */
export const unproven = (...problems: Problem[]): Verdict => ({ status: 'unproven', problems });

/**
 * The verdict that problems make: errors make it unmet, warnings alone leave it met and are passed on.
 *
 * @example
 * ```ts
 * fromProblems([]).status; // 'met'
 * ```
 */
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

/** The same verdict, where what is asked cannot be met by anybody who hands in. */
export const impossible = (verdict: Verdict): Verdict => ({ ...verdict, blame: 'contract' });

/** It is what is asked for only where no clause is left that the sender could meet. */
const blameOf = (verdicts: readonly Verdict[]): Pick<Verdict, 'blame'> => {
  const isSenders = verdicts.some(({ status, blame }) => status === 'unmet' && blame === undefined);
  const isContracts = verdicts.some(({ status, blame }) => status !== 'met' && blame === 'contract');
  return isContracts && !isSenders ? { blame: 'contract' } : {};
};

/**
 * The worst of several verdicts, with every problem. Of none it is `met`: a contract without checks asks for nothing.
 *
 * @example
 * ```ts
 * allOf([MET, unproven(problem('EVIDENCE_UNAVAILABLE', 'the tests could not be run'))]).status; // 'unproven'
 * ```
 */
export const allOf = (verdicts: readonly Verdict[]): Verdict => ({
  status: verdicts.reduce<VerdictStatus>(
    (worst, v) => (RANK[v.status] > RANK[worst] ? v.status : worst),
    'met',
  ),
  problems: verdicts.flatMap((v) => v.problems),
  ...blameOf(verdicts),
  ...claimsOf(verdicts.flatMap((v) => v.claims ?? [])),
});
