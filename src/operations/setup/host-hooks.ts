// Where hosts other than Claude Code keep their hooks, and what Baton puts there. A host without hooks gets Baton's MCP server.
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { HOOK_TIMEOUT_SECONDS } from '../../model/limits/hook.ts';
import { isRecord } from '../../std/is-record.ts';
import { type JsonOfHost, jsonLike, jsonOfHost } from './json-of-host.ts';
import type { ServerCommand } from './mcp-clients.ts';
import { MCP_CLIENTS } from './mcp-clients.ts';

export const HOST_HOOKS = ['session-start', 'stop'] as const;
export type HostHook = (typeof HOST_HOOKS)[number];

/** How Baton is called from a host: its hooks in a shell, its server without one. */
export interface HostCommands {
  readonly hook: (name: HostHook) => string;
  readonly server: ServerCommand;
}

export interface AgentHost {
  readonly name: string;
  readonly title: string;
  /** From the project. */
  readonly path: string;
  readonly what: string;
  /** What a person has to do before it works. */
  readonly then?: string;
  /** The text with Baton in it; the same text when it is there already. */
  with(text: string | undefined, commands: HostCommands): string;
  /** The text without it; the same text when it is not there. */
  without(text: string): string;
}

type Json = Record<string, unknown>;

/** How a host writes hooks down. */
interface Form {
  readonly events: Readonly<Record<HostHook, string>>;
  readonly entry: (command: string) => Json;
  /** Hooks stand in groups, as in Claude Code's settings. */
  readonly inGroups: boolean;
  /** What else the file must say. */
  readonly head?: Json;
}

const { refuse, read }: JsonOfHost = jsonOfHost('Fix the file by hand, then run `baton init` again.');

const lineIn = (hook: unknown): string => {
  const { command, bash } = isRecord(hook) ? hook : {};
  return [command, bash].find((line) => typeof line === 'string') ?? '';
};

const isOurs = (hook: unknown, name: HostHook): boolean =>
  new RegExp(`\\bbaton(?:\\.js)?["']?\\s+hook\\s+${name}\\s*$`).test(lineIn(hook));

const listIn = (value: unknown, file: string, event: string): readonly unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : refuse(file, `expected hooks.${event} to be a list`);
};

const hooksIn = (group: unknown): readonly unknown[] =>
  isRecord(group) && Array.isArray(group['hooks']) ? group['hooks'] : [];

/** What stands under an event, without Baton's. A group that has nothing else goes with it. */
const withoutOurs = (entries: readonly unknown[], name: HostHook, { inGroups }: Form): readonly unknown[] =>
  entries.flatMap((entry) => {
    if (!inGroups) return isOurs(entry, name) ? [] : [entry];
    const hooks = hooksIn(entry);
    const left = hooks.filter((hook) => !isOurs(hook, name));
    if (left.length === hooks.length || !isRecord(entry)) return [entry];
    return left.length === 0 ? [] : [{ ...entry, hooks: left }];
  });

const has = (entries: readonly unknown[], name: HostHook, command: string, { inGroups }: Form): boolean => {
  const ours = (inGroups ? entries.flatMap(hooksIn) : entries).filter((hook) => isOurs(hook, name));
  return ours.length === 1 && lineIn(ours[0]) === command;
};

const eventsOf = (value: Json, file: string): Json => {
  const hooks = value['hooks'] ?? {};
  return isRecord(hooks) ? { ...hooks } : refuse(file, 'expected hooks to be an object');
};

const inHooks = (file: string, form: Form): Pick<AgentHost, 'with' | 'without'> => ({
  with: (text, { hook }) => {
    const value = read(text ?? '', file);
    const events = eventsOf(value, file);
    const listOf = (name: HostHook) => listIn(events[form.events[name]], file, form.events[name]);
    if (text !== undefined && HOST_HOOKS.every((name) => has(listOf(name), name, hook(name), form)))
      return text;
    for (const name of HOST_HOOKS) {
      const ours = form.entry(hook(name));
      const others = withoutOurs(listOf(name), name, form);
      events[form.events[name]] = [...others, form.inGroups ? { hooks: [ours] } : ours];
    }
    return jsonLike({ ...form.head, ...value, hooks: events }, text ?? '');
  },
  without: (text) => {
    const value = read(text, file);
    const events = eventsOf(value, file);
    let isChanged = false;
    for (const name of HOST_HOOKS) {
      const event = form.events[name];
      const before = listIn(events[event], file, event);
      const left = withoutOurs(before, name, form);
      if (JSON.stringify(left) === JSON.stringify(before)) continue;
      isChanged = true;
      if (left.length === 0) delete events[event];
      else events[event] = left;
    }
    if (!isChanged) return text;
    const { hooks: _, ...others } = value;
    const next = Object.keys(events).length === 0 ? others : { ...value, hooks: events };
    return jsonLike(next, text);
  },
});

const says = (title: string): string =>
  `hooks: what ${title} changes is checked against the start of the session when it wants to stop`;

const hooked = (
  { name, title, path, then }: Pick<AgentHost, 'name' | 'title' | 'path' | 'then'>,
  form: Form,
): AgentHost => ({
  ...{ name, title, path, what: says(title) },
  ...(then === undefined ? {} : { then }),
  ...inHooks(path, form),
});

const CLAUDES = { 'session-start': 'SessionStart', stop: 'Stop' } as const;
const inSeconds = (command: string) => ({ type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS });
const inMilliseconds = (command: string) => ({
  ...{ type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS * 1_000 },
});

const served = (name: string): AgentHost => {
  const client = MCP_CLIENTS.find((one) => one.name === name);
  if (client === undefined) throw new BatonError('INTERNAL', `expected a client called ${name}`);
  const path = client.path('', {});
  return {
    ...{ name, title: client.title, path },
    what: `Baton's MCP server; ${client.title} has no hooks that could hold it back`,
    with: (text, { server }) => client.with(text, server, path),
    without: (text) => client.without(text, path),
  };
};

export const AGENT_HOSTS: readonly AgentHost[] = [
  hooked(
    {
      ...{ name: 'codex', title: 'Codex', path: join('.codex', 'hooks.json') },
      then: 'start codex here, trust the project, and review the two hooks with /hooks: Codex runs none that you have not trusted',
    },
    { events: CLAUDES, entry: inSeconds, inGroups: true },
  ),
  hooked(
    {
      ...{ name: 'gemini', title: 'Gemini CLI', path: join('.gemini', 'settings.json') },
      then: 'start gemini here and trust the folder: it reads no hooks of one that you have not trusted',
    },
    {
      ...{ events: { 'session-start': 'SessionStart', stop: 'AfterAgent' }, inGroups: true },
      entry: inMilliseconds,
    },
  ),
  hooked(
    { name: 'qwen', title: 'Qwen Code', path: join('.qwen', 'settings.json') },
    { events: CLAUDES, entry: inMilliseconds, inGroups: true },
  ),
  hooked(
    {
      ...{ name: 'copilot', title: 'GitHub Copilot CLI', path: join('.github', 'hooks', 'baton.json') },
      then: 'start copilot here and trust the folder: it reads no hooks of one that you have not trusted (without a screen: copilot --trust-folder -p)',
    },
    {
      ...{ events: { 'session-start': 'sessionStart', stop: 'agentStop' }, inGroups: false },
      ...{ head: { version: 1 } },
      entry: (bash) => ({ type: 'command', bash, timeoutSec: HOOK_TIMEOUT_SECONDS }),
    },
  ),
  served('opencode'),
];
