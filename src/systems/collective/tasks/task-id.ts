// Names of tasks: `12`, the subtask `15.3`, `HAM-1`. Agents write `task-` before them. Names are text: 1.10 is not 1.1.
import { clip, plainLine } from '../../../std/terminal-text.ts';

const TASK = /^0*(\d{1,15})$/;
const SUBTASK = /^0*(\d{1,15})\.0*(\d{1,15})$/;
const TRACKER = /^([A-Za-z]{3})-?(\d{1,15})$/;
const PREFIX = /^task[-_ ]+/i;
const SHOWN_CHARS = 60;

export type TaskIdRead = { readonly id: string } | { readonly expected: string };

const shownId = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return clip(plainLine(text), SHOWN_CHARS);
};

const HELP = 'a task id such as "12", "15.3" or "HAM-1"';

const ofText = (text: string): TaskIdRead => {
  const bare = text.trim().replace(PREFIX, '');
  const [, task] = TASK.exec(bare) ?? [];
  if (task !== undefined) return { id: task };
  const [, parent, local] = SUBTASK.exec(bare) ?? [];
  if (parent !== undefined) return { id: `${parent}.${local}` };
  const [, tracker = '', number] = TRACKER.exec(bare) ?? [];
  if (number !== undefined) return { id: `${tracker.toUpperCase()}-${number}` };
  if (/^\d+(?:\.\d+){2,}$/.test(bare))
    return { expected: `expected ${HELP} with at most one dot, got ${shownId(text)}` };
  return { expected: `expected ${HELP}, got ${shownId(text)}` };
};

/** The one way of writing a name, or what was expected in its place. */
export const readTaskId = (value: unknown): TaskIdRead => {
  if (typeof value === 'string') return ofText(value);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return { id: String(value) };
  if (typeof value === 'number')
    return {
      expected: `expected ${HELP} in quotation marks, got the number ${value}, which loses its last zeros`,
    };
  return { expected: `expected ${HELP}, got ${value === null ? 'null' : `a ${typeof value}`}` };
};

/** Undefined for what names no task. */
export const taskIdOf = (value: unknown): string | undefined => {
  const read = readTaskId(value);
  return 'id' in read ? read.id : undefined;
};

const partsOf = (id: string): readonly (string | number)[] =>
  id.split(/[.-]/).map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** 2 before 10, 2 before 2.1, numbers before names. */
export const compareTaskIds = (a: string, b: string): number => {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one, two] = [left[at], right[at]];
    if (one === two) continue;
    if (one === undefined) return -1;
    if (two === undefined) return 1;
    if (typeof one === 'number' && typeof two === 'number') return one - two;
    if (typeof one !== typeof two) return typeof one === 'number' ? -1 : 1;
    return one < two ? -1 : 1;
  }
  return 0;
};
