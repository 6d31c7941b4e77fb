// What a project does without. A clause that a contract requires and that nobody can measure is not met, unless the
// project waives it in baton.yaml; then the verdict says so, with who decided it, when and why.

import { problem } from '../model/problem.ts';
import { type Waiver, waiverSchema } from '../model/run/judged.ts';
import { impossible, unproven, type Verdict } from '../model/run/verdict.ts';
import type { Submission, View } from '../model/workflow/view.ts';
import type { Check } from '../model/workflow/workflow.ts';

/** Whether the project names this command. */
export const isNamed = (view: View, command: string): boolean => {
  const commands = view.run.options['commands'];
  return Array.isArray(commands) && commands.includes(command);
};

export const waiverOf = (view: View, command: string): Waiver | undefined => {
  const waived = view.run.options['waived'];
  if (typeof waived !== 'object' || waived === null || !Object.hasOwn(waived, command)) return undefined;
  return waiverSchema.safeParse(Reflect.get(waived, command)).data;
};

export const waivedBy = (waiver: Waiver): Verdict => ({
  status: 'met',
  problems: [],
  basis: 'waived',
  waiver: {
    why: waiver.why,
    ...(waiver.by === undefined ? {} : { by: waiver.by }),
    ...(waiver.on === undefined ? {} : { on: waiver.on }),
  },
});

/** The verdict on what no command measures. */
export const withoutCommand = (view: View, command: string): Verdict => {
  const waiver = waiverOf(view, command);
  if (waiver !== undefined) return waivedBy(waiver);
  return impossible(
    unproven(
      problem(
        'EVIDENCE_UNAVAILABLE',
        `the project has no \`${command}\` command and does not waive it, so it was not checked`,
        {
          hint: `name the command in baton.yaml (commands.${command}) or waive it there: waived: { ${command}: "why" }`,
        },
      ),
    ),
  );
};

/**
 * A check that is measured where the project names the command; elsewhere it is stated, where somebody states it, or waived.
 *
 * @example
 * ```ts
 * const checks = [whereNamed('lint', commandGreen({ command: 'lint', head: ({ start }) => start }))];
 * ```
 */
export const whereNamed = <O extends string>(
  command: string,
  check: Check<O>,
  stated: (submission: Submission) => Verdict | undefined = () => undefined,
): Check<O> => ({
  ...check,
  needs: (submission) => (isNamed(submission.view, command) ? check.needs(submission) : []),
  judge: (submission, evidence) =>
    isNamed(submission.view, command)
      ? check.judge(submission, evidence)
      : (stated(submission) ?? withoutCommand(submission.view, command)),
});

/**
 * A check that a project without this command may waive in baton.yaml.
 *
 * @example
 * ```ts
 * const checks = [unlessWaived('test', commandGreen({ command: 'test', head: ({ start }) => start }))];
 * ```
 */
export const unlessWaived = <O extends string>(command: string, check: Check<O>): Check<O> => {
  const waiverIn = ({ view }: Submission): Waiver | undefined =>
    isNamed(view, command) ? undefined : waiverOf(view, command);
  return {
    ...check,
    needs: (submission) => (waiverIn(submission) === undefined ? check.needs(submission) : []),
    judge: (submission, evidence) => {
      const waiver = waiverIn(submission);
      return waiver === undefined ? check.judge(submission, evidence) : waivedBy(waiver);
    },
  };
};
