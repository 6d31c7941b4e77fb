// What became of a piece of work at a gate.
import type { Entry } from '../../src/model/run/entry.ts';
import type { Recording } from './recording.ts';

export interface Played {
  /** The gate let it pass, every turn of it. */
  readonly accepted: boolean;
  /** Clauses, or codes, that said no. */
  readonly clauses: readonly string[];
  readonly said: string;
  /** What was seen, where it is to be kept. */
  readonly recording?: Recording;
}

const roleOf = (assignment: string): string => assignment.split('.')[1] ?? assignment;

/** The verdicts of those who did the work; it is accepted when as many turns were as there are. */
export const playedIn = (
  entries: readonly Entry[],
  role: string,
  turns: number,
  fallback: string,
): Played => {
  let accepted = 0;
  const clauses: string[] = [];
  const said: string[] = [];
  const elsewhere: string[] = [];
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.kind === 'submission-accepted' && roleOf(event.assignment) === role) accepted += 1;
    if (event.kind !== 'submission-rejected') continue;
    const texts = event.rejection.problems.map(({ code, message }) => `${code} ${message}`);
    if (roleOf(event.assignment) === role) {
      clauses.push(...event.rejection.clauses);
      said.push(...texts);
    } else elsewhere.push(`${roleOf(event.assignment)}: ${texts.join('; ')}`);
  }
  if (accepted === 0 && clauses.length === 0)
    throw new Error(`the work was never judged: ${[...elsewhere, fallback].join('; ')}`);
  const done = accepted >= turns && clauses.length === 0;
  const words = said.length > 0 ? said.join('\n') : [...elsewhere, done ? '' : fallback].join('\n');
  return { accepted: done, clauses: [...new Set(clauses)], said: words };
};
