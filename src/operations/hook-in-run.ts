// `baton hook stop` inside a run: a turn must not end while the assignment waits for something that only it can do. It
// asks the holder and knows no contract itself.
import { answerSchema } from '../model/answer.ts';
import { STOP_BLOCKS_MAX } from '../model/limits.ts';
import type { InheritedEnvironment } from '../runners/environment.ts';
import { postJson } from '../std/post-json.ts';
import { plainText } from '../std/terminal-text.ts';
import type { HookAnswer } from './hook-stop.ts';
import { placeOf } from './state-directory.ts';
import { readStopCount, writeStopCount } from './stop-count.ts';

const STATUS_MS_MAX = 10_000;
const STATUS_BYTES_MAX = 64 * 1024;

const letGo = (): HookAnswer => ({ stdout: {}, stderr: '', exit: 0 });

const ask = async (url: string, token: string): Promise<string | undefined> => {
  const result = await postJson(
    `${url}/v1/call`,
    { tool: 'status', args: {} },
    { headers: { authorization: `Bearer ${token}` }, timeoutMs: STATUS_MS_MAX, bytesMax: STATUS_BYTES_MAX },
  );
  if (!result.reached || result.status !== 200) return undefined;
  const answer = answerSchema.safeParse(JSON.parse(result.text)).data;
  if (answer?.status === 'judging')
    return 'What you handed in is being judged. Call `await_verdict`; do not end your turn.';
  if (answer?.status === 'idle') return `Nothing of yours was accepted yet. ${answer.message}`;
  return undefined;
};

/** Undefined when this is no agent of a run. */
export const hookStopInRun = async (
  cwd: string,
  env: InheritedEnvironment,
): Promise<HookAnswer | undefined> => {
  const { BATON_URL: url, BATON_TOKEN: token, BATON_MARKER: marker } = env;
  if (!url || !token || !marker) return undefined;
  const reason = await ask(url, token);
  const place = placeOf(cwd, env);
  const blocks = reason === undefined ? 0 : await readStopCount(place, marker);
  if (reason === undefined || blocks >= STOP_BLOCKS_MAX) {
    await writeStopCount(place, marker, 0);
    return letGo();
  }
  await writeStopCount(place, marker, blocks + 1);
  return { stdout: { decision: 'block', reason: plainText(reason) }, stderr: '', exit: 0 };
};
