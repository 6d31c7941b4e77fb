// From a reviewed change to a commit: a person's word, the commit of exactly those bytes, then the journal on top of it.
import { add, commit, record } from '../../../../authoring/actions.ts';
import { guard } from '../../../../authoring/flow.ts';
import { engine, fork, person } from '../../../../authoring/step.ts';
import { file, message } from '../../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../../model/workflow/view.ts';
import { DEFERRED_FILE, DISMISSED_FILE, deferredLines } from '../../files/deferred.ts';
import { parseQuestId } from '../../files/quest-id.ts';
import { listedSection } from '../changes.ts';
import { asksForChanges } from '../feedback.ts';
import { questPath } from '../handing-in.ts';
import {
  approved,
  deferredBefore,
  filed,
  journaled,
  journalIndexBefore,
  plan,
  prDescription,
  reviewBacklog,
  reviewed,
  set,
  work,
} from '../nouns.ts';
import { declaredLines } from '../plan-declared.ts';
import { journalFiles } from '../record/journal.ts';
import { backlogLines, dismissed, leftOver } from './review-steps.ts';

export const closing = fork();
export const commitsByItself = guard('the project lets it be committed', (view) =>
  view.setting(set.auto_commit),
);

const release = file('logs/commit_release.md', { name: 'commitRelease' });

export const approvingItself = engine(
  record(release, () => 'The project lets a change that was reviewed be committed without a further word.\n'),
  { contract: 'commitRelease', reads: [work], assumes: [reviewed], guarantees: [approved] },
);

export const approving = person(['commit', 'change', 'abandon'], {
  contract: 'approval',
  says: 'A person has seen the change and wants it.',
  reads: [work, plan, prDescription, reviewBacklog],
  assumes: [reviewed],
  reject: 'change',
  ask: (view) =>
    [
      `The change is ready: see ${questPath(view, prDescription.path)}.`,
      ...declaredLines(view.value(plan)),
      ...listedSection(view),
      `What the review left:\n${backlogLines(view)}`,
      `commit: commit it on ${branchOf(view)}; change: have it planned again, with your words; abandon: give the quest up.`,
    ].join('\n'),
  guarantees: { commit: [approved] },
  onAccepted: asksForChanges,
});

const branchOf = (view: View): string => `quest/${parseQuestId(view.run.name)?.slug ?? view.run.name}`;

const TITLE = /^#+\s*(.*)$/;

/** The person's own words, else the first line of the description. */
const commitMessage = (view: View): string => {
  const own = view.memo(message);
  if (own !== undefined) return `${own.trimEnd()}\n`;
  const lines = view.text(prDescription).split('\n');
  const title = lines.map((line) => TITLE.exec(line)?.[1] ?? line).find((line) => line.trim() !== '');
  return `${(title ?? view.request.split('\n')[0] ?? 'Quest').trim().slice(0, 100)}\n`;
};

const REASON = 'The review arbiter dismissed it; see review_arbiter_verdict.md of the quest.';

/** Findings outlive the quest: those that are left, for a later one, and those that were dismissed, with who did it. */
const keptForLater = ({ view }: Submission) => {
  const by = { quest: view.run.name, at: view.run.at };
  const lines = [
    [DEFERRED_FILE, deferredLines(view.text(deferredBefore), leftOver(view), by)],
    [DISMISSED_FILE, deferredLines('', dismissed(view), { ...by, reason: REASON })],
  ] as const;
  return lines
    .filter(([, found]) => found.length > 0)
    .map(([path, found]) => ({ action: 'append' as const, path, lines: [...found] }));
};

export const committing = engine(commit(work, { branch: branchOf, message: commitMessage }), {
  contract: 'commit',
  says: 'The approved tree, committed on a branch of the quest.',
  reads: [reviewBacklog, deferredBefore],
  assumes: [approved, reviewed],
  onAccepted: { effects: keptForLater },
});

export const journaling = engine(add(work, journalFiles, { into: filed }), {
  contract: 'journal',
  says: 'The entry of the journal, and its line in the index.',
  reads: [journalIndexBefore, reviewBacklog],
  assumes: [approved],
  guarantees: [journaled],
});

export const filing = engine(
  commit(filed, {
    branch: branchOf,
    message: (view) => `Journal of the quest ${view.run.name}\n`,
    after: 'last-commit',
  }),
  {
    contract: 'journalCommit',
    says: 'The journal entry, committed on top of the change.',
    assumes: [journaled],
  },
);
