// What an accepted submission guarantees: about which bytes, and on what basis.

import type { Judged } from '../../model/run/judged.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import type { Work } from '../../model/run/state.ts';
import { weakestBasis } from '../../model/run/verdict.ts';
import type { Fact } from '../../model/workflow/fact.ts';
import { factOf, outcomeOf } from '../../model/workflow/lookup.ts';
import { keyOf } from '../../model/workflow/names.ts';
import type { ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { itemOf, keysRead } from '../view.ts';

interface Accepted {
  readonly contract: ContractSpec<string, string, string>;
  readonly outcome: string;
  readonly sealed: readonly Sealed[];
  readonly judged: readonly Judged[];
}

/** The weakest of the clauses behind it: a fact is worth no more than what is behind it. */
const groundsOf = (fact: string, { contract, judged }: Accepted): Pick<Fact, 'basis' | 'rests'> => {
  const rests = contract.rests?.[fact];
  const behind = rests === undefined ? judged : judged.filter(({ clause }) => rests.includes(clause));
  const basis = weakestBasis(behind.map((one) => one.basis));
  return {
    ...(basis === undefined ? {} : { basis }),
    ...(rests === undefined ? {} : { rests: [...rests] }),
  };
};

export const factsOf = (draft: Draft, work: Work, accepted: Accepted): Fact[] => {
  const { workflow, state } = draft;
  const { contract, outcome, sealed } = accepted;
  const subject = itemOf(work.assignment);
  const now = { ...state.artifacts, ...Object.fromEntries(sealed.map((s) => [s.artifact, s])) };
  const required = Object.entries(contract.reads ?? {})
    .filter(([, need]) => need === 'required')
    .map(([a]) => a);
  return outcomeOf(contract, outcome).guarantees.map((fact) => {
    const spec = factOf(workflow, fact);
    const names = new Set([...spec.about, ...contract.produces, ...required]);
    const keys = [...names].flatMap((artifact) => keysRead(workflow, now, artifact, work.assignment));
    return {
      fact: spec.each ? keyOf(fact, subject) : fact,
      about: Object.fromEntries(
        keys.flatMap((key) => (now[key] === undefined ? [] : [[key, now[key].digest]])),
      ),
      ...groundsOf(fact, accepted),
    };
  });
};
