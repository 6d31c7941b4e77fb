// tool_events.jsonl: the signals of a run, one JSON object on each line, and tool_event_state.json: how far they count.
import * as z from 'zod';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { isRecord } from './json-file.ts';

export const EVENTS_FILE = 'tool_events.jsonl';

/** A run has some dozens. */
const LINES_MAX = 100_000;

export interface ToolEvent {
  readonly tool: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly line: number;
  /** Offset of the byte after its line. */
  readonly end: number;
}

export interface ToolLog {
  readonly events: readonly ToolEvent[];
  readonly bytes: number;
  /** How far it was looked at: to its end, unless it is over the limit. */
  readonly read: number;
  /** Offsets at which a whole line ends, and 0. */
  readonly ends: ReadonlySet<number>;
  readonly problems: readonly Problem[];
}

const topic = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected a slug such as auth-flow');
const kind = z.enum(['code', 'web']);
const dispatch = z.looseObject({
  topic,
  context: z.string(),
  questions: z.array(z.string()).min(1, 'expected at least one question'),
  scope_hints: z.array(z.string()).nullish(),
  research_type: kind.optional(),
});

const nothing = z.looseObject({});

const PAYLOADS = {
  research_dispatch_code: dispatch,
  research_dispatch_web: dispatch,
  submit_architecture: z.looseObject({ reviewers: z.array(z.string()).optional() }),
  submit_plan: nothing,
  submit_pm_done: nothing,
  // The reference system has no signals for these; it waits for the files.
  submit_design: nothing,
  submit_summary: nothing,
  ask: nothing,
  submit_review: z.looseObject({ role: z.string().optional() }),
  submit_done: z.looseObject({ subplan_index: z.number().int().min(1) }),
  submit_research_done: z.looseObject({ topic, type: kind }),
};

/** By name; made once, for there may be many lines. */
const LINES: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(PAYLOADS).map(([tool, payload]) => [tool, z.looseObject({ payload })]),
);

interface Line {
  readonly text: string;
  readonly number: number;
  readonly end: number;
  readonly whole: boolean;
}

/** The lines of a text, up to the limit. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let end = 0;
  for (let from = 0; from < text.length && lines.length < LINES_MAX; ) {
    const newline = text.indexOf('\n', from);
    const next = newline === -1 ? text.length : newline + 1;
    end += Buffer.byteLength(text.slice(from, next));
    lines.push({
      text: text.slice(from, newline === -1 ? next : newline),
      number: lines.length + 1,
      end,
      whole: newline !== -1,
    });
    from = next;
  }
  return lines;
};

const unknownTool = (tool: string, line: number): Problem =>
  problem(
    'TOOL_UNKNOWN',
    `expected one of ${Object.keys(PAYLOADS).join(', ')}, got ${JSON.stringify(tool)}`,
    {
      file: EVENTS_FILE,
      field: 'tool',
      line,
      hint: 'A signal with this name is dropped; the agent was told that it was taken.',
    },
  );

type Read = { readonly event?: ToolEvent; readonly problems: readonly Problem[] };

const torn = (line: Line, readable: boolean): Problem =>
  problem(
    'JOURNAL_TORN',
    readable
      ? 'the last line has no line end: the signal may be lost or joined with the next one'
      : 'the last line was cut off: expected one JSON object and a line end',
    {
      file: EVENTS_FILE,
      line: line.number,
      severity: readable ? 'warning' : 'error',
      hint: 'Let the agent give its signal once more.',
    },
  );

const readLine = (line: Line): Read => {
  if (line.text.trim() === '') return { problems: [] };
  const at = { file: EVENTS_FILE, line: line.number };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    const malformed = problem('JSON_SYNTAX', 'expected one JSON object on the line, got something else', {
      ...at,
      hint: 'The signal of this line is lost; let the agent give it once more.',
    });
    return { problems: [line.whole ? malformed : torn(line, false)] };
  }
  const problems = line.whole ? [] : [torn(line, true)];
  if (!isRecord(value))
    return {
      problems: [problem('FIELD_INVALID', 'expected an object with tool and payload', at), ...problems],
    };
  const { tool, payload = {} } = value;
  if (typeof tool !== 'string')
    return {
      problems: [
        problem('FIELD_MISSING', 'tool is missing: expected the name of a tool', { ...at, field: 'tool' }),
      ],
    };
  const schema = LINES.get(tool);
  if (schema === undefined) return { problems: [unknownTool(tool, line.number), ...problems] };
  const checked = validateWith(schema, { payload }, { file: EVENTS_FILE });
  if (checked.value === undefined)
    return { problems: [...checked.problems.map((found) => ({ ...found, line: line.number })), ...problems] };
  const usable = isRecord(payload) ? payload : {};
  return { event: { tool, payload: usable, line: line.number, end: line.end }, problems };
};

const tooLong = (): Problem =>
  problem('LIMIT_REACHED', `expected at most ${LINES_MAX} signals, got more: the rest is not looked at`, {
    file: EVENTS_FILE,
    line: LINES_MAX + 1,
    hint: 'A program that signals so often is in a loop.',
  });

export const readToolEvents = (text: string): ToolLog => {
  const lines = linesOf(text);
  const bytes = Buffer.byteLength(text);
  const events: ToolEvent[] = [];
  const problems: Problem[] = [];
  for (const line of lines) {
    const { event, problems: found } = readLine(line);
    if (event !== undefined) events.push(event);
    if (problems.length < PROBLEMS_MAX) problems.push(...found);
  }
  const read = lines.at(-1)?.end ?? 0;
  if (read < bytes) problems.push(tooLong());
  const ends = new Set([0, ...lines.filter(({ whole }) => whole).map(({ end }) => end)]);
  return { events, bytes, read, ends, problems };
};
