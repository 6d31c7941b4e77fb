// What H3A leaves open, and what its own documents disagree about: each a switch, with the contracts' value as the default.
import * as z from 'zod';
import { probeShape } from '../../../checks/change/probe-policy.ts';
import { isNamed, whereNamed as measuredWhereNamed, withoutCommand } from '../../../checks/waived.ts';
import { allOf, type Verdict } from '../../../model/run/verdict.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';

const percent = z.number().min(0).max(100);
const rounds = z.number().int().min(0).max(20);

export const policy = z.strictObject({
  remediations: rounds
    .default(1)
    .describe('Rounds in which an executor fixes what a validator found, before a person decides.'),
  conditionals: rounds.max(1).default(1).describe('Rounds after an approval under conditions.'),
  rejections: rounds.default(2).describe('Rounds after a person rejected the work at the last gate.'),
  criteria: z.number().int().min(1).max(50).default(3).describe('Criteria that a definition of done has.'),
  files: z.number().int().min(1).max(1_000).default(3).describe('Files that one task changes at most.'),
  lines: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(200)
    .describe('Lines that one task adds and removes at most.'),
  artifacts: z
    .number()
    .int()
    .min(3)
    .max(10)
    .default(3)
    .describe('Files of evidence that an executor hands in at least.'),
  coverage: percent.default(90).describe('Coverage, in percent, that is enough whatever it was before.'),
  coverage_delta: percent.default(0.1).describe('Or so much more than before, in points.'),
  coverage_changed: percent
    .nullable()
    .default(null)
    .describe('Coverage of each changed file; null: not asked for.'),
  mutation: percent.default(85).describe('Mutants that the tests must detect, in percent.'),
  mutation_changed: z.boolean().default(false).describe('The same for each changed file.'),
  security: z
    .enum(['high', 'medium'])
    .default('high')
    .describe('Findings of this severity, or a worse one, fail.'),
  checks: z
    .enum(['lenient', 'strict'])
    .default('lenient')
    .describe('lenient: nine of ten checks pass with an exception that is written down.'),
  bridge_h1: z
    .enum(['auto', 'person'])
    .default('auto')
    .describe('Whether a person confirms an accepted plan before the executor gets it.'),
  bridge_h2: z
    .enum(['auto', 'person'])
    .default('auto')
    .describe('Whether a person confirms accepted work before the validator gets it.'),
  bridge_h3: z
    .enum(['auto', 'person'])
    .default('auto')
    .describe('Whether a person confirms an accepted verdict that passes before the next gates.'),
  returns: rounds
    .default(2)
    .describe('Handoffs of one task that a receiver sends back, before a person decides.'),
  gates: z
    .array(z.string().regex(/^G\d+\.\d+_[a-z][a-z_]*$/, 'expected a gate such as G2.5_performance'))
    .max(8)
    .refine(
      // Ledgers are read by the number alone.
      (gates) => new Set(gates.map((gate) => gate.split('_', 1)[0])).size === gates.length,
      'expected each number once',
    )
    .default([])
    .describe('Gates of the project between validation and approval, such as G2.5_performance.'),
  ...probeShape('warn'),
});

/** Whether the project names this command. */
export const hasCommand = isNamed;

/** Where a program can measure it, it is measured; elsewhere it is stated in a file that can be read, or waived. */
export const whereNamed = <O extends string>(
  command: string,
  check: Check<O>,
  stated?: (submission: Submission) => Verdict | undefined,
): Check<O> => ({
  ...measuredWhereNamed(command, check, stated),
  says: `where the project names a \`${command}\` command: ${check.says}`,
});

/** What every task is measured by, beside its tests. */
const MEASURED = ['coverage', 'lint', 'types'] as const;

/** Told before anybody works: an executor could do nothing about it. */
export const commandsKnown: Check<never> = {
  name: 'commands-known',
  title: 'Commands are named or waived',
  says: 'the project names its coverage, lint and types commands in baton.yaml, or waives those that it has not',
  needs: () => [],
  judge: ({ view }) => {
    const lacking = MEASURED.filter((command) => !hasCommand(view, command));
    const { status, problems } = allOf(lacking.map((command) => withoutCommand(view, command)));
    return { status, problems };
  },
};
