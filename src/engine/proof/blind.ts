// Blind work: nothing that one worker makes can reach another one of the same phase before all are in.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Contract, kindOf, own, requestsIn, rolesOf, type Work, writesOf } from './definition.ts';
import { type ProofProblem, quoted } from './problem.ts';

/** A fan-out of one keeps nothing from anybody, and looks as if it did. */
const tooFew = ({ over }: Work): string[] =>
  over === undefined || over.max >= 2 ? [] : [`expected a max of at least 2 workers, got ${over.max}`];

const ownReads = (workflow: Workflow, phase: string, contract: Contract): string[] => {
  const written = writesOf(contract);
  const readers = (own(workflow.phases, phase)?.work ?? []).map((work) =>
    Object.keys(own(workflow.contracts, work.contract)?.reads ?? {}),
  );
  const read = new Set(readers.flat().filter((artifact) => written.includes(artifact)));
  return read.size === 0
    ? []
    : [`expected work that does not read what its own phase writes, got a read of ${quoted(read)}`];
};

/** Sealed trees are in the project's repository, where every working tree sees them. */
const trees = (workflow: Workflow, contract: Contract): string[] => {
  const written = writesOf(contract).filter((name) => own(workflow.artifacts, name)?.kind === 'tree');
  return written.length === 0 ? [] : [`expected files, got a write of the tree ${quoted(written)}`];
};

/** What is done in the world at once can be seen at once. */
const effects = (contract: Contract): string[] =>
  contract.effects === undefined
    ? []
    : ['expected effects in a later phase, got "effects" of a single piece of work'];

/** A notice is in the next prompt of its receiver, who may be at work in the same phase. */
const notices = (contract: Contract): string[] =>
  contract.tells === undefined
    ? []
    : ['expected notices in a later phase, got "tells" of a single piece of work'];

const others = (workflow: Workflow, work: Work): string[] => {
  const strange = rolesOf(work).filter((role) => kindOf(workflow, role) !== 'agent');
  return strange.length === 0 ? [] : [`expected roles of agents, got ${quoted(strange)}`];
};

/** What an agent answers is a file that all can read, and tells what was asked. */
const asked = (workflow: Workflow, phase: string): string[] => {
  const known = Object.entries(workflow.requests ?? {});
  const names = requestsIn(workflow, phase)
    .filter((request) => request.contract !== undefined)
    .flatMap((request) => known.filter(([, spec]) => spec === request).map(([name]) => name));
  return names.length === 0
    ? []
    : [`expected requests that people answer, got ${quoted(names)}, which agents answer`];
};

const ofWork = (workflow: Workflow, phase: string, work: Work): string[] => {
  const contract = own(workflow.contracts, work.contract);
  if (contract === undefined) return [];
  return [
    ...tooFew(work),
    ...others(workflow, work),
    ...ownReads(workflow, phase, contract),
    ...trees(workflow, contract),
    ...effects(contract),
    ...notices(contract),
    ...asked(workflow, phase),
  ];
};

export const blindProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([phase, { work: works }]) =>
    works.flatMap((work, index) =>
      work.over?.blind !== true
        ? []
        : ofWork(workflow, phase, work).map((found) => ({
            code: 'PROOF_BLIND' as const,
            message: `phase "${phase}" is blind: ${found}`,
            path: ['phases', phase, 'work', String(index)],
          })),
    ),
  );
