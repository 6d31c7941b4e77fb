// What `baton metrics --json` prints. A rate of nothing and a time that nobody took are null.

import * as z from 'zod';
import { recordOf } from '../std/record-of.ts';
import { problemSchema } from './problem.ts';

const count = z.number().int().nonnegative();
const ratio = z.number().min(0).max(1).nullable();
const figure = z.number().nonnegative().nullable();
const targetFields = { target: z.number().nullable(), met: z.boolean().nullable() };

/** Percentiles are nearest-rank. */
export const spreadSchema = z.object({ count, mean: figure, p50: figure, p95: figure, max: figure });
export type Spread = z.infer<typeof spreadSchema>;

const latencySchema = spreadSchema.extend(targetFields);
export type Latency = z.infer<typeof latencySchema>;

const handedFields = {
  submitted: count,
  accepted: count,
  rejected: count,
  acceptRate: ratio,
  firstPassYield: ratio,
  /** How many were judged until one was accepted. */
  rounds: spreadSchema,
};

const listed = <K extends 'clause' | 'code' | 'blame'>(name: K) =>
  z.array(z.object({ ...recordOf([name], () => z.string()), count }));

export const contractMetricsSchema = z.object({
  workflow: z.string(),
  contract: z.string(),
  roles: z.array(z.string()),
  ...handedFields,
  ...targetFields,
  rejections: z.object({ clauses: listed('clause'), codes: listed('code'), blame: listed('blame') }),
});
export type ContractMetrics = z.infer<typeof contractMetricsSchema>;

export const agentMetricsSchema = z.object({
  role: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  ...handedFields,
  attempts: count,
  failures: count,
  retries: count,
  lost: count,
  /** What its program reported, where it did: null is unknown, not 0. */
  usage: z
    .array(
      z.object({
        model: z.string(),
        inputTokens: count.nullable(),
        cachedInputTokens: count.nullable(),
        outputTokens: count.nullable(),
        reasoningTokens: count.nullable(),
        costUsd: figure,
      }),
    )
    .optional(),
  /** Attempts that reported nothing, where others did. */
  unreported: count.optional(),
});
export type AgentMetrics = z.infer<typeof agentMetricsSchema>;

export const phaseMetricsSchema = z.object({
  workflow: z.string(),
  phase: z.string(),
  /** Stays that have not ended. */
  open: count,
  /** A target is met when the mean is. */
  timeMs: spreadSchema.extend({ total: count, ...targetFields }),
  /** Null where the workflow has no gates. */
  firstTry: z.object({ tried: count, passed: count, rate: ratio, ...targetFields }).nullable(),
});
export type PhaseMetrics = z.infer<typeof phaseMetricsSchema>;

export const taskMetricsSchema = z.object({
  run: z.string(),
  workflow: z.string(),
  scope: z.string(),
  item: z.string(),
  outcome: z.enum(['complete', 'failed', 'cancelled', 'open', 'waiting']),
  /** How often the same agent was asked for the same work, at most. */
  rounds: count,
  accepted: count,
  rejected: count,
  escalations: count,
  phases: z.array(z.object({ phase: z.string(), visits: count, totalMs: count })),
});
export type TaskMetrics = z.infer<typeof taskMetricsSchema>;

export const escalationMetricsSchema = z.object({
  workflow: z.string(),
  /** Tasks that were begun, and those of them in which a person had to decide. */
  tasks: count,
  escalated: count,
  share: ratio,
  ...targetFields,
});
export type EscalationMetrics = z.infer<typeof escalationMetricsSchema>;

export const metricsSchema = z.object({
  runs: z.object({ counted: count, complete: count, failed: count, cancelled: count, running: count }),
  contracts: z.array(contractMetricsSchema),
  latency: z.object({
    validationMs: latencySchema,
    humanHandoffMs: latencySchema,
    questionMs: latencySchema,
    startMs: latencySchema,
  }),
  agents: z.array(agentMetricsSchema),
  phases: z.array(phaseMetricsSchema),
  escalations: z.array(escalationMetricsSchema),
  tasks: z.array(taskMetricsSchema),
  problems: z.array(problemSchema),
});
export type Metrics = z.infer<typeof metricsSchema>;
