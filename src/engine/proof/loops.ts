// Every phase is reached and leads out, and no way goes round for ever without a person.
import { contractOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { aboutBy, intersection } from './about.ts';
import { awaitsPerson, END, guaranteesOf, requestsIn, type Work } from './definition.ts';
import { type Edge, type Graph, phasesOn, waysTo } from './graph.ts';
import type { ProofProblem } from './problem.ts';

const reachProblems = (workflow: Workflow, graph: Graph): ProofProblem[] => {
  const ways = waysTo(graph);
  const leads = new Set([END]);
  for (let before = 0; before < leads.size; ) {
    before = leads.size;
    for (const edge of graph.edges) if (leads.has(edge.to)) leads.add(edge.from);
  }
  return Object.keys(workflow.phases).flatMap((phase): ProofProblem[] => {
    const way = ways.get(phase);
    if (way === undefined)
      return [
        {
          code: 'PROOF_UNREACHABLE',
          message: `phase "${phase}" is never reached from "${workflow.first}"; route to it or remove it`,
          path: [phase],
        },
      ];
    if (leads.has(phase)) return [];
    return [
      {
        code: 'PROOF_NO_END',
        message: `phase "${phase}" leads to no end; add a route to "${END}", or to a phase that has one`,
        path: phasesOn(graph, way),
      },
    ];
  });
};

/** The shortest way from a node back to it, over these edges. */
const circleFrom = <E extends { readonly from: string; readonly to: string }>(
  start: string,
  edges: readonly E[],
): readonly E[] | undefined => {
  const seen = new Set<string>();
  let ways: readonly (readonly E[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly E[])[] = [];
    for (const way of ways)
      for (const edge of edges) {
        if (edge.from !== (way.at(-1)?.to ?? start)) continue;
        if (edge.to === start) return [...way, edge];
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        longer.push([...way, edge]);
      }
    ways = longer;
  }
  return undefined;
};

/** One circle for each group of nodes that has one, in the order of the nodes. */
const circles = <E extends { readonly from: string; readonly to: string }>(
  nodes: readonly string[],
  edges: readonly E[],
): readonly (readonly E[])[] => {
  const found: (readonly E[])[] = [];
  const done = new Set<string>();
  for (const node of nodes) {
    const circle = done.has(node) ? undefined : circleFrom(node, edges);
    if (circle === undefined) continue;
    for (const edge of circle) done.add(edge.to);
    found.push(circle);
  }
  return found;
};

/** The nodes of a circle, beginning and ending with the same one. */
const nodesOn = (circle: readonly { readonly from: string; readonly to: string }[]): readonly string[] =>
  circle.flatMap(({ from, to }, at) => (at === 0 ? [from, to] : [to]));

/** Counted ways can be gone only so often, and only a person sets a count back; what is left must not go round. */
const cycleProblems = (workflow: Workflow, graph: Graph): ProofProblem[] => {
  const reached = waysTo(graph);
  const phases = Object.keys(workflow.phases).filter((p) => reached.has(p) && !awaitsPerson(workflow, p));
  const free = graph.edges.filter(
    (edge) => edge.counts === undefined && phases.includes(edge.from) && phases.includes(edge.to),
  );
  return circles(phases, free).map((circle): ProofProblem => {
    const path = nodesOn(circle);
    const limit = circle.find((edge: Edge) => edge.limit !== undefined);
    if (limit === undefined)
      return {
        code: 'PROOF_LOOP',
        message: `${path.join(' → ')} loops without a person and without a limit; give one of its ways a limit: { to, max, then }`,
        path,
      };
    return {
      code: 'PROOF_OWNER',
      message: `limit "${limit.limit}" ends at "${limit.to}", where nobody decides, and ${path.join(' → ')} goes on; let it end at a phase with a person, or at a way to the end`,
      path,
    };
  });
};

const resetProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.limits)
    .filter(([, limit]) => limit.resetBy === 'human' && !awaitsPerson(workflow, limit.atLimit))
    .map(([name, limit]) => ({
      code: 'PROOF_OWNER',
      message: `limit "${name}" is set back by a person in "${limit.atLimit}", where no person is asked; give that phase work of a person, without "until"`,
      path: ['limits', name],
    }));

/** A way that sets a count back could be gone for ever, if it were not a person's choice. */
const setBackProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([phase, { routes }]) =>
    awaitsPerson(workflow, phase)
      ? []
      : routes.flatMap(({ resets = [] }, index) =>
          resets.map((name) => ({
            code: 'PROOF_OWNER' as const,
            message: `phase "${phase}" sets limit "${name}" back, but no person decides there`,
            path: ['phases', phase, 'routes', String(index), 'resets'],
          })),
        ),
  );

/** Work counts while what it established holds. Two works that void each other's facts would be wanted for ever. */
const quarrels = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([phase, { work }]) => {
    const voids = (writer: Work, victim: Work): boolean => {
      const contract = contractOf(workflow, victim.contract);
      const writes = new Set(contractOf(workflow, writer.contract).produces);
      return [...guaranteesOf(contract)].some(
        (f) => intersection(aboutBy(workflow, f, contract), writes).length > 0,
      );
    };
    const edges = work.flatMap((writer, i) =>
      work.flatMap((victim, j) =>
        i !== j && voids(writer, victim) ? [{ from: String(i), to: String(j), writer }] : [],
      ),
    );
    return circles(
      work.map((_, i) => String(i)),
      edges,
    ).map((circle): ProofProblem => {
      const names = circle.map((edge) => `"${edge.writer.contract}"`).join(' and ');
      return {
        code: 'PROOF_LOOP',
        message: `phase "${phase}": contracts ${names} write what the other's facts are about, so neither would ever be done; put them into two phases`,
        path: ['phases', phase],
      };
    });
  });

/** Whoever answers a request may make requests too; that chain must end. */
const requestChains = (workflow: Workflow): ProofProblem[] =>
  Object.keys(workflow.phases).flatMap((phase) => {
    const edges = requestsIn(workflow, phase).flatMap((request) =>
      request.contract === undefined ? [] : request.by.map((from) => ({ from, to: request.to })),
    );
    return circles(Object.keys(workflow.roles), edges).map((circle): ProofProblem => {
      const path = nodesOn(circle);
      return {
        code: 'PROOF_LOOP',
        message: `phase "${phase}": requests go round without end: ${path.join(' → ')}; take a role out of "by"`,
        path: ['phases', phase],
      };
    });
  });

/** Expects every reference to be good. */
export const loopProblems = (workflow: Workflow, graph: Graph): ProofProblem[] => [
  ...reachProblems(workflow, graph),
  ...cycleProblems(workflow, graph),
  ...resetProblems(workflow),
  ...setBackProblems(workflow),
  ...quarrels(workflow),
  ...requestChains(workflow),
];
