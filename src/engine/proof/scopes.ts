// A scope's phases belong to it alone: it is entered by its name, and an item leaves it by ending.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { END, own, scopeOf } from './definition.ts';
import type { ProofProblem } from './problem.ts';

const reference = (message: string, ...path: string[]): ProofProblem => ({
  code: 'PROOF_REFERENCE',
  message,
  path,
});

/** Why a position in `from` (a scope, or the run itself) cannot go there; undefined when it can. */
const wrongTarget = (workflow: Workflow, from: string | undefined, to: string): string | undefined => {
  if (to === END) return undefined;
  if (own(workflow.scopes, to) !== undefined)
    return from === undefined
      ? undefined
      : `goes to scope "${to}" from inside scope "${from}"; scopes do not nest`;
  const scope = scopeOf(workflow, to);
  if (scope === from) return undefined;
  if (scope === undefined)
    return `goes to "${to}", which is outside scope "${from}"; end the item ("${END}") and let "then" go on`;
  return `goes to "${to}", which is inside scope "${scope}"; go to "${scope}"`;
};

const routeProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([name, phase]) =>
    phase.routes.flatMap((route, index) => {
      const path = ['phases', name, 'routes', String(index)];
      const scope = scopeOf(workflow, name);
      const atLimit = route.counts === undefined ? undefined : own(workflow.limits, route.counts)?.atLimit;
      const wrong = wrongTarget(workflow, scope, route.to);
      const wrongLimit = atLimit === undefined ? undefined : wrongTarget(workflow, scope, atLimit);
      return [
        ...(wrong === undefined ? [] : [reference(`phase "${name}" ${wrong}`, ...path, 'to')]),
        ...(wrongLimit === undefined
          ? []
          : [
              reference(
                `limit "${route.counts}", counted in phase "${name}", ${wrongLimit}`,
                ...path,
                'counts',
              ),
            ]),
        ...(scope === undefined && route.as !== undefined && !['failed', 'cancelled'].includes(route.as)
          ? [
              reference(
                `phase "${name}" ends an item alone ("${route.as}"), but is in no scope; expected "failed" or "cancelled"`,
                ...path,
                'as',
              ),
            ]
          : []),
        ...(route.as !== undefined && route.to !== END
          ? [
              reference(
                `phase "${name}" says how the run ended ("${route.as}") on a route that goes to "${route.to}"; only "${END}" ends it`,
                ...path,
                'as',
              ),
            ]
          : []),
      ];
    }),
  );

const membership = (workflow: Workflow): ProofProblem[] => {
  const owner = new Map<string, string>();
  return Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => {
    const problems: ProofProblem[] = [];
    if (own(workflow.phases, name) !== undefined)
      problems.push(reference(`"${name}" is both a phase and a scope; rename one of them`, 'scopes', name));
    if (!scope.phases.includes(scope.first))
      problems.push(
        reference(
          `scope "${name}" begins with "${scope.first}", which is not among its phases`,
          'scopes',
          name,
          'first',
        ),
      );
    for (const phase of scope.phases) {
      const other = owner.get(phase);
      if (other !== undefined && other !== name)
        problems.push(
          reference(
            `phase "${phase}" is in scope "${other}" and in scope "${name}"`,
            'scopes',
            name,
            'phases',
          ),
        );
      owner.set(phase, name);
    }
    const wrong = wrongTarget(workflow, undefined, scope.then);
    if (wrong !== undefined) problems.push(reference(`scope "${name}" ${wrong}`, 'scopes', name, 'then'));
    return problems;
  });
};

export const scopeProblems = (workflow: Workflow): ProofProblem[] => {
  const wrong = wrongTarget(workflow, undefined, workflow.first);
  return [
    ...(wrong === undefined ? [] : [reference(`the run begins: it ${wrong}`, 'first')]),
    ...membership(workflow),
    ...routeProblems(workflow),
  ];
};
