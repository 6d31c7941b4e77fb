// The clause that Baton adds itself where items have trees of their own: the tree merges with the main line as it stands.
import { type EvidenceRequest, evidenceKey } from '../../model/evidence.ts';
import type { Event } from '../../model/run/event.ts';
import { MERGES_CLEANLY, mergeVerdict } from '../../model/run/merge-verdict.ts';
import type { Judging, Work } from '../../model/run/state.ts';
import type { Draft } from '../draft.ts';
import { isOnMain, type Line, lineOf, mergedBy, mergeOf } from '../line.ts';
import type { Result } from './judged.ts';

type Candidate = Pick<Judging, 'sealed' | 'evidence'>;

const judgedLine = (
  { workflow, state }: Draft,
  work: Work,
  outcome: string,
  { sealed }: Pick<Judging, 'sealed'>,
): Line | undefined => {
  const line = lineOf(workflow, state, work, sealed);
  return line !== undefined && isOnMain(workflow, work, line, outcome) ? line : undefined;
};

export interface LineClause {
  readonly request: EvidenceRequest;
  /** Undefined while the merge is not there. */
  readonly result: Result | undefined;
}

/** Undefined where there is nothing to merge. */
export const lineClause = (
  draft: Draft,
  work: Work,
  outcome: string,
  judging: Candidate,
): LineClause | undefined => {
  const line = judgedLine(draft, work, outcome, judging);
  const request = line === undefined ? undefined : mergeOf(line);
  if (line === undefined || request === undefined) return undefined;
  const key = evidenceKey(request);
  const found = judging.evidence[key];
  const verdict = found === undefined ? undefined : mergeVerdict(found, line.handedIn);
  return {
    request,
    result: verdict === undefined ? undefined : { name: MERGES_CLEANLY, evidence: [key], verdict },
  };
};

type Accepted = Extract<Event, { kind: 'submission-accepted' }>;

/** How the accepted tree stands on the main line, for when its item ends. */
export const joinsOf = (
  draft: Draft,
  work: Work,
  outcome: string,
  judging: Candidate,
): Pick<Accepted, 'joins'> => {
  const line = judgedLine(draft, work, outcome, judging);
  if (line === undefined) return {};
  const { onto, tree } = mergedBy(line, judging.evidence);
  const { artifact, main, start } = line;
  return tree === undefined ? {} : { joins: { artifact, main, start, onto, tree } };
};
