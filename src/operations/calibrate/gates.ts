// What each gate asks of one change: the clauses of the family, and how strict the gate is.
import type { Change, NamedTest } from '../../checks/change/change.ts';
import { changeClauses, NEED_TESTS } from '../../checks/change/change-clauses.ts';
import { sizeKept } from '../../checks/change/size-kept.ts';
import type { Clause } from '../../checks/clause.ts';
import { coverageKept } from '../../checks/measures/coverage-kept.ts';
import { protectedKind } from '../../evidence/source/test-files.ts';
import type { Config } from '../../model/config.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Submission } from '../../model/workflow/view.ts';
import { owesTest, type WorkKind } from '../../model/workflow/work-kind.ts';
import type { Check } from '../../model/workflow/workflow.ts';

export const GATES = ['hook', 'relay', 'h3a'] as const;
export type GateName = (typeof GATES)[number];

/** What the owner of a plan says of a piece of work, and what the project's policy allows. */
export interface Declaration {
  readonly kind: WorkKind;
  readonly released: readonly string[];
  /** Of h3a: tests that may stay red. */
  readonly knownFailures: readonly string[];
  /** Of h3a: the size of one task. */
  readonly files?: number | undefined;
  readonly lines?: number | undefined;
}

export interface GatePolicy {
  readonly files?: number | undefined;
  readonly lines?: number | undefined;
  readonly coverage?: number | undefined;
  readonly coverageDelta?: number | undefined;
}

export interface Gated {
  readonly base: Digest;
  readonly head: Digest;
  readonly config: Config;
  readonly declared: Declaration;
  /** The test that an executor of h3a names as its proof. */
  readonly named: readonly NamedTest[];
  readonly policy: GatePolicy;
}

/** Checks whose options do not depend on a submission are judged without one. */
const clauseOf = (check: Check): Clause => {
  const none = {} as Submission;
  return {
    name: check.name,
    title: check.title ?? check.says,
    says: check.says,
    needs: check.needs(none),
    judge: (seen) => check.judge(none, seen),
  };
};

const tasksOwn = ({ base, head, config, declared, policy }: Gated): Clause[] => {
  const trees = { base: () => base, head: () => head };
  return [
    sizeKept({
      ...trees,
      filesMax: () => declared.files ?? policy.files,
      linesMax: () => declared.lines ?? policy.lines,
      isExcluded: (path) => protectedKind(path) === 'lock',
    }),
    ...(config.namedCommands.includes('coverage')
      ? [
          coverageKept({
            ...{ command: 'coverage', ...trees },
            absoluteMin: () => policy.coverage,
            deltaMin: () => policy.coverageDelta,
          }),
        ]
      : []),
  ].map(clauseOf);
};

export const changeAt = (gate: GateName, gated: Gated): Change => {
  const { base, head, config, declared, named } = gated;
  const common = { command: 'test', base, head, released: declared.released, commands: config.namedCommands };
  switch (gate) {
    case 'hook':
      // An agent under the hook has no plan: nobody says a kind.
      return { ...common, kind: 'feature', strict: false, owesTest: config.hook?.require === 'tested' };
    case 'relay':
      return { ...common, kind: declared.kind, strict: false };
    case 'h3a':
      return {
        ...common,
        ...{ kind: declared.kind, strict: true, knownFailures: declared.knownFailures },
        named: owesTest(declared.kind) ? named : [],
      };
  }
};

/** A relay is judged without tests where the project waives them. */
const isWithoutTests = (gate: GateName, { namedCommands, waived }: Config): boolean =>
  gate === 'relay' && waived['test'] !== undefined && !namedCommands.includes('test');

export const clausesAt = (gate: GateName, gated: Gated): readonly Clause[] => {
  const family = changeClauses(changeAt(gate, gated)).filter(
    ({ name }) => !(isWithoutTests(gate, gated.config) && NEED_TESTS.includes(name)),
  );
  return gate === 'h3a' ? [...family, ...tasksOwn(gated)] : family;
};
