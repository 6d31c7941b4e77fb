// `baton hook pre-tool-use`: whether the role of an attempt may do what Claude Code is about to do. Baton wrote into the attempt's
// settings what the role may do. What cannot be read is a no.
import * as z from 'zod';
import { realPath, toldPath } from '../../agents/permissions/real-path.ts';
import { causeText } from '../../errors.ts';
import { HOOK_INPUT_BYTES_MAX } from '../../model/limits.ts';
import { DECISION_CHARS_MAX, PERMISSION_HOOK_MS_MAX } from '../../model/limits-permissions.ts';
import { type Action, type Decision, decide } from '../../model/permissions/decide.ts';
import { type Policy, policySchema } from '../../model/permissions/permissions.ts';
import type { Wish } from '../../model/permissions/wish.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';

/** Printed as one JSON document. An empty one leaves it to the host's own rules. */
export interface ToolAnswer {
  readonly hookSpecificOutput?: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'allow' | 'deny';
    readonly permissionDecisionReason: string;
  };
}

const answered = (permissionDecision: 'allow' | 'deny', because: string): ToolAnswer => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    permissionDecisionReason: clip(plainLine(`Baton: ${because}`), DECISION_CHARS_MAX),
  },
});

const NO_WORD: ToolAnswer = {};

const callSchema = z.looseObject({
  tool_name: z.string().min(1),
  tool_input: z.record(z.string(), z.unknown()),
  cwd: z.string().startsWith('/').optional(),
});
type Call = z.infer<typeof callSchema>;

/** They change no file and start no program; a subagent's own calls are asked for one by one. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'LSP', 'ToolSearch', 'StructuredOutput'],
  ...['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'Task', 'Agent'],
  ...['BashOutput', 'TaskOutput', 'AgentOutputTool', 'KillShell', 'KillBash', 'TaskStop'],
]);

/** Where the file stands in what each tool is called with. */
const WRITES: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Baton's own tools, which its door decides about. */
const DOOR_TOOLS = 'mcp__baton__';

const actionOf = (
  { tool_name: name, tool_input: input, cwd }: Call,
  directory: string,
): Action | undefined => {
  if (HARMLESS.has(name) || name.startsWith(DOOR_TOOLS)) return undefined;
  const key = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  if (key !== undefined) return { kind: 'write', paths: [toldPath(input[key], cwd ?? directory)] };
  if (name === 'Bash') {
    const { command } = input;
    return { kind: 'run', command: typeof command === 'string' ? command : undefined };
  }
  if (name !== 'WebFetch' && name !== 'WebSearch')
    return { kind: 'unknown', name, input: JSON.stringify(input) };
  const target = input['url'] ?? input['query'];
  return { kind: 'web', url: typeof target === 'string' ? target : undefined };
};

const HOSTS_OWN = '.claude';

/** Settings and hooks of the host itself: it asks about them although it may write elsewhere, and still does. */
const isHostsOwn = (action: Action): boolean =>
  action.kind === 'write' && action.paths.some((path) => path?.split('/').includes(HOSTS_OWN));

/** Undefined: nobody can be asked, and the rule stands. */
export type AskPerson = (wish: Wish, waitMs: number) => Promise<Decision | undefined>;

const parsed = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));

const decided = async (
  policy: Policy,
  call: Call,
  directory: string,
  askPerson: AskPerson | undefined,
): Promise<ToolAnswer> => {
  const action = actionOf(call, directory);
  if (action === undefined) return NO_WORD;
  const byRule = decide(policy, action);
  const { wish } = byRule;
  const byPerson =
    wish === undefined || policy.asks === undefined ? undefined : await askPerson?.(wish, policy.asks.waitMs);
  const { allowed, because } = byPerson ?? byRule;
  if (!allowed) return answered('deny', because);
  return isHostsOwn(action) ? NO_WORD : answered('allow', because);
};

/** `policy` is what Baton wrote into the settings, `input` what the host says; undefined when there is more than the limit. */
export const toolAnswer = async (
  policy: string | undefined,
  input: string | undefined,
  directory: string,
  askPerson?: AskPerson,
): Promise<ToolAnswer> => {
  if (policy === undefined) return answered('deny', 'nothing says what this role may do');
  if (input === undefined)
    return answered(
      'deny',
      `the call has more than ${HOOK_INPUT_BYTES_MAX} bytes, so nobody can tell what it does`,
    );
  try {
    const place = realPath(directory) ?? directory;
    return await decided(parsed(policySchema, policy), parsed(callSchema, input), place, askPerson);
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : causeText(cause);
    return answered('deny', `what is asked cannot be read: ${why}`);
  }
};

export interface ToolHookOptions {
  readonly askPerson?: AskPerson | undefined;
  /** How long the host has to say what it asks. */
  readonly timeMsMax?: number;
}

/** A host that does not say what it asks is not waited for. */
export const hookPreToolUse = async (
  policy: string | undefined,
  input: Promise<string | undefined>,
  directory: string,
  { askPerson, timeMsMax = PERMISSION_HOOK_MS_MAX }: ToolHookOptions = {},
): Promise<ToolAnswer> => {
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, timeMsMax, late);
  });
  try {
    const read = await Promise.race([input, over]);
    return read === late
      ? answered('deny', 'the host did not say in time what it asks')
      : await toolAnswer(policy, read, directory, askPerson);
  } catch (cause) {
    return answered('deny', `what is asked cannot be read: ${causeText(cause)}`);
  } finally {
    clearTimeout(timer);
  }
};
