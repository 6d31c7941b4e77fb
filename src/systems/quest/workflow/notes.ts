// What a quest keeps of its history, one line each: handoffs, steps, people's words. Its logs and its state are made of these.
import * as z from 'zod';
import type { View } from '../../../model/workflow/view.ts';
import type { Happening } from '../../../model/workflow/workflow.ts';
import { isRecord } from '../../../std/is-record.ts';

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
  z.object({ note: z.literal('said'), at: text, step: text, choice: text, text }),
]);
export type Note = z.infer<typeof noteSchema>;
export type NoteOf<K extends Note['note']> = Extract<Note, { note: K }>;

const read = new WeakMap<readonly string[], readonly Note[]>();

/** The lines are the run's own; they are parsed once. */
export const notesOf = (lines: readonly string[]): readonly Note[] => {
  const known = read.get(lines) ?? lines.map((line) => noteSchema.parse(JSON.parse(line)));
  read.set(lines, known);
  return known;
};

export const notesAbout = <K extends Note['note']>(lines: readonly string[], kind: K): readonly NoteOf<K>[] =>
  notesOf(lines).filter((note): note is NoteOf<K> => note.note === kind);

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

const SUMMARY_CHARS_MAX = 500;
const oneLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim().slice(0, SUMMARY_CHARS_MAX);

type Accepted = Extract<Happening, { kind: 'accepted' }>;

const sourceOf = (from: unknown): 'file' | 'message' | 'tool' =>
  from === 'file' || from === 'message' ? from : 'tool';

const handoffNote = ({ at, submission }: Accepted): Note => {
  const { assignment, args, view, outcome } = submission;
  const { next, summary, reason, artifacts, from } = args;
  return {
    note: 'handoff',
    ...{ at, step: assignment.phase, role: assignment.role, outcome },
    ...(assignment.item === undefined ? {} : { slot: assignment.item }),
    runtime: runtimeOf(view, assignment.role),
    from: sourceOf(from),
    status: outcome === 'blocked' ? 'blocked' : 'complete',
    next: typeof next === 'string' ? next : null,
    summary: oneLine(String(summary ?? reason ?? '')),
    artifacts: Array.isArray(artifacts) ? artifacts.map(String) : [],
  };
};

const noteOf = (happening: Happening): Note | undefined => {
  const { kind, at } = happening;
  if (kind === 'entered') return { note: 'entered', at, step: happening.phase };
  if (kind !== 'accepted') return undefined;
  const { submission, said } = happening;
  const { assignment, outcome } = submission;
  if (assignment.kind === 'agent') return handoffNote(happening);
  if (assignment.kind !== 'human') return undefined;
  return { note: 'said', at, step: assignment.phase, choice: outcome, text: oneLine(said ?? '') };
};

export const chronicle = (happening: Happening): readonly string[] => {
  const note = noteOf(happening);
  return note === undefined ? [] : [JSON.stringify(note)];
};
