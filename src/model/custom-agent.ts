// A program of the user's own as an agent, as `baton.yaml` describes it.
import * as z from 'zod';

const ARGUMENTS_MAX = 200;
const VARIABLES_MAX = 100;
const argumentSchema = z.string().regex(/^[^\0]*$/, 'expected an argument without NUL');

export const customCommandSchema = z.strictObject({
  run: z
    .array(argumentSchema)
    .min(1)
    .max(ARGUMENTS_MAX)
    .describe(
      'The program and its arguments, without a shell. `{prompt}` stands for the prompt, or for its file.',
    ),
  prompt: z
    .enum(['stdin', 'arg', 'file'])
    .default('stdin')
    .describe('How it gets its prompt: on standard input, as an argument, or as the path of a file.'),
  output: z
    .enum(['text', 'jsonl'])
    .default('text')
    .describe('What it prints: text, all of which is its last message, or lines of JSON.'),
  resume: z
    .array(argumentSchema)
    .max(ARGUMENTS_MAX)
    .optional()
    .describe('Further arguments when it continues an earlier session; `{session}` stands for it.'),
  env: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable'))
    .max(VARIABLES_MAX)
    .optional()
    .describe('Variables of whoever starts Baton that it gets.'),
});
export type CustomCommand = z.output<typeof customCommandSchema>;

export const customAgentSchema = z.strictObject({
  command: customCommandSchema.describe('A program of your own.'),
});

const PREFIX = 'command:';

/** As one SPEC: a run keeps it, and is resumed with it. */
export const customSpec = ({ command }: z.output<typeof customAgentSchema>): string =>
  `${PREFIX}${JSON.stringify(command)}`;

/** Undefined for other SPECs; throws nothing. */
export const customCommandOf = (spec: string): CustomCommand | undefined => {
  if (!spec.startsWith(`${PREFIX}{`)) return undefined;
  try {
    return customCommandSchema.safeParse(JSON.parse(spec.slice(PREFIX.length))).data;
  } catch {
    return undefined;
  }
};
