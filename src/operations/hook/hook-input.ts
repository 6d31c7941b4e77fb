// What a host writes to the standard input of a hook, and what it reads from its standard output.
import * as z from 'zod';
import { causeText } from '../../errors.ts';
import { HOOK_INPUT_BYTES_MAX } from '../../model/limits/hook.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { isRecord } from '../../std/is-record.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';

export interface HookOptions {
  /** What the host wrote to standard input, or undefined when it was more than the limit. */
  readonly input: string | undefined;
  readonly cwd: string;
  readonly env: InheritedEnvironment;
  readonly now: number;
  /** Where workflows keep their runs, relative to the project: not part of anybody's work. */
  readonly runDirectories?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface HookAnswer {
  /** Printed as one JSON document. */
  readonly stdout: {
    readonly decision?: 'block';
    readonly reason?: string;
    readonly systemMessage?: string;
    readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext: string };
  };
  readonly stderr: string;
  readonly exit: number;
}

const inputSchema = z.looseObject({
  session_id: z.string().optional(),
  /** Of a Stop hook. */
  stop_hook_active: z.boolean().optional(),
  last_assistant_message: z.string().optional(),
  transcript_path: z.string().optional(),
  /** Of a SubagentStop hook. Older hosts do not say which subagent it is. */
  agent_id: z.string().optional(),
  agent_type: z.string().optional(),
  agent_transcript_path: z.string().optional(),
  /** Of a PostToolUse hook. */
  tool_name: z.string().optional(),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  /** Of a SessionStart hook: startup, resume, clear, compact. */
  source: z.string().optional(),
  /** Which event of which host it is. */
  hook_event_name: z.string().optional(),
});
export type HookInput = z.infer<typeof inputSchema>;

/** Other hosts' names for the same fields: GitHub Copilot CLI writes them in one word, Gemini CLI has its own for the last message. */
const ALIASES = {
  sessionId: 'session_id',
  transcriptPath: 'transcript_path',
  prompt_response: 'last_assistant_message',
} as const;

const inOneForm = (value: unknown): unknown => {
  if (!isRecord(value) || Array.isArray(value)) return value;
  const same = { ...value };
  for (const [theirs, ours] of Object.entries(ALIASES))
    if (same[ours] === undefined && same[theirs] !== undefined) same[ours] = same[theirs];
  // Copilot's word for a session that begins.
  return same['source'] === 'new' ? { ...same, source: 'startup' } : same;
};

export const MESSAGE_CHARS_MAX = 2_000;

/** Said to the person. Of nothing to say it is an empty document, which a host passes over in silence. */
export const tell = (...sentences: readonly string[]): HookAnswer => {
  const text = sentences.filter((sentence) => sentence !== '').join('\n');
  return {
    stdout: text === '' ? {} : { systemMessage: clip(plainText(text), MESSAGE_CHARS_MAX) },
    stderr: '',
    exit: 0,
  };
};

/** Said to the person: the agent cannot fix it, or was held back often enough. */
export const notProven = (why: string, ...notes: readonly string[]): HookAnswer =>
  tell(`Baton: NOT PROVEN. ${why}`, ...notes);

/** A sentence says why it cannot be read. */
export const readHookInput = (
  text: string | undefined,
  event: 'Stop' | 'SessionStart' | 'SubagentStop' | 'PostToolUse',
): HookInput | string => {
  if (text === undefined) return `The hook's input is larger than ${HOOK_INPUT_BYTES_MAX} bytes.`;
  if (text.trim() === '')
    return "The hook's input is empty; it is meant to be called by an agent such as Claude Code.";
  try {
    return inputSchema.parse(inOneForm(JSON.parse(text)));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : causeText(cause);
    return `The hook's input is not what a ${event} hook gets: ${plainLine(why)}.`;
  }
};
