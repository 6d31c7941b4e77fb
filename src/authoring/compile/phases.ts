// The phase of a step: its work, and the routes that its outcomes take.
import { BatonError } from '../../errors.ts';
import type { View } from '../../model/workflow/view.ts';
import type { AgentStep } from '../step.ts';
import type { Book, Phase } from './book.ts';
import { factOf } from './contracts.ts';
import {
  type AnyGo,
  ENDS,
  guaranteesBy,
  ITEM_ENDS,
  isAgent,
  isPerson,
  type Placed,
  type Way,
} from './ways.ts';

type Route = Phase['routes'][number];

/** The words for what happens, by step or by step and outcome. */
export type EventsByStep = Readonly<Record<string, string | Readonly<Record<string, string>> | undefined>>;

export interface Surroundings {
  readonly book: Book;
  readonly steps: ReadonlyMap<string, Placed>;
  readonly events: EventsByStep;
}

type Limited = Extract<AnyGo, { readonly then: string }>;

const limitOf = ({ book, steps }: Surroundings, { name, scope }: Placed, way: Way, go: Limited): string => {
  const { max, then } = go;
  const count = typeof max === 'number' ? `${name}-${way.outcome}` : max.name;
  const known = book.limits[count];
  if (known !== undefined && known.atLimit !== then)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `${way.path}: expected limit "${count}" to lead to "${known.atLimit}", as elsewhere, got "${then}"`,
      { hint: 'a limit leads to one step: use another limit here' },
    );
  const bound = typeof max === 'number' || max.kind === 'setting' ? max : max.max;
  const target = steps.get(then)?.step;
  book.limits[count] = {
    max: typeof bound === 'object' && 'kind' in bound ? { policy: bound.name } : bound,
    ...(scope === undefined ? {} : { per: 'item' }),
    atLimit: then,
    ...(target !== undefined && isPerson(target) ? { resetBy: 'human' } : {}),
  };
  return count;
};

type GivenUp = NonNullable<Route['as']>;
const GIVEN_UP: readonly string[] = [...ENDS, ...ITEM_ENDS].filter((end) => end !== 'end');
const isGivenUp = (to: string): to is GivenUp => GIVEN_UP.includes(to);

const targetOf = (to: string): Pick<Route, 'to' | 'as'> => (isGivenUp(to) ? { to: 'end', as: to } : { to });

const eventOf = ({ events }: Surroundings, name: string, outcome: string): Pick<Route, 'event'> => {
  const said = events[name];
  const event = typeof said === 'object' ? said[outcome] : said;
  return event === undefined ? {} : { event };
};

/** Limits that a person sets back; which there are is known when all routes are. */
export const ALL_LIMITS = '*';

/** Guards inside guards ask in phases of their own. */
const unusedName = ({ made }: Book, name: string): string => {
  let found = name;
  for (let nth = 2; made.has(found); nth += 1) found = `${name}-${nth}`;
  return found;
};

export const routesOf = (
  around: Surroundings,
  placed: Placed,
  way: Way,
  when: Route['when'],
): readonly Route[] => {
  const { go } = way;
  const event = eventOf(around, placed.name, way.outcome);
  if (typeof go === 'string') return [{ when, ...targetOf(go), ...event }];
  if ('resets' in go) return [{ when, ...targetOf(go.to), resets: [ALL_LIMITS], ...event }];
  if (!('else' in go))
    return [{ when, ...targetOf(go.to), counts: limitOf(around, placed, way, go), ...event }];
  const { holds, says } = go.if;
  const branches = (otherwise: Route['when']): readonly Route[] => [
    ...routesOf(around, placed, { ...way, go: go.to }, { guard: (view: View) => holds(view), says }),
    ...routesOf(around, placed, { ...way, go: go.else }, otherwise),
  ];
  if (placed.ways.length === 1 && typeof go.to === 'string') return branches(when);
  // An outcome and a guard at once: a phase of its own asks the guard.
  const asked = unusedName(around.book, `${placed.name}-${way.outcome}`);
  around.book.made.set(asked, placed.scope);
  around.book.phases[asked] = { work: [], routes: branches({ otherwise: true }) };
  return [{ when, to: asked }];
};

const overOf = (book: Book, { step, ways }: Placed, each: NonNullable<AgentStep['each']>) => {
  const passed = ways.find(({ of }) => of === 'all');
  const [until] = passed === undefined ? [] : guaranteesBy(step, passed.outcome);
  return {
    ...(until === undefined ? {} : { until: book.fact(factOf(until)) }),
    over: {
      items: (view: View) =>
        each.items(view).map(({ key, after, role, ...inputs }) => ({
          key,
          after: after ?? [],
          inputs,
          ...(role === undefined ? {} : { role }),
        })),
      min: each.min ?? 1,
      max: each.max,
      ...(each.blind === true ? { blind: true as const } : {}),
    },
  };
};

const workOf = (book: Book, placed: Placed, contract: string): Phase['work'] => {
  const { step } = placed;
  if (!isAgent(step)) return [{ role: step.kind === 'person' ? 'human' : 'engine', contract }];
  const { roles, each, inputs } = step;
  const names = roles.map((role) => role.name);
  const [only] = names;
  const role = names.length === 1 && only !== undefined ? only : { byItem: names };
  if (each !== undefined) return [{ role, contract, ...overOf(book, placed, each) }];
  return [{ role, contract, ...(inputs === undefined ? {} : { inputs }) }];
};

/** A phase for each role of the list, behind one that asks who it is: the prover goes every way. */
const addChosen = (
  book: Book,
  { name, scope }: Placed,
  { roles, chosen, inputs }: AgentStep,
  contract: string,
  routes: readonly Route[],
): void => {
  const names = roles.map((role) => role.name);
  const who = (view: View): string => {
    const said = chosen?.(view) ?? '';
    if (names.includes(said)) return said;
    throw new BatonError(
      'WORKFLOW_INVALID',
      `step "${name}": expected one of the roles ${names.join(', ')}, got "${said}"`,
    );
  };
  for (const role of names) {
    book.made.set(`${name}-${role}`, scope);
    const work = { role, contract, ...(inputs === undefined ? {} : { inputs }) };
    book.phases[`${name}-${role}`] = { work: [work], routes };
  }
  book.phases[name] = {
    work: [],
    routes: names.map((role, index) => ({
      when:
        index === names.length - 1
          ? { otherwise: true }
          : { guard: (view) => who(view) === role, says: `it is for ${role}` },
      to: `${name}-${role}`,
    })),
  };
};

export const addPhase = (around: Surroundings, placed: Placed, contract: string): void => {
  const { book } = around;
  const { step, ways, name } = placed;
  const exits = placed.exits.flatMap((way) => routesOf(around, placed, way, { exit: way.outcome }));
  const regular = ways.flatMap((way) =>
    routesOf(
      around,
      placed,
      way,
      step.kind === 'fork'
        ? { otherwise: true }
        : way.of === 'any'
          ? { any: way.outcome }
          : { all: way.outcome },
    ),
  );
  const routes = [...regular, ...exits];
  if (step.kind === 'fork') book.phases[name] = { work: [], routes };
  else if (isAgent(step) && step.chosen !== undefined) addChosen(book, placed, step, contract, routes);
  else book.phases[name] = { work: workOf(book, placed, contract), routes };
};
