// The hook of an agent's program asks the holder of its run to put a wish to a person, and waits as long as the person has.
import { DOOR_CALL_MS_MAX, PIPE_LINE_BYTES_MAX } from '../../model/limits/limits.ts';
import { PERMISSION_GRACE_SECONDS } from '../../model/limits/permissions.ts';
import { answerFrom, callUrl, type DoorAddress, doorHeaders, notHeld } from '../../model/run/door-call.ts';
import { PERMISSION } from '../../model/workflow/names.ts';
import { postJson } from '../../std/post-json.ts';
import type { AskPerson } from './pre-tool-use.ts';

export const personAtDoor =
  (door: DoorAddress): AskPerson =>
  async (wish, waitMs) => {
    const options = {
      headers: doorHeaders(door),
      timeoutMs: DOOR_CALL_MS_MAX,
      bytesMax: PIPE_LINE_BYTES_MAX,
    };
    // Half of what the host waits longer than the person has: the answer is there before the host gives up.
    const until = performance.now() + waitMs + (PERMISSION_GRACE_SECONDS / 2) * 1_000;
    while (performance.now() < until) {
      const sent = await postJson(callUrl(door), { tool: PERMISSION, args: wish }, options);
      const answer = sent.reached ? answerFrom(sent.status, sent.text) : notHeld(sent.cause);
      if (answer.status === 'answered')
        return { allowed: answer.answer === 'allow', because: answer.message };
      if (answer.status !== 'asked') return { allowed: false, because: answer.message };
    }
    return { allowed: false, because: 'nobody decided in time' };
  };
