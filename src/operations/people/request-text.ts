// Where a request comes from: the words themselves, a Markdown file of the project, or an issue on GitHub. What an issue
// says was written by anybody, and stays text: nothing in it is run, opened or looked up.
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { gh } from '../../effects/gh.ts';
import { BatonError } from '../../errors.ts';
import { ISSUE_COMMENTS_MAX, REQUEST_CHARS_MAX } from '../../model/limits/limits.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { containedPath } from '../../std/disk/contained-path.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';
import { decodeText } from '../../text/yaml.ts';

export interface RequestOptions {
  readonly project: string;
  readonly env: InheritedEnvironment;
  /** Where a relative path counts from; the project when absent. */
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Asked {
  readonly request: string;
  readonly issue?: { readonly number: string; readonly title: string };
  /** What a name is made from, where that is not the request. */
  readonly slugSource?: string;
}

const ISSUE =
  /^issue\s+(?:#?(\d{1,10})|(https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/issues\/\d{1,10})(?:[/?#]\S*)?)$/i;
const TITLE_CHARS_MAX = 300;
/** UTF-8 takes up to three bytes for what JavaScript counts as one character. */
const FILE_BYTES_MAX = REQUEST_CHARS_MAX * 3;

const issueSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  comments: z
    .array(
      z.object({
        body: z.string(),
        createdAt: z.string().catch(''),
        // The account may be gone.
        author: z.object({ login: z.string() }).nullish().catch(null),
      }),
    )
    .nullish(),
});
type Issue = z.infer<typeof issueSchema>;

const unreadable = (output: string, cause: unknown): BatonError =>
  new BatonError(
    'GITHUB_FAILED',
    `expected the issue as JSON from gh, got ${JSON.stringify(clip(plainLine(output.slice(0, 400)), 200))}`,
    { hint: 'Update gh, or hand the text of the issue over in a file: baton run FILE.md', cause },
  );

const readIssue = async (which: string, options: RequestOptions): Promise<Issue> => {
  const output = await gh(['issue', 'view', which, '--json', 'number,title,body,comments'], options);
  try {
    return issueSchema.parse(JSON.parse(output));
  } catch (cause) {
    throw unreadable(output, cause);
  }
};

type Comment = NonNullable<Issue['comments']>[number];

const commentText = ({ author, createdAt, body }: Comment): string => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0];
  const head = `**${plainLine(author?.login ?? '') || 'somebody'}**${day === undefined ? '' : ` (${day})`}:`;
  return `${head}\n\n${plainText(body).trim()}`;
};

/** As many as there is room for, from the first on; what is left out is said. */
const commentsText = (comments: readonly Comment[], charsMax: number): string => {
  const written = comments.filter(({ body }) => plainText(body).trim() !== '');
  if (written.length === 0) return '';
  const shown: string[] = [];
  let room = charsMax;
  for (const comment of written.slice(0, ISSUE_COMMENTS_MAX)) {
    const text = commentText(comment);
    room -= text.length + 2;
    if (room < 0) break;
    shown.push(text);
  }
  const left = written.length - shown.length;
  const end =
    left === 0 ? [] : [`(${left} more ${left === 1 ? 'comment is' : 'comments are'} left out here.)`];
  return ['', '## Issue Comments', ...shown, ...end].join('\n\n');
};

/** The title comes first: an issue's body often says only what its title does not. */
const fromIssue = (issue: Issue): Asked => {
  const title = clip(plainLine(issue.title), TITLE_CHARS_MAX) || `Issue ${issue.number}`;
  const body = clip(plainText(issue.body ?? '').trim(), REQUEST_CHARS_MAX - title.length);
  const head = body === '' ? title : `${title}\n\n${body}`;
  const comments = commentsText(issue.comments ?? [], REQUEST_CHARS_MAX - head.length);
  return {
    request: `${head}${comments}`,
    issue: { number: String(issue.number), title },
    slugSource: title,
  };
};

const MARKDOWN = /^[^\n]+\.md$/i;

const fromFile = async (path: string, project: string): Promise<Asked> => {
  const { path: inside, problem } = containedPath(project, path);
  if (inside === undefined)
    throw new BatonError('PATH_OUTSIDE', `the request is in ${path}: ${problem}`, {
      hint: 'Copy the file into the project, or give its text itself.',
    });
  const { value, problems } = decodeText(await readBounded(inside, FILE_BYTES_MAX), {
    file: path,
    bytesMax: FILE_BYTES_MAX,
  });
  const [found] = problems;
  if (value === undefined)
    throw new BatonError(
      found?.code ?? 'FILE_UNREADABLE',
      `${path}: ${found?.message ?? 'it cannot be read'}`,
    );
  const request = plainText(value.replace(/^\ufeff/, '')).trim();
  if (request === '')
    throw new BatonError('FILE_EMPTY', `${path}: expected a request, the file has no words`);
  if (request.length > REQUEST_CHARS_MAX)
    throw new BatonError(
      'FILE_TOO_LARGE',
      `${path}: expected at most ${REQUEST_CHARS_MAX} characters, got ${request.length}`,
    );
  return { request, slugSource: basename(path).replace(/\.md$/i, '') };
};

/** `issue 12`, `issue #12`, `issue URL`, a path to a Markdown file, or the request itself. */
export const requestFrom = async (text: string, options: RequestOptions): Promise<Asked> => {
  const words = text.trim();
  const [, number, url] = ISSUE.exec(words) ?? [];
  const which = number ?? url;
  if (which !== undefined) return fromIssue(await readIssue(which, options));
  if (!MARKDOWN.test(words) || words.includes('\0')) return { request: text };
  const path = isAbsolute(words) ? words : resolve(join(options.cwd ?? options.project, words));
  if (existsSync(path)) return fromFile(path, options.project);
  // One word that ends like a file's name is not a request that an agent could work on.
  if (/\s/.test(words)) return { request: text };
  throw new BatonError(
    'FILE_MISSING',
    `expected a request, or the path of a file that is there, got ${words}`,
    {
      hint: 'Check the path; relative ones count from the project.',
    },
  );
};
