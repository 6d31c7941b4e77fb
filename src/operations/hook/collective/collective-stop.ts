// The main agent of a collective wants to stop: orders that follow from failures come first, then its own work is judged.
import { existsSync } from 'node:fs';
import { clip, plainText } from '../../../std/terminal-text.ts';
import { type Delivered, ordersAtStop } from '../../../systems/collective/session/deliver-orders.ts';
import { type HookAnswer, type HookOptions, MESSAGE_CHARS_MAX, readHookInput, tell } from '../hook-input.ts';
import { hookFailure, hookPlaceOf } from '../hook-place.ts';
import { hookStop } from '../hook-stop.ts';
import { changeCollective, stateFile } from './collective-files.ts';

const NOTHING: Pick<Delivered, 'block' | 'notices'> = { block: undefined, notices: [] };

const ordersOf = async (options: HookOptions): Promise<Pick<Delivered, 'block' | 'notices'>> => {
  const input = readHookInput(options.input, 'Stop');
  if (typeof input === 'string') return NOTHING;
  const place = hookPlaceOf(options.env['CLAUDE_PROJECT_DIR'] || options.cwd, options.env);
  const session = input.session_id ?? '';
  // A project without a collective has no such file.
  if (!existsSync(stateFile(place, session))) return NOTHING;
  return changeCollective(place, session, options.now, (before) => {
    const delivered = ordersAtStop(before, input.stop_hook_active === false);
    return { state: delivered.state, result: delivered };
  });
};

const withNotices = (answer: HookAnswer, notices: readonly string[]): HookAnswer => {
  if (notices.length === 0) return answer;
  const said = answer.stdout.systemMessage;
  const all = [...notices.map((text) => `Baton: ${text}`), ...(said === undefined ? [] : [said])].join('\n');
  return { ...answer, stdout: { ...answer.stdout, systemMessage: clip(plainText(all), MESSAGE_CHARS_MAX) } };
};

/** What `baton hook stop` does where no run is. */
export const hookStopOfAll = async (options: HookOptions): Promise<HookAnswer> => {
  let orders = NOTHING;
  try {
    orders = await ordersOf(options);
  } catch (cause) {
    const { message, hint } = hookFailure(cause);
    orders = {
      block: undefined,
      notices: [`the orders of this collective cannot be read. ${message} ${hint}`],
    };
  }
  const { block, notices } = orders;
  if (block === undefined) return withNotices(await hookStop(options), notices);
  const held = tell();
  return withNotices({ ...held, stdout: { decision: 'block', reason: plainText(block) } }, notices);
};
