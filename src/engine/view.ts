// The windows through which a workflow's own functions look at a run. Built from state and sealed bytes; no clock, no disk.
import { keyOf } from '../model/names.ts';
import type { Parsed } from '../model/problem.ts';
import type { Digest, Sealed } from '../model/sealed.ts';
import type { State, Work } from '../model/state.ts';
import type { ArtifactSpec, Part, SubmissionView, View, Workflow } from '../model/workflow.ts';
import { holdsKey, isDone } from './satisfied.ts';

/** Bytes that are too large for the journal line, looked up by digest. */
export type Contents = (digest: Digest) => string | undefined;

/** The item that per-item artifacts and facts of this work belong to. */
export const itemOf = (assignment: { scope: string; item?: string | undefined }): string | undefined => {
  const scopeItem =
    assignment.scope === '' ? undefined : assignment.scope.slice(assignment.scope.indexOf('/') + 1);
  if (scopeItem === undefined) return assignment.item;
  return assignment.item === undefined ? scopeItem : `${scopeItem}~${assignment.item}`;
};

export const scopeItemOf = (scope: string): string | undefined =>
  scope === '' ? undefined : scope.slice(scope.indexOf('/') + 1);

export const artifactKey = (workflow: Workflow, artifact: string, item: string | undefined): string =>
  workflow.artifacts[artifact]?.each ? keyOf(artifact, item) : artifact;

/** Which versions of an artifact a work reads: its own item's where there is one, else those of its scope, else all. */
export const keysRead = (
  workflow: Workflow,
  artifacts: Readonly<Record<string, unknown>>,
  artifact: string,
  reader: { scope: string; item?: string | undefined },
): string[] => {
  if (!workflow.artifacts[artifact]?.each) return [artifact];
  const scopeItem = scopeItemOf(reader.scope);
  for (const item of [itemOf(reader), scopeItem])
    if (item !== undefined && artifacts[keyOf(artifact, item)] !== undefined) return [keyOf(artifact, item)];
  const prefix = scopeItem === undefined ? `${artifact}/` : `${artifact}/${scopeItem}~`;
  return Object.keys(artifacts).filter((key) => key.startsWith(prefix));
};

const PARSED_MAX = 64;
const parsed = new WeakMap<NonNullable<ArtifactSpec['parse']>, Map<string, Parsed<unknown>>>();

/** Parsing is pure, so what one parser read of the same bytes is remembered. */
export const parseSealed = (spec: ArtifactSpec, sealed: Sealed, text: string): Parsed<unknown> => {
  if (spec.parse === undefined) return { value: text, problems: [] };
  let known = parsed.get(spec.parse);
  if (known === undefined) {
    known = new Map();
    parsed.set(spec.parse, known);
  }
  const key = `${sealed.path} ${sealed.digest}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const result = spec.parse(text, sealed.path);
  if (known.size >= PARSED_MAX) known.delete(known.keys().next().value as string);
  known.set(key, result);
  return result;
};

export const textOf = (sealed: Sealed | undefined, contents: Contents): string | undefined =>
  sealed === undefined ? undefined : (sealed.text ?? contents(sealed.digest));

const partOf = (state: State, artifact: string, work: Work): Part | undefined => {
  const written = work.assignment.writes.find((w) => w.artifact.startsWith(`${artifact}/`));
  const tree = written && state.artifacts[written.artifact]?.digest;
  return tree === undefined || work.start === undefined
    ? undefined
    : { item: work.assignment.item ?? '', start: work.start, tree };
};

/** Accepted parts in plan order: works are kept in the order in which they were opened. */
const partsOf = (state: State, artifact: string, except?: string): { id: string; part: Part }[] =>
  Object.values(state.works).flatMap((work) => {
    if (work.assignment.id === except || !isDone(state, work)) return [];
    const part = partOf(state, artifact, work);
    return part === undefined ? [] : [{ id: work.assignment.id, part }];
  });

/** Policies are an option of the run, decided when it started. */
export const policyOf = (state: State, name: string): unknown => {
  const policy = state.run.options['policy'];
  return typeof policy === 'object' && policy !== null && Object.hasOwn(policy, name)
    ? (policy as Record<string, unknown>)[name]
    : undefined;
};

export const viewOf = (workflow: Workflow, state: State, contents: Contents, scope: string): View => {
  const scopeItem = scopeItemOf(scope);
  const sealedOf = (artifact: string, item?: string): Sealed | undefined =>
    state.artifacts[artifactKey(workflow, artifact, item ?? scopeItem)];
  return {
    run: state.run.name,
    request: state.run.request,
    base: state.run.base,
    scope: scopeItem,
    remark: state.remark,
    option: (name) => state.run.options[name],
    policy: (name) => policyOf(state, name),
    phase: state.positions[scope]?.phase ?? '',
    event: state.positions[scope]?.event,
    visit: state.positions[scope]?.visit ?? 0,
    status: state.status,
    cause: state.cause,
    resumed: state.resumed === true,
    at: state.at,
    lines: state.lines ?? [],
    detail: (name) => state.details[name],
    value: (artifact, item) => {
      const sealed = sealedOf(artifact, item);
      const text = textOf(sealed, contents);
      const spec = workflow.artifacts[artifact];
      return sealed === undefined || text === undefined || spec === undefined
        ? undefined
        : parseSealed(spec, sealed, text).value;
    },
    text: (artifact, item) => textOf(sealedOf(artifact, item), contents),
    digest: (artifact, item) => sealedOf(artifact, item)?.digest,
    items: (artifact) =>
      Object.keys(state.artifacts)
        .filter((key) => key.startsWith(`${artifact}/`))
        .map((key) => key.slice(artifact.length + 1)),
    holds: (fact, item) =>
      holdsKey(state, workflow.facts[fact]?.each ? keyOf(fact, item ?? scopeItem) : fact),
    counter: (limit) =>
      state.counters[workflow.limits[limit]?.per === 'item' ? keyOf(limit, scopeItem) : limit] ?? 0,
    parts: (artifact) => partsOf(state, artifact).map(({ part }) => part),
  };
};

/** The candidate as its checks see it. */
export const submissionViewOf = (
  workflow: Workflow,
  state: State,
  work: Work,
  candidate: { readonly args: Readonly<Record<string, unknown>>; readonly sealed: readonly Sealed[] },
  contents: Contents,
): Omit<SubmissionView, 'outcome'> => {
  const { assignment } = work;
  const item = itemOf(assignment);
  const sealedOf = (artifact: string): Sealed | undefined => {
    const key = artifactKey(workflow, artifact, item);
    return candidate.sealed.find((s) => s.artifact === key);
  };
  return {
    assignment,
    args: candidate.args,
    view: viewOf(workflow, state, contents, assignment.scope),
    start: work.start,
    value: (artifact) => {
      const sealed = sealedOf(artifact);
      const text = textOf(sealed, contents);
      const spec = workflow.artifacts[artifact];
      return sealed === undefined || text === undefined || spec === undefined
        ? undefined
        : parseSealed(spec, sealed, text).value;
    },
    text: (artifact) => textOf(sealedOf(artifact), contents),
    digest: (artifact) => sealedOf(artifact)?.digest,
    source: (artifact) => sealedOf(artifact)?.source,
    parts: (artifact) => {
      const order = Object.keys(state.works);
      const tree = sealedOf(artifact)?.digest;
      const own =
        tree === undefined || work.start === undefined
          ? []
          : [{ id: assignment.id, part: { item: assignment.item ?? '', start: work.start, tree } }];
      return [...partsOf(state, artifact, assignment.id), ...own]
        .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map(({ part }) => part);
    },
  };
};
