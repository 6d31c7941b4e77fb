// What changed since a person last looked: asked again, they see only that.
import type { Evidence, EvidenceRequest, FileChange } from '../../../model/evidence.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import { code, difference, seenTree } from './nouns.ts';

const FILES_SHOWN_MAX = 50;

export const sinceSeen = (submission: Submission): readonly EvidenceRequest[] => {
  const [from, to] = [submission.view.memo(seenTree(submission.view)), submission.digest(code)];
  return from === undefined || from === '' || to === undefined ? [] : [{ kind: 'diff', from, to }];
};

const lineOf = ({ path, was, change, added, removed }: FileChange): string => {
  const lines = added === null || removed === null ? 'not text' : `+${added} -${removed}`;
  return `${was === undefined ? '' : `${was} → `}${path} (${change}, ${lines})`;
};

export const keptDifference = (
  submission: Submission,
  evidence: (request: EvidenceRequest) => Evidence | undefined,
): Readonly<Record<string, string>> => {
  const [request] = sinceSeen(submission);
  const found = request === undefined ? undefined : evidence(request);
  if (found?.kind !== 'diff') return {};
  const more = found.files.length - FILES_SHOWN_MAX;
  const lines = found.files.slice(0, FILES_SHOWN_MAX).map(lineOf);
  return {
    [difference(submission.view).name]: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
};

/** Lines for a person who is asked again; none for one who is asked for the first time. */
export const differenceLines = (view: View): readonly string[] => {
  const seen = view.memo(seenTree(view));
  if (seen === undefined) return [];
  const since = view.memo(difference(view));
  return [
    `Asked again. You saw the tree ${seen}; since then:`,
    since === undefined || since === '' ? 'nothing' : since,
  ];
};
