// Numbers that an agent claims, against the policy of the run. The reader of the format knows its own marks alone.
import { type Problem, problem } from '../../../model/problem.ts';
import type { View } from '../../../model/workflow/view.ts';
import { policies } from '../workflow/nouns.ts';

const BY_MARKS = /(?:\.coverage_delta|\.coverage\.delta|\.mutation\.score)$/;

/** What the reader found, without what it judged by marks that a policy may have moved. */
export const withoutMarks = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ code, field }) => code !== 'HANDOFF_CONTRADICTION' || !BY_MARKS.test(field ?? ''));

/** As it was written: fewer digits claim less. */
export const claimedPercent = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?%$/.test(value) ? value : undefined;

const numberOf = (value: unknown): number | undefined => {
  const text = claimedPercent(value);
  return text === undefined ? undefined : Number(text.slice(0, -1));
};

interface Place {
  readonly file: string;
  readonly field: string;
}

export const coverageClaim = (
  view: View,
  { delta, absolute }: { readonly delta: unknown; readonly absolute: unknown },
  place: Place,
): Problem[] => {
  const [change, now] = [numberOf(delta), numberOf(absolute)];
  if (change === undefined || now === undefined) return [];
  const [enough, rise] = [view.setting(policies.coverage), view.setting(policies.coverage_delta)];
  if (change >= 0 && (now >= enough || change >= rise)) return [];
  const words =
    change < 0
      ? 'coverage not to fall'
      : `coverage of at least ${enough} %, or a difference of +${rise} or more`;
  return [
    problem('COVERAGE_TOO_LOW', `expected ${words}, got ${now} % with a difference of ${change}`, {
      ...place,
      off: change < 0 ? -change : Math.max(0, Math.min(enough - now, rise - change)),
      hint: 'Add tests of what was changed.',
    }),
  ];
};

export const mutationClaim = (view: View, score: unknown, place: Place): Problem[] => {
  const [came, enough] = [numberOf(score), view.setting(policies.mutation)];
  return came === undefined || came >= enough
    ? []
    : [
        problem(
          'MUTATION_TOO_LOW',
          `expected at least ${enough} % of mutants to be detected, got ${came} %`,
          {
            ...place,
            off: enough - came,
            hint: 'Write tests that fail when this code is changed, or do not say pass.',
          },
        ),
      ];
};
