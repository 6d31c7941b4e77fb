// Parallel work must go together. Whoever hands in last on the same lines fixes the conflict.
import type { EvidenceRequest } from '../../model/evidence.ts';
import { problem } from '../../model/problem.ts';
import { MET, unmet, unproven } from '../../model/run/verdict.ts';
import type { Tree } from '../../model/workflow/handles.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';

/**
 * The work merges with what was accepted of the other items before it. Whoever causes a conflict gets it back.
 *
 * @example
 * ```ts
 * const checks = [mergesCleanly({ artifact: tree('work', { each: true }), base: tree('base') })];
 * ```
 */
export const mergesCleanly = (options: { readonly artifact: Tree; readonly base: Tree }): Check<never> => {
  const request = (submission: Submission): EvidenceRequest[] => {
    const { view, assignment } = submission;
    const parts = submission.parts(options.artifact);
    if (parts.length < 2 || !view.has(options.base)) return [];
    const base = view.digest(options.base);
    return [{ kind: 'merge', base, parts: [...parts], subject: assignment.item ?? '' }];
  };
  return {
    name: 'merges-cleanly',
    says: 'your change merges with the work of the others that was accepted before it',
    needs: request,
    judge: (submission, evidence) => {
      const [wanted] = request(submission);
      if (wanted === undefined) return MET;
      const found = evidence(wanted);
      if (found === undefined || found.kind !== 'merge')
        return unproven(
          problem(
            'EVIDENCE_UNAVAILABLE',
            `the merge could not be tried: ${found?.kind === 'unavailable' ? found.cause : 'no evidence'}`,
          ),
        );
      if (found.conflicts.length === 0) return MET;
      return unmet(
        ...found.conflicts.flatMap(({ files, says }) =>
          files.map((file, index) =>
            problem(
              'MERGE_CONFLICT',
              says?.[index] ?? `${file} was changed by accepted work of another item too`,
              {
                file,
                hint: 'your working tree now holds the merge with the conflicts marked (<<<<<<<): resolve them, keep both changes, submit again',
              },
            ),
          ),
        ),
      );
    },
  };
};
