// How far agents are kept apart from this machine and from each other: the level, and what is let through.
import * as z from 'zod';
import { FENCE_HOSTS_MAX, FENCE_PATHS_MAX } from './limits/fence.ts';
import { isolationSchema } from './run/event.ts';

const hostSchema = z
  .string()
  .regex(
    /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/,
    'expected a host, such as registry.npmjs.org, *.example.com or 127.0.0.1:11434',
  );
const pathSchema = z
  .string()
  .regex(/^(?:\/|~\/)[^\0]*$/, 'expected an absolute path, or one that begins with ~/');

const settingsSchema = z.strictObject({
  level: isolationSchema.describe('`none` (default), `fenced`, or `user` (fenced and as another user).'),
  hosts: z
    .array(hostSchema)
    .max(FENCE_HOSTS_MAX)
    .optional()
    .describe("Hosts that agents behind the fence reach beside their model's; port 443 unless one is named."),
  read: z
    .array(pathSchema)
    .max(FENCE_PATHS_MAX)
    .optional()
    .describe('Files and folders outside the project that agents behind the fence can read.'),
});

/** In baton.yaml: the level alone, or with what is let through. */
export const isolationConfigSchema = z.union([isolationSchema, settingsSchema]);

export interface Isolation {
  readonly level: z.output<typeof isolationSchema>;
  readonly hosts: readonly string[];
  readonly read: readonly string[];
}

export const toIsolation = (
  written: z.output<typeof isolationConfigSchema> | undefined,
  level?: Isolation['level'],
): Isolation => {
  const {
    hosts = [],
    read = [],
    ...own
  } = typeof written === 'object' ? written : { level: written ?? ('none' as const) };
  return { level: level ?? own.level, hosts, read };
};
