// Numbers that bound a run, and where `each` has an item to belong to.
import { ITEMS_MAX } from '../../model/limits/limits.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { guaranteesOf, own, scopeOf } from './definition.ts';
import type { ProofProblem } from './problem.ts';

type Found = Omit<ProofProblem, 'path'>;

const fanOut = (message: string): Found => ({ code: 'PROOF_FAN_OUT', message });

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

const itemBounds = (where: string, { min, max }: { readonly min: number; readonly max: number }): Found[] => {
  if (!isCount(min))
    return [
      fanOut(
        `${where}: expected a whole min of at least 1, got ${min}; "all passed" would be true of nobody`,
      ),
    ];
  if (!isCount(max) || max < min)
    return [fanOut(`${where}: expected a whole max of at least min (${min}), got ${max}`)];
  if (max > ITEMS_MAX) return [fanOut(`${where}: expected a max of at most ${ITEMS_MAX} items, got ${max}`)];
  return [];
};

/** Work without an item cannot name the file, or the fact, of one. */
const eachNeedsItem = (workflow: Workflow, phase: string, contractName: string): Found[] => {
  const contract = own(workflow.contracts, contractName);
  if (contract === undefined) return [];
  const where = `phase "${phase}", contract "${contractName}"`;
  const fix = 'fan the work out, put the phase into a scope, or take "each" away';
  return [
    ...contract.produces
      .filter((artifact) => own(workflow.artifacts, artifact)?.each)
      .map((artifact) =>
        fanOut(`${where}: writes "${artifact}", of which there is one per item, for no item; ${fix}`),
      ),
    ...[...guaranteesOf(contract)]
      .filter((fact) => own(workflow.facts, fact)?.each)
      .map((fact) =>
        fanOut(`${where}: guarantees "${fact}", which is said of each item, for no item; ${fix}`),
      ),
  ];
};

const phaseBounds = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([name, phase]): ProofProblem[] => {
    // A fork: guards decide, and one way is left when none of them does.
    const isFork = phase.routes.every(({ when }) => 'guard' in when || 'otherwise' in when);
    if (phase.work.length === 0 && isFork) return [];
    if (phase.work.length === 0)
      return [
        {
          code: 'PROOF_OUTCOME',
          message: `phase "${name}" has no work, so no outcome decides which route it takes; give it work, or route by guards and "otherwise"`,
          path: ['phases', name, 'work'],
        },
      ];
    return phase.work.flatMap((work, index) => {
      const found = work.over === undefined ? [] : itemBounds(`phase "${name}"`, work.over);
      if (work.over === undefined && scopeOf(workflow, name) === undefined)
        found.push(...eachNeedsItem(workflow, name, work.contract));
      if (typeof work.role !== 'string' && (work.over === undefined || work.role.byItem.length === 0))
        found.push(
          fanOut(
            `phase "${name}": "byItem" takes the role from an item; expected roles and a fan-out ("over")`,
          ),
        );
      return found.map((problem) => ({ ...problem, path: ['phases', name, 'work', String(index)] }));
    });
  });

const scopeBounds = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => {
    const found = itemBounds(`scope "${name}"`, scope);
    if (scope.order !== 'sequential' && !isCount(scope.order.parallel))
      found.push(fanOut(`scope "${name}": expected at least 1 item at once, got ${scope.order.parallel}`));
    return found.map((problem) => ({ ...problem, path: ['scopes', name] }));
  });

export const boundProblems = (workflow: Workflow): ProofProblem[] => [
  ...phaseBounds(workflow),
  ...scopeBounds(workflow),
  ...Object.entries(workflow.limits)
    // What a policy says is bounded by the policy's own schema.
    .map(([name, { max }]) => ({ name, max: typeof max === 'object' && 'cap' in max ? max.cap : max }))
    .flatMap(({ name, max }): ProofProblem[] =>
      typeof max !== 'number' || isCount(max)
        ? []
        : [
            {
              code: 'PROOF_LOOP',
              message: `limit "${name}": expected a whole max of at least 1, got ${max}`,
              path: ['limits', name],
            },
          ],
    ),
  ...Object.entries(workflow.requests ?? {})
    .filter(([, request]) => !isCount(request.max))
    .map(([name, request]) => ({
      ...fanOut(`request "${name}": expected a whole max of at least 1, got ${request.max}`),
      path: ['requests', name],
    })),
];
