// Opening work: who is asked, for which item, in which order, on which tree.
import { BatonError } from '../../errors.ts';
import { ITEMS_MAX } from '../../model/limits/limits.ts';
import type { Ask, Assignment } from '../../model/run/event.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { artifactOf, contractOf } from '../../model/workflow/lookup.ts';
import { assignmentId, isName, keyOf } from '../../model/workflow/names.ts';
import type { ContractSpec, Item, WorkSpec } from '../../model/workflow/workflow.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Draft } from '../draft.ts';
import { lineStart } from '../line.ts';
import { allWorks } from '../reduce/past.ts';
import { holdsKey } from '../satisfied.ts';
import { scopeItemOf } from '../scope-item.ts';
import { seenBy } from '../veil.ts';
import { acceptedDigest, artifactKey, itemOf, keysRead } from '../view.ts';

type AnyWork = WorkSpec<string, string, string>;
type AnyContract = ContractSpec<string, string, string>;

export const checkItems = (
  where: string,
  items: readonly Item[],
  bounds: { min: number; max: number },
): void => {
  const max = Math.min(bounds.max, ITEMS_MAX);
  const keys = new Set(items.map((item) => item.key));
  const bad =
    items.length < bounds.min || items.length > max
      ? `expected ${bounds.min} to ${max} items, got ${items.length}`
      : keys.size !== items.length
        ? 'expected each item once, got one twice'
        : (items.map((item) => item.key).filter((key) => !isName(key))[0] ??
          items.flatMap((item) => item.after ?? []).filter((key) => !keys.has(key))[0]);
  if (bad !== undefined)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `the items of ${where}: ${bad.startsWith('expected') ? bad : `"${bad}" is not an item`}`,
    );
};

/** Blind work that waits for other blind work would build on what it must not see. */
const checkApart = (phase: string, items: readonly Item[]): void => {
  const bound = items.find(({ after = [] }) => after.length > 0);
  if (bound !== undefined)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `the items of blind phase ${phase}: expected items without "after", got "${bound.key}" after ${(bound.after ?? []).join(', ')}`,
    );
};

/** How the same line of work stood before this visit: what sits out keeps the tree it started from. */
export const previousStarts = (draft: Draft, scope: string, phase: string): ReadonlyMap<string, Digest> =>
  new Map(
    Object.values(draft.state.works)
      .filter(({ assignment }) => assignment.scope === scope && assignment.phase === phase)
      .flatMap(({ assignment, start }) => (start === undefined ? [] : [[assignment.line, start]])),
  );

const writesOf = (draft: Draft, contract: AnyContract, item: string | undefined): Assignment['writes'] => {
  const write = (artifact: string) => {
    const spec = artifactOf(draft.workflow, artifact);
    return {
      artifact: artifactKey(draft.workflow, artifact, item),
      path: spec.kind === 'tree' ? '.' : spec.path.replaceAll('{item}', item ?? ''),
      kind: spec.kind,
    };
  };
  const optional = (contract.mayProduce ?? []).map((artifact) => ({
    ...write(artifact),
    optional: true as const,
  }));
  return [...contract.produces.map(write), ...optional];
};

export interface Opening {
  readonly scope: string;
  readonly phase: string;
  readonly visit: number;
  readonly starts: ReadonlyMap<string, Digest>;
}

/** The parts of an id between role and round. An item that is called like its role needs no second mention. */
const itemParts = (opening: Opening, role: string, item: string | undefined): readonly string[] =>
  [scopeItemOf(opening.scope), item === role ? undefined : item].filter((part) => part !== undefined);

const lineOf = (opening: Opening, role: string, item: string | undefined): string =>
  [opening.phase, role, ...itemParts(opening, role, item)].join('.');

const idOf = (opening: Opening, role: string, item: string | undefined, round: number): string =>
  assignmentId(opening.phase, role, itemParts(opening, role, item).join('.') || undefined, round);

const roleOf = (spec: AnyWork, item: Item | undefined): string => {
  if (typeof spec.role === 'string') return spec.role;
  const role = item?.role ?? item?.key;
  if (role === undefined || !spec.role.byItem.includes(role))
    throw new BatonError(
      'WORKFLOW_INVALID',
      `expected one of ${spec.role.byItem.join(', ')} as the role of an item, got ${role}`,
    );
  return role;
};

/** Opens one assignment. Public because a request opens one too, in the middle of a phase. */
export const openAssignment = (
  draft: Draft,
  opening: Opening,
  spec: AnyWork,
  item: Item | undefined,
  more: { readonly after?: readonly string[]; readonly request?: string } = {},
): string => {
  const { workflow } = draft;
  const role = roleOf(spec, item);
  const contract = contractOf(workflow, spec.contract);
  const line = lineOf(opening, role, item?.key);
  const round = (draft.state.rounds[opening.scope]?.[`line ${line}`] ?? 0) + 1;
  const partialScope = { scope: opening.scope, ...(item === undefined ? {} : { item: item.key }) };
  const subject = itemOf(partialScope);
  const view = draft.view(opening.scope);
  const until =
    spec.until === undefined
      ? []
      : [workflow.facts[spec.until]?.each ? keyOf(spec.until, subject) : spec.until];
  const satisfied = until.length > 0 && until.every((fact) => holdsKey(draft.state, fact));
  const own =
    contract.worksIn === undefined
      ? undefined
      : lineStart(workflow, draft.state, contract.worksIn, opening.scope);
  const tree =
    contract.worksIn === undefined
      ? undefined
      : (own?.start ??
        acceptedDigest(workflow, draft.state, contract.worksIn, { scope: opening.scope, item: subject }));
  const after = more.after ?? [];
  const start = satisfied ? (opening.starts.get(line) ?? tree) : after.length > 0 ? undefined : tree;
  const id = idOf(opening, role, item?.key, round);
  const assignment: Assignment = {
    id,
    line,
    scope: opening.scope,
    phase: opening.phase,
    visit: opening.visit,
    round,
    role,
    ordinal: draft.state.rounds['']?.[`role ${role}`] ?? 0,
    kind: workflow.roles[role]?.kind ?? 'agent',
    contract: spec.contract,
    ...(item === undefined ? {} : { item: item.key }),
    after: [...after],
    until,
    inputs: {
      ...scopeInputs(draft, opening.scope),
      ...(item?.inputs ?? spec.inputs?.(view) ?? {}),
      ...(item === undefined ? {} : { item: item.key }),
      round,
    },
    reads: Object.keys(contract.reads ?? {}).flatMap((a) =>
      keysRead(workflow, seenBy(draft.state).artifacts, a, partialScope),
    ),
    writes: writesOf(draft, contract, subject),
    ...(contract.tool === undefined ? {} : { tool: contract.tool }),
    ...(isPlayedByPerson(draft, role) ? { person: true } : {}),
    ...(contract.ask === undefined ? {} : { ask: askOf(draft, contract, contract.ask(view), partialScope) }),
    ...(contract.effect === undefined ? {} : { effect: contract.effect(view) }),
    ...(more.request === undefined ? {} : { request: more.request }),
    ...(spec.over?.blind === true ? { blind: true as const } : {}),
  };
  requireAssumptions(draft, contract, assignment, satisfied);
  draft.emit({
    ...{ kind: 'work-opened', assignment },
    ...(start === undefined ? {} : { start }),
    ...(own === undefined || own.from === start ? {} : { from: own.from }),
  });
  return id;
};

/** With the digests of all that the person is to look at. */
const askOf = (
  draft: Draft,
  contract: AnyContract,
  ask: Ask,
  reader: { scope: string; item?: string | undefined },
): Ask => {
  const { artifacts } = draft.state;
  const about = Object.keys(contract.reads ?? {})
    .flatMap((artifact) => keysRead(draft.workflow, artifacts, artifact, reader))
    .flatMap((key) => (artifacts[key] === undefined ? [] : [[key, artifacts[key].digest] as const]));
  return about.length === 0 ? ask : { ...ask, about: Object.fromEntries(about) };
};

/** Who plays a role is an option of the run. */
const isPlayedByPerson = (draft: Draft, role: string): boolean => {
  const agents = draft.state.run.options['agents'];
  return isRecord(agents) && agents[role] === 'human';
};

const scopeInputs = (draft: Draft, scope: string): Readonly<Record<string, unknown>> => {
  const [name, key] = [scope.slice(0, scope.indexOf('/')), scopeItemOf(scope)];
  return draft.state.scopes[name]?.items.find((item) => item.key === key)?.inputs ?? {};
};

/** A fact with one version per item, of which none is this work's own: it holds for all items of a fan-out there. */
const everyItemHolds = (draft: Draft, fact: string, asking: Assignment, scope: string): boolean => {
  // Its siblings are opened with it: what they will guarantee is not what it counts on.
  const isSibling = (other: Assignment): boolean =>
    asking.request === undefined &&
    other.phase === asking.phase &&
    other.visit === asking.visit &&
    other.scope === asking.scope;
  const guarantors = allWorks(draft.state).filter(
    ({ assignment }) =>
      assignment.request === undefined &&
      !isSibling(assignment) &&
      (scope === '' || assignment.scope === scope) &&
      Object.values(contractOf(draft.workflow, assignment.contract).outcomes).some((o) =>
        o.guarantees.includes(fact),
      ),
  );
  const fanOuts = new Map<string, boolean>();
  for (const { assignment } of guarantors) {
    const fanOut = `${assignment.phase} ${assignment.contract}`;
    const holds = holdsKey(draft.state, keyOf(fact, itemOf(assignment)));
    fanOuts.set(fanOut, holds && fanOuts.get(fanOut) !== false);
  }
  return [...fanOuts.values()].includes(true);
};

/** Its item's own fact, that of the item around it, or that of all items, from the inside out. */
const assumptionHolds = (draft: Draft, fact: string, asking: Assignment): boolean => {
  if (!draft.workflow.facts[fact]?.each) return holdsKey(draft.state, fact);
  const own = [itemOf(asking), scopeItemOf(asking.scope)].filter((item) => item !== undefined);
  return (
    own.some((item) => holdsKey(draft.state, keyOf(fact, item))) ||
    [asking.scope, ''].some((scope) => everyItemHolds(draft, fact, asking, scope))
  );
};

/** The proof says that this cannot fail; if it does, the run stops here and not three phases later. */
const requireAssumptions = (
  draft: Draft,
  contract: AnyContract,
  assignment: Assignment,
  satisfied: boolean,
): void => {
  if (satisfied) return;
  const missing = (contract.assumes ?? []).filter((fact) => !assumptionHolds(draft, fact, assignment));
  if (missing.length > 0)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `${assignment.id} assumes ${missing.join(', ')}, which does not hold here`,
      {
        hint: `run: baton prove ${draft.workflow.name}`,
      },
    );
};

export const openWork = (draft: Draft, opening: Opening, spec: AnyWork): void => {
  if (spec.over === undefined) {
    openAssignment(draft, opening, spec, undefined);
    return;
  }
  const items = spec.over.items(draft.view(opening.scope));
  checkItems(`phase ${opening.phase}`, items, spec.over);
  if (spec.over.blind === true) checkApart(opening.phase, items);
  const ids = new Map<string, string>();
  // Items come in plan order; one may name an item that stands later, so ids are known before anything is opened.
  for (const item of items) {
    const role = roleOf(spec, item);
    const line = lineOf(opening, role, item.key);
    const round = (draft.state.rounds[opening.scope]?.[`line ${line}`] ?? 0) + 1;
    ids.set(item.key, idOf(opening, role, item.key, round));
  }
  for (const item of items)
    openAssignment(draft, opening, spec, item, {
      after: (item.after ?? []).flatMap((key) => ids.get(key) ?? []),
    });
};
