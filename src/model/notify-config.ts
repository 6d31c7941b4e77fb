// `notify:` of baton.yaml: who is told when a run waits for a person, tells something, or ends.
import * as z from 'zod';

const wordSchema = z.string().regex(/^[^\0]+$/, 'expected a word without NUL');

const webhookSchema = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\/[^\s@]+$/, 'expected an address such as https://hooks.example.org/baton')
    .describe('Where the document is posted to.'),
  secret: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable, such as BATON_WEBHOOK_SECRET')
    .describe('The variable that holds the key of the signature; never the key itself.'),
});

export const notifyConfigSchema = z.strictObject({
  run: z
    .array(wordSchema)
    .min(1)
    .optional()
    .describe('A program and its arguments, for no shell. It gets one JSON document on stdin.'),
  webhook: webhookSchema.optional().describe('A server that gets the document, signed with HMAC-SHA256.'),
  desktop: z.boolean().optional().describe('Shows it on the desktop of this machine, as `--notify` does.'),
});
export type NotifyConfig = z.output<typeof notifyConfigSchema>;
