// A command of the project beside its tests (lint, types, build) passes on what is handed in. Baton runs it.
import type { EvidenceRequest } from '../model/evidence.ts';
import { problem } from '../model/problem.ts';
import type { Digest } from '../model/sealed.ts';
import { fromProblems, MET, unmet, unproven, type Verdict } from '../model/verdict.ts';
import type { Check, SubmissionView } from '../model/workflow.ts';
import {
  type Asked,
  cannotFail,
  commandOn,
  endProblem,
  isMissing,
  known,
  observed,
  onOutcomes,
  type Seen,
  tailOf,
} from './observed.ts';

/** Without the command nothing was checked. That is said either way; it passes only where nobody asked for it. */
const withoutCommand = (command: string, required: boolean): Verdict => {
  const message = `the project has no \`${command}\` command, so it was not checked`;
  const hint = `say it in baton.yaml: commands.${command}`;
  return required
    ? unproven(problem('EVIDENCE_UNAVAILABLE', message, { hint }))
    : fromProblems([problem('EVIDENCE_UNAVAILABLE', message, { severity: 'warning', hint })]);
};

/** What a run of the command on the tree that is handed in says. */
export const judgeCommand = (command: string, seen: Seen, request: EvidenceRequest | undefined): Verdict => {
  const found = observed('command', seen, request, `\`${command}\` could not be run`);
  if (isMissing(found)) return unproven(found);
  const blind = cannotFail(found);
  if (blind.length > 0) return unmet(...blind);
  const ended = endProblem(found, 'make the command end by itself, within the limits');
  if (ended !== undefined) return found.end === 'killed' ? unproven(ended) : unmet(ended);
  if (found.exit === 0) return MET;
  return unmet(
    problem(
      'COMMAND_FAILED',
      `expected \`${found.line}\` to end with 0, it ended with ${found.exit}\n${tailOf(found)}`,
      {
        hint: 'make the command pass in your working tree, then submit again',
      },
    ),
  );
};

export const commandGreen = (options: {
  readonly command: string;
  readonly head: Asked<Digest>;
  /** Whether the project names such a command; it is asked for unless this says false. */
  readonly has?: Asked<boolean>;
  /** Whether a project without the command is refused; it is unless this says false. */
  readonly required?: Asked<boolean>;
  readonly on?: readonly string[];
}): Check => {
  const has = (submission: SubmissionView): boolean => options.has?.(submission) !== false;
  const run = (submission: SubmissionView) => commandOn(options.command, options.head(submission));
  return {
    name: `${options.command}-green`,
    says: `the project's \`${options.command}\` command, where it has one, ends with 0 on what you hand in: Baton runs it itself`,
    ...onOutcomes(options.on),
    needs: (submission) => (has(submission) ? known(run(submission)) : []),
    judge: (submission, seen) => {
      if (!has(submission)) return withoutCommand(options.command, options.required?.(submission) !== false);
      return judgeCommand(options.command, seen, run(submission));
    },
  };
};
