// Where a part of the run goes next: when all the work of its phase is done, by the first route that fits.

import { BatonError } from '../../errors.ts';
import type { State, Work } from '../../model/run/state.ts';
import { contractOf, phaseOf } from '../../model/workflow/lookup.ts';
import { keyOf } from '../../model/workflow/names.ts';
import type { Route, Workflow } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { holdsKey, isActive, isCurrent, isDone, isSettled } from '../satisfied.ts';
import { acceptedDigest, acceptedParts, itemOf } from '../view.ts';

/** Outcomes that are true of this work: the accepted one, or, where it sits out, those whose guarantees hold. */
const outcomesOf = (workflow: Workflow, state: State, work: Work): readonly string[] => {
  if (work.outcome !== undefined && isSettled(state, work)) return [work.outcome];
  const subject = itemOf(work.assignment);
  return Object.entries(contractOf(workflow, work.assignment.contract).outcomes)
    .filter(
      ([, { guarantees }]) =>
        guarantees.length > 0 &&
        guarantees.every((fact) => holdsKey(state, workflow.facts[fact]?.each ? keyOf(fact, subject) : fact)),
    )
    .map(([name]) => name);
};

const fits = (
  draft: Draft,
  scope: string,
  route: Route<string, string>,
  outcomes: readonly (readonly string[])[],
): boolean => {
  const { when } = route;
  if ('all' in when) return outcomes.every((names) => names.includes(when.all));
  if ('any' in when) return outcomes.some((names) => names.includes(when.any));
  return 'otherwise' in when || ('guard' in when && when.guard(draft.view(scope)));
};

/** Asks for the merge that a tree has to start from, once all that it follows is done. */
const wantStarts = (draft: Draft, scope: string): void => {
  for (const work of Object.values(draft.state.works)) {
    const { assignment } = work;
    const tree = assignment.writes.find((w) => w.kind === 'tree');
    if (assignment.scope !== scope || assignment.after.length === 0 || tree === undefined) continue;
    if (work.start !== undefined || work.startRequest !== undefined || !isActive(draft.state, work)) continue;
    const contract = contractOf(draft.workflow, assignment.contract);
    const base =
      contract.worksIn === undefined
        ? undefined
        : acceptedDigest(draft.workflow, draft.state, contract.worksIn, { scope });
    const artifact = tree.artifact.slice(0, tree.artifact.indexOf('/'));
    const before = followed(draft.state, work);
    const parts = acceptedParts(draft.state, artifact).filter((part) => before.has(part.item));
    if (base === undefined)
      throw new BatonError('WORKFLOW_INVALID', `${assignment.id} writes a tree but has none to start from`);
    draft.emit({
      kind: 'start-wanted',
      assignment: assignment.id,
      request: { kind: 'merge', base, parts: [...parts] },
    });
  }
};

/** Everything that a work follows, directly or not. */
const followed = (state: State, work: Work): ReadonlySet<string> => {
  const items = new Set<string>();
  const visit = (ids: readonly string[]): void => {
    for (const id of ids) {
      const before = state.works[id]?.assignment;
      if (before === undefined || items.has(before.item ?? '')) continue;
      items.add(before.item ?? '');
      visit(before.after);
    }
  };
  visit(work.assignment.after);
  return items;
};

/** The route to take now; undefined while work of the phase is not done. */
export const routeOf = (draft: Draft, scope: string): Route<string, string> | undefined => {
  const { workflow, state } = draft;
  const position = state.positions[scope];
  if (state.status !== 'running' || position === undefined || position.phase === 'end') return undefined;
  // Work that answers a request belongs to the asker, not to the phase.
  const works = Object.values(state.works).filter(
    (w) => w.assignment.scope === scope && w.assignment.request === undefined && isCurrent(state, w),
  );
  if (!works.every((work) => isDone(state, work))) {
    wantStarts(draft, scope);
    return undefined;
  }
  const outcomes = works.map((work) => outcomesOf(workflow, state, work));
  const route = phaseOf(workflow, position.phase).routes.find((r) => fits(draft, scope, r, outcomes));
  if (route === undefined)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `phase ${position.phase} has no route for the outcomes ${outcomes.map((names) => names.join('|')).join(', ')}`,
      { hint: `run: baton prove ${workflow.name}` },
    );
  return route;
};
