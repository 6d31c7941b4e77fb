// What changed since a person last looked: asked again, they see only that.
import type { Evidence, EvidenceRequest, FileChange } from '../../model/evidence.ts';
import type { Submission, View } from '../../model/view.ts';

const FILES_SHOWN_MAX = 50;

/** Where the run keeps the tree that a person saw at the last gate, and what is different in the one that came after it. */
export const seenKey = ({ scope }: View): string => `seen/${scope ?? ''}`;
const differenceKey = ({ scope }: View): string => `difference/${scope ?? ''}`;

export const sinceSeen = (submission: Submission): readonly EvidenceRequest[] => {
  const [from, to] = [submission.view.detail(seenKey(submission.view)), submission.digest('tree')];
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
    [differenceKey(submission.view)]: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
};

/** Lines for a person who is asked again; none for one who is asked for the first time. */
export const differenceLines = (view: View): readonly string[] => {
  const seen = view.detail(seenKey(view));
  if (seen === undefined) return [];
  const difference = view.detail(differenceKey(view));
  return [
    `Asked again. You saw the tree ${seen}; since then:`,
    difference === undefined || difference === '' ? 'nothing' : difference,
  ];
};
