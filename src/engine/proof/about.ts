// What facts are about. By default also all that a guarantor read (required) and wrote: a changed input makes it stale.
import { factOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Contract, guaranteesOf, requiredReads } from './definition.ts';

/** What this contract's statement of the fact is about. */
export const aboutBy = (workflow: Workflow, fact: string, contract: Contract): ReadonlySet<string> =>
  new Set([...factOf(workflow, fact).about, ...contract.produces, ...requiredReads(contract)]);

/** Contracts with an outcome that guarantees the fact. */
export const guarantorsOf = (workflow: Workflow, fact: string): readonly Contract[] =>
  Object.values(workflow.contracts).filter((contract) => guaranteesOf(contract).has(fact));

/** What the fact may be about, whoever stated it last: a write to any of it may void the fact. */
export const aboutOf = (workflow: Workflow, fact: string): ReadonlySet<string> =>
  new Set([
    ...factOf(workflow, fact).about,
    ...guarantorsOf(workflow, fact).flatMap((contract) => [...aboutBy(workflow, fact, contract)]),
  ]);

export const intersection = <T>(a: Iterable<T>, b: ReadonlySet<T>): T[] => [...a].filter((x) => b.has(x));

/** What is in every one of the sets. Of no set at all: nothing. */
export const meet = (sets: readonly ReadonlySet<string>[]): Set<string> =>
  new Set([...(sets[0] ?? [])].filter((x) => sets.every((set) => set.has(x))));
