// What is wrong with a report, gathered by places in its text. Lines are counted once, when everything is said.
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Position } from '../../model/validate-with.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import type { Roots } from '../commands/own-path.ts';

export interface ReportOptions {
  /** Its name, for messages and as a hint of what it is. */
  readonly file: string;
  /** Where the tree lay that the tool ran on. */
  readonly root: Roots;
}

/** `P` is how a place is named: an offset in text, a path in JSON. */
export interface ReportNotes<P> {
  error(code: Problem['code'], message: string, at: P, hint?: string): void;
  warn(code: Problem['code'], message: string, at: P, hint?: string): void;
  /** A path that is not the project's own; all of them are one warning. */
  drop(path: string, at: P): void;
  /** So many errors were found that no further one is kept. */
  isFull(): boolean;
  problems(): Problem[];
}

interface Note<P> {
  readonly code: Problem['code'];
  readonly message: string;
  readonly at: P;
  readonly hint: string | undefined;
}

/** Counted apart: a flood of warnings must not hide an error. */
const EACH_MAX = PROBLEMS_MAX / 2;
const DROPPED_SHOWN_MAX = 3;
const SHOWN_CHARS_MAX = 120;

/** Text of a report in a message. */
export const shownText = (text: string): string =>
  JSON.stringify(clip(plainLine(text.slice(0, 4 * SHOWN_CHARS_MAX)), SHOWN_CHARS_MAX));

export const newReportNotes = <P>(
  file: string,
  locate: (places: readonly P[]) => readonly Position[],
): ReportNotes<P> => {
  const errors: Note<P>[] = [];
  const warnings: Note<P>[] = [];
  let dropped: { count: number; readonly names: Set<string>; readonly at: P } | undefined;
  const add =
    (notes: Note<P>[]): ReportNotes<P>['error'] =>
    (code, message, at, hint) => {
      if (notes.length < EACH_MAX) notes.push({ code, message, at, hint });
    };
  const droppedNotes = (): Note<P>[] => {
    if (dropped === undefined) return [];
    const { count, names, at } = dropped;
    const message = `${count} ${count === 1 ? 'file is' : 'files are'} left out, because they are outside of the project or in node_modules: ${[...names].join(', ')}${count > names.size ? ', …' : ''}`;
    return [{ code: 'PATH_OUTSIDE', message, at, hint: undefined }];
  };
  return {
    error: add(errors),
    warn: add(warnings),
    drop: (path, at) => {
      dropped ??= { count: 0, names: new Set(), at };
      dropped.count += 1;
      if (dropped.names.size < DROPPED_SHOWN_MAX) dropped.names.add(shownText(path));
    },
    isFull: () => errors.length >= EACH_MAX,
    problems: () => {
      const notes = [...errors, ...warnings, ...droppedNotes()];
      const positions = locate(notes.map(({ at }) => at));
      return notes.map(({ code, message, hint }, index) =>
        problem(code, message, {
          severity: index < errors.length ? 'error' : 'warning',
          ...(file === '' ? {} : { file }),
          ...positions[index],
          ...(hint === undefined ? {} : { hint }),
        }),
      );
    },
  };
};
