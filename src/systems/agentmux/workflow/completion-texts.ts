// The words that a finished run leaves behind: the commit's message, the pull request, the approval.
import { BatonError } from '../../../errors.ts';
import { NAME_CHARS_MAX } from '../../../model/limits/limits.ts';
import { indented } from '../../../model/problem-text.ts';
import { headingOf, markdownText } from '../../../text/markdown.ts';

/** A subject that git's own tools show whole. */
export const SUBJECT_CHARS_MAX = 72;
const SLUG_CHARS_MAX = 48;
const SLUG_WORDS_MAX = 8;

const NOT_AVAILABLE = '(not available)';
const ELLIPSIS = '...';

/** Without control characters and terminal escapes, stripped. */
const plain = (text: string | undefined): string => indented(text ?? '', '');

/** The number of an issue, however it is written; undefined when it is none. */
const issueNumber = (issue: string | undefined): string | undefined =>
  /^#?(\d{1,12})$/.exec(plain(issue))?.[1];

/** A line without the marks of quotes and lists. */
const wordsOf = (line: string): string => line.replace(/^(?:\s*(?:>|[-*+]\s|\d{1,3}[.)]\s))+/, '').trim();

/** The first sentence of a Markdown text; a heading only when nothing else is there. */
const firstSentence = (text: string): string => {
  let title = '';
  for (const line of markdownText(plain(text).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')).lines) {
    if (line.fenced) continue;
    const heading = headingOf(line.text);
    const words = wordsOf(heading?.title ?? line.text);
    if (!/[\p{L}\p{N}]/u.test(words)) continue;
    if (heading === undefined) return words;
    if (title === '') title = words;
  }
  return title;
};

/** What stands below the first heading of the second level, up to the next of it or a higher one. */
const firstSection = (text: string): string => {
  const body: string[] = [];
  let inside = false;
  for (const line of markdownText(plain(text)).lines) {
    const heading = line.fenced ? undefined : headingOf(line.text);
    if (heading !== undefined && heading.level <= 2) {
      if (inside) break;
      inside = heading.level === 2;
    } else if (inside) body.push(line.text);
  }
  return body.join('\n').trim();
};

const cut = (text: string, charsMax: number): string => {
  const characters = [...text];
  if (characters.length <= charsMax) return text;
  return `${characters
    .slice(0, Math.max(0, charsMax - ELLIPSIS.length))
    .join('')
    .trimEnd()}${ELLIPSIS}`;
};

export interface Drafting {
  readonly request: string;
  readonly planOverview?: string | undefined;
  readonly slug?: string | undefined;
  readonly issue?: string | undefined;
}

/** A subject made from what is known, for when neither a person nor a reviewer wrote one. */
export const draftedMessage = ({ request, planOverview, slug, issue }: Drafting): string => {
  const candidates = [
    firstSentence(request),
    firstSentence(firstSection(planOverview ?? '')),
    plain(slug).replaceAll('-', ' '),
  ].map((text) =>
    text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/[ .]+$/, ''),
  );
  const summary = candidates.find((text) => text !== '') ?? 'update implementation';
  const number = issueNumber(issue);
  const tail = number === undefined ? '' : ` (#${number})`;
  const head = 'feat: ';
  return `${head}${cut(summary, SUBJECT_CHARS_MAX - head.length - tail.length)}${tail}`;
};

export interface CommitWords {
  readonly person?: string | undefined;
  /** What the reviewers suggest, in their order. */
  readonly reviewers: readonly (string | undefined)[];
  readonly drafted: string;
}

/** The person's words, else a reviewer's, else the drafted ones. */
export const commitMessage = ({ person, reviewers, drafted }: CommitWords): string =>
  [person, ...reviewers, drafted].map(plain).find((text) => text !== '') ?? '';

export interface PullRequestWords {
  readonly request?: string | undefined;
  readonly planOverview?: string | undefined;
  /** The text of review.md. */
  readonly review?: string | undefined;
  readonly issue?: string | undefined;
}

export const pullRequestBody = ({ request, planOverview, review, issue }: PullRequestWords): string => {
  const verdict = plain(review)
    .split('\n')
    .find((line) => line.startsWith('verdict:'));
  const number = issueNumber(issue);
  const parts = [
    ['## Initial Request', plain(request)],
    ['## Plan Summary', firstSection(planOverview ?? '')],
    ['## Review Verdict', verdict?.trim() ?? ''],
  ].flatMap(([heading, text]) => [heading, text === '' ? NOT_AVAILABLE : text]);
  return `${[...parts, ...(number === undefined ? [] : [`Closes #${number}`])].join('\n\n')}\n`;
};

export interface Approval {
  readonly exclude: readonly string[];
  readonly message?: string | undefined;
}

/** approval.json: that a person approved, without which files, and with which words. */
export const approvalJson = ({ exclude, message }: Approval): string => {
  const words = plain(message);
  const approval = {
    action: 'approve',
    exclude_files: exclude,
    ...(words === '' ? {} : { commit_message: words }),
  };
  return `${JSON.stringify(approval, undefined, 2)}\n`;
};

/** The name of a run without the time it began. */
export const slugOf = (run: string): string => run.replace(/^\d{8}-\d{6}-/, '');

const slugFor = (request: string): string => {
  const words = request.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const slug = words.slice(0, SLUG_WORDS_MAX).join('-').slice(0, SLUG_CHARS_MAX).replace(/-+$/, '');
  return slug === '' ? 'feature' : slug;
};

/** `YYYYMMDD-HHMMSS-<slug>`; the time is the one that the text says, whatever its zone. */
export const runNameFor = (request: string, at: string): string => {
  const digits = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(at)?.slice(1);
  if (digits === undefined)
    throw new BatonError(
      'INTERNAL',
      `expected a time such as 2026-01-31T09:30:00Z, got ${JSON.stringify(at)}`,
    );
  const stamp = `${digits.slice(0, 3).join('')}-${digits.slice(3).join('')}`;
  return `${stamp}-${slugFor(request)}`.slice(0, NAME_CHARS_MAX);
};
