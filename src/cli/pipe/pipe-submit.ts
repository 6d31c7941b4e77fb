// `baton submit TOOL`: one call at the door for agents without MCP. It waits for the verdict and prints it.
import http from 'node:http';
import { DOOR_CALL_MS_MAX, PIPE_LINE_BYTES_MAX } from '../../model/limits/limits.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { Answer } from '../../model/run/answer.ts';
import {
  answerFrom,
  callUrl,
  type DoorAddress,
  doorHeaders,
  notHeld,
  refused,
} from '../../model/run/door-call.ts';
import { nearest } from '../../std/nearest.ts';
import { postJson } from '../../std/post-json.ts';
import { plainText } from '../../std/terminal-text.ts';
import type { Exit } from '../exit-codes.ts';

export interface SubmitStreams {
  readonly output: { write(text: string): unknown };
  readonly errors: { write(text: string): unknown };
}

interface SubmitCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const FLAGS = ['--arg', '--json', '--no-color', '--help', '-C'];
/** Between two polls that were answered at once. */
const POLL_PAUSE_MS = 100;

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const unknownFlag = (flag: string): string => {
  const meant = nearest(flag, FLAGS);
  return `unknown option ${flag}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
};

/** The call that the words ask for, or what is wrong with them. */
const parseWords = (words: readonly string[]): SubmitCall | string => {
  const args = new Map<string, unknown>();
  const tools: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--json' || word === '--no-color') continue;
    if (word === '--arg' || word.startsWith('--arg=')) {
      const pair = word === '--arg' ? left.shift() : word.slice('--arg='.length);
      const equals = pair?.indexOf('=') ?? -1;
      if (pair === undefined || equals < 1) return `expected KEY=VALUE after --arg, got ${pair ?? 'nothing'}`;
      const key = pair.slice(0, equals);
      if (args.has(key)) return `expected each argument once, "${key}" came again`;
      args.set(key, jsonOrText(pair.slice(equals + 1)));
    } else if (word === '-C') left.shift();
    else if (word.startsWith('-')) return unknownFlag(word);
    else tools.push(word);
  }
  const [tool] = tools;
  if (tool === undefined || tools.length > 1)
    return `expected one TOOL, got ${tools.length === 0 ? 'none' : tools.join(' ')}`;
  return { tool, args: Object.fromEntries(args) };
};

const ask = async (door: DoorAddress, agent: http.Agent, call: SubmitCall): Promise<Answer> => {
  const options = {
    headers: doorHeaders(door),
    timeoutMs: DOOR_CALL_MS_MAX,
    bytesMax: PIPE_LINE_BYTES_MAX,
    agent,
  };
  const result = await postJson(callUrl(door), call, options);
  return result.reached ? answerFrom(result.status, result.text) : notHeld(result.cause);
};

const untilSettled = async (door: DoorAddress, call: SubmitCall, streams: SubmitStreams): Promise<Answer> => {
  const agent = new http.Agent({ keepAlive: true });
  let told = '';
  let answer = await ask(door, agent, call);
  while (answer.status === 'judging') {
    const left = `judging; left: ${answer.left.join(', ') || 'nothing'}`;
    if (left !== told) streams.errors.write(`${plainText(left)}\n`);
    told = left;
    const since = performance.now();
    answer = await ask(door, agent, { tool: 'await_verdict', args: {} });
    if (performance.now() - since < POLL_PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE_MS));
  }
  agent.destroy();
  return answer;
};

const wordsOf = (answer: Answer): string => {
  switch (answer.status) {
    case 'rejected':
      return `rejected: ${answer.message}\n${problemsText(answer.problems)}`;
    case 'refused':
      return `error ${answer.code}: ${answer.message}${answer.hint === undefined ? '' : `\n  ${answer.hint}`}`;
    case 'answered':
      return `answered: ${answer.message}\n${answer.answer}`;
    default:
      return `${answer.status}: ${answer.message}`;
  }
};

/** JSON leaves some control characters as they are; a terminal would obey them. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\x7f-\x9f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const EXITS: Readonly<Record<Answer['status'], Exit>> = {
  accepted: 0,
  asked: 0,
  answered: 0,
  idle: 0,
  judging: 1,
  rejected: 1,
  refused: 2,
};

const show = (answer: Answer, asJson: boolean, streams: SubmitStreams): Exit => {
  if (asJson) streams.output.write(`${safeJson(answer)}\n`);
  else if (answer.status === 'refused') streams.errors.write(`${plainText(wordsOf(answer))}\n`);
  else streams.output.write(`${plainText(wordsOf(answer))}\n`);
  return EXITS[answer.status] ?? 2;
};

/** Resolves with the exit code: 0 taken, 1 rejected, 2 not even judged. */
export const runSubmit = async (
  words: readonly string[],
  door: DoorAddress | undefined,
  streams: SubmitStreams,
): Promise<Exit> => {
  const asJson = words.includes('--json');
  const call = parseWords(words);
  if (typeof call === 'string') {
    const usage =
      'baton submit TOOL [--arg KEY=VALUE]… [--json]   e.g. baton submit submit_plan --arg count=2';
    return show(refused('USAGE_INVALID', call, usage), asJson, streams);
  }
  if (door === undefined)
    return show(notHeld('BATON_TOKEN is set, but BATON_URL names no door'), asJson, streams);
  return show(await untilSettled(door, call, streams), asJson, streams);
};
