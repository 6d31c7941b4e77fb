// Which facts a way through the graph gives and which it voids.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { aboutBy, aboutOf, intersection, meet } from './about.ts';
import type { Branch } from './branches.ts';
import { guaranteesOf, isParallel, requestsIn, scopeOf, writesOf } from './definition.ts';
import { mayLeaveOut } from './endings.ts';
import { type Edge, type Graph, madeOn, refutations } from './graph.ts';

export interface FactRules {
  readonly about: ReadonlyMap<string, ReadonlySet<string>>;
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
  new Set([...contracts].flatMap((contract) => writesOf(workflow.contracts[contract]!)));

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
    ...producedBy(
      workflow,
      workflow.phases[phase]!.work.map((work) => work.contract),
    ),
    ...requestWrites(workflow, phase),
  ]);

/** Items of the same work write beside each other; what they state is safe where it is about their own bytes only. */
const isSafeAmongItems = (workflow: Workflow, phase: string, index: number, fact: string): boolean => {
  const { over, contract: name } = workflow.phases[phase]!.work[index]!;
  const contract = workflow.contracts[name]!;
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
      workflow.phases[phase]!.work.filter((_, i) => i !== index).map((work) => work.contract),
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
  name: string,
  writes: ReadonlySet<string>,
): ReadonlySet<string> => {
  const scope = workflow.scopes![name]!;
  const inside: Graph = {
    first: scope.first,
    edges: graph.edges.filter(
      (e) => scope.phases.includes(e.from) && e.leaves === undefined && e.to !== 'end',
    ),
  };
  const withoutOwn = new Map(
    [...writes].map((artifact) => [
      artifact,
      refutations(
        inside,
        false,
        (edge, there) => there || madeOn(workflow, edge.branch, false).has(artifact),
      ),
    ]),
  );
  const shared = new Set<string>();
  for (const phase of scope.phases)
    for (const work of workflow.phases[phase]!.work) {
      const contract = workflow.contracts[work.contract]!;
      for (const fact of guaranteesOf(contract))
        for (const artifact of intersection(aboutBy(workflow, fact, contract), writes)) {
          const ownIsThere = work.over === undefined && !withoutOwn.get(artifact)!.has(phase);
          const makesOwn =
            contract.produces.includes(artifact) && !mayLeaveOut(workflow, contract, fact, artifact);
          if (!workflow.artifacts[artifact]!.each || !(makesOwn || ownIsThere)) shared.add(fact);
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
  const about = new Map(Object.keys(workflow.facts).map((fact) => [fact, aboutOf(workflow, fact)]));
  const scopes = new Map(
    Object.entries(workflow.scopes ?? {}).map(([name, scope]) => {
      const writes = new Set(scope.phases.flatMap((phase) => [...writesIn(workflow, phase)]));
      return [
        name,
        { writes, shared: sharedIn(workflow, graph, name, writes), parallel: isParallel(scope) },
      ] as const;
    }),
  );
  const aboutAny = (artifacts: ReadonlySet<string>): string[] =>
    [...about].flatMap(([fact, names]) => (intersection(names, artifacts).length > 0 ? [fact] : []));
  /** After the scope a fact is said of all its items, and what the last one wrote may have voided the first one's. */
  const voidedAtExit = (name: string): string[] => {
    const { writes, shared, parallel } = scopes.get(name)!;
    return aboutAny(writes).filter((fact) => (workflow.facts[fact]!.each ? shared.has(fact) : parallel));
  };
  const between = (edge: Edge): ReadonlySet<string> =>
    new Set([
      ...(edge.leaves === undefined ? [] : voidedAtExit(edge.leaves)),
      ...(edge.enters === undefined ? [] : aboutAny(scopes.get(edge.enters)!.writes)),
    ]);
  const unsafeIn = (phase: string): ReadonlySet<string> => {
    const scope = scopeOf(workflow, phase);
    const found = scope === undefined ? undefined : scopes.get(scope)!;
    return found?.parallel ? found.shared : new Set();
  };
  const rules = new Map(
    graph.edges.map((edge) => {
      const lost = between(edge);
      const unsafe = unsafeIn(edge.from);
      const beside = workflow.phases[edge.from]!.work.map((_, i) => writtenBeside(workflow, edge.from, i));
      const isSafe = (fact: string, index: number): boolean =>
        !lost.has(fact) &&
        !unsafe.has(fact) &&
        isSafeAmongItems(workflow, edge.from, index, fact) &&
        intersection(about.get(fact)!, beside[index]!).length === 0;
      const states = statedOn(edge.branch, () => true);
      const gives = statedOn(edge.branch, isSafe);
      const voids = new Set([...aboutAny(writesIn(workflow, edge.from)), ...lost]);
      return [edge, { states, gives, voids }] as const;
    }),
  );
  return {
    about,
    writesIn: (phase) => writesIn(workflow, phase),
    writesInScope: (scope) => scopes.get(scope)!.writes,
    states: (edge) => rules.get(edge)!.states,
    gives: (edge) => rules.get(edge)!.gives,
    voids: (edge) => rules.get(edge)!.voids,
  };
};
