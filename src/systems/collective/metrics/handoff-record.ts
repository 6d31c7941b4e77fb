// One line of handoffs.jsonl: a message as it was received, what Baton made of it, and what followed.
import * as z from 'zod';
import { handoffSchema } from '../../../model/handoff.ts';
import type { Problem } from '../../../model/problem.ts';
import { clipStart, plainLine } from '../../../std/terminal-text.ts';
import { RECORD_PROBLEMS_MAX, RECORD_TEXT_CHARS_MAX } from '../limits.ts';

export const RECORD_VERDICTS = ['accepted', 'held', 'let_go', 'not_done'] as const;

const recordProblemSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
});

export const handoffRecordSchema = z.object({
  v: z.literal(1),
  /** When Baton received it; what the block claims is in `handoff.at`. */
  received_at: z.string(),
  session: z.string(),
  agent: z.string().nullable(),
  agent_id: z.string().nullable(),
  verdict: z.enum(RECORD_VERDICTS),
  problems: z.array(recordProblemSchema),
  task: z.string().nullable(),
  /** Baton's own counts, after this message. */
  failures: z.int().min(0),
  retries: z.int().min(0),
  /** What followed, in words of one kind each: `retry`, `escalate`, `done` … */
  actions: z.array(z.string()),
  /** Who gets the work next, where that was decided. */
  next: z.string().nullable(),
  handoff: handoffSchema.nullable(),
  /** As received, escapes and all; the end of a long message. */
  text: z.string(),
});
export type HandoffRecord = z.infer<typeof handoffRecordSchema>;

export const recordProblems = (problems: readonly Problem[]): HandoffRecord['problems'] =>
  problems.slice(0, RECORD_PROBLEMS_MAX).map(({ code, severity, message, line, column }) => ({
    code,
    severity,
    message: plainLine(message),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }));

export const recordedText = (text: string): string => clipStart(text, RECORD_TEXT_CHARS_MAX);

/** One line; JSON escapes whatever the text has. */
export const recordLine = (record: HandoffRecord): string => `${JSON.stringify(record)}\n`;

/** The records of a log, and how many lines were none: a line that was cut off is told, not lost. */
export const readRecords = (
  text: string,
): { readonly records: readonly HandoffRecord[]; readonly unreadable: number } => {
  const records: HandoffRecord[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      records.push(handoffRecordSchema.parse(JSON.parse(line)));
    } catch {
      unreadable += 1;
    }
  }
  return { records, unreadable };
};
