// Trees that each item of a scope has for itself: who writes them, and that each is judged on its main line when its item ends.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { mayEndItem, routeEndsItem } from '../ends-item.ts';
import {
  type Contract,
  kindOf,
  own,
  type Phase,
  requestsIn,
  rolesOf,
  scopeOf,
  writesOf,
} from './definition.ts';
import type { ProofProblem } from './problem.ts';

const found = (code: ProofProblem['code'], message: string, ...path: string[]): ProofProblem => ({
  code,
  message,
  path,
});

/** Trees with a main line that this contract writes. */
const linesOf = (workflow: Workflow, contract: Contract | undefined): readonly string[] =>
  contract === undefined
    ? []
    : writesOf(contract).filter((artifact) => own(workflow.artifacts, artifact)?.onto !== undefined);

const contractsIn = (workflow: Workflow, phase: string): readonly string[] => [
  ...(own(workflow.phases, phase)?.work ?? []).map(({ contract }) => contract),
  ...requestsIn(workflow, phase).flatMap(({ contract }) => contract ?? []),
];

/** Trees with a main line that are written in this scope. */
const linesIn = (workflow: Workflow, scope: string): readonly string[] => [
  ...new Set(
    (own(workflow.scopes, scope)?.phases ?? [])
      .flatMap((phase) => contractsIn(workflow, phase))
      .flatMap((contract) => linesOf(workflow, own(workflow.contracts, contract))),
  ),
];

/** Main lines that move when an item ends after this phase. */
export const mainLinesFrom = (workflow: Workflow, phase: string): readonly string[] => {
  const scope = scopeOf(workflow, phase);
  const ends = own(workflow.phases, phase)?.routes.some((route) => routeEndsItem(workflow, route));
  return scope === undefined || !ends
    ? []
    : linesIn(workflow, scope).flatMap((line) => own(workflow.artifacts, line)?.onto ?? []);
};

const artifactProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.artifacts).flatMap(([name, { onto, kind, each }]) => {
    const main = onto === undefined ? undefined : own(workflow.artifacts, onto);
    if (onto === undefined || main === undefined) return [];
    const at = ['artifacts', name, 'onto'];
    const isMain = main.kind === 'tree' && main.each !== true && main.onto === undefined;
    return [
      ...(kind === 'tree' && each === true
        ? []
        : [
            found(
              'PROOF_REFERENCE',
              `artifact "${name}" has a main line; expected a tree that is "each"`,
              ...at,
            ),
          ]),
      ...(isMain
        ? []
        : [
            found(
              'PROOF_REFERENCE',
              `artifact "${name}": expected one tree as its main line, got "${onto}"; take one that is not "each"`,
              ...at,
            ),
          ]),
    ];
  });

/** One tree for an item, and one who works on it at a time. */
const writerProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([name, { work }]) => {
    const scope = scopeOf(workflow, name);
    const at = ['phases', name];
    const asked = requestsIn(workflow, name).flatMap(({ contract }) =>
      linesOf(workflow, own(workflow.contracts, contract ?? '')),
    );
    return [
      ...work.flatMap(({ contract: contractName, over }) => {
        const contract = own(workflow.contracts, contractName);
        return linesOf(workflow, contract).flatMap((line) => {
          if (scope === undefined)
            return [
              found(
                'PROOF_PARALLEL_WRITERS',
                `phase "${name}": contract "${contractName}" writes "${line}", which has a main line, outside of a scope; put the phase into a scope, or take "onto" away`,
                ...at,
              ),
            ];
          if (over !== undefined)
            return [
              found(
                'PROOF_PARALLEL_WRITERS',
                `phase "${name}": several write "${line}" of one item at once; expected one work without a fan-out`,
                ...at,
              ),
            ];
          return contract?.worksIn === line
            ? []
            : [
                found(
                  'PROOF_REFERENCE',
                  `contract "${contractName}" writes "${line}" and works in "${contract?.worksIn}"; expected it to work in "${line}", which begins at the main line`,
                  ...['contracts', contractName, 'worksIn'],
                ),
              ];
        });
      }),
      ...asked.map((line) =>
        found(
          'PROOF_PARALLEL_WRITERS',
          `phase "${name}": answers to requests write "${line}", which belongs to the work of the item`,
          ...at,
        ),
      ),
    ];
  });

/** Why an item must not end after this phase; undefined when what is accepted there is judged on the main line. */
const wrongEnd = (
  workflow: Workflow,
  name: string,
  phase: Phase,
  lines: readonly string[],
): string | undefined => {
  if (phase.routes.some((route) => 'exit' in route.when && routeEndsItem(workflow, route)))
    return 'an item ends well there when its work is given up; let it end alone ("item-failed")';
  const [work, ...others] = phase.work;
  const judged =
    work !== undefined && others.length === 0 && work.over === undefined && work.until === undefined;
  if (!judged || rolesOf(work).some((role) => kindOf(workflow, role) !== 'agent'))
    return 'expected one agent to hand in what ends an item, without a fan-out and without "until": only that is judged on the main line as it stands then';
  const contract = own(workflow.contracts, work.contract);
  const outcomes = Object.keys(contract?.outcomes ?? {});
  const declined = contract?.declines?.outcome;
  if (declined !== undefined && mayEndItem(workflow, name, declined))
    return `an item ends well there with "${declined}", with which nothing is handed in; let another outcome end it`;
  const isOwner = linesOf(workflow, contract).some((line) => lines.includes(line));
  return isOwner || outcomes.some((outcome) => !mayEndItem(workflow, name, outcome))
    ? undefined
    : `contract "${work.contract}" does not write ${lines.map((line) => `"${line}"`).join(', ')}, and every outcome of it ends the item; add an outcome that sends a conflict back to whoever does`;
};

const scopeProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => {
    const lines = linesIn(workflow, name);
    if (lines.length === 0) return [];
    const mains = new Set(lines.flatMap((line) => own(workflow.artifacts, line)?.onto ?? []));
    const others = Object.keys(workflow.scopes ?? {}).filter(
      (other) => other !== name && linesIn(workflow, other).some((line) => lines.includes(line)),
    );
    const at = ['scopes', name];
    return [
      ...(lines.length > 1
        ? [
            found(
              'PROOF_PARALLEL_WRITERS',
              `scope "${name}": expected one tree for each item, got ${lines.map((line) => `"${line}"`).join(', ')}`,
              ...at,
            ),
          ]
        : []),
      ...others.map((other) =>
        found(
          'PROOF_PARALLEL_WRITERS',
          `scopes "${name}" and "${other}" write "${lines[0]}"; give each scope a tree of its own`,
          ...at,
        ),
      ),
      ...scope.phases.flatMap((phase) =>
        contractsIn(workflow, phase)
          .flatMap((contract) => writesOf(own(workflow.contracts, contract) ?? NOTHING))
          .filter((artifact) => mains.has(artifact))
          .map((artifact) =>
            found(
              'PROOF_PARALLEL_WRITERS',
              `scope "${name}": phase "${phase}" writes "${artifact}", the main line of its items; only items that end well move it`,
              ...at,
            ),
          ),
      ),
      ...scope.phases.flatMap((phase) => {
        const spec = own(workflow.phases, phase);
        const ends = spec?.work.length !== 0 && spec?.routes.some((route) => routeEndsItem(workflow, route));
        const wrong = spec === undefined || !ends ? undefined : wrongEnd(workflow, phase, spec, lines);
        return wrong === undefined
          ? []
          : [found('PROOF_OWNER', `scope "${name}", phase "${phase}": ${wrong}`, 'phases', phase)];
      }),
    ];
  });

const NOTHING: Pick<Contract, 'produces' | 'mayProduce' | 'derives'> = { produces: [] };

export const lineProblems = (workflow: Workflow): ProofProblem[] => [
  ...artifactProblems(workflow),
  ...writerProblems(workflow),
  ...scopeProblems(workflow),
];
