// How the change of a quest is judged, and what prompts say of it: which files, and how many lines.
import { listedText } from '../../../checks/change/change-clauses.ts';
import { probedCheck } from '../../../checks/change/change-probed.ts';
import { changeOfTree, provenChecks } from '../../../checks/change/change-proven.ts';
import { roundKept } from '../../../checks/change/round-kept.ts';
import { unlessWaived } from '../../../checks/waived.ts';
import type { EvidenceRequest, FileChange } from '../../../model/evidence.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check, Seen } from '../../../model/workflow/workflow.ts';
import { base, changed, listed, plan, work } from './nouns.ts';

const change = changeOfTree(work, { since: base, declared: ({ view }) => [view.value(plan)] });

export const builtChecks: readonly Check<never>[] = [
  ...provenChecks(change),
  unlessWaived('test', probedCheck(change)),
];

export const fixedChecks: readonly Check<never>[] = [...builtChecks, unlessWaived('test', roundKept(change))];

/** The clauses that finished work rests on. */
export const TESTED: readonly string[] = ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'];

const FILES_LISTED_MAX = 200;

export const differs = (submission: Submission): readonly EvidenceRequest[] => {
  const to = submission.digest(work);
  return to === undefined ? [] : [{ kind: 'diff', from: submission.view.digest(base), to }];
};

const lineOf = ({ path, was, added, removed }: FileChange): string =>
  `- ${was === undefined ? '' : `${was} → `}${path}${added === null || removed === null ? '' : ` (+${added} -${removed})`}`;

/** Names and numbers: contents are read where they are. */
export const changeListed = (submission: Submission, seen: Seen): Readonly<Record<string, string>> => {
  const [request] = differs(submission);
  const found = request === undefined ? undefined : seen(request);
  if (found?.kind !== 'diff') return {};
  const more = found.files.length - FILES_LISTED_MAX;
  const lines = found.files.slice(0, FILES_LISTED_MAX).map(lineOf);
  return {
    [changed.name]: [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    [listed.name]: listedText(change(submission), seen),
  };
};

/** What the checks saw and did not refuse: whoever approves must know of it. */
export const listedSection = (view: View): readonly string[] => {
  const text = view.memo(listed) ?? '';
  return text === '' ? [] : [`Baton lists for you:\n${text}`];
};

export const changedFiles = (view: View): string => `Changed files:\n\n${view.memo(changed) || '- none'}`;
