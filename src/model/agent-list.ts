// Several agents for one role, in the order of preference, as one SPEC: a run keeps it, and is resumed with it.
import * as z from 'zod';

const PREFIX = 'any:';
const AGENTS_MAX = 8;

/** Both end up on a command line of their own program, never in a shell. */
export const modelSchema: z.ZodString = z
  .string()
  .regex(/^[^\s-][^\0-\x1f]*$/, 'expected the name of a model on one line, with no space or "-" before it');
export const argumentSchema: z.ZodString = z.string().regex(/^[^\0]*$/, 'expected an argument without NUL');

/** What is said of one agent beside its name. */
export const agentOptionsShape = {
  model: modelSchema.optional().describe('The model that the agent is started with.'),
  args: z.array(argumentSchema).optional().describe("Further arguments of the agent's program."),
  vendor: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,49}$/, 'expected a name in small letters, such as anthropic')
    .optional()
    .describe('Whose model it is, where neither the program nor the name of the model tells.'),
};

const listedSchema = z.strictObject({
  agent: z
    .string()
    .regex(/^[^\s[{]/, 'expected an agent, such as command:codex or codex')
    .describe('One agent of the list.'),
  ...agentOptionsShape,
});
export type ListedAgent = z.output<typeof listedSchema>;

const memberSchema = z.union([
  z.string().regex(/^[^\s[{]/, 'expected an agent, such as command:codex or codex'),
  listedSchema,
]);

export const agentListSchema = z.array(memberSchema).min(2).max(AGENTS_MAX);

const keptSchema = z.array(z.union([z.string(), listedSchema.extend({ agent: z.string() })])).min(1);

type Member = z.output<typeof memberSchema>;
type Named = Readonly<Record<string, string>>;

const bareSpec = (written: string): string =>
  written.includes(':') || written === 'human' ? written : `command:${written}`;

/** A program may go by its bare name, and so may an agent of `agents`, with what is said of it there. */
const resolved = (written: string, known: Named): ListedAgent => {
  const own = Object.hasOwn(known, written) ? known[written] : undefined;
  const listed = own === undefined ? undefined : listedIn(own);
  if (own === undefined || (listed?.length ?? 1) > 1) return { agent: bareSpec(written) };
  return listed?.[0] ?? { agent: own };
};

/** One that needs no more words is its SPEC alone. */
const member = (written: Member, known: Named): Member => {
  const { agent, ...own } = typeof written === 'string' ? { agent: written } : written;
  const { agent: spec, ...said } = resolved(agent, known);
  const options = { ...said, ...own };
  return Object.keys(options).length === 0 ? spec : { agent: spec, ...options };
};

/** `known`: agents that have names of their own here. */
export const listSpec = (agents: readonly Member[], known: Named = {}): string =>
  `${PREFIX}${JSON.stringify(agents.map((one) => member(one, known)))}`;

const listIn = (spec: string): readonly Member[] | undefined => {
  if (!spec.startsWith(PREFIX)) return undefined;
  try {
    return keptSchema.safeParse(JSON.parse(spec.slice(PREFIX.length))).data;
  } catch {
    return undefined;
  }
};

/** The agents of a list, each with what is said of it alone; undefined where the SPEC is of one agent. */
export const listedIn = (spec: string): readonly ListedAgent[] | undefined =>
  listIn(spec)?.map((one) => (typeof one === 'string' ? { agent: one } : one));

/** The agents that a SPEC stands for; itself where it is no list. */
export const specsIn = (spec: string): readonly string[] =>
  listedIn(spec)?.map(({ agent }) => agent) ?? [spec];

/** The same SPEC with others in the place of its agents. */
export const mapSpecs = (spec: string, map: (spec: string) => string): string => {
  const list = listIn(spec);
  if (list === undefined) return map(spec);
  const mapped = list.map((one) => (typeof one === 'string' ? map(one) : { ...one, agent: map(one.agent) }));
  return `${PREFIX}${JSON.stringify(mapped)}`;
};

/** Whose turn it is: after each failure that of the next one. */
export const specAfter = (spec: string, failures: number): string => {
  const specs = specsIn(spec);
  return specs[failures % specs.length] ?? spec;
};
