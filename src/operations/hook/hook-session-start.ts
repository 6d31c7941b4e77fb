// `baton hook session-start`: the first start of a session seals what its work will be compared with. A session that is
// resumed, cleared or compacted goes on from the base that it has.

import type { Place } from '../../runners/commands/place.ts';
import { plainText } from '../../std/terminal-text.ts';
import { readCollective } from './collective/collective-files.ts';
import { expectHooks, presentHooks, removedHooks } from './expected-hooks.ts';
import { type HookAnswer, type HookOptions, readHookInput, tell } from './hook-input.ts';
import { hookFailure, hookPlaceOf, sealingIn } from './hook-place.ts';
import { inheritSessionBase, readSessionBase, sealSessionBase, tendBases } from './session-base.ts';

/** What the agent is told, once in each context. */
const CONTEXT =
  'When you stop, Baton compares your work with the start of this session and re-runs the tests on a clean checkout; it holds you back while something is broken. If you have to stop before the work is done, end your last message with the line "NOT DONE: why".';

/** Never throws: a session must start, whatever became of Baton's files. */
const COLLECTIVE =
  "This project has a collective: Baton reads the handoff block (yaml, key `handoff`) at the end of each subagent's last message, counts failures itself, and tells you what follows from `on_failure`. You are the hub: start the agent that Baton names.";

/** Orders outlive a compaction: they are kept by Baton, not by the conversation. */
const collectiveContext = async (place: Place, session: string): Promise<string[]> => {
  const { orders } = await readCollective(place, session);
  return [COLLECTIVE, ...orders.map(({ text }) => plainText(text))];
};

export const hookSessionStart = async (options: HookOptions): Promise<HookAnswer> => {
  try {
    const input = readHookInput(options.input, 'SessionStart');
    if (typeof input === 'string') return tell(`Baton: the start of this session was not sealed. ${input}`);
    const place = hookPlaceOf(options.env['CLAUDE_PROJECT_DIR'] || options.cwd, options.env);
    const sealing = await sealingIn(place, options.runDirectories);
    const session = input.session_id ?? '';
    const isNew = input.source === undefined || input.source === 'startup';
    await tendBases(sealing, session, options.now);
    const known = (await readSessionBase(sealing, session)) !== undefined;
    if (!known && isNew) await sealSessionBase(sealing, session, options.now);
    if (!known && !isNew) await inheritSessionBase(sealing, session);
    await expectHooks(place, options.now);
    const removed = await removedHooks(place);
    const { stdout } = tell(removed === undefined ? '' : `Baton: ${removed}.`);
    const isCollective = (await presentHooks(place.project, place.env)).includes('subagent-stop');
    const more = isCollective ? await collectiveContext(place, session) : [];
    const context = { hookEventName: 'SessionStart', additionalContext: [CONTEXT, ...more].join('\n') };
    return { stdout: { ...stdout, hookSpecificOutput: context }, stderr: '', exit: 0 };
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    return tell(`Baton: the start of this session was not sealed. ${message} ${hint}`);
  }
};
