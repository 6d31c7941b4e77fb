// Moving on: entering phases, scopes and the end, and counting against limits on the way.
import { BatonError } from '../../errors.ts';
import type { Cause } from '../../model/run/event.ts';
import { limitOf, phaseOf, scopeSpecOf } from '../../model/workflow/lookup.ts';
import { keyOf } from '../../model/workflow/names.ts';
import type { Exit, LimitSpec, Route, ScopeSpec } from '../../model/workflow/workflow.ts';
import { isRecord } from '../../std/is-record.ts';
import { later } from '../../std/later.ts';
import type { Draft } from '../draft.ts';
import { endedAlone, endedWell } from '../items.ts';
import { isCurrent, isDone } from '../satisfied.ts';
import { scopeItemOf, scopeNameOf } from '../scope-item.ts';
import { policyOf } from '../view.ts';
import { endItem } from './end-item.ts';
import { checkItems, type Opening, openWork, previousStarts } from './open.ts';
import { routeOf } from './route.ts';

/** When this phase will have taken too long; the project says for which phases that matters. */
const deadlineOf = (draft: Draft, phase: string): string | undefined => {
  const limits = draft.state.run.options['phaseMs'];
  const ms = isRecord(limits) ? limits[phase] : undefined;
  return typeof ms === 'number' ? later(draft.context.at, ms) : undefined;
};

/** The time of every phase that is under way, begun anew. */
export const deadlinesNow = (draft: Draft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft.state.positions).flatMap(([scope, { phase }]) => {
      const deadline = deadlineOf(draft, phase);
      return deadline === undefined ? [] : [[scope, deadline]];
    }),
  );

/** How one comes to a phase: the word for it, the limit that led here, the counts that were set back on the way. */
interface Way {
  readonly event?: string | undefined;
  readonly limit?: string;
  readonly resets?: readonly string[];
  /** Why the work before was given up. */
  readonly cause?: Cause;
}

const enterPhase = (draft: Draft, scope: string, phase: string, way: Way = {}): void => {
  const { event, limit, resets = [], cause } = way;
  draft.enteredPhase();
  const spec = phaseOf(draft.workflow, phase);
  const opening: Opening = {
    scope,
    phase,
    visit: (draft.state.rounds[scope]?.[`visit ${phase}`] ?? 0) + 1,
    starts: previousStarts(draft, scope, phase),
  };
  const deadline = deadlineOf(draft, phase);
  draft.emit({
    kind: 'phase-entered',
    scope,
    phase,
    visit: opening.visit,
    ...(event === undefined ? {} : { event }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(cause === undefined ? {} : { cause }),
  });
  draft.note(() => ({
    ...{ kind: 'entered', at: draft.context.at, view: draft.view(scope), phase, resets },
    ...(limit === undefined ? {} : { limit }),
  }));
  for (const work of spec.work) openWork(draft, opening, work);
  advance(draft, scope);
};

const enterScope = (draft: Draft, name: string, spec: ScopeSpec<string>): void => {
  const items = spec.items(draft.view(''));
  checkItems(`scope ${name}`, items, spec);
  draft.emit({
    kind: 'scope-opened',
    scope: name,
    items: items.map(({ key, after = [], inputs = {} }) => ({ key, after: [...after], inputs })),
    then: spec.then,
  });
  advanceScope(draft, name, spec);
};

/** What has come to light since is added; what is there already stays, also when nobody names it any more. */
const grow = (draft: Draft, name: string, spec: ScopeSpec<string>): void => {
  const known = draft.state.scopes[name]?.items ?? [];
  const now = spec.items(draft.view(''));
  const keys = new Set(now.map(({ key }) => key));
  if (now.every(({ key }) => known.some((item) => item.key === key))) return;
  const gone = known.filter(({ key }) => !keys.has(key));
  const items = [
    ...gone,
    ...now.map(
      ({ key, after = [], inputs = {} }) =>
        known.find((item) => item.key === key) ?? { key, after: [...after], inputs },
    ),
  ];
  checkItems(`scope ${name}`, items, spec);
  draft.emit({ kind: 'scope-grown', scope: name, items });
};

/** Items that directly follow one which ended alone go to a person; those behind them wait for what becomes of them. */
const enterBlocked = (draft: Draft, name: string, { blocked }: ScopeSpec<string>): void => {
  for (const { key, after } of draft.state.scopes[name]?.items ?? []) {
    if (draft.state.status !== 'running' || draft.state.positions[`${name}/${key}`] !== undefined) continue;
    const alone = after.find((before) => endedAlone(draft.state, name, before));
    if (alone === undefined) continue;
    if (blocked === undefined)
      throw new BatonError(
        'WORKFLOW_INVALID',
        `scope ${name}: "${key}" follows "${alone}", which ended alone, and nothing says where it goes`,
        { hint: `run: baton prove ${draft.workflow.name}` },
      );
    enterPhase(draft, `${name}/${key}`, blocked);
  }
};

/** Lets items of a scope begin, as many as its order allows; when all have ended, the run goes on after it. */
const advanceScope = (draft: Draft, name: string, spec: ScopeSpec<string>): void => {
  if (spec.grows) grow(draft, name, spec);
  const items = draft.state.scopes[name]?.items ?? [];
  const standsIn = (key: string): string | undefined => draft.state.positions[`${name}/${key}`]?.phase;
  // Who is blocked waits for a person, and keeps nobody else from working.
  const isUnder = (key: string): boolean =>
    standsIn(key) !== undefined && standsIn(key) !== 'end' && standsIn(key) !== spec.blocked;
  const parallel = spec.order === 'sequential' ? 1 : spec.order.parallel;
  enterBlocked(draft, name, spec);
  const countUnder = (): number => items.filter(({ key }) => isUnder(key)).length;
  let under = countUnder();
  for (const { key, after } of items) {
    if (draft.state.status !== 'running' || under >= parallel) break;
    const ready =
      standsIn(key) === undefined && after.every((before) => endedWell(draft.state, name, before));
    if (!ready) continue;
    enterPhase(draft, `${name}/${key}`, spec.first);
    under = countUnder();
  }
  // An item with nothing to do ends while it is entered, and may have ended the scope with it.
  const open = draft.state.status === 'running' && draft.state.scopes[name] !== undefined;
  if (!open || !items.every(({ key }) => standsIn(key) === 'end')) return;
  draft.emit({ kind: 'scope-ended', scope: name });
  enter(draft, '', spec.then);
};

/** Goes where a route leads: a phase, a scope, or the end. */
export const enter = (
  draft: Draft,
  scope: string,
  target: string,
  more: Pick<Route<string, string>, 'as'> & Way = {},
): void => {
  const { as } = more;
  if (target === 'end' && scope === '') {
    draft.emit({ kind: 'run-ended', status: as === 'failed' || as === 'cancelled' ? as : 'complete' });
    return;
  }
  if (target === 'end' && (as === 'failed' || as === 'cancelled')) {
    // The position stays where the run was given up: there it is asked again when the run is resumed.
    draft.emit({ kind: 'run-ended', status: as });
    return;
  }
  if (target === 'end') {
    const name = scopeNameOf(scope);
    const spec = scopeSpecOf(draft.workflow, name);
    endItem(draft, scope, spec, { as, cause: more.cause });
    advanceScope(draft, name, spec);
    return;
  }
  const inner = draft.workflow.scopes?.[target];
  if (inner !== undefined) enterScope(draft, target, inner);
  // A route without a word of its own leaves the last one standing.
  else
    enterPhase(draft, scope, target, {
      ...more,
      event: more.event ?? draft.state.positions[scope]?.event,
    });
};

/** What is accepted may ask for less than the cap, and for nothing else. */
const maxOf = (draft: Draft, scope: string, { max }: LimitSpec<string>): number => {
  if (typeof max === 'number') return max;
  if ('policy' in max) return Number(policyOf(draft.state, max.policy) ?? 0);
  const asked = Math.floor(max.of(draft.view(scope)));
  return Number.isNaN(asked) ? max.cap : Math.min(max.cap, Math.max(1, asked));
};

/** A person who decides at the limit, or goes back on purpose, begins the count anew. */
const take = (
  draft: Draft,
  scope: string,
  phase: string,
  route: Route<string, string>,
  cause?: Cause,
): void => {
  const { workflow } = draft;
  const resets: string[] = [];
  for (const [name, limit] of Object.entries(workflow.limits))
    if ((limit.atLimit === phase && limit.resetBy === 'human') || route.resets?.includes(name)) {
      const counter = limit.per === 'item' ? keyOf(name, scopeItemOf(scope)) : name;
      if ((draft.state.counters[counter] ?? 0) === 0) continue;
      draft.emit({ kind: 'counter-reset', counter });
      resets.push(name);
    }
  const way = {
    ...(route.event === undefined ? {} : { event: route.event }),
    ...(cause === undefined ? {} : { cause }),
    resets,
  };
  const on = { ...way, ...(route.as === undefined ? {} : { as: route.as }) };
  if (route.counts === undefined) {
    enter(draft, scope, route.to, on);
    return;
  }
  const limit = limitOf(workflow, route.counts);
  const counter = limit.per === 'item' ? keyOf(route.counts, scopeItemOf(scope)) : route.counts;
  // What a person grants at the limit is counted, and not held against the limit.
  const granted = limit.atLimit === phase && limit.resetBy === 'human';
  if (!granted && (draft.state.counters[counter] ?? 0) >= maxOf(draft, scope, limit)) {
    enter(draft, scope, limit.atLimit, { ...way, limit: route.counts });
    return;
  }
  draft.emit({ kind: 'counter-raised', counter });
  enter(draft, scope, route.to, on);
};

/** Work that cannot be done, or took too long: where the phase has a way for that, it is gone; else the run fails. */
export const exit = (draft: Draft, scope: string, phase: string, kind: Exit, cause: Cause): void => {
  const route = draft.workflow.phases[phase]?.routes.find(({ when }) => 'exit' in when && when.exit === kind);
  if (route === undefined) draft.fail(cause);
  else take(draft, scope, phase, route, cause);
};

/** Goes on as long as there is nothing to wait for. */
export const advance = (draft: Draft, scope: string): void => {
  const phase = draft.state.positions[scope]?.phase;
  const route = routeOf(draft, scope);
  if (route !== undefined && phase !== undefined) take(draft, scope, phase, route);
};

/** A run that was given up stands in a phase whose work is all done. Resumed, it begins that phase again. */
export const reopen = (draft: Draft): void => {
  for (const [scope, { phase }] of Object.entries(draft.state.positions)) {
    if (draft.workflow.phases[phase] === undefined) continue;
    const works = Object.values(draft.state.works).filter(
      (work) =>
        work.assignment.scope === scope &&
        work.assignment.request === undefined &&
        isCurrent(draft.state, work),
    );
    if (works.every((work) => isDone(draft.state, work)))
      enterPhase(draft, scope, phase, { event: draft.state.positions[scope]?.event });
  }
};
