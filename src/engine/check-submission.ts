// What a contract says to a submission, without a run: everything that needs nothing but what is handed in. For hooks,
// for tests of one's own workflow, for programs that want to know before they hand something in.

import { isError, type Problem } from '../model/problem.ts';
import type { Assignment } from '../model/run/event.ts';
import { type Digest, type Sealed, treeDigest } from '../model/run/sealed.ts';
import type { State, Work } from '../model/run/state.ts';
import type { Verdict } from '../model/run/verdict.ts';
import { artifactOf } from '../model/workflow/lookup.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Workflow } from '../model/workflow/workflow.ts';
import { sha256 } from '../std/sha256.ts';
import { draftOn } from './draft.ts';
import { initialState } from './reduce/reduce.ts';
import { applicable, argumentProblems, fileProblems, viewWithOutcome } from './rules/judge.ts';
import { artifactKey } from './view.ts';

export interface SubmissionToCheck {
  readonly workflow: Workflow;
  /** The name of a contract of the workflow whose work is handed in with a tool. */
  readonly contract: string;
  /**
   * Texts of files by artifact. Those that the contract produces are handed in; the others count as accepted before, for
   * checks that compare.
   */
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: Readonly<Record<string, unknown>>;
  /** The role that hands it in; the contract's first one when absent. */
  readonly role?: string;
  readonly item?: string;
  readonly request?: string;
  /** Options of the run, its policy among them. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface CheckedSubmission {
  /** Nothing that could be judged here is wrong. */
  readonly ok: boolean;
  /** What the submission claims; absent when it could not be read. */
  readonly outcome?: string;
  readonly problems: readonly Problem[];
  /** Checks that nobody can answer here: they need evidence, or other work, which only a run has. */
  readonly unproven: readonly string[];
}

type Contract = Workflow['contracts'][string];

const EPOCH = '1970-01-01T00:00:00.000Z';

/** A working tree that nobody has looked at. No two are the same, so that no check takes them for unchanged. */
const unseenTree = (key: string): Digest => treeDigest(sha256(key).slice(-40));

const pathOf = (path: string, item: string | undefined): string => path.replaceAll('{item}', item ?? '');

const sealedTree = (key: string): Sealed => ({ artifact: key, path: '.', digest: unseenTree(key), bytes: 0 });

/** What a run would have by now: every tree, and the files that are given. */
const sealedOf = ({ workflow, files = {}, item }: SubmissionToCheck): ReadonlyMap<string, Sealed> => {
  const sealed = new Map<string, Sealed>();
  for (const [artifact, spec] of Object.entries(workflow.artifacts)) {
    const key = artifactKey(workflow, artifact, item);
    const text = Object.hasOwn(files, artifact) ? files[artifact] : undefined;
    if (spec.kind === 'tree') sealed.set(artifact, sealedTree(key));
    else if (text !== undefined)
      sealed.set(artifact, {
        ...{ artifact: key, path: pathOf(spec.path, item), digest: sha256(text) },
        ...{ bytes: Buffer.byteLength(text), text },
      });
  }
  return sealed;
};

const workOf = (given: SubmissionToCheck, spec: Contract): Work => {
  const { workflow, contract, item } = given;
  const role = given.role ?? spec.from[0] ?? '';
  const name = `${contract}.${role}`;
  const assignment: Assignment = {
    ...{ id: `${name}.1`, line: name, scope: '', phase: contract, visit: 1, round: 1 },
    ...{ role, ordinal: 0, kind: workflow.roles[role]?.kind ?? 'agent', contract, after: [], until: [] },
    ...(item === undefined ? {} : { item }),
    inputs: {},
    reads: [],
    writes: spec.produces.map((artifact) => {
      const { path, kind } = artifactOf(workflow, artifact);
      return { artifact: artifactKey(workflow, artifact, item), path: pathOf(path, item), kind };
    }),
  };
  return {
    ...{ assignment, openedAt: EPOCH, attempt: 1, attemptState: 'running', failures: 0, rejections: 0 },
    ...{ rebasePending: false, established: [], answers: [], start: unseenTree('the start of the work') },
  };
};

const stateOf = (given: SubmissionToCheck, accepted: readonly Sealed[]): State => {
  const { name, version } = given.workflow;
  const run = {
    ...{ name: 'check', workflow: name, workflowVersion: version, definition: '' },
    ...{ request: given.request ?? '', options: { ...given.options } },
    ...{ base: { commit: null, tree: unseenTree('the base') } },
    ...{ isolation: 'none' as const, attemptMs: 1, startedAt: EPOCH },
  };
  return initialState({ kind: 'run-started', run, given: [...accepted] });
};

interface Judged {
  readonly name: string;
  readonly needsMore: boolean;
  readonly verdict: Verdict | undefined;
}

/** Without evidence. A check may rely on work that is not here and throw; then it cannot be answered here either. */
const judgedHere = (check: Check, view: Submission): Judged => {
  const { name } = check;
  try {
    const needsMore = check.needs(view).length > 0;
    return { name, needsMore, verdict: check.judge(view, () => undefined) };
  } catch {
    return { name, needsMore: true, verdict: undefined };
  }
};

/** No evidence makes a check that is unmet without any pass; one that asks for none passes only when it is met. */
const isRefused = ({ needsMore, verdict }: Judged): boolean =>
  needsMore ? verdict?.status === 'unmet' : verdict?.status !== 'met';

const requireContract = ({ workflow, contract }: SubmissionToCheck): Contract => {
  const handedIn = Object.entries(workflow.contracts).filter(([, { tool }]) => tool !== undefined);
  const found = handedIn.find(([name]) => name === contract)?.[1];
  if (found === undefined)
    throw new TypeError(
      `expected a contract of ${workflow.name} that is handed in with a tool (${handedIn.map(([name]) => name).join(', ')}), got "${contract}"`,
    );
  return found;
};

/**
 * Asks a contract of a workflow about a submission, before it is handed in and without a run. Throws only for a contract that
 * the workflow does not have, or that nobody hands in.
 *
 * @example
 * ```ts
 * const { ok, problems } = checkSubmission({
 *   workflow: agentmux,
 *   contract: 'review',
 *   item: 'reviewer_logic',
 *   files: { review: 'verdict: pass\nsummary: Fine\n' },
 * });
 * ```
 */
export const checkSubmission = (given: SubmissionToCheck): CheckedSubmission => {
  const { workflow, args = {} } = given;
  const contract = requireContract(given);
  const sealed = [...sealedOf(given)];
  const own = [...contract.produces, ...(contract.mayProduce ?? [])];
  const handedIn = sealed.filter(([artifact]) => own.includes(artifact)).map(([, one]) => one);
  const accepted = sealed.filter(([artifact]) => !own.includes(artifact)).map(([, one]) => one);
  const draft = draftOn(workflow, stateOf(given, accepted), { at: EPOCH, contents: () => undefined });
  const work = workOf(given, contract);
  const candidate = { args: { ...args }, sealed: handedIn };
  const form = [
    ...argumentProblems(contract, candidate.args),
    ...fileProblems(draft, work, contract, candidate),
  ];
  if (form.some(isError)) return { ok: false, problems: form, unproven: [] };
  const view = viewWithOutcome(draft, work, contract, candidate);
  const judged = applicable(contract, view.outcome).map((check) => judgedHere(check, view));
  // What is unproven for want of evidence is no fault of the submission.
  const told = judged.filter((one) => !one.needsMore || isRefused(one));
  return {
    ok: !judged.some(isRefused),
    outcome: view.outcome,
    problems: [...form, ...told.flatMap(({ verdict }) => verdict?.problems ?? [])],
    unproven: judged.filter((one) => one.needsMore && !isRefused(one)).map(({ name }) => name),
  };
};
