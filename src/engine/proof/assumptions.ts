// What a piece of work counts on is so on every way to it: facts that it assumes, artifacts that it reads.
import { artifactOf, contractOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { memoized } from '../../std/memoized.ts';
import { intersection } from './about.ts';
import { type Contract, requestsIn, requiredReads, scopeOf, type Work } from './definition.ts';
import { type FactRules, factRulesOf } from './facts.ts';
import { type Edge, type Graph, madeOn, phasesOn, refutations, waysTo, wayText } from './graph.ts';
import { type ProofProblem, quoted } from './problem.ts';

/** A contract that is carried out in a phase: as work of its own, or to answer a request there. */
interface Use {
  readonly phase: string;
  readonly name: string;
  readonly contract: Contract;
  readonly work: Work | undefined;
  /** The request itself, as a file: it is there before the work that answers it. */
  readonly asked?: string | undefined;
}

const usesOf = (workflow: Workflow): Use[] =>
  Object.entries(workflow.phases).flatMap(([phase, spec]) => [
    ...spec.work.map((work) => ({
      phase,
      name: work.contract,
      contract: contractOf(workflow, work.contract),
      work,
    })),
    ...requestsIn(workflow, phase).flatMap(({ contract, file }) =>
      contract === undefined
        ? []
        : [
            {
              phase,
              name: contract,
              contract: contractOf(workflow, contract),
              work: undefined,
              asked: file?.artifact,
            },
          ],
    ),
  ]);

const guarantors = (workflow: Workflow, fact: string): string => {
  const found = Object.entries(workflow.contracts).flatMap(([name, contract]) => {
    const outcomes = Object.entries(contract.outcomes).flatMap(([outcome, { guarantees }]) =>
      guarantees.includes(fact) ? [outcome] : [],
    );
    return outcomes.length === 0 ? [] : [`contract "${name}" with ${quoted(outcomes)}`];
  });
  return found.length === 0
    ? 'no contract guarantees it at all'
    : `it is guaranteed by ${found.join(' and ')}`;
};

/** Where the fact was lost last, or that it never held. */
const lossOf = (workflow: Workflow, rules: FactRules, fact: string, way: readonly Edge[]): string => {
  let holds = false;
  let lost: Edge | undefined;
  for (const edge of way) {
    const after: boolean = rules.gives(edge).has(fact) || (holds && !rules.voids(edge).has(fact));
    if (!after && (holds || rules.states(edge).has(fact))) lost = edge;
    holds = after;
  }
  if (lost === undefined) return `nothing on this way guarantees it; ${guarantors(workflow, fact)}`;
  const about = rules.about(fact);
  const written = intersection(about, rules.writesIn(lost.from));
  const scope = lost.enters ?? lost.leaves ?? scopeOf(workflow, lost.from);
  const inScope = scope === undefined ? [] : intersection(about, rules.writesInScope(scope));
  if (rules.states(lost).has(fact) && scope !== undefined)
    return `other items of scope "${scope}" may write ${quoted(inScope)}, which it is about`;
  if (written.length > 0)
    return `phase "${lost.from}" writes ${quoted(written)}, which it is about, and it does not hold afterwards`;
  return `items of scope "${scope}" write ${quoted(inScope)}, which it is about`;
};

/** A request is made in the middle of a phase: by then the phase itself may have voided the fact. */
const voidedInside = (rules: FactRules, use: Use, fact: string): readonly string[] =>
  use.work === undefined ? intersection(rules.about(fact), rules.writesIn(use.phase)) : [];

const factProblems = (workflow: Workflow, graph: Graph, uses: readonly Use[]): ProofProblem[] => {
  const rules = factRulesOf(workflow, graph);
  const ways = waysTo(graph);
  const refuted = memoized((fact: string) =>
    refutations(
      graph,
      false,
      (edge, holds) => rules.gives(edge).has(fact) || (holds && !rules.voids(edge).has(fact)),
    ),
  );
  return uses.flatMap((use) =>
    (use.contract.assumes ?? []).flatMap((fact): ProofProblem[] => {
      const where = `phase "${use.phase}": contract "${use.name}" assumes "${fact}"`;
      const way = refuted(fact).get(use.phase);
      if (way !== undefined)
        return [
          {
            code: 'PROOF_FACT',
            message: `${where}, which does not hold on the way ${wayText(graph, way)}: ${lossOf(workflow, rules, fact, way)}`,
            path: phasesOn(graph, way),
          },
        ];
      const written = voidedInside(rules, use, fact);
      const there = ways.get(use.phase);
      if (written.length === 0 || there === undefined) return [];
      return [
        {
          code: 'PROOF_FACT',
          message: `${where}, but may begin when others in the phase have already written ${quoted(written)}, which it is about`,
          path: phasesOn(graph, there),
        },
      ];
    }),
  );
};

const artifactProblems = (workflow: Workflow, graph: Graph, uses: readonly Use[]): ProofProblem[] => {
  const missing = memoized((artifact: string) =>
    refutations(
      graph,
      artifactOf(workflow, artifact).given !== undefined,
      (edge, there) => there || madeOn(workflow, edge.branch, true).has(artifact),
    ),
  );
  return uses.flatMap(({ phase, name, contract, asked }) => {
    const reads = new Map(requiredReads(contract).map((artifact) => [artifact, `reads "${artifact}"`]));
    if (asked !== undefined) reads.delete(asked);
    if (contract.worksIn !== undefined) {
      const { onto } = artifactOf(workflow, contract.worksIn);
      // An item that has no tree of its own yet begins at the main line.
      reads.set(onto ?? contract.worksIn, `works in "${onto ?? contract.worksIn}"`);
    }
    return [...reads].flatMap(([artifact, does]): ProofProblem[] => {
      const way = missing(artifact).get(phase);
      if (way === undefined) return [];
      const scope = scopeOf(workflow, phase);
      return [
        {
          code: 'PROOF_ARTIFACT',
          message: `phase "${phase}"${scope === undefined ? '' : ` of scope "${scope}"`}: contract "${name}" ${does}, which nobody is sure to have made on the way ${wayText(graph, way)}; have it made before, or read it as "optional"`,
          path: phasesOn(graph, way),
        },
      ];
    });
  });
};

export const assumptionProblems = (workflow: Workflow, graph: Graph): ProofProblem[] => {
  const uses = usesOf(workflow);
  return [...factProblems(workflow, graph, uses), ...artifactProblems(workflow, graph, uses)];
};
