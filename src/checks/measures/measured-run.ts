// A run of a command whose report was measured: the report is taken, or it is said why there is none.
import type { CommandEvidence, EvidenceRequest, FileChange } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { unmet, unproven, type Verdict } from '../../model/run/verdict.ts';
import type { Seen } from '../../model/workflow/workflow.ts';
import { indexFiles } from '../file-index.ts';
import { cannotFail, endProblem, isMissing, observed, tailOf } from '../observed.ts';

/** Why a run has no report, in words. */
export const withoutReport = (run: CommandEvidence, what: string): Problem =>
  problem(
    'EVIDENCE_UNAVAILABLE',
    `\`${run.line}\` has measured no ${what}: ${run.reportFaults?.join('; ') || 'this run wrote no report that can be read'}`,
    { hint: 'let the command write its report while it runs, at the place that baton.yaml names' },
  );

/** A run that passed, or the verdict that it did not. A report of a run that failed measures something else. */
export const passedRun = (
  seen: Seen,
  request: EvidenceRequest | undefined,
  what: string,
): CommandEvidence | Verdict => {
  const run = observed('command', seen, request, `${what} could not be measured`);
  if (isMissing(run)) return unproven(run);
  const blind = cannotFail(run);
  if (blind.length > 0) return unmet(...blind);
  const ended = endProblem(run, 'make the command end by itself, within the limits');
  if (ended !== undefined) return run.end === 'killed' ? unproven(ended) : unmet(ended);
  if (run.exit === 0) return run;
  return unmet(
    problem(
      'COMMAND_FAILED',
      `expected \`${run.line}\` to end with 0, it ended with ${run.exit}\n${tailOf(run)}`,
      {
        hint: 'make the command pass in your working tree, then submit again',
      },
    ),
  );
};

export const isVerdict = (found: CommandEvidence | Verdict): found is Verdict => 'status' in found;

/** Changed files that a report can have, each with what it says of them. */
export const measuredFiles = <T>(
  files: readonly FileChange[],
  measured: Readonly<Record<string, T>>,
): readonly { readonly path: string; readonly found: T | undefined }[] => {
  const find = indexFiles(Object.entries(measured));
  return files
    .filter(({ change, kind }) => change !== 'deleted' && (kind === 'file' || kind === 'executable'))
    .map(({ path }) => ({
      path,
      found: find(path),
    }));
};

/** What was changed and not measured is not proved: each file that must be there, or all of them where none is known to. */
export const unmeasured = (
  files: readonly { readonly path: string; readonly found: unknown }[],
  isSource: ((path: string) => boolean) | undefined,
  what: string,
): Problem[] => {
  const missing = files.filter(({ found }) => found === undefined);
  const concerned =
    isSource === undefined
      ? missing.length === files.length
        ? missing
        : []
      : missing.filter(({ path }) => isSource(path));
  return concerned.map(({ path }) =>
    problem('EVIDENCE_UNAVAILABLE', `${path} was changed, and the report has no ${what} of it`, {
      file: path,
      hint: 'let the command measure all source files, also those that no test loads',
    }),
  );
};
