// What the run keeps of its history, one line each: events of gates, handoffs, evidence, steps, rejections, issues, approvals.
// Every file that only Baton writes is made of these.
import * as z from 'zod';
import { ownNotes } from '../../../text/own-notes.ts';
import { EVENT_WORDS } from '../inspect/ledger-words.ts';

const text = z.string();
const record = z.record(z.string(), z.unknown());

const noteSchema = z.discriminatedUnion('note', [
  z.object({
    note: z.literal('gate'),
    at: text,
    gate: text,
    status: z.enum(EVENT_WORDS),
    agent: text,
    task: text,
    says: text,
  }),
  z.object({ note: z.literal('handoff'), at: text, id: text, task: text, envelope: record }),
  z.object({ note: z.literal('evidence'), at: text, by: text, path: text, hash: text, says: text }),
  z.object({ note: z.literal('step'), step: record }),
  z.object({
    note: z.literal('rejection'),
    at: text,
    id: text,
    task: text,
    by: text,
    reason: text,
    problems: z.array(text),
    times: z.number(),
  }),
  z.object({ note: z.literal('issue'), at: text, task: text, title: text, lines: z.array(text) }),
  z.object({ note: z.literal('approval'), at: text, task: text, report: record }),
]);
export type Note = z.infer<typeof noteSchema>;
export type NoteOf<K extends Note['note']> = Extract<Note, { note: K }>;

export const noteLine = (note: Note): string => JSON.stringify(note);

export const { notesOf, notesAbout } = ownNotes(noteSchema);

/** Whole seconds, as all the files write times. */
export const seconds = (at: string): string => at.replace(/\.\d+Z$/, 'Z');
