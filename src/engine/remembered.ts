// The answer that a submission got already: the same bytes again get it again, and count nowhere.
import type { RememberedAnswer, State } from '../model/run/state.ts';

/** Assignment ids end with their round: without it they name the line of work. */
export const lineOf = (assignment: string): string => assignment.slice(0, assignment.lastIndexOf('.'));

/** The last answer to this very submission, if there was one. */
export const rememberedAnswer = (
  state: State,
  assignment: string,
  submission: string,
): RememberedAnswer | undefined =>
  state.answers[lineOf(assignment)]?.findLast(
    (answer) => answer.submission === submission && answer.assignment === assignment,
  );

/** What could not be proved may be provable now: the same bytes are then judged once more. Everything else stands. */
export const stands = (answer: RememberedAnswer | undefined): boolean =>
  answer !== undefined && (answer.status === 'accepted' || answer.rejection.status === 'unmet');
