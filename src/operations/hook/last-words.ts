// The agent's own last line. `NOT DONE: why` is an honest end: nothing is proved, and nobody is held back.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as z from 'zod';
import { REASON_CHARS_MAX, TRANSCRIPT_TAIL_BYTES_MAX } from '../../model/limits/hook.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import type { HookInput } from './hook-input.ts';

/** With the marks of Markdown that models put around a line. */
const NOT_DONE = /^[\s>*_#`-]*NOT DONE:[*_`]*\s*(.*?)[\s*_`]*$/;

const lineSchema = z.looseObject({
  type: z.literal('assistant'),
  message: z.looseObject({ content: z.union([z.string(), z.array(z.unknown())]) }),
});
const blockSchema = z.looseObject({ type: z.literal('text'), text: z.string() });

/** The end of a regular file. What cannot be read says nothing. */
const readTail = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return '';
    const length = Math.min(stat.size, TRANSCRIPT_TAIL_BYTES_MAX);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, stat.size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
};

const textOf = (line: string): string | undefined => {
  try {
    const { success, data } = lineSchema.safeParse(JSON.parse(line));
    if (!success) return undefined;
    const { content } = data.message;
    if (typeof content === 'string') return content;
    const texts = content.flatMap((block) => blockSchema.safeParse(block).data?.text ?? []);
    return texts.length === 0 ? undefined : texts.join('\n');
  } catch {
    return undefined;
  }
};

/** What an agent said last; empty where nobody knows. */
export const lastMessage = async (input: HookInput): Promise<string> => {
  if (input.last_assistant_message !== undefined) return input.last_assistant_message;
  if (input.transcript_path === undefined) return '';
  const lines = (await readTail(input.transcript_path)).split('\n');
  for (const line of lines.reverse()) {
    const text = line === '' ? undefined : textOf(line);
    if (text !== undefined) return text;
  }
  return '';
};

/** Why the last line of a message says that the work is not done; undefined where it does not. */
export const notDoneIn = (message: string): string | undefined => {
  const last = message.trimEnd().split('\n').at(-1) ?? '';
  const why = NOT_DONE.exec(clip(last, REASON_CHARS_MAX))?.[1];
  return why === undefined || why === '' ? undefined : plainLine(why);
};

export const notDone = async (input: HookInput): Promise<string | undefined> =>
  notDoneIn(await lastMessage(input));
