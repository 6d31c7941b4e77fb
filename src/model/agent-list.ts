// Several agents for one role, in the order of preference, as one SPEC: a run keeps it, and is resumed with it.
import * as z from 'zod';

const PREFIX = 'any:';
const AGENTS_MAX = 8;

export const agentListSchema = z
  .array(z.string().regex(/^[^\s[{]/, 'expected an agent, such as command:codex or codex'))
  .min(2)
  .max(AGENTS_MAX);

/** A program may go by its bare name. */
const specOf = (written: string): string =>
  written.includes(':') || written === 'human' ? written : `command:${written}`;

export const listSpec = (agents: readonly string[]): string =>
  `${PREFIX}${JSON.stringify(agents.map(specOf))}`;

/** The agents that a SPEC stands for; itself where it is no list. */
export const specsIn = (spec: string): readonly string[] => {
  if (!spec.startsWith(PREFIX)) return [spec];
  try {
    return agentListSchema.safeParse(JSON.parse(spec.slice(PREFIX.length))).data ?? [spec];
  } catch {
    return [spec];
  }
};

/** Whose turn it is: after each failure that of the next one. */
export const specAfter = (spec: string, failures: number): string => {
  const specs = specsIn(spec);
  return specs[failures % specs.length] ?? spec;
};
