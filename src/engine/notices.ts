// What roles and people are told beside the work, from the entry that tells it until somebody has worked with it.
import { NOTICE_CHARS_MAX, NOTICES_MAX } from '../model/limits/limits.ts';
import type { Problem } from '../model/problem.ts';
import { problemText } from '../model/problem-text.ts';
import { type KeptNotice, type Notice, PEOPLE } from '../model/run/notice.ts';
import type { State, Work } from '../model/run/state.ts';
import { clip } from '../std/terminal-text.ts';
import type { Changes } from './reduce/changes.ts';

/** The oldest ones of a receiver go first when there are too many. */
export const tell = (
  next: State,
  changes: Changes,
  notices: readonly (Notice & Pick<KeptNotice, 'stays'>)[],
): void => {
  const { seq, at } = next;
  for (const { to, ...said } of notices) {
    const kept = changes.push<KeptNotice>(next.notices?.[to] ?? [], { ...said, seq, at }, NOTICES_MAX);
    next.notices = changes.set(next.notices ?? {}, to, kept);
  }
};

/** Nobody waits for an effect beside the work, so people would not hear that it failed. */
export const tellProblems = (next: State, changes: Changes, problems: readonly Problem[]): void =>
  tell(
    next,
    changes,
    problems.map((found) => ({
      to: PEOPLE,
      text: clip(problemText(found), NOTICE_CHARS_MAX),
      stays: true as const,
    })),
  );

/** The prompt of an attempt has every notice that its role was told before. */
export const hear = (state: State, work: Work): void => {
  if (state.notices?.[work.assignment.role] !== undefined) work.heard = state.seq;
};

/** When this part of the run goes on: roles whose accepted work was started with a notice are told no more of it. */
export const forgetHeard = (next: State, changes: Changes, scope: string): void => {
  if (next.notices === undefined) return;
  for (const { assignment, heard, outcome } of Object.values(next.works)) {
    const kept: readonly KeptNotice[] | undefined = next.notices[assignment.role];
    if (assignment.scope !== scope || heard === undefined || outcome === undefined || kept === undefined)
      continue;
    const left: KeptNotice[] = kept.filter(({ seq }) => seq > heard);
    if (left.length < kept.length) next.notices = changes.set(next.notices, assignment.role, left);
  }
};

/** What people see: while the run goes on everything, afterwards only what Baton could not do. */
export const noticesForPeople = ({
  status,
  notices,
}: State): readonly { readonly at: string; readonly text: string }[] =>
  (notices?.[PEOPLE] ?? [])
    .filter(({ stays }) => status === 'running' || stays)
    .map(({ at, text }) => ({ at, text }));
