// What was handed in and rejected so far, for whoever takes over: a fresh session, or a person.
import * as z from 'zod';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { DOSSIER_PROBLEMS_MAX, DOSSIER_TEXT_CHARS_MAX } from '../limits/limits.ts';
import { type Problem, problemSchema } from '../problem.ts';
import { problemText } from '../problem-text.ts';
import { type Rejection, repeatsIn } from './rejection.ts';
import { digestSchema } from './sealed.ts';

export const triedSchema = z.object({
  /** The entry that rejected it. */
  seq: z.number().int(),
  attempt: z.number().int(),
  /** Digests of what was handed in, by path. */
  sealed: z.record(z.string(), digestSchema),
  /** The sender's own words with it. */
  said: z.string().optional(),
  /** The first problems, and how many there were. */
  problems: z.array(problemSchema),
  count: z.number().int(),
});
export type Tried = z.infer<typeof triedSchema>;

const short = (text: string): string => clip(plainLine(text), DOSSIER_TEXT_CHARS_MAX);

/** What to do is said once, with what must change now. */
const cut = ({ message, hint: _, ...rest }: Problem): Problem => ({
  ...rest,
  message: clip(message, DOSSIER_TEXT_CHARS_MAX),
});

/** The texts among arguments: what a sender says of its own work. */
const saidIn = (args: Readonly<Record<string, unknown>>): string =>
  short(
    Object.values(args)
      .filter((value) => typeof value === 'string')
      .join(' '),
  );

export const triedOf = (
  handed: {
    readonly attempt: number;
    readonly args: Readonly<Record<string, unknown>>;
    readonly sealed: readonly { readonly path: string; readonly digest: Tried['sealed'][string] }[];
  },
  { problems }: Rejection,
  seq: number,
): Tried => {
  const said = saidIn(handed.args);
  return {
    ...{ seq, attempt: handed.attempt },
    sealed: Object.fromEntries(handed.sealed.map(({ path, digest }) => [path, digest])),
    ...(said === '' ? {} : { said }),
    problems: problems.slice(0, DOSSIER_PROBLEMS_MAX).map(cut),
    count: problems.length,
  };
};

const FILES_NAMED = 5;

const fileNames = (paths: readonly string[]): string => {
  const more = paths.length - FILES_NAMED;
  const named = paths.slice(0, FILES_NAMED).map((path) => (path === '.' ? 'the working tree' : path));
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What was handed in last, by name. */
export const triedFiles = (tried: Tried | undefined): string =>
  Object.keys(tried?.sealed ?? {}).length === 0 ? 'none' : fileNames(Object.keys(tried?.sealed ?? {}));

/** What is other than the time before: new words are no new work. */
const changesText = ({ sealed }: Tried, before: Tried | undefined): string => {
  const paths = Object.keys(sealed);
  if (paths.length === 0) return 'handed in no file';
  if (before === undefined) return `handed in ${fileNames(paths)}`;
  const changed = paths.filter((path) => sealed[path] !== before.sealed[path]);
  return changed.length === 0
    ? 'handed in the same files as the time before'
    : `changed ${fileNames(changed)}`;
};

const indentedProblem = (found: Problem): string => `  - ${problemText(found).replaceAll('\n', '\n  ')}`;

const triedText = (tried: Tried, before: Tried | undefined, problemsMax: number): string => {
  const shown = tried.problems.slice(0, problemsMax);
  return [
    `- Entry ${tried.seq}, attempt ${tried.attempt}: ${changesText(tried, before)}.${
      tried.said === undefined ? '' : ` It said: "${tried.said}"`
    }`,
    ...shown.map(indentedProblem),
    ...(tried.count > shown.length ? [`  - and ${tried.count - shown.length} more`] : []),
  ].join('\n');
};

/** Each rejection that is kept, oldest first, with what was tried. */
export const triedLines = (
  { tried = [], rejections }: { readonly tried?: readonly Tried[] | undefined; readonly rejections: number },
  problemsMax: number = DOSSIER_PROBLEMS_MAX,
): string => {
  const left = rejections - tried.length;
  return [
    ...(left > 0 ? [`- ${left} earlier ${left === 1 ? 'rejection is' : 'rejections are'} not listed.`] : []),
    ...tried.map((one, at) => triedText(one, tried[at - 1], problemsMax)),
  ].join('\n');
};

/** What was wrong each time. */
export const repeatLines = (rejection: Rejection, max: number): string => {
  const repeats = repeatsIn(rejection);
  const shown = repeats
    .slice(0, max)
    .map(({ clause, says, times }) => `- ${times} times, clause ${clause}: ${says}`);
  const more = repeats.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
};

interface Rejected {
  readonly tried?: readonly Tried[] | undefined;
  readonly rejections: number;
  readonly lastRejection?: Rejection | undefined;
}

/** For a fresh session, and undefined while nothing repeats: what was tried, what was wrong each time, what must change. */
export const dossierText = (work: Rejected): string | undefined => {
  const { lastRejection, rejections } = work;
  if (lastRejection?.next === undefined) return undefined;
  return [
    `This work was rejected ${rejections} times, and the same mistake was made again. You are a fresh session: do not repeat what was tried.`,
    `What was wrong each time:\n${repeatLines(lastRejection, DOSSIER_PROBLEMS_MAX)}`,
    `What was tried:\n${triedLines(work)}`,
    `What must change now:\n${lastRejection.problems.map((found) => `- ${problemText(found)}`).join('\n')}`,
  ].join('\n\n');
};
