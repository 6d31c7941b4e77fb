// Evidence: what was observed. A check asks for it as data; the runtime gathers it as a job.
import * as z from 'zod';
import { digestSchema } from './sealed.ts';

export const evidenceRequestSchema = z.discriminatedUnion('kind', [
  /** A command of the project's configuration, re-executed on a sealed tree in a clean place. */
  z.object({ kind: z.literal('command'), command: z.string(), tree: digestSchema }),
  /** Do these trees go together? Each part is merged, in order, against the tree that it started from. */
  z.object({
    kind: z.literal('merge'),
    base: digestSchema,
    parts: z.array(z.object({ item: z.string(), start: digestSchema, tree: digestSchema })),
    /** The part that is judged: `others` in the evidence is the merge of all but this one. */
    subject: z.string().optional(),
  }),
  /** Which files differ between two trees. */
  z.object({ kind: z.literal('changes'), from: digestSchema, to: digestSchema }),
]);
export type EvidenceRequest = z.infer<typeof evidenceRequestSchema>;

export const testFailureSchema = z.object({
  name: z.string(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  message: z.string(),
});
export type TestFailure = z.infer<typeof testFailureSchema>;

export const testCountsSchema = z.object({
  total: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  failures: z.array(testFailureSchema),
});
export type TestCounts = z.infer<typeof testCountsSchema>;

export const commandEvidenceSchema = z.object({
  kind: z.literal('command'),
  /** The command line that was really run. */
  line: z.string(),
  end: z.enum(['exited', 'timed-out', 'out-of-memory', 'too-much-output', 'killed']),
  exit: z.number().int().nullable(),
  /** What the output says about tests, where its format is known. */
  tests: testCountsSchema.nullable(),
  tail: z.string(),
  durationMs: z.number().nonnegative(),
  sandbox: z.enum(['none', 'no-network']),
});
export type CommandEvidence = z.infer<typeof commandEvidenceSchema>;

export const mergeEvidenceSchema = z.object({
  kind: z.literal('merge'),
  /** The merged tree; with conflicts it holds the conflict marks. */
  tree: digestSchema,
  /** The merge of all parts but the subject. */
  others: digestSchema,
  /** Files are relative to the project; `says` has one sentence for each thing that is the matter. */
  conflicts: z.array(
    z.object({ item: z.string(), files: z.array(z.string()), says: z.array(z.string()).optional() }),
  ),
});
export type MergeEvidence = z.infer<typeof mergeEvidenceSchema>;

export const changesEvidenceSchema = z.object({ kind: z.literal('changes'), files: z.array(z.string()) });

export const evidenceSchema = z.discriminatedUnion('kind', [
  commandEvidenceSchema,
  mergeEvidenceSchema,
  changesEvidenceSchema,
  /** It could not be gathered here. Never a pass. */
  z.object({ kind: z.literal('unavailable'), cause: z.string(), hint: z.string().optional() }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;

/** Two requests with the same key ask for the same observation. */
export const evidenceKey = (request: EvidenceRequest): string => {
  switch (request.kind) {
    case 'command':
      return `command:${request.command}@${request.tree}`;
    case 'merge':
      return `merge:${request.base}${request.parts.map((p) => `+${p.item}(${p.start}>${p.tree})`).join('')}${request.subject === undefined ? '' : `?${request.subject}`}`;
    case 'changes':
      return `changes:${request.from}>${request.to}`;
  }
};
