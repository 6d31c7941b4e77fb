// GATES_LEDGER.md: what happened at which gate, line by line, in the notations that are about; and the one that is written.
import { BatonError } from '../../../errors.ts';
import { HANDOFF_BYTES_MAX, PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { isAgentName, isTime, shown } from '../handoff/values.ts';
import { TASK_ID } from '../handoff/vocabulary.ts';
import { type Block, blockEvent, blockHeading, readBlockLine } from './ledger-blocks.ts';
import { EVENT_WORDS, type EventWord, type GateState, isEventWord, stateOfWords } from './ledger-words.ts';

export type Notation = 'line' | 'pipe' | 'block' | 'short';

export interface GateEvent {
  /** `G0`, `G2.5`. */
  readonly gate: string;
  readonly state: GateState;
  readonly at: string | null;
  readonly agent: string | null;
  readonly notes: string;
  /** The task that it names; null when it names none. */
  readonly task: string | null;
  readonly line: number;
  readonly notation: Notation;
}

export const LEDGER_FILE = 'GATES_LEDGER.md';

const GATE = /^(G\d{1,4}(?:\.\d{1,4})?)(_[a-z_]{1,40})?$/;
const GATE_WITH_STATE = /^(G\d{1,4}(?:\.\d{1,4})?)_([a-z_]{1,40})$/;
const SHORT = /^(?:[-*] )?(?:\*\*)?(G\d{1,4}(?:\.\d{1,4})?):(?:\*\*)? (.{1,200})$/;

interface Reading {
  readonly tasks: readonly string[];
  readonly events: GateEvent[];
  readonly problems: Problem[];
  readonly file: string;
  readonly told: Set<Notation>;
  readonly counts: { error: number; warning: number };
}

interface Spot {
  readonly line: number;
  readonly column?: number;
  readonly hint?: string;
  readonly warning?: boolean;
}

/** Of each severity as many as anybody reads; beyond that no message is even made. */
const report = (reading: Reading, code: Problem['code'], message: () => string, spot: Spot): void => {
  const { line, column = 1, hint, warning = false } = spot;
  const severity = warning ? 'warning' : 'error';
  reading.counts[severity] += 1;
  if (reading.counts[severity] > PROBLEMS_MAX) return;
  reading.problems.push(
    problem(code, message(), {
      severity,
      ...(reading.file === '' ? {} : { file: reading.file }),
      line,
      column,
      ...(hint === undefined ? {} : { hint }),
    }),
  );
};

const NOTES_LOOKED_AT = 2_000;

/** The first task that a note names. Ids of a project's own kind are known only from elsewhere. */
export const taskIn = (notes: string, tasks: readonly string[]): string | null => {
  const text = notes.slice(0, NOTES_LOOKED_AT);
  const own = tasks.find((task) => {
    const at = text.indexOf(task);
    return at !== -1 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + task.length] ?? ' ');
  });
  return own ?? TASK_ID.exec(text)?.[0] ?? null;
};

const add = (reading: Reading, event: Omit<GateEvent, 'task'> & { readonly task?: string | null }): void => {
  reading.events.push({ ...event, task: event.task ?? taskIn(event.notes, reading.tasks) });
  if (event.notation === 'line' || reading.told.has(event.notation)) return;
  reading.told.add(event.notation);
  report(
    reading,
    'HANDOFF_DECORATION',
    () => 'an event in another notation than the one that readers look for',
    {
      line: event.line,
      warning: true,
      hint: 'Write [2025-09-29T14:05:30Z] G0_planning - PASSED - planner - T001: notes.',
    },
  );
};

/** The first three parts are separated by ` - `; the notes may contain it. */
const partsOf = (text: string): readonly string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let count = 0; count < 3; count += 1) {
    const to = text.indexOf(' - ', from);
    if (to === -1) break;
    parts.push(text.slice(from, to));
    from = to + 3;
  }
  return [...parts, text.slice(from)];
};

/** What an event line must have, and what came instead. */
const eventFaults = (time: string, parts: readonly string[], state: GateState | undefined): string[] => {
  const [gate = '', word = '', agent = ''] = parts;
  return [
    isTime(time) ? undefined : `a time such as 2025-09-29T14:05:30Z, got ${shown(time)}`,
    GATE.test(gate) ? undefined : `a gate such as G0_planning, got ${shown(gate)}`,
    state !== undefined ? undefined : `one of ${EVENT_WORDS.join(', ')}, got ${shown(word)}`,
    parts.length < 3 || isAgentName(agent) ? undefined : `the name of an agent, got ${shown(agent)}`,
    parts.length >= 3 ? undefined : 'gate - STATUS - agent - notes, separated by " - "',
  ].filter((one) => one !== undefined);
};

/** `[time] gate - STATUS - agent - notes`. Whether the line is such a one, sound or not. */
const readEventLine = (reading: Reading, text: string, line: number, indent: number): boolean => {
  const close = text.indexOf('] G');
  if (close === -1 || !/\d/.test(text[close + 3] ?? '')) return false;
  const [time, parts] = [text.slice(1, close), partsOf(text.slice(close + 2).trimEnd())];
  const [gate = '', word = '', agent = '', notes = ''] = parts;
  const [, name, title] = GATE.exec(gate) ?? [];
  const state = stateOfWords(word);
  const column = indent + 1;
  const sound =
    isTime(time) && name !== undefined && state !== undefined && parts.length >= 3 && isAgentName(agent);
  if (!sound && reading.counts.error < PROBLEMS_MAX)
    for (const fault of eventFaults(time, parts, state))
      report(reading, 'FIELD_INVALID', () => `expected ${fault}`, { line, column });
  if (state === undefined || name === undefined) return true;
  add(reading, { gate: name, state, at: time, agent, notes, line, notation: 'line' });
  if (sound && (indent > 0 || title === undefined || !isEventWord(word)))
    report(reading, 'HANDOFF_DECORATION', () => `the line is not as readers look for it: ${shown(text)}`, {
      line,
      column,
      warning: true,
      hint: 'Write [2025-09-29T14:05:30Z] G0_planning - PASSED - planner - T001: notes.',
    });
  return true;
};

/** `time | G0_passed | agent | notes`, or a table row `| time | gate | agent | status | notes |`. */
const readPipes = (reading: Reading, written: string, line: number): boolean => {
  const cells = written.split('|', 40).map((cell) => cell.trim());
  if (cells[0] === '') cells.shift();
  const [time = '', gate = '', agent = '', ...rest] = cells;
  if (!isTime(time)) return false;
  const [, begin, word] = GATE_WITH_STATE.exec(gate) ?? [];
  const state = word === undefined ? undefined : stateOfWords(word);
  if (begin !== undefined && state !== undefined) {
    const notes = rest.join(' | ');
    add(reading, { gate: begin, state, at: time, agent, notes, line, notation: 'pipe' });
    return true;
  }
  const plain = GATE.exec(gate)?.[1];
  const told = stateOfWords(rest[0] ?? '');
  if (plain === undefined || told === undefined)
    report(reading, 'FIELD_INVALID', () => `expected a gate and what came of it, got ${shown(written)}`, {
      line,
    });
  else {
    const notes = rest.slice(1).join(' | ');
    add(reading, { gate: plain, state: told, at: time, agent, notes, line, notation: 'pipe' });
  }
  return true;
};

/** `G3: ✅ APPROVED`. */
const readShort = (reading: Reading, written: string, line: number): boolean => {
  const [, gate, words] = SHORT.exec(written) ?? [];
  const state = words === undefined ? undefined : stateOfWords(words);
  if (gate === undefined || words === undefined || state === undefined) return false;
  add(reading, { gate, state, at: null, agent: null, notes: words, line, notation: 'short' });
  return true;
};

/** One line that is no heading: by its first character it can be but few things. */
const readLine = (reading: Reading, written: string, line: number): boolean => {
  let indent = 0;
  while (indent < written.length && ' \t*-'.includes(written.charAt(indent))) indent += 1;
  const text = written.slice(indent);
  const first = text.charCodeAt(0);
  if (first === 0x5b && readEventLine(reading, text, line, indent)) return true;
  if ((first === 0x7c || isDigit(first)) && text.includes('|') && readPipes(reading, text, line)) return true;
  return first === 0x47 && readShort(reading, written.trimStart(), line);
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const readLines = (text: string, reading: Reading): void => {
  let block: Block | undefined;
  let commented = false;
  const endBlock = (): void => {
    const event = block === undefined ? undefined : blockEvent(block);
    if (event !== undefined) add(reading, event);
    block = undefined;
  };
  let line = 0;
  for (const raw of text.split('\n')) {
    line += 1;
    const written = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const opens = written.indexOf('<!--');
    const wasCommented = commented;
    if (opens !== -1) commented = !written.includes('-->', opens);
    else if (commented && written.includes('-->')) commented = false;
    // What stands in a comment or a quotation is an example.
    if (wasCommented || written.startsWith('>')) continue;
    if (written.startsWith('#')) {
      endBlock();
      block = blockHeading(written, line);
    } else if (!readLine(reading, written, line) && block !== undefined) readBlockLine(block, written);
  }
  endBlock();
  // A block ends after the lines that stand in it, and happened before them.
  reading.events.sort((a, b) => a.line - b.line);
};

const judgeOrder = (reading: Reading): void => {
  let before: { readonly line: number; readonly time: number } | undefined;
  for (const { at, line } of reading.events) {
    const time = at === null || !isTime(at) ? Number.NaN : Date.parse(at);
    if (Number.isNaN(time)) continue;
    const earlier = before;
    if (earlier !== undefined && time < earlier.time)
      report(
        reading,
        'RUN_INCONSISTENT',
        () => `this event is older than the one in line ${earlier.line} before it`,
        {
          line,
          warning: true,
          hint: 'Events are appended; the last one counts, whatever its time.',
        },
      );
    before = { line, time };
  }
};

/** All events, in the order of the file. `tasks` are ids that notes may name beside the usual ones. */
export const parseLedger = (
  text: string,
  file: string = LEDGER_FILE,
  tasks: readonly string[] = [],
): Parsed<readonly GateEvent[]> => {
  const reading: Reading = {
    tasks,
    events: [],
    problems: [],
    file,
    told: new Set(),
    counts: { error: 0, warning: 0 },
  };
  if (text.length > HANDOFF_BYTES_MAX)
    report(
      reading,
      'FILE_TOO_LARGE',
      () => `expected at most ${HANDOFF_BYTES_MAX} characters, got ${text.length}`,
      {
        line: 1,
      },
    );
  else {
    readLines(text, reading);
    judgeOrder(reading);
  }
  return { value: reading.events, problems: reading.problems };
};

export interface NewEvent {
  readonly at: string;
  /** One of the four, or one that a project has added. */
  readonly gate: string;
  readonly status: EventWord;
  readonly agent: string;
  /** Names its task, so that a gate of one task is never taken for that of another. */
  readonly task: string;
  readonly notes: string;
}

/** One line of text: whatever would end it becomes a space. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim();

/** An event as the shell lines of the format look for it, without the line's end. */
export const ledgerLine = ({ at, gate, status, agent, task, notes }: NewEvent): string => {
  if (!isTime(at) || !isAgentName(agent) || !/^[\w.-]+$/.test(task))
    throw new BatonError('FIELD_INVALID', 'an event of the ledger needs a time, an agent and a task', {
      data: { at, agent, task },
    });
  const reason = status === 'REJECTED' ? 'Reason: ' : '';
  const said = oneLine(notes);
  // The receiver's reason stands first, as readers expect it; the task is named behind it.
  const text = status === 'REJECTED' ? `${reason}${said} (${task})` : `${task}: ${said}`;
  return `[${at}] ${gate} - ${status} - ${agent} - ${text}`;
};
