// How the prover reads a definition. Lookups go through own properties only: a name like "constructor" is no role.
import type { RequestSpec, ScopeSpec, Workflow } from '../../model/workflow/workflow.ts';

export const END = 'end';

export type Contract = Workflow['contracts'][string];
export type Phase = Workflow['phases'][string];
export type Work = Phase['work'][number];
export type Route = Phase['routes'][number];
export type Request = RequestSpec<string, string, string, string, string>;
export type Scope = ScopeSpec<string>;

export const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

export const rolesOf = (work: Work): readonly string[] =>
  typeof work.role === 'string' ? [work.role] : work.role.byItem;

export const kindOf = (workflow: Workflow, role: string): 'agent' | 'human' | 'engine' =>
  own(workflow.roles, role)?.kind ?? 'agent';

export const requiredReads = (contract: Contract): readonly string[] =>
  Object.entries(contract.reads ?? {}).flatMap(([artifact, need]) => (need === 'required' ? [artifact] : []));

/** All facts that some outcome of the contract guarantees. */
export const guaranteesOf = (contract: Contract): ReadonlySet<string> =>
  new Set(Object.values(contract.outcomes).flatMap((outcome) => outcome.guarantees));

/** Everything that accepting a piece of this work may write. */
export const writesOf = (
  contract: Pick<Contract, 'produces' | 'mayProduce' | 'derives'>,
): readonly string[] => [
  ...contract.produces,
  ...(contract.mayProduce ?? []),
  ...(contract.derives?.artifacts ?? []),
];

export const scopeOf = (workflow: Workflow, phase: string): string | undefined =>
  Object.entries(workflow.scopes ?? {}).find(([, scope]) => scope.phases.includes(phase))?.[0];

/** Requests that may be made in this phase: by roles at work there, or by those who answer them. */
export const requestsIn = (workflow: Workflow, phase: string): readonly Request[] => {
  const roles = new Set((own(workflow.phases, phase)?.work ?? []).flatMap(rolesOf));
  const here = Object.values(workflow.requests ?? {}).filter((request) => request.in.includes(phase));
  const found = new Set<Request>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const request of here)
      if (request.by.some((role) => roles.has(role))) {
        found.add(request);
        roles.add(request.to);
      }
  }
  return here.filter((request) => found.has(request));
};

/** Every run through this phase waits for a person: an item that sits out would not. */
export const awaitsPerson = (workflow: Workflow, phase: string): boolean =>
  (own(workflow.phases, phase)?.work ?? []).some(
    (work) => work.until === undefined && rolesOf(work).every((role) => kindOf(workflow, role) === 'human'),
  );

/** More than one item of this scope may be under way at once. */
export const isParallel = (scope: Scope): boolean =>
  scope.order !== 'sequential' && scope.order.parallel > 1 && scope.max > 1;
