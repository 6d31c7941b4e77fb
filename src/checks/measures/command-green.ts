// A command of the project beside its tests (lint, types, build) passes on what is handed in. Baton runs it.
import type { CommandEvidence, EvidenceRequest } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { MET, unmet, unproven, type Verdict } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { commandTitle } from '../clause.ts';
import {
  type Asked,
  cannotFail,
  commandOn,
  endProblem,
  installProblem,
  isMissing,
  known,
  observed,
  onOutcomes,
  tailOf,
} from '../observed.ts';
import { waivedBy, withoutCommand } from '../waived.ts';
import { byStandard } from './by-standard.ts';

/** Without the command nothing was checked. Where it is not required, that is said, and nobody has to waive it. */
const notAskedFor = (command: string): Verdict => ({
  ...waivedBy({ why: `the project has no \`${command}\` command, and it is not required here` }),
  problems: [
    problem('EVIDENCE_UNAVAILABLE', `the project has no \`${command}\` command, so it was not checked`, {
      severity: 'warning',
      hint: `say it in baton.yaml: commands.${command}`,
    }),
  ],
});

const failed = (found: CommandEvidence): Problem => {
  const notInstalled = installProblem(found);
  if (notInstalled !== undefined) return notInstalled;
  const { added = [] } = found.before ?? {};
  const text = added.length === 0 ? tailOf(found) : `new since the change:\n${added.join('\n')}`;
  return problem(
    'COMMAND_FAILED',
    `expected \`${found.line}\` to end with 0, it ended with ${found.exit}\n${text}`,
    { hint: 'make the command pass in your working tree, then submit again' },
  );
};

/** It failed before the change, too, and complains about nothing else: that is told, and held against nobody. */
const failedBefore = ({ line, before }: CommandEvidence): Verdict | undefined => {
  if (before === undefined || before.exit === 0 || before.added === undefined || before.added.length > 0)
    return undefined;
  const why = `\`${line}\` fails on the code before the change too, and complains about nothing new`;
  return {
    ...waivedBy({ why }),
    problems: [
      problem('COMMAND_FAILED', why, {
        severity: 'warning',
        hint: 'plan its repair, or waive it in baton.yaml',
      }),
    ],
  };
};

/** What a run of the command on the tree that is handed in says. */
export const judgeCommand = (
  command: string,
  seen: Seen,
  request: EvidenceRequest | undefined,
  excuse: (found: CommandEvidence) => Verdict | undefined = failedBefore,
): Verdict => {
  const found = observed('command', seen, request, `\`${command}\` could not be run`);
  if (isMissing(found)) return unproven(found);
  const blind = cannotFail(found);
  if (blind.length > 0) return unmet(...blind);
  const ended = endProblem(found, 'make the command end by itself, within the limits');
  if (ended !== undefined) return found.end === 'killed' ? unproven(ended) : unmet(ended);
  const verdict = found.exit === 0 ? MET : excuse(found);
  return verdict === undefined ? unmet(failed(found)) : byStandard(found, verdict);
};

/**
 * A command of the project ends with 0 on what is handed in. Baton runs it itself.
 *
 * @example
 * ```ts
 * const checks = [commandGreen({ command: 'lint', head: (submission) => submission.digest(tree('work')) })];
 * ```
 */
export const commandGreen = <const O extends string = never>(options: {
  readonly command: string;
  readonly head: Asked<Digest>;
  /** The tree before: with it the command is taken by the standard of that tree. That it failed there excuses nothing. */
  readonly base?: Asked<Digest>;
  /** Files that the owner of the plan lets the work change, although they say what the command asks for. */
  readonly released?: Asked<readonly string[]>;
  /** Whether the project names such a command; it is asked for unless this says false. */
  readonly has?: Asked<boolean>;
  /** Whether a project without the command must waive it; it must unless this says false. */
  readonly required?: Asked<boolean>;
  readonly on?: readonly O[];
}): Check<O> => {
  const has = (submission: Submission): boolean => options.has?.(submission) !== false;
  const { command, head, base, released } = options;
  const excuse = base === undefined ? failedBefore : () => undefined;
  const run = (submission: Submission) => {
    const before = base?.(submission);
    return commandOn(
      command,
      head(submission),
      undefined,
      before,
      before === undefined ? [] : released?.(submission),
    );
  };
  return {
    name: `${command}-green`,
    title: commandTitle(command),
    says: `the project's \`${command}\` command, if it has one, exits with 0 on your work; Baton runs it itself`,
    ...onOutcomes(options.on),
    needs: (submission) => (has(submission) ? known(run(submission)) : []),
    judge: (submission, seen) => {
      if (has(submission)) return judgeCommand(command, seen, run(submission), excuse);
      return options.required?.(submission) === false
        ? notAskedFor(command)
        : withoutCommand(submission.view, command);
    },
  };
};
