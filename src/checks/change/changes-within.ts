// Work changes only what it was given to change. Git says what was changed, not whoever changed it.
import type { EvidenceRequest } from '../../model/evidence.ts';
import { problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, MET, unproven } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';

/** How many of the allowed paths a problem names. */
const PATHS_SHOWN_MAX = 12;

const listed = (paths: readonly string[]): string => {
  if (paths.length === 0) return 'nothing';
  const more = paths.length - PATHS_SHOWN_MAX;
  return `${paths.slice(0, PATHS_SHOWN_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/**
 * Nothing else was changed than what is allowed.
 *
 * @example
 * ```ts
 * const work = tree('work');
 * const checks = [
 *   changesWithin({
 *     says: 'you change nothing outside of src/',
 *     from: ({ start }) => start,
 *     to: (submission) => submission.digest(work),
 *     allowed: () => ['src/'],
 *     isWithin: (path, allowed) => allowed.some((folder) => path.startsWith(folder)),
 *   }),
 * ];
 * ```
 */
export const changesWithin = <const O extends string = never>(options: {
  readonly from: (submission: Submission) => Digest | undefined;
  readonly to: (submission: Submission) => Digest | undefined;
  /** Files and directories; undefined when nothing is limited. */
  readonly allowed: (submission: Submission) => readonly string[] | undefined;
  readonly isWithin: (file: string, allowed: readonly string[]) => boolean;
  readonly says: string;
  readonly on?: readonly O[];
}): Check<O> => {
  const request = (submission: Submission): EvidenceRequest | undefined => {
    const [from, to] = [options.from(submission), options.to(submission)];
    return from === undefined || to === undefined ? undefined : { kind: 'changes', from, to };
  };
  return {
    name: 'changes-within',
    title: 'Only its own files changed',
    says: options.says,
    ...(options.on === undefined ? {} : { on: options.on }),
    needs: (submission) => {
      const wanted = options.allowed(submission) === undefined ? undefined : request(submission);
      return wanted === undefined ? [] : [wanted];
    },
    judge: (submission, evidence) => {
      const allowed = options.allowed(submission);
      if (allowed === undefined) return MET;
      const wanted = request(submission);
      const found = wanted === undefined ? undefined : evidence(wanted);
      if (found === undefined || found.kind !== 'changes') {
        const cause = found?.kind === 'unavailable' ? found.cause : 'no evidence';
        return unproven(
          problem('EVIDENCE_UNAVAILABLE', `nobody can say which files were changed: ${cause}`, {
            ...(found?.kind === 'unavailable' && found.hint !== undefined ? { hint: found.hint } : {}),
          }),
        );
      }
      const outside = found.files.filter((file) => !options.isWithin(file, allowed));
      return fromProblems(
        outside.map((file) =>
          problem('FILES_NOT_OWNED', `expected changes in ${listed(allowed)} only, ${file} was changed`, {
            file,
            hint: 'put this file back as it was in your working tree, then submit again',
          }),
        ),
      );
    },
  };
};
