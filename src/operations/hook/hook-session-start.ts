// `baton hook session-start`: the first start of a session seals what its work will be compared with. A session that is
// resumed, cleared or compacted goes on from the base that it has.
import { expectHooks, removedHooks } from './expected-hooks.ts';
import { type HookAnswer, type HookOptions, readHookInput, tell } from './hook-input.ts';
import { hookFailure, hookPlaceOf, sealingIn } from './hook-place.ts';
import { inheritSessionBase, readSessionBase, sealSessionBase, tendBases } from './session-base.ts';

/** What the agent is told, once in each context. */
const CONTEXT =
  'When you stop, Baton compares your work with the start of this session and re-runs the tests on a clean checkout; it holds you back while something is broken. If you have to stop before the work is done, end your last message with the line "NOT DONE: why".';

/** Never throws: a session must start, whatever became of Baton's files. */
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
    const context = { hookEventName: 'SessionStart', additionalContext: CONTEXT };
    return { stdout: { ...stdout, hookSpecificOutput: context }, stderr: '', exit: 0 };
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    return tell(`Baton: the start of this session was not sealed. ${message} ${hint}`);
  }
};
