// What an agent wants to do and no rule decides, in words for the person who does.
import * as z from 'zod';
import { sha256 } from '../../std/sha256.ts';
import { visibleText } from '../../std/terminal-text.ts';
import { COMMAND_CHARS_MAX, TOLD_PATH_CHARS_MAX, WISH_CHARS_MAX } from '../limits/permissions.ts';

const FILES_MAX = 100;
const TOOL_CHARS_MAX = 200;

export const wishSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('write'),
    /** As the project calls them, in order. */
    files: z.array(z.string().min(1).max(TOLD_PATH_CHARS_MAX)).min(1).max(FILES_MAX),
  }),
  z.strictObject({ kind: z.literal('run'), command: z.string().min(1).max(COMMAND_CHARS_MAX) }),
  z.strictObject({ kind: z.literal('web'), url: z.string().max(TOLD_PATH_CHARS_MAX).optional() }),
  z.strictObject({
    kind: z.literal('use'),
    tool: z.string().min(1).max(TOOL_CHARS_MAX),
    /** As JSON. */
    input: z.string().max(WISH_CHARS_MAX),
  }),
]);
export type Wish = z.infer<typeof wishSchema>;

const wordsOf = (wish: Wish): string => {
  switch (wish.kind) {
    case 'write':
      return `write ${wish.files.join(', ')}`;
    case 'run':
      return `run: ${wish.command}`;
    case 'web':
      return wish.url === undefined ? 'use the web' : `use the web: ${wish.url}`;
    case 'use':
      return `use ${wish.tool} ${wish.input}`;
  }
};

/** Whole, and with every sign that could hide something made visible. */
export const wishText = (wish: Wish): string => visibleText(wordsOf(wish)).replaceAll('\n', '^J');

/** Nobody decides about what they cannot read to its end. */
export const isShowable = (wish: Wish): boolean =>
  wishSchema.safeParse(wish).success && wishText(wish).length <= WISH_CHARS_MAX;

/** The same wish has the same key, in each attempt. */
export const wishKey = (wish: Wish): string => sha256(JSON.stringify(wishSchema.parse(wish)));

/** What a person may answer. */
export const PERMIT_CHOICES = ['allow', 'always', 'refuse'] as const;
/** How it is asked. */
export const PERMIT_ASK = { choices: [...PERMIT_CHOICES], approve: 'allow', reject: 'refuse' };
export const permitSchema = z.enum([...PERMIT_CHOICES, 'late']);
/** `allow`: for this piece of work; `always`: for this role in this run; `late`: nobody decided in time. */
export type Permit = z.infer<typeof permitSchema>;
