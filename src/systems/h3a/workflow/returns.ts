// Handoffs that come back: a receiver rejects what the checks have let through, or a person who carries it sends it back.
import * as z from 'zod';
import type { Role } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { HandoffId } from '../files/files.ts';
import { oneLine } from '../inspect/ledger.ts';
import { type Note, notesAbout, seconds } from './notes.ts';
import { taskId } from './nouns.ts';

const CLAUSE_CHARS_MAX = 200;
const REASON_CHARS_MAX = 2_000;

/** What a receiver says when it rejects. */
export const rejectionArgs = z.object({
  clause: z
    .string()
    .min(1)
    .max(CLAUSE_CHARS_MAX)
    .describe('What was promised and is not so: a field, a file, or an assumption of yours.'),
  reason: z.string().min(1).max(REASON_CHARS_MAX).describe('What you found, and what must change.'),
});

export const rejects = (handoff: HandoffId, { name: sender }: Role) => ({
  tool: 'submit_rejection',
  says: `Rejects ${handoff}: it goes back to the ${sender} with the clause and the reason, and you are done. Only for what the ${sender} must fix before you can begin; nothing of yours is handed in.`,
  args: rejectionArgs,
  outcome: 'reject' as const,
});

/** How often this handoff came back before. */
const timesOf = (view: View, id: HandoffId): number =>
  notesAbout(view.lines, 'rejection').filter((note) => note.id === id && note.task === view.here.item).length;

const GATES_LEFT: Readonly<Record<HandoffId, readonly [from: string, to: string]>> = {
  H1: ['G0_failed', 'G0_in_progress'],
  H2: ['G1_failed', 'G1_in_progress'],
  H3: ['G2_failed', 'G2_in_progress'],
};

/** The gate of its sender is not passed by a handoff that is rejected. */
export const rejectedGates = (
  id: HandoffId,
): { readonly gate_transition: string; readonly gate_status: string } => {
  const [from, to] = GATES_LEFT[id];
  return { gate_transition: `${from} → ${to}`, gate_status: from };
};

/** The handoff as it was handed over, rejected now; and what is written down about it. */
export const returnedNotes = (
  id: HandoffId,
  { view }: Submission,
  told: {
    readonly at: string;
    readonly by: string;
    readonly reason: string;
    readonly problems: readonly string[];
  },
): Note[] => {
  const task = taskId(view);
  const at = seconds(told.at);
  const sent =
    notesAbout(view.lines, 'handoff').findLast((note) => note.id === id && note.task === task)?.envelope ??
    {};
  const reason = oneLine(told.reason);
  return [
    {
      note: 'handoff',
      ...{ at, id, task },
      envelope: {
        ...sent,
        ...rejectedGates(id),
        ...{ status: 'rejected', rejection_reason: reason, rejected_by: told.by, rejected_at: at },
      },
    },
    {
      note: 'rejection',
      ...{ at, id, task, by: told.by, reason, problems: [...told.problems], times: timesOf(view, id) + 1 },
    },
  ];
};

/** Why the last handoff of this kind came back; empty when it did not, or was handed over again since. */
export const returnedWords = (view: View, id: HandoffId): string => {
  const last = notesAbout(view.lines, 'handoff').findLast(
    (note) => note.id === id && note.task === view.here.item,
  )?.envelope;
  return last?.['status'] === 'rejected'
    ? `\n\nYour ${id} came back from ${String(last['rejected_by'])}: ${String(last['rejection_reason'])}`
    : '';
};
