// Proves a workflow before any agent runs: what every piece of work counts on is so on every way to it, and every way
// ends. Reads the data of a definition and calls none of its functions; never throws, whatever it is given.
import type { Workflow } from '../model/workflow/workflow.ts';
import { aloneProblems } from './proof/alone.ts';
import { artifactProblems } from './proof/artifacts.ts';
import { assumptionProblems } from './proof/assumptions.ts';
import { blindProblems } from './proof/blind.ts';
import { boundProblems } from './proof/bounds.ts';
import { contractProblems } from './proof/contracts.ts';
import { graphOf } from './proof/graph.ts';
import { lineProblems } from './proof/lines.ts';
import { loopProblems } from './proof/loops.ts';
import { noticeProblems } from './proof/notices.ts';
import type { ProofProblem } from './proof/problem.ts';
import { referenceProblems } from './proof/references.ts';
import { scopeProblems } from './proof/scopes.ts';
import { shapeProblems } from './proof/shape.ts';
import { writerProblems } from './proof/writers.ts';

export interface Proof {
  readonly workflow: string;
  readonly phases: number;
  readonly facts: number;
  readonly problems: readonly ProofProblem[];
}

/** What can be said without following a way through the phases. */
const standingProblems = (workflow: Workflow): ProofProblem[] => [
  ...referenceProblems(workflow),
  ...scopeProblems(workflow),
  ...artifactProblems(workflow),
  ...contractProblems(workflow),
  ...boundProblems(workflow),
  ...writerProblems(workflow),
  ...lineProblems(workflow),
  ...aloneProblems(workflow),
  ...blindProblems(workflow),
  ...noticeProblems(workflow),
];

const pathProblems = (workflow: Workflow): ProofProblem[] => {
  const { graph, problems } = graphOf(workflow);
  return [...problems, ...loopProblems(workflow, graph), ...assumptionProblems(workflow, graph)];
};

const problemsOf = (workflow: Workflow): ProofProblem[] => {
  const misshapen = shapeProblems(workflow);
  if (misshapen.length > 0) return misshapen;
  const standing = standingProblems(workflow);
  // Ways that go through names which are not there say nothing.
  if (standing.some((problem) => problem.code === 'PROOF_REFERENCE')) return standing;
  return [...standing, ...pathProblems(workflow)];
};

const countOf = (part: unknown): number =>
  typeof part === 'object' && part !== null ? Object.keys(part).length : 0;

/**
 * Proves a workflow before any agent runs: what each step relies on is guaranteed on every path, and every loop ends. It
 * calls none of its functions and never throws.
 *
 * @example
 * ```ts
 * const { problems } = prove(relay); // [] when it is proved
 * ```
 */
export const prove = (workflow: Workflow): Proof => {
  const given: Partial<Workflow> = typeof workflow === 'object' && workflow !== null ? workflow : {};
  const once = new Map(problemsOf(workflow).map((problem) => [JSON.stringify(problem), problem]));
  return {
    workflow: typeof given.name === 'string' ? given.name : '',
    phases: countOf(given.phases),
    facts: countOf(given.facts),
    problems: [...once.values()],
  };
};
