// Every name that a definition uses is defined in it, and is one that ids and file names can be made of.
import { FORM_CLAUSE } from '../../model/run/judged.ts';
import { PEOPLE } from '../../model/run/notice.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Contract, END, own, rolesOf } from './definition.ts';
import { type ProofProblem, unknownName } from './problem.ts';

interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly among: readonly string[];
  readonly at: readonly string[];
}

const several = (
  kind: string,
  names: readonly string[],
  record: object,
  ...at: string[]
): readonly Reference[] => names.map((name) => ({ kind, name, among: Object.keys(record), at }));

const maybe = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);

/** Clauses are judged outcome by outcome: one that is not judged where the fact is guaranteed carries nothing. */
const ofRests = (workflow: Workflow, name: string, contract: Contract): Reference[] =>
  Object.entries(contract.rests ?? {}).flatMap(([fact, clauses = []]) => {
    const at = ['contracts', name, 'rests'];
    const guaranteeing = Object.entries(contract.outcomes).filter(([, { guarantees }]) =>
      guarantees.includes(fact),
    );
    return [
      ...several('fact', [fact], workflow.facts, ...at),
      ...guaranteeing.flatMap(([outcome]) => {
        const judged = (contract.checks ?? []).filter(({ on }) => on === undefined || on.includes(outcome));
        const among = [FORM_CLAUSE, ...judged.map((check) => check.name)];
        return clauses.map((clause) => ({ kind: 'clause', name: clause, among, at: [...at, fact] }));
      }),
    ];
  });

/** `true` stands for the base of the run. */
const treeCompared = ({ reviews }: Contract): string | undefined => (reviews === true ? undefined : reviews);

const toldRoles = ({ tells }: Contract): readonly string[] =>
  (tells?.to ?? []).filter((receiver) => receiver !== PEOPLE);

/** A fact that rests on nothing would be worth whatever one likes. */
const emptyRests = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.contracts).flatMap(([name, contract]) =>
    Object.entries(contract.rests ?? {})
      .filter(([, clauses = []]) => clauses.length === 0)
      .map(([fact]) => ({
        code: 'PROOF_REFERENCE' as const,
        message: `contracts.${name}.rests.${fact}: expected at least one clause, got none`,
        path: ['contracts', name, 'rests', fact],
      })),
  );

const ofContracts = (workflow: Workflow): Reference[] =>
  Object.entries(workflow.contracts).flatMap(([name, contract]) => {
    const at = ['contracts', name];
    return [
      ...several('role', contract.from, workflow.roles, ...at, 'from'),
      ...several('artifact', Object.keys(contract.reads ?? {}), workflow.artifacts, ...at, 'reads'),
      ...several('artifact', contract.produces, workflow.artifacts, ...at, 'produces'),
      ...several('artifact', contract.mayProduce ?? [], workflow.artifacts, ...at, 'mayProduce'),
      ...several('artifact', contract.derives?.artifacts ?? [], workflow.artifacts, ...at, 'derives'),
      ...several('fact', maybe(contract.renews?.fact), workflow.facts, ...at, 'renews'),
      ...several('role', toldRoles(contract), workflow.roles, ...at, 'tells'),
      ...several('artifact', maybe(contract.worksIn), workflow.artifacts, ...at, 'worksIn'),
      ...several('artifact', maybe(treeCompared(contract)), workflow.artifacts, ...at, 'reviews'),
      ...several('fact', contract.assumes ?? [], workflow.facts, ...at, 'assumes'),
      ...Object.entries(contract.outcomes).flatMap(([outcome, { guarantees }]) =>
        several('fact', guarantees, workflow.facts, ...at, 'outcomes', outcome, 'guarantees'),
      ),
      ...ofRests(workflow, name, contract),
      ...(contract.checks ?? []).flatMap((check) =>
        several('outcome', check.on ?? [], contract.outcomes, ...at, 'checks', check.name, 'on'),
      ),
    ];
  });

const ofPhases = (workflow: Workflow): Reference[] => {
  const targets = { ...workflow.phases, ...workflow.scopes, [END]: true };
  return Object.entries(workflow.phases).flatMap(([name, phase]) => [
    ...phase.work.flatMap((work, index) => {
      const at = ['phases', name, 'work', String(index)];
      return [
        ...several('role', rolesOf(work), workflow.roles, ...at, 'role'),
        ...several('contract', [work.contract], workflow.contracts, ...at, 'contract'),
        ...several('fact', maybe(work.until), workflow.facts, ...at, 'until'),
      ];
    }),
    ...phase.routes.flatMap((route, index) => {
      const at = ['phases', name, 'routes', String(index)];
      return [
        ...several('phase', [route.to], targets, ...at, 'to'),
        ...several('limit', maybe(route.counts), workflow.limits, ...at, 'counts'),
        ...several('limit', route.resets ?? [], workflow.limits, ...at, 'resets'),
        ...several('event', maybe(route.event), workflow.events ?? {}, ...at, 'event'),
      ];
    }),
  ]);
};

const ofTheRest = (workflow: Workflow): Reference[] => [
  ...Object.entries(workflow.artifacts).flatMap(([name, { onto }]) =>
    several('artifact', maybe(onto), workflow.artifacts, 'artifacts', name, 'onto'),
  ),
  ...several('phase', [workflow.first], { ...workflow.phases, ...workflow.scopes }, 'first'),
  ...Object.entries(workflow.roles).flatMap(([name, role]) =>
    several('artifact', role.mayWrite, workflow.artifacts, 'roles', name, 'mayWrite'),
  ),
  ...Object.entries(workflow.facts).flatMap(([name, fact]) =>
    several('artifact', fact.about, workflow.artifacts, 'facts', name, 'about'),
  ),
  ...Object.entries(workflow.limits).flatMap(([name, limit]) => [
    ...several('phase', [limit.atLimit], workflow.phases, 'limits', name, 'atLimit'),
    ...several(
      'policy',
      typeof limit.max === 'object' && 'policy' in limit.max ? [limit.max.policy] : [],
      workflow.policy?.shape ?? {},
      'limits',
      name,
      'max',
    ),
  ]),
  ...Object.entries(workflow.requests ?? {}).flatMap(([name, request]) => [
    ...several('role', [...request.by, request.to], workflow.roles, 'requests', name),
    ...several('phase', request.in, workflow.phases, 'requests', name, 'in'),
    ...several('contract', maybe(request.contract), workflow.contracts, 'requests', name, 'contract'),
    ...several('artifact', maybe(request.file?.artifact), workflow.artifacts, 'requests', name, 'file'),
    ...several('fact', maybe(request.until), workflow.facts, 'requests', name, 'until'),
  ]),
  ...Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => [
    ...several(
      'phase',
      [...scope.phases, scope.first, ...maybe(scope.blocked)],
      workflow.phases,
      'scopes',
      name,
    ),
    ...several(
      'phase',
      [scope.then],
      { ...workflow.phases, ...workflow.scopes, [END]: true },
      'scopes',
      name,
      'then',
    ),
  ]),
];

const badNames = (workflow: Workflow): ProofProblem[] => {
  const problems: ProofProblem[] = [];
  const check = (kind: string, record: object | undefined, good: (name: string) => boolean, rule: string) => {
    for (const name of Object.keys(record ?? {}))
      if (!good(name))
        problems.push({
          code: 'PROOF_REFERENCE',
          message: `${kind}.${name}: expected a name of ${rule}, got "${name}"`,
          path: [kind, name],
        });
  };
  const name = 'letters, digits, "-" and "_", beginning and ending with a letter or digit';
  for (const kind of ['roles', 'phases', 'limits', 'requests', 'scopes'] as const)
    check(kind, workflow[kind], isName, name);
  for (const kind of ['artifacts', 'facts'] as const)
    check(kind, workflow[kind], (key) => /^[^\s/]+$/.test(key), 'characters without "/" and white space');
  for (const kind of ['phases', 'scopes'] as const)
    if (own<unknown>(workflow[kind], END) !== undefined)
      problems.push({
        code: 'PROOF_REFERENCE',
        message: `${kind}.${END}: "${END}" is where a run ends; give this another name`,
        path: [kind, END],
      });
  return problems;
};

export const referenceProblems = (workflow: Workflow): ProofProblem[] => [
  ...badNames(workflow),
  ...emptyRests(workflow),
  ...[...ofTheRest(workflow), ...ofContracts(workflow), ...ofPhases(workflow)]
    .filter(({ name, among }) => !among.includes(name))
    .map(
      ({ kind, name, among, at }): ProofProblem => ({
        code: 'PROOF_REFERENCE',
        message: `${at.join('.')}: ${unknownName(kind, name, among)}`,
        path: at,
      }),
    ),
];
