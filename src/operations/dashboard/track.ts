// A run as a track: where it has been in the order of the first visits, where it is, and what lies ahead when all goes well.

import { pictureOf } from '../../engine/picture.ts';
import { allRounds } from '../../engine/reduce/past.ts';
import type { Row, Station, Track, WorkCell } from '../../model/dashboard/documents.ts';
import type { State } from '../../model/run/state.ts';
import type { DrawnStep, Picture } from '../../model/workflow/picture.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Tally } from './run-tally.ts';

type Steps = ReadonlyMap<string, DrawnStep>;

/** More do not fit into a row. */
const DOTS_MAX = 14;

const entryOf = (picture: Picture, name: string): string => {
  const scope = picture.scopes.find((one) => one.name === name);
  return scope === undefined ? name : (picture.steps.find((step) => step.scope === scope.name)?.name ?? name);
};

/** Ways that give nothing up; the end of a scope leads to what comes after it. */
const nextOf = (picture: Picture, step: DrawnStep): readonly string[] =>
  step.ways
    .filter(({ as }) => as === undefined)
    .flatMap(({ to }) => {
      if (to !== 'end') return [entryOf(picture, to)];
      const then = picture.scopes.find(({ name }) => name === step.scope)?.then;
      return then === undefined || then === 'end' ? ['end'] : [entryOf(picture, then)];
    });

/** The shortest way to the end; of two that are as long, the one with a person in it. */
const wayAhead = (picture: Picture, steps: Steps, from: string, avoid: ReadonlySet<string>): string[] => {
  const best = new Map<string, { cost: number; way: string[] }>([[from, { cost: 0, way: [] }]]);
  const open = [from];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const step = steps.get(name);
    const here = best.get(name);
    if (step === undefined || here === undefined) continue;
    for (const to of nextOf(picture, step)) {
      const target = steps.get(to);
      if (to !== 'end' && (target === undefined || avoid.has(to))) continue;
      const isStop = target !== undefined && target.kind !== 'fork';
      const cost = here.cost + (isStop ? (target.kind === 'person' ? 0.9 : 1) : 0);
      if (cost >= (best.get(to)?.cost ?? Number.POSITIVE_INFINITY)) continue;
      best.set(to, { cost, way: isStop ? [...here.way, to] : here.way });
      if (to !== 'end') open.push(to);
    }
  }
  return best.get('end')?.way ?? [];
};

/** A run comes back from a side station to where it was: it never led anywhere new. */
const sidesOf = (steps: Steps, { visited, ways }: Tally, here: ReadonlySet<string>): Map<string, string> => {
  const sides = new Map<string, string>();
  const place = (phase: string): number => visited.indexOf(phase);
  const all = [...ways.values()];
  for (const phase of visited) {
    const out = all.filter(({ from }) => from === phase);
    const into = all.filter(({ to }) => to === phase).map(({ from }) => from);
    const [only] = into;
    const comesBack = out.length > 0 ? out.every(({ to }) => place(to) < place(phase)) : here.has(phase);
    const leadsBack = steps.get(phase)?.ways.every(({ to }) => visited.includes(to)) === true;
    if (only !== undefined && into.length === 1 && comesBack && leadsBack) sides.set(phase, only);
  }
  return sides;
};

const loopsOf = ({ visited, ways }: Tally, sides: ReadonlyMap<string, string>): Track['loops'] =>
  [...ways.values()]
    .filter(
      ({ from, to }) => visited.indexOf(to) <= visited.indexOf(from) && !sides.has(from) && !sides.has(to),
    )
    .map(({ from, to, times, why }) => ({ from, to, times, ...(why === undefined ? {} : { why }) }));

export interface TrackParts {
  readonly workflow: Workflow;
  readonly state: State;
  readonly tally: Tally;
  readonly works: readonly WorkCell[];
}

const stationOf = (
  step: DrawnStep,
  { state, tally, works }: TrackParts,
  more: Pick<Station, 'place' | 'state'> & { readonly below?: string | undefined },
): Station => {
  const { visits = 0, accepted = 0, rejected = 0, roles = [] } = tally.phases.get(step.name) ?? {};
  const here = Object.entries(state.positions).filter(([, position]) => position.phase === step.name);
  const deadline = here.map(([, position]) => position.deadline).find((at) => at !== undefined);
  const cells = works.filter(({ phase }) => phase === step.name);
  return {
    phase: step.name,
    kind: step.kind === 'fork' ? 'engine' : step.kind,
    roles: [...(roles.length > 0 ? roles : step.roles)],
    ...(step.contract === undefined ? {} : { contract: step.contract }),
    place: more.place,
    ...(more.below === undefined ? {} : { below: more.below }),
    ...{ state: more.state, visits, accepted, rejected },
    cells: more.state === 'here' ? cells : [],
    items: here.map(([scope]) => scope.slice(scope.indexOf('/') + 1)).filter((item) => item !== ''),
    ...(deadline === undefined ? {} : { deadline }),
  };
};

const isOver = (state: State): boolean => state.status === 'complete' || state.status === 'cancelled';

export const trackOf = (parts: TrackParts): Track => {
  const { workflow, state, tally } = parts;
  const picture = pictureOf(workflow);
  const steps: Steps = new Map(picture.steps.map((step) => [step.name, step]));
  const here = new Set(
    isOver(state)
      ? []
      : Object.values(state.positions).flatMap(({ phase, as }) => (as === undefined ? [phase] : [])),
  );
  const sides = sidesOf(steps, tally, here);
  const line = tally.visited.filter((phase) => !sides.has(phase));
  const end =
    [...line].reverse().find((phase) => here.has(phase)) ?? line.at(-1) ?? entryOf(picture, picture.first);
  const ahead = isOver(state) ? [] : wayAhead(picture, steps, end, new Set(tally.visited));
  const names = [...tally.visited, ...ahead.filter((phase) => !tally.visited.includes(phase))];
  const stations = names.flatMap((name) => {
    const step = steps.get(name);
    if (step === undefined) return [];
    const stands = here.has(name) ? 'here' : tally.visited.includes(name) ? 'done' : 'ahead';
    const below = sides.get(name);
    return [stationOf(step, parts, { place: below === undefined ? 'line' : 'side', below, state: stands })];
  });
  const unused = picture.steps.filter(({ name, kind }) => kind !== 'fork' && !names.includes(name));
  return { stations, loops: loopsOf(tally, sides), unused: unused.map(({ name }) => name) };
};

/** The small track of a list: from the state alone, in the order of definition. */
export const dotsOf = (workflow: Workflow, state: State): Row['dots'] => {
  const picture = pictureOf(workflow);
  const steps: Steps = new Map(picture.steps.map((step) => [step.name, step]));
  const visited = new Set(
    allRounds(state).flatMap((rounds) =>
      Object.keys(rounds).flatMap((key) => (key.startsWith('visit ') ? [key.slice('visit '.length)] : [])),
    ),
  );
  const here = new Set(
    isOver(state)
      ? []
      : Object.values(state.positions).flatMap(({ phase, as }) =>
          as === undefined && steps.has(phase) ? [phase] : [],
        ),
  );
  const past = picture.steps.filter(
    ({ name, kind }) => kind !== 'fork' && visited.has(name) && !here.has(name),
  );
  const [now] = here;
  const ahead = now === undefined ? [] : wayAhead(picture, steps, now, new Set([...visited, ...here]));
  return [
    ...past.map(() => 'past' as const),
    ...(here.size === 0 ? [] : ['here' as const]),
    ...ahead.map(() => 'ahead' as const),
  ].slice(0, DOTS_MAX);
};
