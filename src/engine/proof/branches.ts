// Which route is taken after which outcomes. A guard may be true or false, so what it takes is also left for the rest.
import { phaseOf } from '../../model/workflow/lookup.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Phase, Route } from './definition.ts';
import { COMBINATIONS_MAX, type Combination, combinationsOf, type Ending } from './endings.ts';
import { type ProofProblem, quoted } from './problem.ts';

export interface Branch {
  readonly phase: string;
  readonly route: Route;
  /** The ways to end that take this route. */
  readonly combinations: readonly Combination[];
}

export const whenText = ({ when }: Route): string =>
  'all' in when
    ? `all "${when.all}"`
    : 'any' in when
      ? `any "${when.any}"`
      : 'guard' in when
        ? `guard "${when.says}"`
        : 'exit' in when
          ? when.exit
          : 'otherwise';

const fits = ({ when }: Route, combination: Combination): boolean => {
  const endings = combination.flat();
  if ('all' in when) return endings.every(({ names }) => names.includes(when.all));
  if ('any' in when) return endings.some(({ names }) => names.includes(when.any));
  return !('exit' in when);
};

const isExit = ({ when }: Route): boolean => 'exit' in when;

/** Nothing is known of it, not even that it was begun. */
const UNFINISHED: Ending = { names: [], facts: new Set(), made: new Set(), satOut: false };

/** Whoever gives up leaves at least one piece of work unfinished; the others may stand anywhere. */
const unfinished = (combinations: readonly Combination[]): readonly Combination[] =>
  combinations.flatMap((combination) => [
    combination.map(() => [UNFINISHED]),
    ...combination.map((_, at) =>
      combination.map((endings, index) => (index === at ? [...endings, UNFINISHED] : endings)),
    ),
  ]);

/** Nothing at all of a phase is done. */
export const unfinishedIn = (workflow: Workflow, phase: string): readonly Combination[] => [
  phaseOf(workflow, phase).work.map(() => [UNFINISHED]),
];

const combinationText = (phase: Phase, combination: Combination): string =>
  phase.work
    .map(({ contract, over, until }, index) => {
      const ends = (combination[index] ?? []).map(({ names, satOut }) => {
        if (!satOut) return `ends with ${quoted(names)}`;
        const counts = names.length === 0 ? 'no outcome' : quoted(names);
        return `sits out because "${until}" holds, which counts as ${counts}`;
      });
      return `${over === undefined ? '' : 'an item of '}contract "${contract}" ${ends.join(over === undefined ? ' or ' : ' and another one ')}`;
    })
    .join(', and ');

const outcomeProblem = (phase: string, message: string): ProofProblem => ({
  code: 'PROOF_OUTCOME',
  message: `phase "${phase}": ${message}`,
  path: [phase],
});

const impossible = (name: string, phase: Phase, combinations: readonly Combination[]): ProofProblem[] =>
  phase.routes
    .filter((route) => !isExit(route) && !combinations.some((combination) => fits(route, combination)))
    .map((route) =>
      outcomeProblem(
        name,
        `the route ${whenText(route)} can never be taken; the outcomes are ${phase.work
          .map((_, i) =>
            quoted(new Set(combinations.flatMap((c) => (c[i] ?? []).flatMap(({ names }) => names)))),
          )
          .join(' beside ')}`,
      ),
    );

export interface Branching {
  readonly branches: readonly Branch[];
  readonly problems: readonly ProofProblem[];
}

export const branchingOf = (workflow: Workflow, name: string): Branching => {
  const phase = phaseOf(workflow, name);
  const combinations = combinationsOf(workflow, phase.work);
  if (combinations === undefined)
    return {
      branches: phase.routes.map((route) => ({ phase: name, route, combinations: [] })),
      problems: [
        outcomeProblem(
          name,
          `its work can end in more than ${COMBINATIONS_MAX} ways, which are not looked through; split the phase or merge outcomes`,
        ),
      ],
    };
  let open = combinations;
  const branches = phase.routes.map((route): Branch => {
    if (isExit(route)) return { phase: name, route, combinations: unfinished(combinations) };
    const taken = open.filter((combination) => fits(route, combination));
    if (!('guard' in route.when)) open = open.filter((combination) => !fits(route, combination));
    return { phase: name, route, combinations: taken };
  });
  const problems = impossible(name, phase, combinations);
  const [first] = open;
  if (first !== undefined)
    problems.push(
      outcomeProblem(
        name,
        `no route is taken when ${combinationText(phase, first)}${open.length > 1 ? ` (and in ${open.length - 1} more cases)` : ''}; add a route for it`,
      ),
    );
  // A route that earlier ones leave nothing for is no way to anywhere.
  return { branches: branches.filter((branch) => branch.combinations.length > 0), problems };
};
