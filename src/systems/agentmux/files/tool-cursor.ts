// tool_event_state.json: up to which byte of the log the signals count.
import { type Problem, problem } from '../../../model/problem.ts';
import { isRecord, parseJson, shownValue } from './json-file.ts';
import type { ToolLog } from './tool-events.ts';

export const CURSOR_FILE = 'tool_event_state.json';

/** What older descriptions call the cursor; nothing reads it. */
const OLD_NAME = 'applied_offset';

export interface Cursor {
  /** Signals that end here or before were applied. */
  readonly offset: number;
  readonly problems: readonly Problem[];
}

const at = { file: CURSOR_FILE, field: 'applied_cursor' };

const missing = (log: ToolLog): Problem =>
  problem(
    'FILE_MISSING',
    `expected ${CURSOR_FILE} beside ${log.events.length} signals, there is none: each of them counts as not applied`,
    { file: CURSOR_FILE, hint: 'When the run is resumed, all of them are applied again.' },
  );

const notThere = (value: Readonly<Record<string, unknown>>): Problem =>
  Object.hasOwn(value, OLD_NAME)
    ? problem('FIELD_UNKNOWN', `unknown key "${OLD_NAME}": expected applied_cursor`, {
        file: CURSOR_FILE,
        field: OLD_NAME,
        hint: 'Write "applied_cursor"; without it the cursor is 0 and every signal is applied again.',
      })
    : problem('FIELD_MISSING', 'applied_cursor is missing: expected a byte offset', {
        ...at,
        hint: 'Without it the cursor is 0 and every signal is applied again.',
      });

/** Where the cursor stands in the log, when that is not its end. */
const misplaced = (cursor: number, log: ToolLog): Problem | undefined => {
  if (cursor > log.bytes)
    return problem(
      'RUN_INCONSISTENT',
      `applied_cursor is ${cursor}, beyond the ${log.bytes} bytes of the log: signals that were applied are gone from it`,
      { ...at, hint: 'When the run is resumed, the cursor becomes 0 and every signal is applied again.' },
    );
  if (cursor > log.read) return undefined;
  if (!log.ends.has(cursor) && cursor !== log.bytes)
    return problem('RUN_INCONSISTENT', `applied_cursor is ${cursor}, in the middle of a line of the log`, {
      ...at,
      hint: 'The rest of that line is read as a signal of its own, and is lost.',
    });
  const open = log.events.filter(({ end }) => end > cursor);
  const [first] = open;
  if (first === undefined) return undefined;
  return problem(
    'RUN_INCONSISTENT',
    `${open.length} of ${log.events.length} signals were not applied, beginning with ${first.tool} on line ${first.line}`,
    { ...at, hint: 'Resume the run: a wake-up may have been lost, and its agents wait.' },
  );
};

export const readCursor = (files: ReadonlyMap<string, string>, log: ToolLog | undefined): Cursor => {
  const text = files.get(CURSOR_FILE);
  // What is not known is taken for applied: one problem about the cursor is enough.
  const all = log?.bytes ?? 0;
  if (text === undefined)
    return { offset: all, problems: log === undefined || log.events.length === 0 ? [] : [missing(log)] };
  const read = parseJson(text, CURSOR_FILE);
  if (read.value === undefined) return { offset: all, problems: read.problems };
  const { value, locate } = read.value;
  if (!isRecord(value))
    return {
      offset: all,
      problems: [
        problem('FIELD_INVALID', 'expected an object with applied_cursor', { file: CURSOR_FILE, line: 1 }),
      ],
    };
  const cursor = value['applied_cursor'];
  const placed = (found: Problem): Problem => ({ ...found, ...locate([found.field ?? '']) });
  if (cursor === undefined) return { offset: all, problems: [placed(notThere(value))] };
  if (typeof cursor !== 'number' || !Number.isInteger(cursor) || cursor < 0)
    return {
      offset: all,
      problems: [
        placed(
          problem('FIELD_INVALID', `applied_cursor: expected a byte offset, got ${shownValue(cursor)}`, at),
        ),
      ],
    };
  const found = log === undefined && cursor > 0 ? withoutLog(cursor) : log && misplaced(cursor, log);
  return { offset: Math.min(cursor, all), problems: found === undefined ? [] : [placed(found)] };
};

const withoutLog = (cursor: number): Problem =>
  problem('RUN_INCONSISTENT', `applied_cursor is ${cursor}, but there is no tool_events.jsonl`, {
    ...at,
    hint: 'The log of signals was deleted; restore it.',
  });
