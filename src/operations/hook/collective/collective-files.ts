// What the hooks of a collective keep for a project, outside of it: the state of each session, and the log of handoffs.
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STOP_COUNT_KEPT_MS } from '../../../model/limits/hook.ts';
import type { Place } from '../../../runners/commands/place.ts';
import { withFileLock } from '../../../std/disk/file-lock.ts';
import { RECORD_FILE_BYTES_MAX } from '../../../systems/collective/limits.ts';
import { type HandoffRecord, recordLine } from '../../../systems/collective/metrics/handoff-record.ts';
import {
  NEW_SESSION,
  type SessionState,
  sessionStateSchema,
} from '../../../systems/collective/session/session-state.ts';
import { hookFile, readHookFile, sessionKey, unwritable, writeHookFile } from '../hook-files.ts';

const FOLDER = '.collective';
/** Subagents end side by side; the work under the lock takes milliseconds. */
const LOCK = { waitMsMax: 20_000, staleMs: 60_000 };

export const stateFile = (place: Place, session: string): string =>
  hookFile(place, FOLDER, `${sessionKey(session)}.json`);
export const recordsFile = (place: Place): string => hookFile(place, FOLDER, 'handoffs.jsonl');

const append = async (place: Place, records: readonly HandoffRecord[]): Promise<void> => {
  if (records.length === 0) return;
  const path = recordsFile(place);
  const size = (await stat(path).catch(() => ({ size: 0 }))).size;
  if (size > RECORD_FILE_BYTES_MAX) await rename(path, `${path}.1`);
  await appendFile(path, records.map(recordLine).join(''), { mode: 0o600 });
};

/** Sessions that never came back. */
const forgetOld = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const path = join(folder, name);
    const age = now - (await stat(path).catch(() => ({ mtimeMs: now }))).mtimeMs;
    if (age > STOP_COUNT_KEPT_MS) await rm(path, { force: true });
  }
};

/** State that cannot be read begins again. */
export const readCollective = async (place: Place, session: string): Promise<SessionState> =>
  (await readHookFile(stateFile(place, session), sessionStateSchema)) ?? NEW_SESSION;

export interface Changed<T> {
  readonly state: SessionState;
  readonly records?: readonly HandoffRecord[];
  readonly result: T;
}

/** One hook at a time reads, decides and writes. */
export const changeCollective = async <T>(
  place: Place,
  session: string,
  now: number,
  change: (state: SessionState) => Changed<T>,
): Promise<T> => {
  const path = stateFile(place, session);
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  return withFileLock(join(folder, 'lock'), LOCK, async () => {
    await forgetOld(folder, now);
    const before = await readCollective(place, session);
    const { state, records = [], result } = change(before);
    // First the log: a message that was counted and not kept could not be explained.
    await append(place, records);
    if (state !== before) await writeHookFile(path, state);
    return result;
  });
};
