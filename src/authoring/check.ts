// A check of one's own.
import type { EvidenceRequest } from '../model/evidence.ts';
import type { Problem } from '../model/problem.ts';
import { fromProblems, type Verdict } from '../model/run/verdict.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Seen } from '../model/workflow/workflow.ts';

export interface CheckSpec<O extends string> {
  readonly name: string;
  /** In a few words, as people read it beside a verdict; what it says where there is none. */
  readonly title?: string;
  /** The clause as the sender reads it in its prompt. */
  readonly says: string;
  /** Outcomes it applies to; all when absent. */
  readonly on?: readonly O[];
  readonly needs?: (submission: Submission) => readonly EvidenceRequest[];
  /** Problems, none when all is well; a verdict where something could not be proved. */
  readonly judge: (submission: Submission, seen: Seen) => readonly Problem[] | Verdict;
}

const isVerdict = (said: readonly Problem[] | Verdict): said is Verdict => 'status' in said;

/**
 * A check of your own. It is pure: it judges what was handed in and returns problems, none when all is well. Evidence that it
 * needs is named in `needs` and looked up in `seen`.
 *
 * @example
 * ```ts
 * const note = file('note.md');
 * const short = check({
 *   name: 'short',
 *   says: 'the note has at most 500 characters',
 *   judge: (submission) =>
 *     submission.text(note).length <= 500
 *       ? []
 *       : [problem('FILE_TOO_LARGE', 'expected at most 500 characters', { file: note.path })],
 * });
 * ```
 */
export const check = <const O extends string = never>(spec: CheckSpec<O>): Check<O> => ({
  name: spec.name,
  ...(spec.title === undefined ? {} : { title: spec.title }),
  says: spec.says,
  ...(spec.on === undefined ? {} : { on: spec.on }),
  needs: (submission) => spec.needs?.(submission) ?? [],
  judge: (submission, seen) => {
    const said = spec.judge(submission, seen);
    return isVerdict(said) ? said : fromProblems(said);
  },
});
