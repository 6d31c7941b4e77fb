// The program behind `scripted:FILE`: plays one assignment and exits. The adapter has parsed the scenario; what is to
// be played comes as JSON on standard input, the token in the environment.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { DOOR_CALL_MS_MAX, PIPE_LINE_BYTES_MAX } from '../../model/limits/limits.ts';
import {
  answerFrom,
  callUrl,
  type DoorAddress,
  doorAddress,
  doorHeaders,
} from '../../model/run/door-call.ts';
import { postJson } from '../../std/post-json.ts';
import { DoorGone, type Play, type PlayEnd, type PlayPorts, playItem } from './play.ts';
import { DOOR_GONE_EXIT, type PlayerLine } from './player-line.ts';

const HANG_TICK_MS = 60_000;

const tell = (line: PlayerLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const fail = (why: string, code: number): void => {
  tell({ player: 'failed', why });
  process.exit(code);
};

const portsTo = (door: DoorAddress): PlayPorts => {
  const agent = new http.Agent({ keepAlive: true });
  const options = {
    headers: doorHeaders(door),
    timeoutMs: DOOR_CALL_MS_MAX,
    bytesMax: PIPE_LINE_BYTES_MAX,
    agent,
  };
  return {
    print: (words) => process.stderr.write(`${words}\n`),
    call: async (tool, args) => {
      const result = await postJson(callUrl(door), { tool, args }, options);
      if (!result.reached)
        throw new DoorGone(`nobody holds the run at ${door.url}: ${result.cause} (RUN_NOT_HELD)`);
      return answerFrom(result.status, result.text);
    },
  };
};

const leave = (end: PlayEnd): void => {
  switch (end.end) {
    case 'accepted':
      process.exit(0);
      break;
    case 'said':
      tell({ player: 'said', text: end.text, next: end.next });
      process.exit(0);
      break;
    case 'exit':
      process.exit(end.code);
      break;
    case 'failed':
      fail(end.why, 1);
      break;
    case 'door-gone':
      fail(end.why, DOOR_GONE_EXIT);
      break;
    case 'crash':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'hang':
      setInterval(() => {}, HANG_TICK_MS);
  }
};

const main = async (): Promise<void> => {
  const door = doorAddress(process.env);
  if (door === undefined) return fail('expected BATON_URL and BATON_TOKEN in the environment, got none', 2);
  const play = JSON.parse(await text(process.stdin)) as Play;
  leave(await playItem(play, portsTo(door)));
};

main().catch((cause: unknown) => fail(cause instanceof Error ? cause.message : String(cause), 1));
