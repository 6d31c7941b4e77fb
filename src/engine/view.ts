// The windows through which a workflow's own functions look at a run. Built from state and sealed bytes; no clock, no disk.
import { BatonError } from '../errors.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Parsed } from '../model/problem.ts';
import type { PEOPLE } from '../model/run/notice.ts';
import type { Digest, Sealed } from '../model/run/sealed.ts';
import type { State, Work } from '../model/run/state.ts';
import type { Artifact, Counter, Memo, Setting } from '../model/workflow/handles.ts';
import { keyOf } from '../model/workflow/names.ts';
import type { Part, Submission, View } from '../model/workflow/view.ts';
import type { ArtifactSpec, Workflow } from '../model/workflow/workflow.ts';
import { isRecord } from '../std/is-record.ts';
import { blockedAt, endingsOf } from './items.ts';
import { judgedAs } from './line.ts';
import { allWorks } from './reduce/past.ts';
import { holdsKey, isDone } from './satisfied.ts';
import { scopeItemOf } from './scope-item.ts';
import { seenBy } from './veil.ts';

/** Bytes that are too large for the journal line, looked up by digest. */
export type Contents = (digest: Digest) => string | undefined;

/** The item that per-item artifacts and facts of this work belong to. */
export const itemOf = (assignment: { scope: string; item?: string | undefined }): string | undefined => {
  const scopeItem = scopeItemOf(assignment.scope);
  if (scopeItem === undefined) return assignment.item;
  return assignment.item === undefined ? scopeItem : `${scopeItem}~${assignment.item}`;
};

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
  const [oldest] = known.keys();
  if (known.size >= PARSED_MAX && oldest !== undefined) known.delete(oldest);
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
  allWorks(state).flatMap((work) => {
    if (work.assignment.id === except || !isDone(state, work)) return [];
    const part = partOf(state, artifact, work);
    return part === undefined ? [] : [{ id: work.assignment.id, part }];
  });

export const acceptedParts = (state: State, artifact: string): readonly Part[] =>
  partsOf(state, artifact).map(({ part }) => part);

/** What was accepted of an artifact by its name, where there is something. */
export const acceptedDigest = (
  workflow: Workflow,
  state: State,
  artifact: string,
  reader: { readonly scope: string; readonly item?: string | undefined },
): Digest | undefined =>
  state.artifacts[artifactKey(workflow, artifact, reader.item ?? scopeItemOf(reader.scope))]?.digest;

/** Policies are an option of the run, decided when it started. */
export const policyOf = (state: State, name: string): unknown => {
  const policy = state.run.options['policy'];
  return isRecord(policy) && Object.hasOwn(policy, name) ? policy[name] : undefined;
};

interface Named {
  readonly name: string;
}

const missing = (what: Named, step: string): BatonError =>
  new BatonError(
    'WORKFLOW_INVALID',
    `step "${step}" looks at ${what.name}, of which nothing has been accepted yet`,
    { hint: 'add it to `reads` of the step, so that the proof sees to it, or ask `maybe` or `has`' },
  );

const found = <T>(what: Named, step: string, value: T | undefined): T => {
  if (value === undefined) throw missing(what, step);
  return value;
};

const parsedValue = (
  workflow: Workflow,
  artifact: string,
  sealed: Sealed | undefined,
  contents: Contents,
): unknown => {
  const text = textOf(sealed, contents);
  const spec = workflow.artifacts[artifact];
  return sealed === undefined || text === undefined || spec === undefined
    ? undefined
    : parseSealed(spec, sealed, text).value;
};

const runOf = ({ run, at, status, cause, resumed }: State): View['run'] => ({
  name: run.name,
  base: run.base,
  at,
  status,
  cause,
  resumed: resumed === true,
  options: run.options,
});

const hereOf = (state: State, scope: string): View['here'] => {
  const { phase = '', visit = 0, event, cause } = state.positions[scope] ?? {};
  return { step: phase, visit, item: scopeItemOf(scope), event, cause, blocked: blockedAt(state, scope) };
};

/** Without what blind work has handed in and the others must not see; a reader is work that sees its own. */
export const viewOf = (
  workflow: Workflow,
  whole: State,
  contents: Contents,
  scope: string,
  reader?: string,
): View => {
  const state = seenBy(whole, reader);
  const scopeItem = scopeItemOf(scope);
  const sealedOf = (artifact: Named, item?: string): Sealed | undefined =>
    state.artifacts[artifactKey(workflow, artifact.name, item ?? scopeItem)];
  const maybe = (file: Named, item?: string): unknown =>
    parsedValue(workflow, file.name, sealedOf(file, item), contents);
  const here = hereOf(state, scope);
  const view = {
    request: state.run.request,
    run: runOf(state),
    here,
    remark: state.positions[scope]?.remark,
    lines: state.lines ?? [],
    setting: ({ name, initial }: Setting) => policyOf(state, name) ?? initial,
    memo: ({ name }: Memo) => state.details[name],
    value: (file: Named, item?: string) => found(file, here.step, maybe(file, item)),
    maybe,
    text: (file: Named, item?: string) => found(file, here.step, textOf(sealedOf(file, item), contents)),
    digest: (artifact: Named, item?: string) => found(artifact, here.step, sealedOf(artifact, item)?.digest),
    has: (artifact: Artifact, item?: string) => sealedOf(artifact, item) !== undefined,
    items: (artifact: Named) =>
      Object.keys(state.artifacts)
        .filter((key) => key.startsWith(`${artifact.name}/`))
        .map((key) => key.slice(artifact.name.length + 1)),
    holds: (fact: Named, item?: string) =>
      holdsKey(state, workflow.facts[fact.name]?.each ? keyOf(fact.name, item ?? scopeItem) : fact.name),
    count: ({ name }: Counter) =>
      state.counters[workflow.limits[name]?.per === 'item' ? keyOf(name, scopeItem) : name] ?? 0,
    parts: (artifact: Named) => acceptedParts(state, artifact.name),
    notices: (to: Named | typeof PEOPLE) =>
      (state.notices?.[typeof to === 'string' ? to : to.name] ?? []).map(({ at, text }) => ({ at, text })),
    endings: (name: string) => endingsOf(state, name),
  };
  // What a handle's parser reads is what the handle says that it reads: the parser is the workflow's.
  return view as View;
};

/** What is handed in, and what was observed of it so far. */
export interface Candidate {
  readonly args: Readonly<Record<string, unknown>>;
  readonly sealed: readonly Sealed[];
  readonly evidence?: Readonly<Record<string, Evidence>>;
}

/** The candidate as its checks see it. */
export const submissionOf = (
  workflow: Workflow,
  state: State,
  work: Work,
  candidate: Candidate,
  contents: Contents,
): Omit<Submission, 'outcome'> => {
  const { assignment } = work;
  const item = itemOf(assignment);
  const sealedOf = (artifact: Named): Sealed | undefined => {
    const key = artifactKey(workflow, artifact.name, item);
    return candidate.sealed.find((s) => s.artifact === key);
  };
  const maybe = (file: Named): unknown => parsedValue(workflow, file.name, sealedOf(file), contents);
  const submission = {
    assignment,
    args: candidate.args,
    view: viewOf(workflow, state, contents, assignment.scope, assignment.id),
    start: work.start,
    value: (file: Named) => found(file, assignment.phase, maybe(file)),
    maybe,
    text: (file: Named) => found(file, assignment.phase, textOf(sealedOf(file), contents)),
    digest: (artifact: Named) => sealedOf(artifact)?.digest,
    source: (artifact: Named) => sealedOf(artifact)?.source,
    merged: judgedAs(workflow, state, work, candidate),
    parts: (artifact: Named) => {
      const order = allWorks(state).map((one) => one.assignment.id);
      const tree = sealedOf(artifact)?.digest;
      const own =
        tree === undefined || work.start === undefined
          ? []
          : [{ id: assignment.id, part: { item: assignment.item ?? '', start: work.start, tree } }];
      return [...partsOf(state, artifact.name, assignment.id), ...own]
        .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map(({ part }) => part);
    },
  };
  return submission as Omit<Submission, 'outcome'>;
};
