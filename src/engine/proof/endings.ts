// How a piece of work can end, as routing sees it: with an accepted outcome, or by sitting out while its `until` holds.
// Who sits out counts with every outcome whose guarantees all hold at that moment; there may be several, or none.
import { artifactOf, contractOf, factOf, outcomeOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { aboutBy, aboutOf, guarantorsOf, meet } from './about.ts';
import { type Contract, guaranteesOf, kindOf, type Work } from './definition.ts';

export interface Ending {
  /** The outcomes that are true of it. */
  readonly names: readonly string[];
  readonly facts: ReadonlySet<string>;
  /** Artifacts that are there for sure. */
  readonly made: ReadonlySet<string>;
  readonly satOut: boolean;
}

/** One set of endings per work of a phase: those that occur among its items. */
export type Combination = readonly (readonly Ending[])[];

/** More combinations than this are not looked through; the phase has to be simpler. */
export const COMBINATIONS_MAX = 20_000;
const OPEN_FACTS_MAX = 10;

/**
 * An agent's submission without its artifacts is rejected, so they are there. Whoever declines, and a person, hand in no
 * files, and an effect may end badly: it leaves for sure only what the outcome makes a statement about.
 */
const madeBy = (workflow: Workflow, contract: Contract, outcome: string): ReadonlySet<string> => {
  const kinds = new Set(contract.from.map((role) => kindOf(workflow, role)));
  if (kinds.has('human') || outcome === contract.declines?.outcome) return new Set();
  if (!kinds.has('engine')) return new Set(contract.produces);
  const stated = new Set(
    outcomeOf(contract, outcome).guarantees.flatMap((fact) => factOf(workflow, fact).about),
  );
  return new Set(contract.produces.filter((artifact) => stated.has(artifact)));
};

/** An effect may state the fact without having made its own artifact; the fact is then about everybody else's. */
export const mayLeaveOut = (
  workflow: Workflow,
  contract: Contract,
  fact: string,
  artifact: string,
): boolean =>
  contract.from.some((role) => kindOf(workflow, role) === 'engine') &&
  Object.entries(contract.outcomes).some(
    ([name, { guarantees }]) => guarantees.includes(fact) && !madeBy(workflow, contract, name).has(artifact),
  );

/** What must be there because the fact holds: each of its guarantors made it. */
const madeWhereHolds = (workflow: Workflow, fact: string): ReadonlySet<string> => {
  const made = guarantorsOf(workflow, fact).flatMap((contract) =>
    Object.entries(contract.outcomes)
      .filter(([, { guarantees }]) => guarantees.includes(fact))
      .map(([outcome]) => madeBy(workflow, contract, outcome)),
  );
  const each = factOf(workflow, fact).each === true;
  return new Set([...meet(made)].filter((artifact) => each || !artifactOf(workflow, artifact).each));
};

/**
 * Facts that hold whenever `until` does because both were stated in the same breath, about no more bytes, and neither
 * is ever stated without the other's contract stating `until` too. One list per outcome that guarantees `until`.
 */
const boundTo = (workflow: Workflow, contract: Contract, until: string): readonly (readonly string[])[] => {
  if (guarantorsOf(workflow, until).some((other) => other !== contract)) return [[]];
  const outcomes = Object.values(contract.outcomes);
  const stated = aboutBy(workflow, until, contract);
  const isBound = (fact: string): boolean =>
    fact !== until &&
    factOf(workflow, fact).each === factOf(workflow, until).each &&
    guarantorsOf(workflow, fact).every((other) => other === contract) &&
    outcomes.every(({ guarantees }) => !guarantees.includes(fact) || guarantees.includes(until)) &&
    [...aboutOf(workflow, fact)].every((artifact) => stated.has(artifact));
  const lists = outcomes
    .filter(({ guarantees }) => guarantees.includes(until))
    .map(({ guarantees }) => guarantees.filter(isBound));
  return lists.length === 0 ? [[]] : lists;
};

function* subsets<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let bits = 0; bits < 2 ** all.length; bits++) yield all.filter((_, i) => (bits >> i) & 1);
}

const sittingOut = (workflow: Workflow, contract: Contract, until: string): readonly Ending[] | undefined => {
  const made = madeWhereHolds(workflow, until);
  const endings = new Map<string, Ending>();
  for (const bound of boundTo(workflow, contract, until)) {
    const open = [...guaranteesOf(contract)].filter((fact) => fact !== until && !bound.includes(fact));
    if (open.length > OPEN_FACTS_MAX) return undefined;
    for (const more of subsets(open)) {
      const holding = new Set([until, ...bound, ...more]);
      const outcomes = Object.entries(contract.outcomes).filter(
        ([, { guarantees }]) => guarantees.length > 0 && guarantees.every((fact) => holding.has(fact)),
      );
      const names = outcomes.map(([name]) => name);
      const facts = new Set([until, ...outcomes.flatMap(([, { guarantees }]) => guarantees)]);
      endings.set(names.join(' '), { names, facts, made, satOut: true });
    }
  }
  return [...endings.values()];
};

/** Undefined when there are too many to look through. */
export const endingsOf = (workflow: Workflow, work: Work): readonly Ending[] | undefined => {
  const contract = contractOf(workflow, work.contract);
  const worked = Object.entries(contract.outcomes).map(
    ([name, { guarantees }]): Ending => ({
      names: [name],
      facts: new Set(guarantees),
      made: madeBy(workflow, contract, name),
      satOut: false,
    }),
  );
  if (work.until === undefined) return worked;
  const rested = sittingOut(workflow, contract, work.until);
  return rested === undefined ? undefined : [...worked, ...rested];
};

/** Non-empty sets of at most `max` endings, smallest first, so that the simplest example is found first. */
const together = (endings: readonly Ending[], max: number): readonly (readonly Ending[])[] | undefined => {
  if (2 ** endings.length > COMBINATIONS_MAX) return undefined;
  return [...subsets(endings)]
    .filter((set) => set.length > 0 && set.length <= max)
    .sort((a, b) => a.length - b.length);
};

/** Every way in which the work of a phase can end; undefined when there are too many to look through. */
export const combinationsOf = (
  workflow: Workflow,
  works: readonly Work[],
): readonly Combination[] | undefined => {
  let all: readonly Combination[] = [[]];
  for (const work of works) {
    const endings = endingsOf(workflow, work);
    const sets =
      endings && (work.over === undefined ? endings.map((e) => [e]) : together(endings, work.over.max));
    if (sets === undefined || all.length * sets.length > COMBINATIONS_MAX) return undefined;
    all = all.flatMap((before) => sets.map((set) => [...before, set]));
  }
  return all;
};
