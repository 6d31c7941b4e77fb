// Puts Baton's hooks into Claude Code's settings and leaves everything else in the file as it is.
import * as z from 'zod';
import { BatonError, causeText } from '../../errors.ts';
import { HOOK_TIMEOUT_SECONDS } from '../../model/limits/hook.ts';
import { recordOf } from '../../std/record-of.ts';

/** Of an agent that works alone, and what a collective has beside them. */
export const AGENT_HOOKS = ['session-start', 'stop'] as const;
export const COLLECTIVE_HOOKS = ['subagent-stop', 'post-tool-use'] as const;
export const HOOK_NAMES = [...AGENT_HOOKS, ...COLLECTIVE_HOOKS] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** As Claude Code calls them. */
export const HOOK_EVENTS = {
  'session-start': 'SessionStart',
  stop: 'Stop',
  'subagent-stop': 'SubagentStop',
  'post-tool-use': 'PostToolUse',
} as const satisfies Record<HookName, string>;

/** The tool that starts subagents; newer versions call it Agent. */
const MATCHERS: Readonly<Partial<Record<HookName, string>>> = { 'post-tool-use': 'Task|Agent' };

const hookSchema = z.looseObject({ type: z.string().optional(), command: z.string().optional() });
const groupSchema = z.looseObject({ hooks: z.array(hookSchema).optional() });
const groupsSchema = z.array(groupSchema).optional();
const settingsSchema = z.looseObject({
  disableAllHooks: z.unknown().optional(),
  hooks: z.looseObject(recordOf(Object.values(HOOK_EVENTS), () => groupsSchema)).optional(),
});
type Settings = z.infer<typeof settingsSchema>;
type Group = z.infer<typeof groupSchema>;

const OURS: Readonly<Record<HookName, RegExp>> = recordOf(
  HOOK_NAMES,
  (name) => new RegExp(`\\bbaton(?:\\.js)?["']?\\s+hook\\s+${name}\\s*$`),
);

const refuse = (file: string, why: string): never => {
  throw new BatonError('JSON_SYNTAX', `${file} is left as it is: ${why}`, {
    hint: 'Fix the file by hand, then run `baton init` again.',
  });
};

const parse = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''));

const readSettings = (text: string, file: string): Settings => {
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    return refuse(file, `expected JSON, ${causeText(cause)}`);
  }
  const { success, error } = settingsSchema.safeParse(value);
  // What was parsed itself, not the schema's copy of it: that would reorder the user's keys.
  if (success) return value as Settings;
  const [issue] = error.issues;
  return refuse(
    file,
    `expected each event in hooks to be a list of groups of hooks; ${issue?.path.join('.')}: ${issue?.message}`,
  );
};

/** The indentation of the file, so that only our lines differ. */
const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const ours = (groups: readonly Group[], name: HookName) =>
  groups.flatMap((group) => group.hooks ?? []).filter((hook) => OURS[name].test(hook.command ?? ''));

/** Where Baton has moved since, its old hook would fail each time it is called. */
const withHook = (groups: readonly Group[], name: HookName, command: string): readonly Group[] => {
  const hook = { type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS };
  const present = ours(groups, name);
  for (const old of present) if (old.command !== command) Object.assign(old, hook);
  const matcher = MATCHERS[name];
  return present.length > 0
    ? groups
    : [...groups, { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] }];
};

/** The text of the file with the hooks in it; the same text when they are there already. */
export const withHooks = (
  text: string | undefined,
  commandOf: (name: HookName) => string,
  file: string,
  names: readonly HookName[] = AGENT_HOOKS,
): string => {
  const settings: Settings = text === undefined || text.trim() === '' ? {} : readSettings(text, file);
  const has = (name: HookName): boolean => {
    const present = ours(settings.hooks?.[HOOK_EVENTS[name]] ?? [], name);
    return present.length > 0 && present.every((hook) => hook.command === commandOf(name));
  };
  if (text !== undefined && names.every(has)) return text;
  const entries = names.map((name) => {
    const event = HOOK_EVENTS[name];
    return [event, withHook(settings.hooks?.[event] ?? [], name, commandOf(name))] as const;
  });
  const next = { ...settings, hooks: { ...settings.hooks, ...Object.fromEntries(entries) } };
  return `${JSON.stringify(next, null, indentOf(text ?? ''))}\n`;
};

const withoutOurs = (groups: readonly Group[], name: HookName): readonly Group[] =>
  groups.flatMap((group) => {
    const hooks = (group.hooks ?? []).filter((hook) => !OURS[name].test(hook.command ?? ''));
    if (hooks.length === group.hooks?.length) return [group];
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });

/** The text of the file without these hooks; other hooks of the same event stay. */
export const withoutHooks = (text: string, file: string, names: readonly HookName[]): string => {
  const settings = text.trim() === '' ? {} : readSettings(text, file);
  const has = (name: HookName): boolean => ours(settings.hooks?.[HOOK_EVENTS[name]] ?? [], name).length > 0;
  const present = names.filter(has);
  if (present.length === 0) return text;
  const events = new Map<string, unknown>(Object.entries(settings.hooks ?? {}));
  for (const name of present) {
    const event = HOOK_EVENTS[name];
    const left = withoutOurs(settings.hooks?.[event] ?? [], name);
    if (left.length === 0) events.delete(event);
    else events.set(event, left);
  }
  const { hooks: _, ...others } = settings;
  const next = { ...others, ...(events.size === 0 ? {} : { hooks: Object.fromEntries(events) }) };
  return `${JSON.stringify(next, null, indentOf(text))}\n`;
};

/** Which of Baton's hooks a file of settings holds; Claude Code takes nothing from one that it cannot read. */
export const hooksIn = (text: string): readonly HookName[] | 'disabled' => {
  try {
    const { success, data } = settingsSchema.safeParse(parse(text));
    if (!success) return [];
    if (data.disableAllHooks === true) return 'disabled';
    return HOOK_NAMES.filter((name) => ours(data.hooks?.[HOOK_EVENTS[name]] ?? [], name).length > 0);
  } catch {
    return [];
  }
};
