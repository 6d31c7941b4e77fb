// What a quest keeps of its history, one line each: handoffs, steps, people's words. Its logs and its state are made of these.
import * as z from 'zod';
import type { View } from '../../../../model/workflow/view.ts';
import { isRecord } from '../../../../std/is-record.ts';
import { ownNotes } from '../../../../text/own-notes.ts';

const text = z.string();

const noteSchema = z.discriminatedUnion('note', [
  z.object({ note: z.literal('entered'), at: text, step: text }),
  z.object({
    note: z.literal('handoff'),
    at: text,
    step: text,
    role: text,
    slot: text.optional(),
    /** Which program played the role. */
    runtime: text,
    from: z.enum(['file', 'message', 'tool']),
    status: z.enum(['complete', 'blocked']).default('complete'),
    next: text.nullable(),
    summary: text,
    artifacts: z.array(text),
    outcome: text,
  }),
  z.object({
    note: z.literal('said'),
    at: text,
    step: text,
    choice: text,
    text,
    /** The digest of all change requests, this one included, where it is one. */
    feedback: text.optional(),
  }),
]);
export type Note = z.infer<typeof noteSchema>;
export type NoteOf<K extends Note['note']> = Extract<Note, { note: K }>;

export const { notesOf, notesAbout } = ownNotes(noteSchema);

const timesIn = ({ lines }: Pick<View, 'lines'>, step: string): number =>
  notesAbout(lines, 'entered').filter((note) => note.step === step).length;

/** Which plan is, or was last, at work; none before the first. */
export const planIteration = (view: View): number => timesIn(view, 'planning');
export const fixIteration = (view: View): number => timesIn(view, 'fixing');

/** Whether the arbiter has judged the findings of this round. */
export const isJudged = ({ lines }: View): boolean => {
  const notes = notesOf(lines);
  const round = notes.findLastIndex((note) => note.note === 'entered' && note.step === 'reviewingCode');
  return notes.some(
    (note, at) =>
      at > round && note.note === 'handoff' && note.step === 'judgingFindings' && note.outcome === 'judged',
  );
};

/** The program of `command:claude` is claude. */
export const runtimeOf = ({ run }: View, role: string): string => {
  const { agents } = run.options;
  const spec = isRecord(agents) && typeof agents[role] === 'string' ? agents[role] : '';
  const [kind = '', name = ''] = spec.split(':', 2);
  const word = kind === 'command' ? (name.split('/').at(-1) ?? '') : kind;
  return word.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '') || 'unknown';
};
