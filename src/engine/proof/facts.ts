// Which facts a way through the graph gives and which it voids.
import { artifactOf, contractOf, factOf, phaseOf, scopeSpecOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { memoized } from '../../std/memoized.ts';
import { aboutBy, aboutOf, intersection, meet } from './about.ts';
import type { Branch } from './branches.ts';
import {
  guaranteesOf,
  isParallel,
  requestsIn,
  type Scope,
  scopeOf,
  type Work,
  writesOf,
} from './definition.ts';
import { mayLeaveOut } from './endings.ts';
import { type Edge, type Graph, madeOn, refutations } from './graph.ts';
import { mainLinesFrom } from './lines.ts';

export interface FactRules {
  about(fact: string): ReadonlySet<string>;
  /** Artifacts that are written while this phase is at work. */
  writesIn(phase: string): ReadonlySet<string>;
  writesInScope(scope: string): ReadonlySet<string>;
  /** What the outcomes on this way guarantee, before looking at what others write. */
  states(edge: Edge): ReadonlySet<string>;
  /** What of it holds for sure when the next phase begins. */
  gives(edge: Edge): ReadonlySet<string>;
  voids(edge: Edge): ReadonlySet<string>;
}

const producedBy = (workflow: Workflow, contracts: Iterable<string>): Set<string> =>
  new Set([...contracts].flatMap((contract) => writesOf(contractOf(workflow, contract))));

const requestWrites = (workflow: Workflow, phase: string): ReadonlySet<string> => {
  const requests = requestsIn(workflow, phase);
  return new Set([
    ...producedBy(
      workflow,
      requests.flatMap((request) => request.contract ?? []),
    ),
    ...requests.flatMap(({ file }) => file?.artifact ?? []),
  ]);
};

const writesIn = (workflow: Workflow, phase: string): ReadonlySet<string> =>
  new Set([
    ...mainLinesFrom(workflow, phase),
    ...producedBy(
      workflow,
      phaseOf(workflow, phase).work.map((work) => work.contract),
    ),
    ...requestWrites(workflow, phase),
  ]);

/** Whoever declines hands nothing in, and neither does one who alone was at work and gave up. */
const handsInNothing = (workflow: Workflow, { branch, from }: Edge, index: number): boolean => {
  const { work } = phaseOf(workflow, from);
  if ('exit' in branch.route.when) return work.length === 1 && work[index]?.over === undefined;
  const declined = contractOf(workflow, work[index]?.contract ?? '').declines?.outcome;
  return (
    declined !== undefined &&
    branch.combinations.every((combination) =>
      (combination[index] ?? []).every(
        ({ names }) => names.length > 0 && names.every((name) => name === declined),
      ),
    )
  );
};

/** What may have been written where this way is gone. */
const writtenOn = (workflow: Workflow, edge: Edge): ReadonlySet<string> =>
  new Set([
    ...mainLinesFrom(workflow, edge.from),
    ...producedBy(
      workflow,
      phaseOf(workflow, edge.from)
        .work.filter((_, index) => !handsInNothing(workflow, edge, index))
        .map((work) => work.contract),
    ),
    ...requestWrites(workflow, edge.from),
  ]);

/** Items of the same work write beside each other; what they state is safe where it is about their own bytes only. */
const isSafeAmongItems = (workflow: Workflow, { over, contract: name }: Work, fact: string): boolean => {
  const contract = contractOf(workflow, name);
  return (
    over === undefined ||
    contract.produces.every((artifact) => !mayLeaveOut(workflow, contract, fact, artifact))
  );
};

/** What others write while this work of the phase is at it, or after it is accepted and before the phase is left. */
const writtenBeside = (workflow: Workflow, phase: string, index: number): ReadonlySet<string> =>
  new Set([
    ...producedBy(
      workflow,
      phaseOf(workflow, phase)
        .work.filter((_, i) => i !== index)
        .map((work) => work.contract),
    ),
    ...requestWrites(workflow, phase),
  ]);

/**
 * Facts of a scope's items that may be about other items' bytes too. A contract that reads `each` artifacts gets its
 * own item's where that is there, else everybody's; only what is surely its own is safe from the others' writes.
 */
const sharedIn = (
  workflow: Workflow,
  graph: Graph,
  scope: Scope,
  writes: ReadonlySet<string>,
): ReadonlySet<string> => {
  const inside: Graph = {
    first: scope.first,
    edges: graph.edges.filter(
      (e) => scope.phases.includes(e.from) && e.leaves === undefined && e.to !== 'end',
    ),
  };
  const withoutOwn = memoized((artifact: string) =>
    refutations(inside, false, (edge, there) => there || madeOn(workflow, edge.branch, false).has(artifact)),
  );
  const shared = new Set<string>();
  for (const phase of scope.phases)
    for (const work of phaseOf(workflow, phase).work) {
      const contract = contractOf(workflow, work.contract);
      for (const fact of guaranteesOf(contract))
        for (const artifact of intersection(aboutBy(workflow, fact, contract), writes)) {
          const ownIsThere = work.over === undefined && !withoutOwn(artifact).has(phase);
          const makesOwn =
            contract.produces.includes(artifact) && !mayLeaveOut(workflow, contract, fact, artifact);
          if (!artifactOf(workflow, artifact).each || !(makesOwn || ownIsThere)) shared.add(fact);
        }
    }
  return shared;
};

/** For every combination, what every item of some work guarantees; `isSafe` says which of it lasts until the phase is left. */
const statedOn = (branch: Branch, isSafe: (fact: string, index: number) => boolean): ReadonlySet<string> =>
  meet(
    branch.combinations.map(
      (combination) =>
        new Set(
          combination.flatMap((endings, index) =>
            [...meet(endings.map((ending) => ending.facts))].filter((fact) => isSafe(fact, index)),
          ),
        ),
    ),
  );

export const factRulesOf = (workflow: Workflow, graph: Graph): FactRules => {
  const about = memoized((fact: string) => aboutOf(workflow, fact));
  const inScope = memoized((name: string) => {
    const scope = scopeSpecOf(workflow, name);
    const writes = new Set(scope.phases.flatMap((phase) => [...writesIn(workflow, phase)]));
    return { writes, shared: sharedIn(workflow, graph, scope, writes), parallel: isParallel(scope) };
  });
  const aboutAny = (artifacts: ReadonlySet<string>): string[] =>
    Object.keys(workflow.facts).filter((fact) => intersection(about(fact), artifacts).length > 0);
  /** After the scope a fact is said of all its items, and what the last one wrote may have voided the first one's. */
  const voidedAtExit = (name: string): string[] => {
    const { writes, shared, parallel } = inScope(name);
    return aboutAny(writes).filter((fact) => (factOf(workflow, fact).each ? shared.has(fact) : parallel));
  };
  const between = (edge: Edge): ReadonlySet<string> =>
    new Set([
      ...(edge.leaves === undefined ? [] : voidedAtExit(edge.leaves)),
      ...(edge.enters === undefined ? [] : aboutAny(inScope(edge.enters).writes)),
    ]);
  const unsafeIn = (phase: string): ReadonlySet<string> => {
    const scope = scopeOf(workflow, phase);
    const found = scope === undefined ? undefined : inScope(scope);
    return found?.parallel ? found.shared : new Set();
  };
  /** For each work of a phase, whether what it states is safe from the others there. */
  const safeBeside = (phase: string): readonly ((fact: string) => boolean)[] =>
    phaseOf(workflow, phase).work.map((work, index) => {
      const written = writtenBeside(workflow, phase, index);
      return (fact) =>
        isSafeAmongItems(workflow, work, fact) && intersection(about(fact), written).length === 0;
    });
  const rules = memoized((edge: Edge) => {
    const lost = between(edge);
    const unsafe = unsafeIn(edge.from);
    const beside = safeBeside(edge.from);
    const isSafe = (fact: string, index: number): boolean =>
      !lost.has(fact) && !unsafe.has(fact) && beside[index]?.(fact) === true;
    const states = statedOn(edge.branch, () => true);
    const gives = statedOn(edge.branch, isSafe);
    const voids = new Set([...aboutAny(writtenOn(workflow, edge)), ...lost]);
    return { states, gives, voids };
  });
  return {
    about,
    writesIn: (phase) => writesIn(workflow, phase),
    writesInScope: (scope) => inScope(scope).writes,
    states: (edge) => rules(edge).states,
    gives: (edge) => rules(edge).gives,
    voids: (edge) => rules(edge).voids,
  };
};
