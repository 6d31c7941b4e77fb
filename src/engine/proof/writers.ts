// No two who work at the same time write the same bytes, or state the same fact about different bytes.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { guaranteesOf, isParallel, own, requestsIn, rolesOf, type Work, writesOf } from './definition.ts';
import type { ProofProblem } from './problem.ts';

const parallel = (message: string, ...path: string[]): ProofProblem => ({
  code: 'PROOF_PARALLEL_WRITERS',
  message,
  path,
});

const isFannedOut = (work: Work): boolean => work.over !== undefined && work.over.max > 1;

const produced = (workflow: Workflow, name: string | undefined): readonly string[] => {
  const contract = name === undefined ? undefined : own(workflow.contracts, name);
  return contract === undefined ? [] : writesOf(contract);
};

const isEach = (workflow: Workflow, artifact: string): boolean =>
  own(workflow.artifacts, artifact)?.each === true;

const ofWorks = (workflow: Workflow, phase: string, works: readonly Work[]): ProofProblem[] =>
  works.flatMap((work, index) => {
    const path = ['phases', phase, 'work', String(index)];
    const writes = produced(workflow, work.contract);
    const items = isFannedOut(work)
      ? writes
          .filter((artifact) => !isEach(workflow, artifact))
          .map((artifact) =>
            parallel(
              `phase "${phase}": the items of contract "${work.contract}" all write "${artifact}" at once; make it "each" or do not fan out`,
              ...path,
            ),
          )
      : [];
    const others = works.slice(index + 1).flatMap((other) =>
      produced(workflow, other.contract)
        .filter((artifact) => writes.includes(artifact))
        .filter(
          (artifact) => !isEach(workflow, artifact) || work.over === undefined || other.over === undefined,
        )
        .map((artifact) =>
          parallel(
            `phase "${phase}": contracts "${work.contract}" and "${other.contract}" both write "${artifact}" at once; put them into two phases or give each its own artifact`,
            ...path,
          ),
        ),
    );
    return [...items, ...others];
  });

/** Answers to requests are written while the phase is at work, and several at once where askers do not wait. */
const ofRequests = (workflow: Workflow, phase: string, works: readonly Work[]): ProofProblem[] =>
  requestsIn(workflow, phase).flatMap((request) => {
    const askers = works.filter((work) => rolesOf(work).some((role) => request.by.includes(role)));
    const several = askers.length !== 1 || askers.some(isFannedOut) || (!request.parks && request.max > 1);
    return produced(workflow, request.contract)
      .filter((artifact) => !isEach(workflow, artifact))
      .filter((artifact) => several || works.some((w) => produced(workflow, w.contract).includes(artifact)))
      .map((artifact) =>
        parallel(
          `phase "${phase}": answers by contract "${request.contract}" write "${artifact}" while others may write it; make it "each"`,
          'phases',
          phase,
        ),
      );
  });

const ofScopes = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => {
    if (!isParallel(scope)) return [];
    return scope.phases.flatMap((phase) => {
      const contracts = new Set([
        ...(own(workflow.phases, phase)?.work ?? []).map((work) => work.contract),
        ...requestsIn(workflow, phase).flatMap((request) => request.contract ?? []),
      ]);
      return [...contracts].flatMap((contract) => {
        const spec = own(workflow.contracts, contract);
        const shared = produced(workflow, contract).filter((artifact) => !isEach(workflow, artifact));
        const facts =
          spec === undefined ? [] : [...guaranteesOf(spec)].filter((f) => !own(workflow.facts, f)?.each);
        return [
          ...shared.map((artifact) =>
            parallel(
              `scope "${name}": parallel items all write "${artifact}" (contract "${contract}" in phase "${phase}"); make it "each" or the scope sequential`,
              'scopes',
              name,
            ),
          ),
          ...facts.map((fact) =>
            parallel(
              `scope "${name}": parallel items all state "${fact}" (contract "${contract}" in phase "${phase}"), each about its own bytes; make it "each" or the scope sequential`,
              'scopes',
              name,
            ),
          ),
        ];
      });
    });
  });

export const writerProblems = (workflow: Workflow): ProofProblem[] => [
  ...Object.entries(workflow.phases).flatMap(([phase, { work }]) => [
    ...ofWorks(workflow, phase, work),
    ...ofRequests(workflow, phase, work),
  ]),
  ...ofScopes(workflow),
];
