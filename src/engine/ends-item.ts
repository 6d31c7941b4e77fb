// Whether an item of a scope may end well right after a phase: what is accepted there last is judged on the main line.
import type { Route, Workflow } from '../model/workflow/workflow.ts';

type AnyRoute = Route<string, string>;

const fitsOutcome = ({ when }: AnyRoute, outcome: string): boolean =>
  'all' in when ? when.all === outcome : 'any' in when ? when.any === outcome : !('exit' in when);

/** The prover asks about definitions that are not proved yet: a name like "constructor" is no phase. */
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const targetsOf = (workflow: Workflow, { to, counts }: AnyRoute): readonly string[] => {
  const atLimit = counts === undefined ? undefined : own(workflow.limits, counts)?.atLimit;
  return atLimit === undefined ? [to] : [to, atLimit];
};

/** Over phases that only decide, too: nothing is accepted there. */
export const routeEndsItem = (workflow: Workflow, route: AnyRoute, seen: readonly string[] = []): boolean => {
  if (route.as !== undefined) return false;
  return targetsOf(workflow, route).some((target) => {
    if (target === 'end') return true;
    const phase = own(workflow.phases, target);
    if (phase === undefined || phase.work.length > 0 || seen.includes(target)) return false;
    return phase.routes.some((next) => routeEndsItem(workflow, next, [...seen, target]));
  });
};

export const mayEndItem = (workflow: Workflow, phase: string, outcome: string): boolean =>
  (own(workflow.phases, phase)?.routes ?? []).some(
    (route) => fitsOutcome(route, outcome) && routeEndsItem(workflow, route),
  );
