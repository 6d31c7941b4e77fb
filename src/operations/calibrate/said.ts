// What a gate said of one tree, as it is kept for the next calibration.
import * as z from 'zod';
import type { NamedTest } from '../../checks/change/change.ts';
import { type Fate, fateOf, showsChange } from '../../checks/change/test-fates.ts';
import type { TestRow } from '../../model/evidence.ts';
import { isError } from '../../model/problem.ts';
import { allOf, type Verdict } from '../../model/run/verdict.ts';
import { clip, plainText } from '../../std/terminal-text.ts';

const refusalSchema = z.strictObject({
  clause: z.string(),
  status: z.enum(['unmet', 'unproven']),
  code: z.string(),
  message: z.string(),
  file: z.string().optional(),
  hint: z.string().optional(),
});
/** One reason why a clause did not pass. */
export type Refusal = z.infer<typeof refusalSchema>;

const fatedSchema = z.strictObject({ name: z.string(), file: z.string().optional(), fate: z.string() });

export const saidSchema = z.strictObject({
  status: z.enum(['met', 'unmet', 'unproven']),
  refused: z.array(refusalSchema),
  /** Clauses that were asked: some wait until the tests are met. */
  judged: z.array(z.string()),
  /** Tests that somebody may have to release. */
  tests: z.array(fatedSchema),
  /** A test that fails without the change. */
  shown: z.strictObject({ name: z.string(), file: z.string().optional() }).optional(),
});
export type Said = z.infer<typeof saidSchema>;

const MESSAGE_CHARS_MAX = 400;
const REFUSALS_MAX = 20;
const TESTS_MAX = 200;
const TOLD: readonly Fate[] = ['respecified', 'hollow', 'removed', 'dropped', 'unclear', 'red-before'];

/** The first thing that is wrong with each clause says why; the rest is counted by whoever needs it. */
const refusalsOf = (clause: string, { status, problems }: Verdict): Refusal[] => {
  if (status === 'met') return [];
  return problems
    .filter(isError)
    .slice(0, REFUSALS_MAX)
    .map(({ code, message, file, hint }) => ({
      ...{ clause, status, code, message: clip(plainText(message), MESSAGE_CHARS_MAX) },
      ...(file === undefined ? {} : { file }),
      ...(hint === undefined ? {} : { hint: clip(plainText(hint), MESSAGE_CHARS_MAX) }),
    }));
};

const ref = ({ name, file }: TestRow): NamedTest & { readonly name: string } => ({
  name,
  ...(file === undefined ? {} : { file }),
});

export const saidOf = (
  verdicts: readonly (readonly [clause: string, verdict: Verdict])[],
  rows: readonly TestRow[],
): Said => {
  const shown = rows.find(showsChange);
  return saidSchema.parse({
    status: allOf(verdicts.map(([, verdict]) => verdict)).status,
    refused: verdicts.flatMap(([clause, verdict]) => refusalsOf(clause, verdict)),
    judged: verdicts.map(([clause]) => clause),
    tests: rows
      .map((row) => ({ ...ref(row), fate: fateOf(row) }))
      .filter(({ fate }) => TOLD.includes(fate))
      .slice(0, TESTS_MAX),
    ...(shown === undefined ? {} : { shown: ref(shown) }),
  });
};
