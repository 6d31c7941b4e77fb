// A workflow as a picture: steps, who does them, what they read and write, and where each outcome goes. Made from the
// data alone; terminals and pages draw it.
import type { DrawnStep, DrawnWay, Picture } from '../model/workflow/picture.ts';
import type { Workflow } from '../model/workflow/workflow.ts';

type Phase = Workflow['phases'][string];
type Route = Phase['routes'][number];
type Contract = Workflow['contracts'][string];

const limitOf = ({ limits }: Workflow, name: string | undefined): Pick<DrawnWay, 'limit'> => {
  const spec = name === undefined ? undefined : limits[name];
  if (name === undefined || spec === undefined) return {};
  const max = typeof spec.max === 'number' ? spec.max : 'cap' in spec.max ? spec.max.cap : spec.max.policy;
  return { limit: { name, max, then: spec.atLimit } };
};

const onOf = (
  { when }: Route,
  contract: Contract | undefined,
  isFanOut: boolean,
): Pick<DrawnWay, 'on' | 'of'> => {
  if ('guard' in when) return { on: `if ${when.says}` };
  if ('otherwise' in when) return {};
  if ('exit' in when) return { on: when.exit };
  const [outcome, of] = 'all' in when ? ([when.all, 'all'] as const) : ([when.any, 'any'] as const);
  const isOnly = Object.keys(contract?.outcomes ?? {}).length <= 1;
  return isOnly ? {} : { on: outcome, ...(isFanOut ? { of } : {}) };
};

const wayOf = (
  workflow: Workflow,
  route: Route,
  contract: Contract | undefined,
  isFanOut: boolean,
): DrawnWay => {
  const outcome = 'all' in route.when ? route.when.all : 'any' in route.when ? route.when.any : undefined;
  return {
    ...onOf(route, contract, isFanOut),
    to: route.to,
    ...(route.as === undefined ? {} : { as: route.as }),
    ...limitOf(workflow, route.counts),
    guarantees: outcome === undefined ? [] : (contract?.outcomes[outcome]?.guarantees ?? []),
  };
};

const KINDS = { agent: 'agent', human: 'person', engine: 'engine' } as const;

const stepOf = (workflow: Workflow, name: string, { work: [work], routes }: Phase): DrawnStep => {
  const contract = work === undefined ? undefined : workflow.contracts[work.contract];
  const roles = work === undefined ? [] : typeof work.role === 'string' ? [work.role] : work.role.byItem;
  const [role = ''] = roles;
  const reads = Object.entries(contract?.reads ?? {});
  const [scope] = Object.entries(workflow.scopes ?? {}).find(([, { phases }]) => phases.includes(name)) ?? [];
  return {
    name,
    kind: work === undefined ? 'fork' : KINDS[workflow.roles[role]?.kind ?? 'agent'],
    ...(scope === undefined ? {} : { scope }),
    roles,
    ...(work?.over === undefined ? {} : { items: work.over.max }),
    ...(work === undefined ? {} : { contract: work.contract }),
    ...(contract === undefined ? {} : { says: contract.says }),
    reads: reads.filter(([, how]) => how === 'required').map(([artifact]) => artifact),
    mayRead: reads.filter(([, how]) => how === 'optional').map(([artifact]) => artifact),
    writes: [...(contract?.produces ?? []), ...(contract?.mayProduce ?? [])],
    assumes: contract?.assumes ?? [],
    checks: (contract?.checks ?? []).map((check) => check.name),
    ways: routes.map((route) => wayOf(workflow, route, contract, work?.over !== undefined)),
  };
};

const drawn = (workflow: Workflow): Picture => ({
  workflow: workflow.name,
  says: workflow.says,
  first: workflow.first,
  scopes: Object.entries(workflow.scopes ?? {}).map(([name, { max, order, then }]) => ({
    ...{ name, max, then },
    parallel: order === 'sequential' ? 1 : order.parallel,
  })),
  steps: Object.entries(workflow.phases).map(([name, phase]) => stepOf(workflow, name, phase)),
});

const pictures = new WeakMap<Workflow, Picture>();

/** Drawn once: whoever shows a run asks for it again and again. */
export const pictureOf = (workflow: Workflow): Picture => {
  const known = pictures.get(workflow) ?? drawn(workflow);
  pictures.set(workflow, known);
  return known;
};
