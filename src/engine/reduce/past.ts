// Work of items that have ended. People look at it, and callers who come late; the work of the others goes by without it, so that
// the five hundredth item costs what the first one did.
import type { Assignment } from '../../model/run/event.ts';
import type { Judged } from '../../model/run/judged.ts';
import type { State, Work } from '../../model/run/state.ts';
import { compactText } from '../../std/compact-text.ts';
import type { Changes } from './changes.ts';

type PastState = NonNullable<State['past']>;

/** What most works have; they are kept without it. */
const PLAIN: Pick<Work, 'failures' | 'rejections' | 'rebasePending' | 'established' | 'answers'> = {
  ...{ failures: 0, rejections: 0, rebasePending: false, established: [], answers: [] },
};
const PLAIN_ASSIGNMENT: Pick<Assignment, 'after' | 'until' | 'inputs' | 'reads'> = {
  ...{ after: [], until: [], inputs: {}, reads: [] },
};

/** A verdict is named by its place in the list of them. */
type KeptWork = Omit<Work, 'judged' | 'assignment' | keyof typeof PLAIN> &
  Partial<Pick<Work, keyof typeof PLAIN>> & {
    readonly assignment: Omit<Assignment, keyof typeof PLAIN_ASSIGNMENT> & Partial<Assignment>;
    readonly judged?: number;
  };

interface Past {
  readonly works: readonly KeptWork[];
  readonly rounds: Readonly<Record<string, number>>;
}

const NOTHING: PastState = Object.freeze({ items: Object.freeze({}), verdicts: [] });

/** Only `setAside` writes such text. */
const pastIn = (text: string | undefined): Past =>
  text === undefined ? { works: [], rounds: {} } : JSON.parse(text);

const worksIn = ({ verdicts }: PastState, text: string): readonly Work[] => {
  const judgedAt = (place: number): Judged[] => JSON.parse(verdicts[place] ?? '[]');
  return pastIn(text).works.map(({ judged, assignment, ...work }) => ({
    ...{ ...PLAIN, ...work, assignment: { ...PLAIN_ASSIGNMENT, ...assignment } },
    ...(judged === undefined ? {} : { judged: judgedAt(judged) }),
  }));
};

/** Clauses that were measured and met say no more than that the work was accepted. */
const verdictOf = ({ judged }: Work): string | undefined =>
  judged &&
  JSON.stringify(
    judged
      .filter(({ basis, problems }) => basis !== 'measured' || problems.length > 0)
      .map((one) => ({ ...one, evidence: [], claims: [] })),
  );

/** What is still asked of it: who did it, where it started, and what came of it. */
const keptOf = (work: Work, verdicts: readonly string[]): KeptWork => {
  const { openedAt, start, from, attempt, attemptState, attemptStartedAt, lastEnd } = work;
  const { outcome, rejections, established } = work;
  const { after: _, inputs: __, reads: ___, until, ...assignment } = work.assignment;
  const verdict = verdictOf(work);
  return {
    assignment: until.length === 0 ? assignment : { ...assignment, until },
    ...{ openedAt, start, from, attempt, attemptState, attemptStartedAt, lastEnd, outcome },
    ...(rejections === 0 ? {} : { rejections }),
    ...(established.length === 0 ? {} : { established }),
    ...(verdict === undefined ? {} : { judged: verdicts.indexOf(verdict) }),
  };
};

const verdictsWith = (known: readonly string[], works: readonly Work[]): string[] => [
  ...new Set([...known, ...works.flatMap((work) => verdictOf(work) ?? [])]),
];

/** Once an item has ended and nobody is at work on it any more. */
export const setAside = (next: State, changes: Changes, scope: string): void => {
  if (scope === '' || next.positions[scope]?.phase !== 'end') return;
  const works = Object.values(next.works).filter(({ assignment }) => assignment.scope === scope);
  if (works.some(({ attemptState }) => attemptState === 'running')) return;
  const { items, verdicts: known } = next.past ?? { items: {}, verdicts: [] };
  const before = pastIn(items[scope]);
  const verdicts = verdictsWith(known, works);
  const past = {
    works: [...before.works, ...works.map((work) => keptOf(work, verdicts))],
    rounds: { ...before.rounds, ...next.rounds[scope] },
  };
  next.past = { items: changes.set(items, scope, compactText(JSON.stringify(past))), verdicts };
  next.rounds = changes.drop(next.rounds, [scope]);
  next.answers = changes.drop(
    next.answers,
    works.map(({ assignment }) => assignment.line),
  );
  next.works = changes.drop(
    next.works,
    works.map(({ assignment }) => assignment.id),
  );
};

/** The last attempt of an item may end after the item. */
export const setAsideAfter = (state: State, changes: Changes, id: string): State => {
  const scope = state.works[id]?.assignment.scope ?? '';
  if (scope === '' || state.positions[scope]?.phase !== 'end') return state;
  const next = changes.of(state);
  setAside(next, changes, scope);
  return next;
};

/** An item that begins again counts on from where it was. */
export const bringBack = (next: State, changes: Changes, scopes: readonly string[]): void => {
  for (const scope of scopes) {
    const { items, verdicts } = next.past ?? NOTHING;
    const text = items[scope];
    if (text === undefined) continue;
    for (const work of worksIn({ items, verdicts }, text))
      next.works = changes.set(next.works, work.assignment.id, work);
    next.rounds = changes.set(next.rounds, scope, pastIn(text).rounds);
    next.past = { items: changes.drop(items, [scope]), verdicts };
  }
};

const byOpening = (one: Work, other: Work): number =>
  one.openedAt < other.openedAt ? -1 : Number(one.openedAt > other.openedAt);

/** All work that is known, in the order in which it was opened. */
export const allWorks = ({ past, works }: State): readonly Work[] => {
  const open = Object.values(works);
  if (past === undefined) return open;
  return [...Object.values(past.items).flatMap((text) => worksIn(past, text)), ...open].sort(byOpening);
};

/** Also where its item has ended. */
export const knownWork = ({ past = NOTHING, works }: State, id: string): Work | undefined =>
  works[id] ??
  Object.values(past.items)
    .filter((text) => text.includes(JSON.stringify(id)))
    .flatMap((text) => worksIn(past, text))
    .find(({ assignment }) => assignment.id === id);

/** How often each phase and line was begun, by parts of the run. */
export const allRounds = ({ past = NOTHING, rounds }: State): readonly Readonly<Record<string, number>>[] => [
  ...Object.values(rounds),
  ...Object.values(past.items).map((text) => pastIn(text).rounds),
];
