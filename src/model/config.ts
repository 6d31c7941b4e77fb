// baton.yaml: what a project says about itself. Unknown keys are errors, because a misspelled gate is an open one.
import * as z from 'zod';
import { nameSchema } from './names.ts';

/** Evidence comes only from these: no agent can name a command line. */
export const COMMAND_NAMES = [
  'test',
  'lint',
  'types',
  'coverage',
  'mutation',
  'security',
  'prepare',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

const lineSchema = z
  .string()
  .regex(/\S/, 'expected a command line')
  .regex(/^[^\0]*$/, 'expected a command line without NUL');
const millisecondsSchema = z.number().int().positive();

const commandSchema = z.union([
  lineSchema,
  z.strictObject({ run: lineSchema, timeoutMs: millisecondsSchema.optional() }),
]);

/** `scripted:FILE`, `command:NAME`, `acp:COMMAND`, `tmux:NAME`, `human`, or a name from `agents`. */
const agentSchema = z.string().regex(/\S/, 'expected an agent, such as command:claude or human');

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** What only the named workflow or command understands; it checks its own part. */
const openSchema = z.record(z.string(), z.unknown());

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  workflow: z.string().optional(),
  agents: z.record(nameSchema, agentSchema).optional(),
  roles: z.record(nameSchema, z.union([agentSchema, z.strictObject({ agent: agentSchema })])).optional(),
  commands: z
    .strictObject(
      Object.fromEntries(COMMAND_NAMES.map((name) => [name, commandSchema.optional()])) as Record<
        CommandName,
        z.ZodOptional<typeof commandSchema>
      >,
    )
    .optional(),
  policy: z.record(z.string(), z.union([scalarSchema, z.array(scalarSchema)])).optional(),
  limits: z
    .strictObject({
      commandMs: millisecondsSchema.optional(),
      commandMemoryBytes: z.number().int().positive().optional(),
      commandOutputBytes: z.number().int().positive().optional(),
      attemptMs: millisecondsSchema.optional(),
      /** How long a tool call waits for its verdict before it answers that it is being judged. */
      submitWaitMs: millisecondsSchema.optional(),
      /** Agents at work at once. */
      agents: z.number().int().positive().optional(),
    })
    .optional(),
  lint: openSchema.optional(),
  collective: openSchema.optional(),
  keys: openSchema.optional(),
});
export type ConfigFile = z.output<typeof configSchema>;

export interface ProjectCommand {
  readonly line: string;
  readonly timeMsMax: number | undefined;
}

/** The file with its defaults filled in. */
export interface Config extends Omit<ConfigFile, 'commands' | 'roles'> {
  readonly commands: Readonly<Partial<Record<CommandName, ProjectCommand>>>;
  /** Role → agent, as written. */
  readonly roles: Readonly<Record<string, string>>;
}

const commandOf = (written: string | { run: string; timeoutMs?: number | undefined }): ProjectCommand =>
  typeof written === 'string'
    ? { line: written, timeMsMax: undefined }
    : { line: written.run, timeMsMax: written.timeoutMs };

/** A command's own time comes before the one for all. The test command is always there. */
export const toConfig = (file: ConfigFile, defaultTestLine: string): Config => {
  const { commands = {}, roles = {}, ...rest } = file;
  const lines: Partial<Record<CommandName, ProjectCommand>> = {
    test: { line: defaultTestLine, timeMsMax: undefined },
  };
  for (const name of COMMAND_NAMES) {
    const written = commands[name];
    if (written !== undefined) lines[name] = commandOf(written);
  }
  const withTime = Object.entries(lines).map(([name, command]) => [
    name,
    { ...command, timeMsMax: command.timeMsMax ?? rest.limits?.commandMs },
  ]);
  return {
    ...rest,
    commands: Object.fromEntries(withTime),
    roles: Object.fromEntries(
      Object.entries(roles).map(([role, agent]) => [role, typeof agent === 'string' ? agent : agent.agent]),
    ),
  };
};
