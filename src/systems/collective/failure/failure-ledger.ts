// Baton's own count of failures: one case for each task, phase and agent. Nothing here believes an agent's count.
import * as z from 'zod';
import { clip, plainText } from '../../../std/terminal-text.ts';
import { FAILURE_CASES_MAX, FAILURE_NOTE_CHARS_MAX, FAILURE_NOTES_MAX } from '../limits.ts';

const count = z.int().min(0);

export const failureCaseSchema = z.strictObject({
  /** Null for work that no task stands for. */
  task: z.string().nullable(),
  phase: z.string(),
  from: z.string(),
  failures: count,
  retries: count,
  blocked: count,
  unfinished: count,
  limits: z.strictObject({ retry: count, escalateAfter: count.nullable() }).nullable(),
  notes: z.array(z.string()),
  state: z.enum(['open', 'done', 'escalated']),
  /** How often a person allowed it to be tried anew. */
  releases: count,
  /** Reports that were counted, so that one that arrives twice counts once. */
  seen: z.array(z.string()),
});
export type FailureCase = z.infer<typeof failureCaseSchema>;

export const failureLedgerSchema = z.strictObject({
  v: z.literal(1),
  cases: z.record(z.string(), failureCaseSchema),
});
export type FailureLedger = z.infer<typeof failureLedgerSchema>;

export const EMPTY_LEDGER: FailureLedger = { v: 1, cases: {} };

export interface CaseName {
  readonly task: string | null;
  readonly phase: string;
  readonly from: string;
}

/** As JSON, because tasks may have any character in their names. */
export const caseKey = ({ task, phase, from }: CaseName): string => JSON.stringify([task, phase, from]);

const NEW: Omit<FailureCase, keyof CaseName> = {
  failures: 0,
  retries: 0,
  blocked: 0,
  unfinished: 0,
  limits: null,
  notes: [],
  state: 'open',
  releases: 0,
  seen: [],
};

/** With too many tasks, those that follow share a count: that ends sooner, never later. */
export const caseOf = (ledger: FailureLedger, name: CaseName): FailureCase => {
  const known = ledger.cases[caseKey(name)];
  if (known !== undefined) return known;
  const { task, phase, from } = name;
  if (task === null || Object.keys(ledger.cases).length < FAILURE_CASES_MAX)
    return { task, phase, from, ...NEW };
  return ledger.cases[caseKey({ task: null, phase, from })] ?? { task: null, phase, from, ...NEW };
};

export const withCase = (ledger: FailureLedger, changed: FailureCase): FailureLedger => ({
  v: 1,
  cases: { ...ledger.cases, [caseKey(changed)]: changed },
});

/** What a failure handler is told: the newest notes, without what could move a cursor. */
export const withNote = (notes: readonly string[], note: string | undefined): string[] => {
  const text = clip(plainText(note ?? '').trim(), FAILURE_NOTE_CHARS_MAX);
  return text === '' ? [...notes] : [...notes, text].slice(-FAILURE_NOTES_MAX);
};

/** A person allows this work to be tried anew: all counts begin again. */
export const releaseCase = (ledger: FailureLedger, name: CaseName): FailureLedger => {
  const { notes, releases, ...found } = caseOf(ledger, name);
  const { task, phase, from } = found;
  return withCase(ledger, { task, phase, from, ...NEW, notes, releases: releases + 1 });
};

/** Work that waits for somebody's decision. */
export const escalatedCases = (ledger: FailureLedger): readonly FailureCase[] =>
  Object.values(ledger.cases).filter(({ state }) => state === 'escalated');
