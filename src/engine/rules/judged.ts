// A verdict of one clause as the journal keeps it: bounded, with what it rests on.

import { JUDGED_CLAIMS_MAX, JUDGED_PROBLEMS_MAX, JUDGED_TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { DECISION_CLAUSE, EFFECT_CLAUSE, type Judged } from '../../model/run/judged.ts';
import type { Basis, Claim, Verdict } from '../../model/run/verdict.ts';

export interface Result {
  readonly name: string;
  /** Keys of the evidence that the check asked for. */
  readonly evidence: readonly string[];
  readonly verdict: Verdict;
}

const cut = (text: string): string => text.slice(0, JUDGED_TEXT_CHARS_MAX);

const cutProblem = (found: Problem): Problem => ({
  ...found,
  message: cut(found.message),
  ...(found.hint === undefined ? {} : { hint: cut(found.hint) }),
});

const bounded = (problems: readonly Problem[]): Problem[] => {
  const listed = [...problems.filter(isError), ...problems.filter((found) => !isError(found))];
  const kept = listed.slice(0, JUDGED_PROBLEMS_MAX).map(cutProblem);
  const more = listed.length - kept.length;
  return more === 0
    ? kept
    : [
        ...kept,
        problem('LIMIT_REACHED', `${more} more problems are not listed`, {
          severity: listed.slice(JUDGED_PROBLEMS_MAX).some(isError) ? 'error' : 'warning',
        }),
      ];
};

const boundedClaims = (claims: readonly Claim[]): Judged['claims'] =>
  claims.slice(0, JUDGED_CLAIMS_MAX).map(({ name, claimed, measured }) => ({
    name: cut(name),
    claimed: cut(claimed),
    measured: cut(measured),
  }));

/**
 * What a check says of itself; else Baton has measured where it asked for evidence, and only been told elsewhere.
 * Without evidence nothing was measured, whatever a check says.
 */
const basisOf = ({ evidence, verdict }: Result): Basis => {
  const basis = verdict.basis ?? 'measured';
  return basis === 'measured' && evidence.length === 0 ? 'stated' : basis;
};

export const judgedOf = (result: Result): Judged => {
  const { name, evidence, verdict } = result;
  return {
    clause: name,
    status: verdict.status,
    basis: basisOf(result),
    evidence: [...new Set(evidence)],
    problems: bounded(verdict.problems),
    claims: boundedClaims(verdict.claims ?? []),
    ...(verdict.waiver === undefined ? {} : { waiver: verdict.waiver }),
  };
};

const met = (clause: string, basis: Basis): Judged => ({
  ...{ clause, status: 'met', basis },
  ...{ evidence: [], problems: [], claims: [] },
});

/** What Baton did itself, it has seen. */
export const effectJudged = (): readonly Judged[] => [met(EFFECT_CLAUSE, 'measured')];

/** A person's word, with the bytes that it is about. */
export const decisionJudged = (
  person: string | undefined,
  about: Judged['about'] | undefined,
): readonly Judged[] => [
  {
    ...met(DECISION_CLAUSE, 'stated'),
    ...(person === undefined ? {} : { person }),
    ...(about === undefined ? {} : { about }),
  },
];
