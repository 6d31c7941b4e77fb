// What is asked of researchers, and how it reaches them and comes back. A topic becomes the name of a directory.
import * as z from 'zod';
import { TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';

/** A topic becomes part of a file name. */
export const TOPIC_CHARS_MAX = 48;
/** Questions, or hints, of one request. More is several requests. */
export const RESEARCH_LIST_MAX = 32;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const TOPIC_TEXT = 'topic must be a non-empty slug (lowercase alphanumeric and hyphens).';
const QUESTIONS_TEXT = 'questions must contain at least one non-empty question.';
const TYPE_TEXT = "type must be 'code' or 'web'.";

const TOO_LONG = `expected at most ${TEXT_CHARS_MAX} characters`;
const TOO_MANY = `expected at most ${RESEARCH_LIST_MAX} entries`;

const isBlank = (text: string): boolean => text.trim() === '';

const topic = z
  .string({ error: TOPIC_TEXT })
  .trim()
  .max(TOPIC_CHARS_MAX, `${TOPIC_TEXT} It has at most ${TOPIC_CHARS_MAX} characters.`)
  .regex(SLUG, TOPIC_TEXT);

const words = z.string().max(TEXT_CHARS_MAX, TOO_LONG);

export const researchArgs = z.object({
  topic: topic.describe(
    `A short name for the research, such as auth-flow: small letters, digits and single hyphens, at most ${TOPIC_CHARS_MAX} characters. Each topic is asked for once.`,
  ),
  context: words.describe('What the researcher has to know to understand the questions.'),
  questions: z
    .array(words, { error: QUESTIONS_TEXT })
    .max(RESEARCH_LIST_MAX, TOO_MANY)
    .refine((list) => !list.every(isBlank), QUESTIONS_TEXT)
    .describe('The questions, one per entry; each can be answered by itself.'),
  scope_hints: z
    .union([words, z.array(words).max(RESEARCH_LIST_MAX, TOO_MANY)])
    .nullish()
    .describe('Where to look first: files, directories, addresses. One text, or a list.'),
});
export type ResearchArgs = z.infer<typeof researchArgs>;

export const researchDoneArgs = z.object({
  topic: topic.describe('The topic, exactly as it was asked for.'),
  // A pattern, and not a list of values: only then the message below is the one that is read.
  type: z
    .string({ error: TYPE_TEXT })
    .regex(/^(?:code|web)$/, TYPE_TEXT)
    .describe("What kind of research it was: 'code' or 'web'."),
});

export type ResearchKind = 'code' | 'web';

const stripped = (list: readonly string[]): string[] =>
  list.map((text) => text.trim()).filter((text) => text !== '');

export interface Research {
  readonly topic: string;
  readonly context: string;
  readonly questions: readonly string[];
  /** Null where there are none. */
  readonly scope_hints: readonly string[] | null;
}

/** Stripped, and without blank entries. */
export const normalResearch = (args: ResearchArgs): Research => {
  const given = args.scope_hints ?? [];
  const hints = stripped(typeof given === 'string' ? [given] : given);
  return {
    topic: args.topic.trim(),
    context: args.context.trim(),
    questions: stripped(args.questions),
    scope_hints: hints.length === 0 ? null : hints,
  };
};

/** The item, and the directory below 03_research, that the request is answered in. */
export const researchItem = (kind: ResearchKind, args: Pick<ResearchArgs, 'topic'>): string =>
  `${kind}-${args.topic.trim()}`;

/** Further lines are indented: they stay inside of their bullet, and none of them can be a heading. */
const bullets = (list: readonly string[]): string =>
  list.map((text) => `- ${text.replaceAll(/\r\n?|\n/g, '\n  ')}`).join('\n');

/** request.md, as the researcher reads it. */
export const requestText = (args: ResearchArgs): string => {
  const { topic: name, context, questions, scope_hints: hints } = normalResearch(args);
  return [
    `# Research Request: ${name}`,
    `## Context\n${context}`,
    `## Questions\n${bullets(questions)}`,
    ...(hints === null ? [] : [`## Scope Hints\n${bullets(hints)}`]),
  ].join('\n\n');
};

/** What the asker is told once the research of this item is there. */
export const researchDoneText = (item: string): string => {
  const what = item.startsWith('web-') ? 'Web research' : 'Code-research';
  const name = item.replace(/^(?:code|web)-/, '');
  return `${what} on '${name}' is complete. Read 03_research/${item}/summary.md and continue from there.`;
};
