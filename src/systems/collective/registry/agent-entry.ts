// One agent of a collective, as baton.yaml names it.
import * as z from 'zod';
import { workKindSchema } from '../../../model/workflow/work-kind.ts';
import { isAgentName, PHASES } from '../handoff/words.ts';
import { ALIASES_MAX, BRIEF_CHARS_MAX, WRITES_MAX } from '../limits.ts';

export const agentNameSchema = z
  .string()
  .transform((name) => name.replace(/^@/, ''))
  .refine(isAgentName, 'expected small letters, digits and hyphens, as in unit-testing-agent');

export const agentEntrySchema = z.strictObject({
  name: agentNameSchema.describe('Without "@".'),
  brief: z.string().min(1).max(BRIEF_CHARS_MAX).describe('What it is there for; its prompt begins with it.'),
  writes: z
    .array(z.string().min(1))
    .max(WRITES_MAX)
    .default([])
    .describe('Paths that it may change; a directory ends in "/". None: it changes no file.'),
  coordinator: z.boolean().default(false).describe('May hand over to any agent.'),
  phases: z.array(z.enum(PHASES)).default([]).describe('Phases that it works in. None: all of them.'),
  kind: workKindSchema
    .optional()
    .describe('What its changes are: a feature owes a test that fails without it, docs and tests do not.'),
  aliases: z.array(agentNameSchema).max(ALIASES_MAX).default([]),
  program: z
    .string()
    .min(1)
    .optional()
    .describe('Who plays it: `command:claude`, `human`, `scripted:FILE`, or a name from `agents`.'),
});
export type AgentEntry = z.output<typeof agentEntrySchema>;
