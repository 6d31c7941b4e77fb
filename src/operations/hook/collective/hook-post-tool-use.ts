// `baton hook post-tool-use`, for the tool that starts subagents (Task, in newer versions Agent): tells the main agent what
// follows from their handoffs. A host that has no hook for the end of a subagent has its handoff judged here.
import * as z from 'zod';
import { plainText } from '../../../std/terminal-text.ts';
import { ordersAfterTool } from '../../../systems/collective/session/deliver-orders.ts';
import type { SessionState } from '../../../systems/collective/session/session-state.ts';
import {
  type AgentMessage,
  type CollectiveSettings,
  withoutFollowed,
} from '../../../systems/collective/session/take-message.ts';
import { type HookAnswer, type HookOptions, readHookInput, tell } from '../hook-input.ts';
import { hookFailure, hookPlaceOf } from '../hook-place.ts';
import { notDoneIn } from '../last-words.ts';
import { sealedConfig } from '../session-base.ts';
import { changeCollective } from './collective-files.ts';
import { collectiveSettings } from './collective-settings.ts';
import { judgedNothing, takeAndRecord } from './hook-subagent-stop.ts';

export const SUBAGENT_TOOLS: readonly string[] = ['Task', 'Agent'];

const inputSchema = z.looseObject({ subagent_type: z.string().optional() });
const partSchema = z.looseObject({ type: z.literal('text'), text: z.string() });
const responseSchema = z.looseObject({
  agentId: z.string().optional(),
  isAsync: z.boolean().optional(),
  status: z.string().optional(),
  content: z.union([z.string(), z.array(z.unknown())]).optional(),
});

interface ToolCall {
  readonly id: string;
  readonly agent: string | undefined;
  /** Undefined while it works in the background. */
  readonly text: string | undefined;
}

const textOf = (content: z.infer<typeof responseSchema>['content']): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap((part) => partSchema.safeParse(part).data?.text ?? []).join('\n');

const callOf = (input: { readonly tool_input?: unknown; readonly tool_response?: unknown }): ToolCall => {
  const agent = inputSchema.safeParse(input.tool_input).data?.subagent_type;
  const plain =
    typeof input.tool_response === 'string' ? { content: input.tool_response } : input.tool_response;
  const response = responseSchema.safeParse(plain).data ?? {};
  const runs = response.isAsync === true || response.status === 'async_launched';
  return { id: response.agentId ?? '', agent, text: runs ? undefined : textOf(response.content) };
};

/** A message that the end of the subagent showed already is not counted twice. */
const afterCall = (
  state: SessionState,
  { id, agent, text }: ToolCall,
  settings: CollectiveSettings,
  given: { readonly session: string; readonly now: number },
) => {
  const followed = withoutFollowed(state, agent, id, settings.registry);
  const isKnown = id !== '' && state.agents.some((one) => one.id === id);
  if (text === undefined || text.trim() === '' || isKnown) return { state: followed, records: [] };
  const message: AgentMessage = {
    ...{ id, agent, text, notDone: notDoneIn(text), first: true, canHold: false },
  };
  return takeAndRecord(followed, message, settings, given);
};

export const hookPostToolUse = async (options: HookOptions): Promise<HookAnswer> => {
  try {
    const input = readHookInput(options.input, 'PostToolUse');
    if (typeof input === 'string') return judgedNothing(input);
    if (!SUBAGENT_TOOLS.includes(input.tool_name ?? '')) return tell();
    const place = hookPlaceOf(options.env['CLAUDE_PROJECT_DIR'] || options.cwd, options.env);
    const session = input.session_id ?? '';
    const settings = await collectiveSettings(place.project, await sealedConfig(place, session));
    const now = options.now;
    const { block, context, notices } = await changeCollective(place, session, now, (before) => {
      const taken = afterCall(before, callOf(input), settings, { session, now });
      const delivered = ordersAfterTool(taken.state);
      return { state: delivered.state, records: taken.records ?? [], result: delivered };
    });
    const { stdout } = tell(...notices.map((text) => `Baton: ${text}`), ...settings.notes);
    if (block !== undefined)
      return { stdout: { ...stdout, decision: 'block', reason: plainText(block) }, stderr: '', exit: 0 };
    if (context === undefined) return { stdout, stderr: '', exit: 0 };
    const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext: plainText(context) };
    return { stdout: { ...stdout, hookSpecificOutput }, stderr: '', exit: 0 };
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    return judgedNothing(`${message} ${hint}`);
  }
};
