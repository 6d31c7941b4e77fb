// What people said they prefer, kept as bullets in the files that roles are told. Agents hand them in, so a bullet is
// one line of plain words, whatever it was made of.
import * as z from 'zod';
import { nameSchema } from '../model/workflow/names.ts';
import { plainLine } from '../std/terminal-text.ts';
import { headingOf, type MarkdownLine, markdownText } from './markdown.ts';

/** Of one handoff. People approve each of them by itself. */
export const PREFERENCES_MAX = 32;
/** A preference is a sentence or two. */
export const PREFERENCE_CHARS_MAX = 500;
/** One file of preferences, with all that a person wrote into it. It goes into prompts whole. */
export const PREFERENCES_FILE_BYTES_MAX = 256 * 1024;

export const PREFERENCES_HEADING = '## Approved Preferences';

export const preferencesSchema = z
  .array(
    z.object({
      target_role: nameSchema.describe('The role that shall be told this in later runs.'),
      bullet: z
        .string()
        .max(PREFERENCE_CHARS_MAX, `expected at most ${PREFERENCE_CHARS_MAX} characters`)
        .refine((text) => normalBullet(text) !== '', 'expected some text')
        .describe('The preference as one sentence, in words that make sense outside of this run.'),
    }),
  )
  .max(PREFERENCES_MAX, `expected at most ${PREFERENCES_MAX} preferences`)
  .optional()
  .describe('What a person said and approved as a preference for all later runs. Leave it out otherwise.');

/** Marks that begin a list entry or a heading. */
const MARK = /^(?:[-*+]|#{1,6})(?:\s+|$)/;

/** The words of a bullet on one line, without the mark before them. */
export const normalBullet = (text: string): string => {
  let words = plainLine(text).replaceAll(/\s+/g, ' ').trim();
  for (let mark = MARK.exec(words); mark !== null; mark = MARK.exec(words))
    words = words.slice(mark[0].length);
  return words;
};

/** Equal for bullets that differ only in case, in white space, or in how an accent is written. */
export const bulletKey = (text: string): string =>
  // There and back again: one letter may have several forms in the other case, such as the German sharp s.
  normalBullet(text).normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

const BULLET_LINE = /^\s*[-*+]\s+(?=\S)/;

/** Each once, the first wins; without those that are there already. */
const missingFrom = (lines: readonly MarkdownLine[], bullets: readonly string[]): string[] => {
  const known = new Set(
    lines.filter(({ text }) => BULLET_LINE.test(text)).map(({ text }) => bulletKey(text)),
  );
  return bullets.map(normalBullet).filter((bullet) => {
    const key = bulletKey(bullet);
    if (key === '' || known.has(key)) return false;
    known.add(key);
    return true;
  });
};

interface Place {
  /** Lines before this one stay before what is added. */
  readonly at: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const isBlank = (line: MarkdownLine | undefined): boolean => line?.text.trim() === '';

/** Behind the last words of the section, and apart from what follows it. */
const placeInSection = (lines: readonly MarkdownLine[], heading: number): Place => {
  const next = lines.findIndex(
    ({ text, fenced }, index) => index > heading && !fenced && (headingOf(text)?.level ?? 9) <= 2,
  );
  const end = next === -1 ? lines.length : next;
  let at = end;
  while (at > heading + 1 && isBlank(lines[at - 1])) at -= 1;
  const last = lines[at - 1]!;
  const goesOn = at - 1 > heading && !last.fenced && /^(?:\s|[-*+]\s)/.test(last.text);
  return { at, before: goesOn ? [] : [''], after: at === end && next !== -1 ? [''] : [] };
};

const placeAtEnd = (lines: readonly MarkdownLine[], open: boolean): Place => {
  const apart = lines.length === 0 || (!open && isBlank(lines.at(-1)));
  return { at: lines.length, before: [...(apart ? [] : ['']), PREFERENCES_HEADING, ''], after: [] };
};

const isSection = ({ text, fenced }: MarkdownLine): boolean =>
  !fenced && text.replace(/^\ufeff/, '').trimEnd() === PREFERENCES_HEADING;

export interface Preferred {
  readonly text: string;
  /** The bullets that were not there before, as they were written. */
  readonly added: readonly string[];
}

/** Adds bullets to the section for them; all other text stays as it is. */
export const withPreferences = (existing: string | undefined, bullets: readonly string[]): Preferred => {
  const source = existing ?? '';
  const { lines, open } = markdownText(source);
  const added = missingFrom(lines, bullets);
  if (added.length === 0) return { text: source, added };
  const end = lines[0]?.end === '\r\n' ? '\r\n' : '\n';
  const heading = lines.findIndex(isSection);
  const { at, before, after } =
    heading === -1 ? placeAtEnd(lines, open !== undefined) : placeInSection(lines, heading);
  // What is added behind a code fence that nobody closed would be read as code.
  const close = open !== undefined && lines.slice(at).every(isBlank) ? [open] : [];
  const written = [...close, ...before, ...added.map((bullet) => `- ${bullet}`), ...after];
  const joined = (part: readonly MarkdownLine[]): string =>
    part.map((line) => `${line.text}${line.end}`).join('');
  const head = joined(lines.slice(0, at));
  const fixed = head === '' || head.endsWith('\n') ? head : `${head}${end}`;
  return {
    text: `${fixed}${written.map((line) => `${line}${end}`).join('')}${joined(lines.slice(at))}`,
    added,
  };
};
