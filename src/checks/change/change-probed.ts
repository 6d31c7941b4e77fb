// Untested change is visible: each piece of the code that no test misses is named, with its place.
import type { EvidenceRequest, ProbeEvidence, UntestedHunk } from '../../model/evidence.ts';
import { UNTESTED_NAMED_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { allOf, fromProblems, NOT_ASKED, unproven } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { type Clause, checkOf } from '../clause.ts';
import { isMissing, known, observed } from '../observed.ts';
import type { Change } from './change.ts';

const MINUTE_MS = 60_000;

const requestOf = ({ command, base, head, probe }: Change): EvidenceRequest | undefined => {
  if (base === undefined || head === undefined || probe === undefined || probe.mode === 'off')
    return undefined;
  const { hunksMax, minutesMax } = probe;
  return { kind: 'probe', command, base, head, hunksMax, timeMsMax: minutesMax * MINUTE_MS };
};

export const untestedIn = ({ hunks }: ProbeEvidence): readonly UntestedHunk[] =>
  hunks
    .filter(({ status }) => status === 'untested')
    .map(({ path, line, lines, text }) => ({ path, line, lines, text }));

/** Those of a change that was probed; none where it was not. */
export const untestedHunks = (change: Change, seen: Seen): readonly UntestedHunk[] => {
  const request = requestOf(change);
  const found = request === undefined ? undefined : seen(request);
  return found?.kind === 'probe' ? untestedIn(found) : [];
};

/** The same as one text, for what a run keeps: `path:line  first line`, each on its own line. */
export const untestedText = (change: Change, seen: Seen): string =>
  untestedHunks(change, seen)
    .slice(0, UNTESTED_NAMED_MAX)
    .map(({ path, line, text }) => `${path}:${line}  ${text}`)
    .join('\n');

const rangeText = ({ lines }: UntestedHunk): string =>
  lines === 0 ? 'what was removed here' : lines === 1 ? 'this line' : `these ${lines} lines`;

const untestedProblems = (found: ProbeEvidence, severity: Problem['severity']): Problem[] => {
  const hunks = untestedIn(found);
  const more = hunks.length - UNTESTED_NAMED_MAX;
  const named = hunks.slice(0, UNTESTED_NAMED_MAX).map((hunk) =>
    problem(
      'CHANGE_UNTESTED',
      `expected a test that misses ${rangeText(hunk)}, all tests pass without: ${hunk.text}`,
      {
        ...{ severity, file: hunk.path, line: hunk.line },
        hint: 'test what it does, or leave it out',
      },
    ),
  );
  return more <= 0
    ? named
    : [...named, problem('CHANGE_UNTESTED', `${more} more pieces of the change are untested`, { severity })];
};

/** What the number or the time did not reach, or could not be run. */
const leftProblems = ({ hunks, left }: ProbeEvidence, severity: Problem['severity']): Problem[] => {
  const unknown = hunks.filter(({ status }) => status === 'unknown').length;
  const count = left + unknown;
  return count === 0
    ? []
    : [
        problem('CHANGE_UNTESTED', `${count} of ${hunks.length + left} pieces of the change were not tried`, {
          severity,
          hint: 'policy.probe_hunks and policy.probe_minutes allow for more',
        }),
      ];
};

export const CHANGE_PROBED: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'change-probed',
  title: 'Every part of the change is tested',
  says: 'if the policy `probe` is `warn` or `reject`: Baton removes each part of your code alone and runs the tests; parts whose removal breaks no test are listed (`warn`) or rejected (`reject`)',
};

export const changeProbed = (change: Change): Clause => {
  const request = requestOf(change);
  const isRejecting = change.probe?.mode === 'reject';
  return {
    ...CHANGE_PROBED,
    needs: known(request),
    judge: (seen) => {
      if (change.probe === undefined || change.probe.mode === 'off') return NOT_ASKED;
      const found = observed('probe', seen, request, 'the pieces of the change could not be tried');
      if (isMissing(found))
        return isRejecting ? unproven(found) : fromProblems([{ ...found, severity: 'warning' }]);
      const severity = isRejecting ? 'error' : 'warning';
      const left = leftProblems(found, severity);
      // Whoever rejects untested change takes no change whose pieces were not all tried.
      return allOf([
        fromProblems(untestedProblems(found, severity)),
        isRejecting && left.length > 0 ? unproven(...left) : fromProblems(left),
      ]);
    },
  };
};

/**
 * Takes each piece of the change away alone and runs the tests. Pieces that no test misses are listed, or rejected where the
 * setting `probe` says so.
 *
 * @example
 * ```ts
 * const checks = [probedCheck(changeOfTree(tree('work')))];
 * ```
 */
export const probedCheck = <const O extends string = never>(
  changeOf: (submission: Submission) => Change,
  on?: readonly O[],
): Check<O> => checkOf(CHANGE_PROBED, (submission) => changeProbed(changeOf(submission)), on);
