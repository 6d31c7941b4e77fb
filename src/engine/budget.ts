// Whether there is something left to spend: judged by what the journal tells, before anybody is prompted.
import {
  addSpent,
  BUDGET,
  BUDGET_ITEM,
  type Budget,
  budgetSchema,
  NOTHING_SPENT,
  type Spent,
  spentIn,
  type Turn,
  UNITS,
  type Unit,
} from '../model/run/budget.ts';
import type { Event } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
import type { ModelUsage } from '../model/run/usage.ts';
import type { WantedQuestion } from '../model/run/wanted.ts';
import { GIVE_UP } from '../model/workflow/names.ts';
import type { Changes } from './reduce/changes.ts';

/** One amount of a budget, and how it stands. */
export interface Standing {
  /** As it waits for a person. */
  readonly id: string;
  readonly of: 'run' | 'day' | 'role';
  readonly role?: string;
  readonly unit: Unit;
  readonly limit: number;
  /** What is known to be used. */
  readonly used: number;
  /** Attempts of which it is not known. */
  readonly unknown: number;
}

const budgets = new WeakMap<object, Budget | undefined>();

/** Read once for each value: plans ask for it after every entry. */
export const budgetOf = ({ run }: State): Budget | undefined => {
  const kept = run.options[BUDGET];
  if (typeof kept !== 'object' || kept === null) return undefined;
  if (!budgets.has(kept)) budgets.set(kept, budgetSchema.safeParse(kept).data);
  return budgets.get(kept);
};

const unknownOf = (spent: Spent, unit: Unit): number =>
  unit === 'tokens' ? spent.unknownTokens : spent.unknownUsd;

const ofRun = ({ spending }: State): Spent =>
  Object.values(spending?.roles ?? {}).reduce(addSpent, NOTHING_SPENT);

/** Nothing is known of a day before somebody has looked at the other runs. */
const ofDay = ({ spending }: State): Spent | undefined => {
  const { day, others } = spending ?? {};
  if (others === undefined) return undefined;
  return day?.date === others.date ? addSpent(day.spent, others.spent) : others.spent;
};

const standingsOf = (
  limits: Budget['run'],
  spent: Spent | undefined,
  of: Pick<Standing, 'of' | 'role'>,
): Standing[] =>
  UNITS.flatMap((unit) => {
    const limit = limits?.[unit];
    if (limit === undefined || spent === undefined) return [];
    const name = of.role === undefined ? of.of : `role.${of.role}`;
    const id = `${BUDGET_ITEM}${name}.${unit}`;
    return [{ id, ...of, unit, limit, used: spent[unit], unknown: unknownOf(spent, unit) }];
  });

export const standings = (state: State): readonly Standing[] => {
  const budget = budgetOf(state);
  if (budget === undefined) return [];
  return [
    ...standingsOf(budget.run, ofRun(state), { of: 'run' }),
    ...standingsOf(budget.day, ofDay(state), { of: 'day' }),
    ...Object.entries(budget.roles ?? {}).flatMap(([role, limits]) =>
      standingsOf(limits, state.spending?.roles[role] ?? NOTHING_SPENT, { of: 'role', role }),
    ),
  ];
};

/** The least that another prompt of the role takes. */
export const nextOf = ({ spending }: State, role: string, unit: Unit): number =>
  spending?.turns?.[role]?.[unit] ?? 0;

const binds = ({ of, role }: Standing, other: string): boolean => of !== 'role' || role === other;

/** What is used up for this work: another prompt would take more than there is. */
export const usedUp = (state: State, { assignment }: Work): readonly Standing[] =>
  assignment.person === true
    ? []
    : standings(state).filter(
        (one) =>
          binds(one, assignment.role) &&
          (one.used >= one.limit || one.used + nextOf(state, assignment.role, one.unit) > one.limit),
      );

/** What somebody at work has used so far. */
export interface Running {
  readonly role: string;
  readonly usage: readonly ModelUsage[];
}

/** What a further turn of this role would exceed, while these are at work. */
export const exceededBy = (
  state: State,
  role: string,
  turn: Turn,
  running: readonly Running[],
): Standing | undefined =>
  standings(state).find((one) => {
    const now = running
      .filter((other) => binds(one, other.role))
      .reduce((total, { usage }) => total + spentIn(usage)[one.unit], 0);
    return binds(one, role) && one.used + now + turn[one.unit] > one.limit;
  });

export const amountText = (unit: Unit, amount: number): string =>
  unit === 'tokens' ? `${amount} tokens` : `$${Number(amount.toFixed(4))}`;

export const budgetName = ({ of, role }: Standing): string =>
  of === 'role' ? `the budget of ${role}` : `the budget of the ${of}`;

const unknownText = ({ unknown }: Standing): string =>
  unknown === 0 ? '' : ` Of ${unknown} attempts it is not known; time and number of attempts bind them.`;

/** One question for each amount, however much work waits for it. */
export const budgetQuestions = (state: State, withheld: readonly Work[]): WantedQuestion[] => {
  const all = new Map<string, { readonly standing: Standing; readonly works: Work[] }>();
  for (const work of withheld)
    for (const standing of usedUp(state, work)) {
      const known = all.get(standing.id) ?? { standing, works: [] };
      known.works.push(work);
      all.set(standing.id, known);
    }
  return [...all.values()].map(({ standing, works }) => {
    const { id, unit, used, limit } = standing;
    const next = Math.max(...works.map(({ assignment }) => nextOf(state, assignment.role, unit)));
    const more = next === 0 ? '' : `, and the next turn takes at least ${amountText(unit, next)}`;
    const waiting = works.map(({ assignment }) => assignment.id);
    const enough = unit === 'tokens' ? Math.ceil((used + next) * 2) : Math.ceil((used + next) * 200) / 100;
    return {
      id,
      assignment: waiting[0] ?? id,
      ask: {
        kind: 'escalation' as const,
        text: `${budgetName(standing)} is used up: ${amountText(unit, used)} of ${amountText(unit, limit)}${more}.${unknownText(standing)} ${waiting.join(', ')} waits. Raise it: baton answer ${state.run.name}/${id} --text ${Math.max(enough, 1)}. Reject it to end the run.`,
        choices: [],
        reject: GIVE_UP,
      },
      since: state.spending?.at ?? works[0]?.openedAt ?? state.at,
    };
  });
};

/** A day ends by itself, and with it what was used in it. */
export const dayDeadline = (
  state: State,
  withheld: readonly Work[],
): readonly { id: string; at: string }[] => {
  const date = state.spending?.others?.date;
  const waits = withheld.some((work) => usedUp(state, work).some(({ of }) => of === 'day'));
  if (date === undefined || !waits) return [];
  const end = new Date(`${date}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return [{ id: `day ${date}`, at: end.toISOString() }];
};

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const DATE_CHARS = 10;

/** What an attempt used, by role and by day. A person uses no model. */
export const countSpent = (state: State, event: Of<'attempt-ended'>): State => {
  const work = state.works[event.assignment];
  if (work === undefined || work.assignment.person === true || work.assignment.kind !== 'agent') return state;
  const { role } = work.assignment;
  const spent = spentIn(event.usage);
  const before = state.spending;
  const date = state.at.slice(0, DATE_CHARS);
  const today = before?.day.date === date ? before.day.spent : NOTHING_SPENT;
  const turns = event.turn === undefined ? before?.turns : { ...before?.turns, [role]: event.turn };
  return {
    ...state,
    spending: {
      at: state.at,
      roles: { ...before?.roles, [role]: addSpent(before?.roles[role] ?? NOTHING_SPENT, spent) },
      day: { date, spent: addSpent(today, spent) },
      ...(turns === undefined ? {} : { turns }),
      ...(before?.others === undefined ? {} : { others: before.others }),
    },
  };
};

export const seeOthers = (state: State, { others }: Of<'spending-seen'>): State => {
  const before = state.spending ?? { at: state.at, roles: {}, day: { ...others, spent: NOTHING_SPENT } };
  return { ...state, spending: { ...before, others } };
};

/** Whoever comes next looks at the other runs anew. */
export const forgetOthers = (state: State): State => {
  if (state.spending?.others === undefined) return state;
  const { others: _, ...spending } = state.spending;
  return { ...state, spending };
};

export const passDay = (state: State, { deadline }: Of<'deadline-passed'>): State =>
  deadline.startsWith('day ') ? forgetOthers(state) : state;

export const raiseBudget = (
  state: State,
  { of, role, unit, limit }: Of<'budget-raised'>,
  _: Changes,
): State => {
  const budget = budgetOf(state) ?? {};
  const raised: Budget =
    of === 'role'
      ? {
          ...budget,
          roles: { ...budget.roles, [role ?? '']: { ...budget.roles?.[role ?? ''], [unit]: limit } },
        }
      : { ...budget, [of]: { ...budget[of], [unit]: limit } };
  const { run } = state;
  return {
    ...state,
    peopleAnswered: state.peopleAnswered + 1,
    run: { ...run, options: { ...run.options, [BUDGET]: raised } },
  };
};
