// What a merge says about the work that is judged: it goes together with the others', or whoever hands it in last fixes it.
import type { Evidence } from '../evidence.ts';
import { problem } from '../problem.ts';
import { MET, unmet, unproven, type Verdict } from './verdict.ts';

export const MERGES_CLEANLY = 'merges-cleanly';

const RESOLVE =
  'your working tree now holds the merge with the conflicts marked (<<<<<<<): resolve them, keep both changes, submit again';
const SEND_BACK =
  'it cannot pass as it is: hand in the outcome that sends it back to whoever wrote it, who gets the conflicts marked';

/** `ownsTree`: whoever hands it in can resolve the conflict. */
export const mergeVerdict = (found: Evidence | undefined, ownsTree: boolean): Verdict => {
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
          { file, hint: ownsTree ? RESOLVE : SEND_BACK },
        ),
      ),
    ),
  );
};
