// Puts Baton's Stop hook into Claude Code's settings and leaves everything else in the file as it is.
import * as z from 'zod';
import { BatonError, causeText } from '../errors.ts';
import { HOOK_TIMEOUT_SECONDS } from '../model/limits.ts';

const hookSchema = z.looseObject({ type: z.string().optional(), command: z.string().optional() });
const groupSchema = z.looseObject({ hooks: z.array(hookSchema).optional() });
const settingsSchema = z.looseObject({
  hooks: z.looseObject({ Stop: z.array(groupSchema).optional() }).optional(),
});
type Settings = z.infer<typeof settingsSchema>;

const OURS = /\bbaton(?:\.js)?["']?\s+hook\s+stop\s*$/;

const refuse = (file: string, why: string): never => {
  throw new BatonError('JSON_SYNTAX', `${file} is left as it is: ${why}`, {
    hint: 'Mend the file by hand, then run `baton init` again.',
  });
};

const readSettings = (text: string, file: string): Settings => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    return refuse(file, `expected JSON, ${causeText(cause)}`);
  }
  const { success, error } = settingsSchema.safeParse(value);
  // What was parsed itself, not the schema's copy of it: that would reorder the user's keys.
  if (success) return value as Settings;
  const [issue] = error.issues;
  return refuse(
    file,
    `expected hooks.Stop to be a list of groups of hooks; ${issue?.path.join('.')}: ${issue?.message}`,
  );
};

/** The indentation of the file, so that only our lines differ. */
const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** The text of the file with the hook in it; the same text when it is there already. */
export const withStopHook = (text: string | undefined, command: string, file: string): string => {
  const settings: Settings = text === undefined || text.trim() === '' ? {} : readSettings(text, file);
  const groups = settings.hooks?.Stop ?? [];
  const present = groups
    .flatMap((group) => group.hooks ?? [])
    .filter((hook) => OURS.test(hook.command ?? ''));
  if (text !== undefined && present.length > 0 && present.every((hook) => hook.command === command))
    return text;
  const hook = { type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS };
  // Where Baton has moved since, its old hook would fail at each stop.
  for (const old of present) Object.assign(old, hook);
  const stop = present.length > 0 ? groups : [...groups, { hooks: [hook] }];
  const next = { ...settings, hooks: { ...settings.hooks, Stop: stop } };
  return `${JSON.stringify(next, null, indentOf(text ?? ''))}\n`;
};
