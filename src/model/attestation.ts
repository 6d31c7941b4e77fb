// What `baton attest` says of an accepted handoff: an in-toto statement, and the bundle of all statements of a run.
// The prose is in spec/attestation.md; tools/verify-attestation.mjs checks it without any of this code.
import * as z from 'zod';
import { observerSchema } from './observer.ts';
import { isolationSchema } from './run/event.ts';
import { basisSchema } from './run/judged.ts';
import { type Digest, TREE_PREFIX, treeOid } from './run/sealed.ts';
import { roleUsageSchema } from './run/usage.ts';

/** In the run directory. */
export const BUNDLE_FILE = 'attestations.json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
/** A name and not an address: nothing is to be fetched there. Statements of v1 have no bases. */
export const PREDICATE_TYPE = 'https://baton-relay.invalid/attestation/handoff/v2';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const BUNDLE_FORMAT = 'baton-attestation';
export const BUNDLE_VERSION = 1;

const hex = (digits: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const gitOid = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
const sha256Schema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

export const digestSetSchema = z.union([
  z.strictObject({ sha256: hex(64) }),
  z.strictObject({ gitTree: gitOid }),
  z.strictObject({ gitCommit: gitOid }),
]);
export type DigestSet = z.infer<typeof digestSetSchema>;

/** Something by its bytes. */
export const resourceSchema = z.strictObject({ name: z.string(), digest: digestSetSchema });
export type Resource = z.infer<typeof resourceSchema>;

/** The same in every statement of a bundle. */
export const attestedRunSchema = z.strictObject({
  name: z.string(),
  workflow: z.string(),
  workflowVersion: z.number().int(),
  definition: z.string(),
  base: z.strictObject({ commit: gitOid.nullable(), tree: gitOid }),
  /** At `none` agents could have written Baton's own files: the statement speaks for Baton, not against them. */
  isolation: isolationSchema,
  startedAt: z.string(),
  /** Digest of the journal's first line: two runs of one name differ in it. */
  origin: sha256Schema,
  /** Whether `baton attest` judged every handoff once more; it cannot where another definition made the run. */
  verdicts: z.enum(['recomputed', 'recorded']),
});

/** What came into the run since the statement before, other than by an accepted handoff. */
export const arrivalSchema = z.discriminatedUnion('kind', [
  /** There at the start; in the first statement alone. */
  z.strictObject({ kind: z.literal('given'), name: z.string(), digest: digestSetSchema }),
  /** A file that asks another role for something. */
  z.strictObject({
    kind: z.literal('request'),
    name: z.string(),
    digest: digestSetSchema,
    by: z.string(),
  }),
  /** A tree that Baton merged of others, for work to start from. */
  z.strictObject({
    kind: z.literal('merge'),
    name: z.string(),
    digest: digestSetSchema,
    of: z.array(digestSetSchema).min(1),
  }),
]);
export type Arrival = z.infer<typeof arrivalSchema>;

const testsSchema = z.strictObject({ total: count, passed: count, failed: count, skipped: count });

/** In short; the whole is in the journal, under the digest that stands beside it. */
export const observedSchema = z.strictObject({
  kind: z.string(),
  line: z.string().optional(),
  end: z.string().optional(),
  exit: z.number().int().nullable().optional(),
  sandbox: z.string().optional(),
  tests: testsSchema.nullable().optional(),
  coverage: z.strictObject({ covered: count, total: count }).optional(),
  findings: z.record(z.string(), count).optional(),
  mutants: z.strictObject({ killed: count, timeout: count, survived: count, noCoverage: count }).optional(),
  cannotFail: z.string().optional(),
  /** Files that were as in the base and not as handed in, because they decide what the command is. */
  restored: z.array(z.string()).optional(),
  files: count.optional(),
  conflicts: count.optional(),
  /** Trees that were made to see whether it can be done. */
  made: z.array(digestSetSchema).optional(),
  cause: z.string().optional(),
});
export type Observed = z.infer<typeof observedSchema>;

export const attestedEvidenceSchema = z.strictObject({
  key: z.string(),
  /** Of the evidence as canonical JSON. */
  digest: sha256Schema,
  about: z.array(digestSetSchema),
  observed: observedSchema,
  /** Where it was not the holder of the run. */
  observedBy: z.strictObject(observerSchema.shape).optional(),
});

/** Who handed it in, as far as the journal says. */
export const senderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('agent'),
    agent: z.string().nullable(),
    model: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('person'), person: z.string() }),
  z.strictObject({ kind: z.literal('engine'), action: z.string() }),
]);

export const handoffRecordSchema = z.strictObject({
  submission: z.string(),
  assignment: z.string(),
  role: z.string(),
  attempt: count,
  contract: z.string(),
  outcome: z.string(),
  tool: z.string(),
  by: senderSchema,
  /** Digest of the arguments as canonical JSON; they may hold what is nobody else's business. */
  arguments: sha256Schema,
  /** What was kept of it: a branch, a commit, a person's commit message. */
  details: z.record(z.string(), z.string()),
  decision: z.strictObject({ person: z.string(), choice: z.string(), text: z.string() }).nullable(),
});

const attestedFactSchema = z.strictObject({
  fact: z.string(),
  about: z.array(resourceSchema),
  /** The weakest of the clauses that it rests on; not there where the journal is older than bases. */
  basis: basisSchema.optional(),
  /** Clauses of this statement; none where the fact held before and is stated again about new bytes. */
  rests: z.array(z.string()),
});

const attestedClauseSchema = z.strictObject({
  name: z.string(),
  basis: basisSchema,
  evidence: z.array(z.string()),
  person: z.string().optional(),
  waiver: z
    .strictObject({ why: z.string(), by: z.string().optional(), on: z.string().optional() })
    .optional(),
});

export const predicateSchema = z.strictObject({
  run: attestedRunSchema,
  number: z.number().int().positive(),
  /** Digest of the statement before; null in the first. */
  previous: sha256Schema.nullable(),
  entry: z.strictObject({ seq: z.number().int().positive(), at: z.string(), chain: sha256Schema }),
  handoff: handoffRecordSchema,
  /** Digest of the policy that held then, as canonical JSON: it changes when a person decides otherwise. */
  policy: sha256Schema,
  /** By role: what agents' programs had reported by then; a figure that is not here is not known. */
  usage: z.record(z.string(), roleUsageSchema).optional(),
  facts: z.array(attestedFactSchema),
  clauses: z.array(attestedClauseSchema),
  evidence: z.array(attestedEvidenceSchema),
  since: z.array(arrivalSchema),
  materials: z.array(resourceSchema),
  /** In the last statement alone: how many there are, and where the journal ended. */
  last: z
    .strictObject({
      count: z.number().int().positive(),
      entries: z.number().int().positive(),
      chain: sha256Schema,
      status: z.enum(['running', 'complete', 'failed', 'cancelled']),
    })
    .nullable(),
});
export type Predicate = z.infer<typeof predicateSchema>;

export const statementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  predicateType: z.literal(PREDICATE_TYPE),
  /** What the handoff produced. */
  subject: z.array(resourceSchema).min(1),
  predicate: predicateSchema,
});
export type Statement = z.infer<typeof statementSchema>;

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** Keys in the order in which they are written. */
export const bundleSchema = z.strictObject({
  /** Where the journal ended. */
  chain: sha256Schema,
  format: z.literal(BUNDLE_FORMAT),
  keyid: sha256Schema,
  /** The key as SPKI DER. */
  publicKey: base64,
  run: z.string(),
  statements: z
    .array(
      z.strictObject({
        payload: base64,
        payloadType: z.literal(PAYLOAD_TYPE),
        signatures: z.array(z.strictObject({ keyid: sha256Schema, sig: base64 })).length(1),
      }),
    )
    .min(1),
  version: z.literal(BUNDLE_VERSION),
});
export type Bundle = z.infer<typeof bundleSchema>;

export const digestSetOf = (digest: Digest): DigestSet =>
  digest.startsWith(TREE_PREFIX) ? { gitTree: treeOid(digest) } : { sha256: digest.slice('sha256:'.length) };

/** `gitTree:<oid>`: equal texts are equal digests. */
export const digestText = (digest: DigestSet): string => Object.entries(digest).flat().join(':');
