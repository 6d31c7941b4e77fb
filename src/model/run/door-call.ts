// How a process of an attempt calls the door, without the door's schemas: what comes from there is trusted in its
// shape as far as a `status`. Agents pay this code's start on every call.
import type { ErrorCode } from '../../errors.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Answer } from './answer.ts';

export interface DoorAddress {
  readonly url: string;
  readonly token: string;
  readonly assignment: string | undefined;
}

/** From the environment that the holder gave to the attempt; undefined outside of one. */
export const doorAddress = (env: Readonly<Record<string, string | undefined>>): DoorAddress | undefined => {
  const { BATON_URL: url, BATON_TOKEN: token, BATON_ASSIGNMENT: assignment } = env;
  if (!url || !token || !/^http:\/\/[^\s]+$/.test(url) || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  return { url: url.replace(/\/+$/, ''), token, assignment };
};

export const callUrl = (door: DoorAddress): string => `${door.url}/v1/call`;

export const mcpUrl = (door: DoorAddress): string =>
  `${door.url}/mcp/${encodeURIComponent(door.assignment ?? '')}`;

export const doorHeaders = (door: DoorAddress): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${door.token}`,
});

export type Refused = Extract<Answer, { status: 'refused' }>;

export const refused = (code: ErrorCode, message: string, hint?: string): Refused => ({
  status: 'refused',
  message,
  code,
  ...(hint === undefined ? {} : { hint }),
});

/** Nobody answers at the door's address. */
export const notHeld = (cause: string): Refused =>
  refused(
    'RUN_NOT_HELD',
    `nobody holds this run: ${cause}`,
    'Nothing was handed in. A person continues the run with `baton resume`. End this turn: the work is asked for again then.',
  );

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What was refused before the door saw it (a wrong address, too much, not JSON) comes as a JSON-RPC error. */
const fromError = (error: Readonly<Record<string, unknown>>): Refused | undefined => {
  const data = isRecord(error['data']) ? error['data'] : {};
  const [message, code, hint] = [text(error['message']), text(data['code']), text(data['hint'])];
  if (message === undefined || code === undefined) return undefined;
  return { status: 'refused', message, code, ...(hint === undefined ? {} : { hint }) };
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** What the door said, or a refusal that tells what it said instead. */
export const answerFrom = (status: number, body: string): Answer => {
  const value = parse(body);
  if (isRecord(value) && typeof value['status'] === 'string') return value as Answer;
  const known = isRecord(value) && isRecord(value['error']) ? fromError(value['error']) : undefined;
  const came = body.slice(0, 200).trim() || 'no words';
  return known ?? refused('INTERNAL', `expected an answer of the door, got HTTP ${status}: ${came}`);
};
