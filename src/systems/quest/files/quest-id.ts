// Names of quests: a slug from the request, and the minute in which the quest was started.
import { SLUG_CHARS_MAX, SLUG_WORDS_MAX } from './limits.ts';

export const QUEST_ID_FORMATS = ['slug-first', 'date-first'] as const;
export type QuestIdFormat = (typeof QUEST_ID_FORMATS)[number];

const SLUG = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const SLUG_ONLY = new RegExp(`^${SLUG}$`);
const SLUG_FIRST = new RegExp(`^(?<slug>${SLUG})_(?<date>\\d{4}-\\d{2}-\\d{2})__(?<time>\\d{4})$`);
const DATE_FIRST = new RegExp(`^(?<date>\\d{4}-\\d{2}-\\d{2})_(?<time>\\d{4})__(?<slug>${SLUG})$`);
/** A longer text is no id. */
const ID_CHARS_MAX = 200;

export const isSlug = (text: string): boolean => text.length <= ID_CHARS_MAX && SLUG_ONLY.test(text);

/** Words that tell nothing about a request. */
const SMALL_WORDS = new Set(
  'a an and are as at be by can could for from i in into is it me my of on or our please should so that the this to us we want with would you'.split(
    ' ',
  ),
);
const WORDS_MIN = 2;
const WORD_CHARS_MAX = 16;
/** What is looked at of a request: its name is in its first sentences. */
const REQUEST_CHARS_READ = 2_000;
/** In place of words that a request does not have in the letters of a slug. */
const FILLERS = ['new', 'quest'];

const wordsIn = (request: string): string[] =>
  request
    .slice(0, REQUEST_CHARS_READ)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_CHARS_MAX));

/** Two to five words of the request, with hyphens between them. */
export const slugOf = (request: string): string => {
  const all = wordsIn(request);
  const telling = all.filter((word) => !SMALL_WORDS.has(word));
  const words = telling.length >= WORDS_MIN ? telling : all;
  const chosen = words.length >= WORDS_MIN ? words : [...words, ...FILLERS];
  const slug: string[] = [];
  for (const word of chosen.slice(0, SLUG_WORDS_MAX)) {
    if (slug.length >= WORDS_MIN && [...slug, word].join('-').length > SLUG_CHARS_MAX) break;
    slug.push(word);
  }
  return slug.join('-');
};

/** `at` begins with a local time such as 2026-11-15T10:05: an id names the minute, as it is written there. */
export const questId = (slug: string, at: string, format: QuestIdFormat = 'slug-first'): string => {
  const date = at.slice(0, 10);
  const time = at.slice(11, 16).replace(':', '');
  return format === 'date-first' ? `${date}_${time}__${slug}` : `${slug}_${date}__${time}`;
};

export interface QuestIdParts {
  readonly slug: string;
  readonly date: string;
  readonly time: string;
  readonly format: QuestIdFormat;
}

/** The parts of an id in either format; undefined when it is none. */
export const parseQuestId = (id: string): QuestIdParts | undefined => {
  if (id.length > ID_CHARS_MAX) return undefined;
  for (const [format, pattern] of [
    ['slug-first', SLUG_FIRST],
    ['date-first', DATE_FIRST],
  ] as const) {
    const { slug, date, time } = pattern.exec(id)?.groups ?? {};
    if (slug !== undefined && date !== undefined && time !== undefined) return { slug, date, time, format };
  }
  return undefined;
};
