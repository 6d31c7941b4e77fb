// Parallel work must go together. Whoever hands in last on the same lines fixes the conflict.
import type { EvidenceRequest } from '../../model/evidence.ts';
import { MERGES_CLEANLY, mergeVerdict } from '../../model/run/merge-verdict.ts';
import { MET, NOT_ASKED } from '../../model/run/verdict.ts';
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
    // On a main line Baton asks for the merge itself.
    if (submission.merged(options.artifact) !== undefined) return [];
    const parts = submission.parts(options.artifact);
    if (parts.length < 2 || !view.has(options.base)) return [];
    const base = view.digest(options.base);
    return [{ kind: 'merge', base, parts: [...parts], subject: assignment.item ?? '' }];
  };
  return {
    name: MERGES_CLEANLY,
    title: 'It merges with the work of others',
    says: 'your change merges without conflicts with the work of others that was accepted before it',
    needs: request,
    judge: (submission, evidence) => {
      const [wanted] = request(submission);
      if (wanted !== undefined) return mergeVerdict(evidence(wanted), true);
      return submission.merged(options.artifact) === undefined ? MET : NOT_ASKED;
    },
  };
};
