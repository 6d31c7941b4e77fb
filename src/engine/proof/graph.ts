// The phases as a graph. Reaching a limit is a way too; a scope's end goes on where its `then` says.
import { limitOf, phaseOf, scopeSpecOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { meet } from './about.ts';
import { type Branch, branchingOf, unfinishedIn, whenText } from './branches.ts';
import { END, own, type Route, scopeOf } from './definition.ts';
import type { ProofProblem } from './problem.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly branch: Branch;
  /** The limit that this way counts against, so that it can be gone only so often. */
  readonly counts?: string;
  /** The limit whose end this way is. */
  readonly limit?: string;
  readonly enters?: string;
  readonly leaves?: string;
}

export interface Graph {
  readonly first: string;
  readonly edges: readonly Edge[];
}

const targetOf = (
  workflow: Workflow,
  from: string,
  target: string,
  as: Route['as'],
): Pick<Edge, 'to' | 'enters' | 'leaves'> => {
  const scope = scopeOf(workflow, from);
  const endsRun = as === 'failed' || as === 'cancelled';
  // What failed begins again, as an item does.
  if (as === 'retry-failed' && scope !== undefined) return { to: scopeSpecOf(workflow, scope).first };
  const leaves = target === END && scope !== undefined && !endsRun ? scope : undefined;
  const next = leaves === undefined ? target : scopeSpecOf(workflow, leaves).then;
  const entered = own(workflow.scopes, next);
  return {
    to: entered?.first ?? next,
    ...(entered === undefined ? {} : { enters: next }),
    ...(leaves === undefined ? {} : { leaves }),
  };
};

const edgesOf = (workflow: Workflow, branch: Branch): Edge[] => {
  const { phase: from, route } = branch;
  const label = whenText(route);
  const edge = { from, label, branch, ...targetOf(workflow, from, route.to, route.as) };
  if (route.counts === undefined) return [edge];
  const { atLimit } = limitOf(workflow, route.counts);
  return [
    { ...edge, counts: route.counts },
    {
      from,
      label: `${label}, limit "${route.counts}" reached`,
      branch,
      limit: route.counts,
      ...targetOf(workflow, from, atLimit, undefined),
    },
  ];
};

/** An item may be blocked before it has done anything: then nothing that its steps make is there. */
const blockedEdges = (workflow: Workflow): Edge[] =>
  Object.values(workflow.scopes ?? {}).flatMap(({ first, blocked }): Edge[] => {
    if (blocked === undefined) return [];
    const route: Route = { when: { exit: 'gave-up' }, to: blocked };
    const branch = { phase: first, route, combinations: unfinishedIn(workflow, first) };
    return [{ from: first, to: blocked, label: 'blocked', branch }];
  });

/** Expects every reference to be good. */
export const graphOf = (workflow: Workflow): { graph: Graph; problems: readonly ProofProblem[] } => {
  const branchings = Object.keys(workflow.phases).map((phase) => branchingOf(workflow, phase));
  return {
    graph: {
      first: own(workflow.scopes, workflow.first)?.first ?? workflow.first,
      edges: [
        ...branchings.flatMap(({ branches }) => branches.flatMap((branch) => edgesOf(workflow, branch))),
        ...blockedEdges(workflow),
      ],
    },
    problems: branchings.flatMap(({ problems }) => problems),
  };
};

/** Artifacts that are there for sure after this branch was taken. */
export const madeOn = (workflow: Workflow, branch: Branch, withFanOuts: boolean): ReadonlySet<string> => {
  const { work } = phaseOf(workflow, branch.phase);
  return meet(
    branch.combinations.map(
      (combination) =>
        new Set(
          combination.flatMap((endings, index) =>
            withFanOuts || work[index]?.over === undefined ? [...meet(endings.map(({ made }) => made))] : [],
          ),
        ),
    ),
  );
};

/**
 * For every phase that can be reached while "it" does not hold, the shortest way on which that is so. A statement
 * holds on every path into a phase exactly when the phase is not in here: each statement is followed on its own, so
 * looking at all paths and the greatest fixpoint come to the same.
 */
export const refutations = (
  graph: Graph,
  holdsAtStart: boolean,
  step: (edge: Edge, holds: boolean) => boolean,
): ReadonlyMap<string, readonly Edge[]> => {
  const from = new Map<string, Edge[]>();
  for (const edge of graph.edges) from.set(edge.from, [...(from.get(edge.from) ?? []), edge]);
  const seen = new Set([`${graph.first} ${holdsAtStart}`]);
  const found = new Map<string, readonly Edge[]>(holdsAtStart ? [] : [[graph.first, []]]);
  const queue: { phase: string; holds: boolean; path: readonly Edge[] }[] = [
    { phase: graph.first, holds: holdsAtStart, path: [] },
  ];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const edge of from.get(next.phase) ?? []) {
      const holds = step(edge, next.holds);
      const key = `${edge.to} ${holds}`;
      if (edge.to === END || seen.has(key)) continue;
      const path = [...next.path, edge];
      seen.add(key);
      if (!holds) found.set(edge.to, path);
      queue.push({ phase: edge.to, holds, path });
    }
  }
  return found;
};

/** The shortest way to every phase that can be reached at all. */
export const waysTo = (graph: Graph): ReadonlyMap<string, readonly Edge[]> =>
  refutations(graph, false, () => false);

export const phasesOn = (graph: Graph, way: readonly Edge[]): readonly string[] => [
  way[0]?.from ?? graph.first,
  ...way.map((edge) => edge.to),
];

export const wayText = (graph: Graph, way: readonly Edge[]): string =>
  [...way.map((edge) => `${edge.from} (${edge.label})`), way.at(-1)?.to ?? graph.first].join(' → ');
