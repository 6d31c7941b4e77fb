// What a role may do: the files that it may write, the commands that it may run, and whether it may use the web. What is not
// named is not allowed.
import * as z from 'zod';
import {
  PERMISSION_CHARS_MAX,
  PERMISSION_WAIT_MS,
  PERMISSION_WAIT_MS_MAX,
  PERMISSIONS_MAX,
} from '../limits/permissions.ts';

const entries = z
  .array(
    z
      .string()
      .max(PERMISSION_CHARS_MAX)
      .regex(/^[^\0-\x1f\x7f]*[^\0-\x1f\x7f\s][^\0-\x1f\x7f]*$/, 'expected one line that is not empty'),
  )
  .max(PERMISSIONS_MAX)
  .readonly();

export const permissionsSchema = z.strictObject({
  write: entries
    .optional()
    .describe(
      'Files that it may write, relative to the project: `**` is anything, `*` anything but a slash. Without it: only what it hands in.',
    ),
  run: entries
    .optional()
    .describe('Commands that it may run, each exactly so or with more words behind it. Without it: none.'),
  web: z
    .boolean()
    .optional()
    .describe('Whether it may use the web. Without it: what the workflow says of the role.'),
  otherwise: z
    .enum(['refuse', 'ask'])
    .optional()
    .describe(
      'What happens to what no rule allows: `refuse` it, or `ask` a person, while the agent waits. Without it: refuse.',
    ),
  waitMs: z
    .int()
    .min(1_000)
    .max(PERMISSION_WAIT_MS_MAX)
    .optional()
    .describe(`How long a person has to decide before it is refused. Without it: ${PERMISSION_WAIT_MS}.`),
});
export type Permissions = z.output<typeof permissionsSchema>;

/** The same for one attempt, with its folders: what the hook of a program, or Baton itself over ACP, decides by. */
export const policySchema = z.strictObject({
  role: z.string(),
  write: entries,
  run: entries,
  web: z.boolean(),
  /** Real folders, the innermost first, and where each lies in the project. */
  places: z.array(z.strictObject({ directory: z.string(), prefix: z.string() })),
  /** Real paths of the files that it hands in. */
  outputs: z.array(z.string()),
  /** What no rule allows is put to a person, who has so many milliseconds. */
  asks: z
    .strictObject({
      waitMs: z.number().int().positive(),
      /** Nobody has said that the web is not to be used. */
      web: z.boolean(),
    })
    .optional(),
});
export type Policy = z.output<typeof policySchema>;

/** As one word of a shell line: hosts put variables into their settings wherever they see `$`. */
export const policyWord = (policy: Policy): string =>
  Buffer.from(JSON.stringify(policy)).toString('base64url');

/** Throws where it is none. */
export const policyIn = (word: string): Policy =>
  policySchema.parse(JSON.parse(Buffer.from(word, 'base64url').toString('utf8')));
