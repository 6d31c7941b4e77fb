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
  /** The test that it is about, where it is about one. */
  test: z.string().optional(),
  hint: z.string().optional(),
});
/** One reason why a clause did not pass. */
export type Refusal = z.infer<typeof refusalSchema>;

const fatedSchema = z.strictObject({
  name: z.string(),
  file: z.string().optional(),
  fate: z.string(),
  /** The gate refuses it; others are only listed. */
  isRefused: z.literal(true).optional(),
});

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

/** Clauses that a release of tests may meet. */
export const RELEASABLE: readonly string[] = ['tests-hold', 'tests-kept', 'round-kept'];

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
    .map(({ code, message, file, test, hint }) => ({
      ...{ clause, status, code, message: clip(plainText(message), MESSAGE_CHARS_MAX) },
      ...(file === undefined ? {} : { file }),
      ...(test === undefined ? {} : { test }),
      ...(hint === undefined ? {} : { hint: clip(plainText(hint), MESSAGE_CHARS_MAX) }),
    }));
};

const ref = ({ name, file }: TestRow): NamedTest & { readonly name: string } => ({
  name,
  ...(file === undefined ? {} : { file }),
});

type Verdicts = readonly (readonly [clause: string, verdict: Verdict])[];
type Fated = Said['tests'][number];

/** What the runs tell of tests, and tests that only their text speaks against. Those that the gate refuses come first. */
const fatedTests = (verdicts: Verdicts, rows: readonly TestRow[]): Fated[] => {
  const keyOf = ({ name, file }: { name: string; file?: string | undefined }): string => `${file} ${name}`;
  const problems = verdicts.flatMap(([clause, verdict]) =>
    RELEASABLE.includes(clause) ? verdict.problems.filter(isError) : [],
  );
  const refused = new Map(
    problems.flatMap(({ test, file }) => {
      if (test === undefined) return [];
      const one = { name: test, ...(file === undefined ? {} : { file }) };
      return [[keyOf(one), one] as const];
    }),
  );
  const told = rows
    .map((row): Fated => ({ ...ref(row), fate: fateOf(row) }))
    .filter(({ fate }) => TOLD.some((one) => one === fate));
  const known = new Set(told.map(keyOf));
  const others = [...refused].flatMap(([key, one]): Fated[] =>
    known.has(key) ? [] : [{ ...one, fate: 'weakened' }],
  );
  const all = [...told, ...others].map(
    (one): Fated => (refused.has(keyOf(one)) ? { ...one, isRefused: true } : one),
  );
  return [...all.filter((one) => one.isRefused), ...all.filter((one) => !one.isRefused)].slice(0, TESTS_MAX);
};

export const saidOf = (verdicts: Verdicts, rows: readonly TestRow[]): Said => {
  const shown = rows.find(showsChange);
  return saidSchema.parse({
    status: allOf(verdicts.map(([, verdict]) => verdict)).status,
    refused: verdicts.flatMap(([clause, verdict]) => refusalsOf(clause, verdict)),
    judged: verdicts.map(([clause]) => clause),
    tests: fatedTests(verdicts, rows),
    ...(shown === undefined ? {} : { shown: ref(shown) }),
  });
};
