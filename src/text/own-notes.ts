// Lines of JSON that a workflow keeps of its history, each a note of some kind. They are the run's own, written by the workflow.
import type * as z from 'zod';

interface AnyNote {
  readonly note: string;
}

export interface OwnNotes<N extends AnyNote> {
  notesOf(lines: readonly string[]): readonly N[];
  notesAbout<K extends N['note']>(lines: readonly string[], kind: K): readonly Extract<N, { note: K }>[];
}

/** A list of lines is parsed once. */
export const ownNotes = <N extends AnyNote>(schema: z.ZodType<N>): OwnNotes<N> => {
  const read = new WeakMap<readonly string[], readonly N[]>();
  const notesOf = (lines: readonly string[]): readonly N[] => {
    const known = read.get(lines) ?? lines.map((line) => schema.parse(JSON.parse(line)));
    read.set(lines, known);
    return known;
  };
  return {
    notesOf,
    notesAbout: <K extends N['note']>(lines: readonly string[], kind: K) =>
      notesOf(lines).filter((note): note is Extract<N, { note: K }> => note.note === kind),
  };
};
