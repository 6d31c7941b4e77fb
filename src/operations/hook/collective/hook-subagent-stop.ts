// `baton hook subagent-stop`: a subagent of a collective wants to end. Its handoff is judged and counted; it is held while
// that cannot be used, a few times in a row.
import { plainText } from '../../../std/terminal-text.ts';
import type { HandoffRecord } from '../../../systems/collective/metrics/handoff-record.ts';
import type { SessionState } from '../../../systems/collective/session/session-state.ts';
import {
  type AgentMessage,
  type CollectiveSettings,
  type Taken,
  takeMessage,
} from '../../../systems/collective/session/take-message.ts';
import { type HookAnswer, type HookInput, type HookOptions, readHookInput, tell } from '../hook-input.ts';
import { hookFailure, hookPlaceOf } from '../hook-place.ts';
import { lastMessage, notDoneIn } from '../last-words.ts';
import { sealedConfig } from '../session-base.ts';
import { type Changed, changeCollective } from './collective-files.ts';
import { collectiveSettings } from './collective-settings.ts';

export const judgedNothing = (why: string): HookAnswer => tell(`Baton: HANDOFF NOT CHECKED. ${why}`);

/** Its own last words: the transcript of the session is somebody else's. */
const textOf = ({ last_assistant_message, agent_transcript_path }: HookInput): Promise<string> =>
  lastMessage({
    ...(last_assistant_message === undefined ? {} : { last_assistant_message }),
    ...(agent_transcript_path === undefined ? {} : { transcript_path: agent_transcript_path }),
  });

/** The message with its line of the log. */
export const takeAndRecord = (
  state: SessionState,
  message: AgentMessage,
  settings: CollectiveSettings,
  given: { readonly session: string; readonly now: number },
): Changed<Taken> => {
  const taken = takeMessage(state, message, settings);
  const { outcome } = taken;
  const received_at = new Date(given.now).toISOString();
  const records: HandoffRecord[] =
    outcome === undefined ? [] : [{ v: 1, received_at, session: given.session, ...outcome }];
  return { state: taken.state, records, result: taken };
};

/** Both ways to end without a handoff leave a notice. */
const isNoticed = (outcome: Taken['outcome']): boolean =>
  outcome?.verdict === 'let_go' || outcome?.verdict === 'not_done';

export const hookSubagentStop = async (options: HookOptions): Promise<HookAnswer> => {
  try {
    const input = readHookInput(options.input, 'SubagentStop');
    if (typeof input === 'string') return judgedNothing(input);
    const text = await textOf(input);
    // Older hosts do not tell what a subagent said: then its tool call is judged.
    if (text === '' && input.agent_id === undefined) return tell();
    const place = hookPlaceOf(options.env['CLAUDE_PROJECT_DIR'] || options.cwd, options.env);
    const session = input.session_id ?? '';
    const settings = await collectiveSettings(place.project, await sealedConfig(place, session));
    const message: AgentMessage = {
      ...{ id: input.agent_id ?? '', agent: input.agent_type || undefined, text, notDone: notDoneIn(text) },
      ...{ first: input.stop_hook_active === false, canHold: true },
    };
    const now = options.now;
    const { hold, state, outcome } = await changeCollective(place, session, now, (before) =>
      takeAndRecord(before, message, settings, { session, now }),
    );
    if (hold === undefined)
      // What a subagent's hook says may stay in its own transcript, so the main agent's hooks say it as well.
      return tell(...(isNoticed(outcome) ? state.notices.slice(-1) : []), ...settings.notes);
    return { stdout: { decision: 'block', reason: plainText(hold) }, stderr: '', exit: 0 };
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    return judgedNothing(`${message} ${hint}`);
  }
};
