// `baton hook stop` inside of a run: the holder judges, this only asks it. An agent that wants to stop before its work is
// accepted is told once what is missing; if it stops all the same, its attempt is over and the engine goes on from there.

import { HOOK_MS_MAX } from '../../model/limits/hook.ts';
import { DOOR_CALL_MS_MAX, PIPE_LINE_BYTES_MAX, TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { Answer } from '../../model/run/answer.ts';
import { answerFrom, callUrl, type DoorAddress, doorHeaders, notHeld } from '../../model/run/door-call.ts';
import { postJson } from '../../std/post-json.ts';
import { clip, plainText } from '../../std/terminal-text.ts';

export interface StopAnswer {
  readonly decision?: 'block';
  readonly reason?: string;
}

const LET_GO: StopAnswer = {};
const POLL_PAUSE_MS = 500;

const ask = async (door: DoorAddress, tool: string): Promise<Answer> => {
  const options = { headers: doorHeaders(door), timeoutMs: DOOR_CALL_MS_MAX, bytesMax: PIPE_LINE_BYTES_MAX };
  const result = await postJson(callUrl(door), { tool, args: {} }, options);
  return result.reached ? answerFrom(result.status, result.text) : notHeld(result.cause);
};

/** Waits for a verdict as long as the host waits for its hook. */
const settled = async (door: DoorAddress): Promise<Answer> => {
  const until = performance.now() + HOOK_MS_MAX;
  let answer = await ask(door, 'await_verdict');
  while (answer.status === 'judging' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE_MS));
    answer = await ask(door, 'await_verdict');
  }
  return answer;
};

const reasonFor = async (door: DoorAddress, answer: Answer): Promise<string | undefined> => {
  switch (answer.status) {
    case 'rejected':
      // Whoever holds it back here would keep it from ending, as it was told to.
      if (answer.over) return undefined;
      return `Your work was rejected: ${answer.message}\n${problemsText(answer.problems)}\nMend this and hand it in again before you stop.`;
    case 'judging':
      return `Your work is still being judged (${answer.left.join(', ')}). Call await_verdict; do not end your turn.`;
    case 'answered':
      return `Your question was answered: ${answer.answer}\nGo on with your work, and hand it in before you stop.`;
    case 'idle':
      return `Nothing of yours has been accepted yet. ${(await ask(door, 'status')).message}`;
    default:
      return undefined;
  }
};

const isSecondTry = (input: string | undefined): boolean => {
  try {
    const value: unknown = JSON.parse(input ?? '');
    return (
      typeof value === 'object' &&
      value !== null &&
      'stop_hook_active' in value &&
      value.stop_hook_active === true
    );
  } catch {
    return false;
  }
};

export const stopInRun = async (door: DoorAddress, input: string | undefined): Promise<StopAnswer> => {
  const answer = await settled(door);
  const reason =
    isSecondTry(input) && answer.status !== 'judging' ? undefined : await reasonFor(door, answer);
  return reason === undefined
    ? LET_GO
    : { decision: 'block', reason: clip(plainText(reason), TEXT_CHARS_MAX) };
};
