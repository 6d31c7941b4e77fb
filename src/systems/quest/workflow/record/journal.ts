// The entry of a quest in the project's own journal, and its row in the index.
import type { View } from '../../../../model/workflow/view.ts';
import { parseDeferred } from '../../files/deferred.ts';
import {
  type CarriedFindings,
  JOURNAL_INDEX,
  type JournalInput,
  journalPath,
  journalText,
  withIndexRow,
} from '../../files/journal-entry.ts';
import { parseQuestId, slugOf } from '../../files/quest-id.ts';
import { fixesAllowed, isSolo, plansAllowed } from '../modes.ts';
import { changed, deferredMatches, journalIndexBefore, prDescription, ROLES } from '../nouns.ts';
import { backlogItems, leftOver } from '../steps/review-steps.ts';
import { fixIteration, notesAbout, planIteration } from './notes.ts';

const carried = (findings: readonly { readonly summary: string }[]): CarriedFindings => ({
  count: findings.length,
  summaries: findings.map(({ summary }) => summary),
});

const inherited = (view: View): CarriedFindings => {
  const text = view.has(deferredMatches) ? view.text(deferredMatches) : '[]';
  const found: unknown = JSON.parse(text);
  const lines = Array.isArray(found) ? found.map((one) => JSON.stringify(one)).join('\n') : '';
  return carried(parseDeferred(lines, deferredMatches.path).value ?? []);
};

const CHANGED_LINE = /^- (?:.* → )?(.*?)(?: \(\+\d+ -\d+\))?$/;

const filesOf = (view: View): readonly string[] =>
  (view.memo(changed) ?? '').split('\n').flatMap((line) => CHANGED_LINE.exec(line)?.[1] ?? []);

/** The first line that says something. */
const titleOf = (view: View): string =>
  view
    .text(prDescription)
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find((line) => line !== '') ?? 'A quest';

const inputOf = (view: View): JournalInput => {
  const slug = parseQuestId(view.run.name)?.slug ?? slugOf(view.run.name);
  const runtimes = new Map(notesAbout(view.lines, 'handoff').map(({ role, runtime }) => [role, runtime]));
  const title = titleOf(view);
  return {
    ...{ questId: view.run.name, slug, title, outcome: title, request: view.request },
    date: view.run.at.slice(0, 10),
    mode: isSolo(view) ? 'solo' : 'workflow',
    rounds: {
      status: 'complete',
      planIterations: planIteration(view),
      fixIterations: fixIteration(view),
      findings: backlogItems(view).length,
      maxPlanIterations: plansAllowed(view),
      maxFixIterations: fixesAllowed(view),
    },
    files: filesOf(view),
    // In the order of the work: which of two reviewers came first is an accident.
    agents: ROLES.flatMap(({ name }) => {
      const model = runtimes.get(name);
      return model === undefined ? [] : [{ name, model, role: name }];
    }),
    achievements: [],
    inherited: inherited(view),
    left: carried(leftOver(view)),
  };
};

export const journalFiles = (view: View): readonly { readonly path: string; readonly text: string }[] => {
  const input = inputOf(view);
  return [
    { path: journalPath(input), text: journalText(input) },
    { path: JOURNAL_INDEX, text: withIndexRow(view.text(journalIndexBefore), input) },
  ];
};
