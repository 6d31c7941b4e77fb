// What an agent program says in lines of JSON about the end of its turn. An exit code alone is not trusted: programs exit
// with 0 when they were denied every tool, when they were interrupted, and when the model could not be reached.
import { NOTHING_SPENT, spentIn, type Turn } from '../../model/run/budget.ts';
import type { ModelUsage } from '../../model/run/usage.ts';
import type { Ended, Task } from '../agent.ts';
import type { ProgramEnd } from '../process-session.ts';

/** For programs that are talked to while they run. */
export interface ProgramIo {
  write(text: string): void;
  /** Its work is done: its input ends, and so does it, soon. */
  finish(): void;
}

export interface OutputReader {
  /** A line of standard output. Hostile: parse, never trust. */
  line(line: string): void;
  /** How the attempt ended, as its output tells it; `otherwise` is what the exit code and the last lines tell. */
  ended(end: ProgramEnd, otherwise: Ended): Ended;
  /** Once, when the program runs. */
  begin?(io: ProgramIo): void;
  /** Asks it to end its turn; resolves soon. */
  cancel?(): Promise<void>;
}

/** What was heard so far. */
export interface Told {
  session?: string;
  message?: string;
  /** It said that its turn is over. */
  isOver?: boolean;
  /** It said that something went wrong. */
  failure?: string;
  /** Tools that it was not allowed to use. */
  readonly denied: string[];
  /** Why the door could not be used. */
  door?: string;
  usage?: readonly ModelUsage[];
  /** What it used is told turn by turn, and its turn is not over. */
  midway?: boolean;
  /** What the first turn took. */
  turn?: Turn;
}

/** More are not told apart; a program may try without end. */
const DENIED_MAX = 100;

export const deny = ({ denied }: Told, tool: string): void => {
  if (denied.length < DENIED_MAX) denied.push(tool);
};

export type Line = Readonly<Record<string, unknown>>;
export type Take = (line: Line, told: Told) => void;

export const isRecord = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const recordOf = (value: unknown): Line => (isRecord(value) ? value : {});
export const recordsOf = (value: unknown): Line[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const stringOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** A figure of the program; absent when it is none. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
export const moneyOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Without the figures that are not known. */
export const usageOf = (
  model: string,
  figures: { [K in Exclude<keyof ModelUsage, 'model'>]?: number | undefined },
): ModelUsage => ({
  model,
  ...Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)),
});

const parsed = (line: string): Line | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const counted = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} (${count} times)` : name)).join(', ');
};

const failureOf = (title: string, told: Told, end: ProgramEnd): string => {
  const how = end.signal === null ? `exited with ${end.exit}` : `was killed by ${end.signal}`;
  return `${title} ${how}${told.failure === undefined ? '' : `: ${told.failure}`}`;
};

const verdictOf = (title: string, told: Told, end: ProgramEnd, otherwise: Ended): Ended => {
  if (end.ended === 'stopped') return { end: 'stopped' };
  const isOver = told.isOver === true && told.failure === undefined && end.exit === 0;
  const said = told.isOver !== undefined || told.failure !== undefined;
  // A program that went down without a word is told by its last lines; one that ends well says so.
  if (!said && end.exit !== 0) return otherwise;
  const silent = `${title} exited with 0 and did not say that its turn was over`;
  const words = said ? failureOf(title, told, end) : silent;
  const why = [
    ...(isOver ? [] : [words]),
    ...(told.door === undefined ? [] : [`${title} could not connect to the door (${told.door})`]),
    ...(told.denied.length === 0 ? [] : [`it was denied: ${counted(told.denied)}`]),
  ].join('; ');
  return {
    end: isOver ? 'finished' : 'failed',
    ...(why === '' ? {} : { why }),
    ...(isOver && told.message !== undefined ? { message: told.message } : {}),
  };
};

/** How an attempt ended, of what was heard. */
export const endTold = (title: string, told: Told, end: ProgramEnd, otherwise: Ended): Ended => ({
  ...verdictOf(title, told, end, otherwise),
  ...(told.session === undefined ? {} : { session: told.session }),
  ...(told.usage === undefined ? {} : { usage: told.usage }),
  ...(told.turn === undefined ? {} : { turn: told.turn }),
});

/** Watches what is told to be used, turn by turn. */
const turnWatch = (onUsage: Task['onUsage']): ((told: Told) => void) => {
  let before = NOTHING_SPENT;
  let largest: Turn = { tokens: 0, usd: 0 };
  return (told) => {
    if (told.midway !== true || told.usage === undefined) return;
    const now = spentIn(told.usage);
    const turn = { tokens: now.tokens - before.tokens, usd: Math.max(0, now.usd - before.usd) };
    if (turn.tokens <= 0) return;
    before = now;
    largest = { tokens: Math.max(largest.tokens, turn.tokens), usd: Math.max(largest.usd, turn.usd) };
    told.turn ??= turn;
    onUsage?.(told.usage, largest);
  };
};

/** `isOfInterest` spares the parsing of long lines that say nothing here. */
export const outputReader = (
  title: string,
  take: Take,
  isOfInterest: (line: string) => boolean = () => true,
  onUsage?: Task['onUsage'],
): OutputReader => {
  const told: Told = { denied: [] };
  const watch = turnWatch(onUsage);
  return {
    line: (text) => {
      const line = isOfInterest(text) ? parsed(text) : undefined;
      if (line === undefined) return;
      take(line, told);
      watch(told);
    },
    ended: (end, otherwise) => endTold(title, told, end, otherwise),
  };
};
