// The line of an item: a tree of its own, which began at the main line, is judged on the main line as it stands, and is merged
// into it when the item ends well. Acceptance is one event after the other, so items join the main line one at a time.
import { type Evidence, type EvidenceRequest, evidenceKey } from '../model/evidence.ts';
import type { Digest, Sealed } from '../model/run/sealed.ts';
import type { State, Work } from '../model/run/state.ts';
import { keyOf } from '../model/workflow/names.ts';
import type { Merged } from '../model/workflow/view.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { mayEndItem } from './ends-item.ts';
import { scopeItemOf } from './scope-item.ts';

export interface Line {
  /** Key of the item's own tree. */
  readonly artifact: string;
  readonly item: string;
  /** What is compared with `start`. */
  readonly tree: Digest;
  readonly start: Digest;
  readonly main: string;
  /** The main line as it stands. */
  readonly onto: Digest;
  /** It is handed in now, by whoever can change it. */
  readonly handedIn: boolean;
}

/** Where a work in this tree begins, and what it goes on with: its own line, or the main line as it stands. */
export const lineStart = (
  workflow: Workflow,
  state: State,
  artifact: string,
  scope: string,
): { readonly start: Digest; readonly from: Digest } | undefined => {
  const onto = workflow.artifacts[artifact]?.onto;
  const item = scopeItemOf(scope);
  const main = onto === undefined ? undefined : state.artifacts[onto]?.digest;
  if (main === undefined || item === undefined) return undefined;
  const key = keyOf(artifact, item);
  const [known, own] = [state.unmerged?.[key], state.artifacts[key]];
  return known === undefined || own === undefined
    ? { start: main, from: main }
    : { start: known.start, from: own.digest };
};

/** The line that this work hands in, or that its item has; undefined where there is none. */
export const lineOf = (
  workflow: Workflow,
  state: State,
  { assignment, start }: Work,
  sealed: readonly Sealed[],
): Line | undefined => {
  const item = scopeItemOf(assignment.scope);
  if (item === undefined) return undefined;
  for (const [name, { onto: main }] of Object.entries(workflow.artifacts)) {
    if (main === undefined) continue;
    const artifact = keyOf(name, item);
    const onto = state.artifacts[main]?.digest;
    if (onto === undefined) continue;
    const own = sealed.find((one) => one.artifact === artifact);
    const known = state.unmerged?.[artifact];
    const accepted = state.artifacts[artifact];
    if (own !== undefined && start !== undefined)
      return { artifact, item, tree: own.digest, start, main, onto, handedIn: true };
    if (known !== undefined && accepted !== undefined)
      return { artifact, item, tree: accepted.digest, start: known.start, main, onto, handedIn: false };
  }
  return undefined;
};

/** The merge that says how it stands on the main line; none where nothing was merged into it since. */
export const mergeOf = ({ item, tree, start, onto }: Line): EvidenceRequest | undefined =>
  start === onto ? undefined : { kind: 'merge', base: onto, parts: [{ item, start, tree }], subject: item };

export const mergedBy = (line: Line, evidence: Readonly<Record<string, Evidence>>): Merged => {
  const request = mergeOf(line);
  if (request === undefined) return { onto: line.onto, tree: line.tree };
  const found = evidence[evidenceKey(request)];
  const clean = found?.kind === 'merge' && found.conflicts.length === 0;
  return { onto: line.onto, tree: clean ? found.tree : undefined };
};

/** Whoever hands the tree in, and whoever lets the item end with it, is judged on the main line; others on the line itself. */
export const isOnMain = (
  workflow: Workflow,
  { assignment }: Work,
  line: Line,
  outcome: string | undefined,
): boolean => line.handedIn || (outcome !== undefined && mayEndItem(workflow, assignment.phase, outcome));

/** For a submission: what its checks judge of a tree that has a main line. */
export const judgedAs =
  (
    workflow: Workflow,
    state: State,
    work: Work,
    candidate: { readonly sealed: readonly Sealed[]; readonly evidence?: Readonly<Record<string, Evidence>> },
    outcome?: string,
  ) =>
  (tree: { readonly name: string }): Merged | undefined => {
    const line = lineOf(workflow, state, work, candidate.sealed);
    if (line === undefined || line.artifact !== keyOf(tree.name, line.item)) return undefined;
    return isOnMain(workflow, work, line, outcome)
      ? mergedBy(line, candidate.evidence ?? {})
      : { onto: line.start, tree: line.tree };
  };
