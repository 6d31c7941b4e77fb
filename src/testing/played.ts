// What came of a run that was played: everything that a test may want to look at.
import { plan } from '../engine/plan.ts';
import { holdsKey } from '../engine/satisfied.ts';
import type { Problem } from '../model/problem.ts';
import type { Entry } from '../model/run/entry.ts';
import type { Assignment, Cause } from '../model/run/event.ts';
import type { Judged } from '../model/run/judged.ts';
import type { State } from '../model/run/state.ts';
import type { EffectRequest } from '../model/workflow/effect.ts';
import type { Scene } from './script.ts';

/** What Baton decided about one thing that was handed in, by an agent, a person or itself. */
export interface PlayedVerdict {
  readonly step: string;
  readonly role: string;
  readonly item: string | undefined;
  readonly accepted: boolean;
  /** Of what was accepted. */
  readonly outcome: string | undefined;
  /** Of what was rejected: everything that must change. */
  readonly problems: readonly Problem[];
  /** Clause by clause, with what each verdict rests on. */
  readonly clauses: readonly Pick<Judged, 'clause' | 'status' | 'basis'>[];
}

/** Somebody whose turn it is, and for whom the test has no turn. */
export interface MissingTurn {
  readonly step: string;
  readonly role: string;
  readonly item: string | undefined;
  /** What a person is asked. */
  readonly asks?: string;
  readonly choices?: readonly string[];
}

/** A run that went as far as the test takes it. */
export interface Played {
  /** `running`: somebody's turn is missing, see `awaited`. */
  readonly status: State['status'];
  /** Why it failed. */
  readonly cause: Cause | undefined;
  /** The step where it is, or was when it ended. */
  readonly step: string | undefined;
  readonly awaited: readonly MissingTurn[];
  /** Names of the facts that hold now, `name/item` where there is one per item. */
  readonly facts: readonly string[];
  readonly verdicts: readonly PlayedVerdict[];
  /** What was accepted, and what is made of it, by path in the run directory. */
  readonly files: Readonly<Record<string, string>>;
  /** Accepted trees by name, each as texts by path. */
  readonly trees: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What each agent was told, in the order in which they started. */
  readonly scenes: readonly Scene[];
  /** What Baton would have done outside: merges, commits, a pull request. */
  readonly performed: readonly EffectRequest[];
  /** Calls that were refused at the door. */
  readonly refused: readonly { readonly code: string; readonly message: string }[];
  /** The journal. */
  readonly entries: readonly Entry[];
}

export const assignmentsIn = (entries: readonly Entry[]): ReadonlyMap<string, Assignment> =>
  new Map(
    entries.flatMap(({ events }) =>
      events.flatMap((event) =>
        event.kind === 'work-opened' ? [[event.assignment.id, event.assignment] as const] : [],
      ),
    ),
  );

const whoIn = (
  assignments: ReadonlyMap<string, Assignment>,
  id: string,
): Pick<PlayedVerdict, 'step' | 'role' | 'item'> => {
  const { phase, role, item } = assignments.get(id) ?? {};
  return { step: phase ?? '', role: role ?? '', item };
};

const clausesOf = (judged: readonly Judged[] | undefined): PlayedVerdict['clauses'] =>
  (judged ?? []).map(({ clause, status, basis }) => ({ clause, status, basis }));

export const verdictsIn = (entries: readonly Entry[]): readonly PlayedVerdict[] => {
  const assignments = assignmentsIn(entries);
  return entries.flatMap(({ events }) =>
    events.flatMap((event): PlayedVerdict[] => {
      if (event.kind === 'submission-accepted') {
        const { outcome, judged } = event;
        const who = whoIn(assignments, event.assignment);
        return [{ ...who, accepted: true, outcome, problems: [], clauses: clausesOf(judged) }];
      }
      if (event.kind !== 'submission-rejected') return [];
      const { problems } = event.rejection;
      const who = whoIn(assignments, event.assignment);
      return [{ ...who, accepted: false, outcome: undefined, problems, clauses: clausesOf(event.judged) }];
    }),
  );
};

export const refusedIn = (entries: readonly Entry[]): Played['refused'] =>
  entries.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'submission-refused' ? [{ code: event.code, message: event.message }] : [],
    ),
  );

export const factsIn = (state: State): readonly string[] =>
  Object.keys(state.facts)
    .filter((name) => holdsKey(state, name))
    .sort();

export const awaitedIn = (state: State): readonly MissingTurn[] => {
  const { assignments, questions } = plan(state);
  const works = new Map(Object.entries(state.works).map(([id, { assignment }]) => [id, assignment]));
  return [
    ...assignments.filter(({ waits }) => !waits).map(({ id }) => whoIn(works, id)),
    ...questions.map(({ assignment, ask }) => ({
      ...whoIn(works, assignment),
      asks: ask.text,
      choices: ask.choices,
    })),
  ];
};
