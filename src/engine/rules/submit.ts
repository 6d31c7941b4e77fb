// Submissions: by agents through the door, by the engine from its effects, by people from the inbox.
import type { ErrorCode } from '../../errors.ts';
import { type EvidenceRequest, evidenceKey } from '../../model/evidence.ts';
import { isError, type Problem } from '../../model/problem.ts';
import type { Input } from '../../model/run/input.ts';
import { type Work, workOf } from '../../model/run/state.ts';
import { contractOf } from '../../model/workflow/lookup.ts';
import { partsOfKey } from '../../model/workflow/names.ts';
import type { Draft } from '../draft.ts';
import { rememberedAnswer, stands } from '../remembered.ts';
import { isActive, isCurrent } from '../satisfied.ts';
import { acceptedParts } from '../view.ts';
import { closedBecause } from './closed.ts';
import { decline } from './decline.ts';
import { handOver } from './hand-over.ts';
import { acceptSubmission, judgeWork } from './judge.ts';
import { effectJudged } from './judged.ts';
import { receive } from './receive.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

const refuse = (draft: Draft, code: ErrorCode, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

/**
 * The merge with its conflict marks, as Baton laid it down: nobody has resolved anything. A call that was not answered
 * comes again, and by then the working tree under it has become that merge.
 */
const unresolved = (work: Work, input: Of<'submit'>): Problem[] => {
  const conflicts = work.lastRejection?.problems.filter((p) => p.code === 'MERGE_CONFLICT') ?? [];
  const untouched = input.sealed.some((sealed) => sealed.path === '.' && sealed.digest === work.from);
  // What an attempt left that failed may have everything resolved.
  return untouched && work.drafted === undefined ? conflicts : [];
};

/** Here and not at the door: of two calls that come at the same time, the second must find the first. */
const isKnown = ({ state }: Draft, { assignment, submission }: Of<'submit'>): boolean =>
  state.works[assignment]?.judging?.submission === submission ||
  stands(rememberedAnswer(state, assignment, submission));

export const submit = (draft: Draft, input: Of<'submit'>): void => {
  if (isKnown(draft, input)) return;
  const closed = closedBecause(draft.state, input.assignment, input.attempt);
  if (closed !== undefined) {
    refuse(draft, closed.code, closed.message);
    return;
  }
  const work = workOf(draft.state, input.assignment);
  const { assignment } = work;
  const contract = contractOf(draft.workflow, assignment.contract);
  if (input.ending !== undefined) {
    handOver(draft, input, input.ending, work, contract);
    return;
  }
  if (contract.declines?.tool === input.tool) {
    decline(draft, input, contract.declines);
    return;
  }
  if (contract.tool !== input.tool) {
    refuse(
      draft,
      'TOOL_UNKNOWN',
      `${assignment.id} is handed in with ${contract.tool}, not with ${input.tool}`,
    );
    return;
  }
  receive(draft, input);
  judgeWork(draft, input.assignment, [...input.problems, ...unresolved(work, input)]);
};

/** What the engine did itself counts as handed in by it, and is accepted on its own evidence. */
export const perform = (draft: Draft, input: Of<'perform'>): void => {
  const work = draft.state.works[input.assignment];
  if (work === undefined || !isActive(draft.state, work)) return;
  const { outcome, problems, sealed, details } = input.result;
  const contract = contractOf(draft.workflow, work.assignment.contract);
  if (contract.outcomes[outcome] === undefined) {
    const first = problems.find(isError);
    draft.fail({
      code: first?.code ?? 'WORKFLOW_INVALID',
      message:
        first?.message ?? `${work.assignment.id} ended with "${outcome}", which its contract does not know`,
      ...(first?.hint === undefined ? {} : { hint: first.hint }),
    });
    return;
  }
  receive(draft, {
    submission: `effect ${work.assignment.id}`,
    assignment: work.assignment.id,
    attempt: work.attempt,
    tool: work.assignment.effect?.action ?? 'effect',
    args: {},
    sealed,
  });
  acceptSubmission(draft, work.assignment.id, outcome, { details, judged: effectJudged() });
};

/**
 * What it follows may have been brought up to date with work that it does not follow, and holds that too: then it starts from all
 * that was accepted, which always merges. Undefined where it was tried already.
 */
const widerStart = ({ state }: Draft, { assignment, startRequest }: Work): EvidenceRequest | undefined => {
  if (startRequest?.kind !== 'merge') return undefined;
  const tree = assignment.writes.find(({ kind }) => kind === 'tree')?.artifact ?? '';
  const parts = acceptedParts(state, partsOfKey(tree).name);
  return parts.length > startRequest.parts.length ? { ...startRequest, parts: [...parts] } : undefined;
};

/** Evidence that came in: for every submission that waits for it, and for trees that start from a merge. */
export const observe = (draft: Draft, input: Of<'observe'>): void => {
  for (const work of Object.values(draft.state.works)) {
    const { id } = work.assignment;
    if (!isCurrent(draft.state, work)) continue;
    if (work.startRequest !== undefined && evidenceKey(work.startRequest) === input.key) {
      const wider = widerStart(draft, work);
      if (input.evidence.kind === 'merge' && input.evidence.conflicts.length === 0)
        draft.emit({
          kind: 'work-rebased',
          assignment: id,
          start: input.evidence.tree,
          from: input.evidence.tree,
          pending: false,
        });
      else if (input.evidence.kind === 'merge' && wider !== undefined)
        draft.emit({ kind: 'start-wanted', assignment: id, request: wider });
      else
        draft.fail({
          code: 'MERGE_CONFLICT',
          message: `the work that ${id} follows could not be merged${input.evidence.kind === 'unavailable' ? `: ${input.evidence.cause}` : ''}`,
        });
    }
    const waits = work.judging?.needs.some((need) => evidenceKey(need) === input.key);
    if (!waits || work.judging?.evidence[input.key] !== undefined) continue;
    draft.emit({ kind: 'evidence-observed', assignment: id, key: input.key, evidence: input.evidence });
    judgeWork(draft, id);
  }
};
