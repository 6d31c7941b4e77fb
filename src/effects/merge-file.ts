// Brings a file of the project from what it was when the run began to what it shall be. What somebody changed there
// meanwhile is kept: both changes are merged, or the file stays exactly as it is.
import { MERGE_SHOWN_CHARS_MAX, MERGED_FILE_BYTES_MAX } from '../model/limits/limits.ts';
import { isError, type Problem, problem } from '../model/problem.ts';
import type { EffectRequest, EffectResult } from '../model/workflow/effect.ts';
import { clip } from '../std/terminal-text.ts';
import { amendFile } from './amend-file.ts';
import type { GitContext } from './git/git-context.ts';
import { mergeTexts } from './git/merge-texts.ts';
import { readArtifact } from './read-artifact.ts';

type Request = Extract<EffectRequest, { action: 'merge-file' }>;
type Context = Pick<GitContext, 'scratchDirectory'> & { readonly project: string };

/** What became of the file; `there`: it was so already. */
type Became = 'written' | 'merged' | 'there' | 'left';

/** How often somebody may change the file while it is merged before we give up. */
const TRIES_MAX = 5;

const resultOf = (path: string, became: Became, problems: readonly Problem[] = []): EffectResult => ({
  outcome: became === 'left' ? 'left' : 'merged',
  sealed: [],
  details: { file: path, became },
  problems: problems.map((found) => ({ ...found, severity: 'warning' })),
});

const conflict = (path: string, message: string, wanted: string): EffectResult =>
  resultOf(path, 'left', [
    problem('MERGE_CONFLICT', message, {
      file: path,
      hint: `Make this change yourself:\n${clip(wanted, MERGE_SHOWN_CHARS_MAX)}`,
    }),
  ]);

const tooLarge = (path: string): EffectResult =>
  resultOf(path, 'left', [
    problem('FILE_TOO_LARGE', `expected at most ${MERGED_FILE_BYTES_MAX} bytes for ${path}, got more`, {
      file: path,
      hint: 'Write a shorter file.',
    }),
  ]);

/** Git runs programs that its own files name: they are no output of a run. */
const isGits = (path: string): boolean => path.split('/').some((part) => part.toLowerCase() === '.git');

const gits = (path: string): EffectResult =>
  resultOf(path, 'left', [
    problem('PATH_OUTSIDE', `expected a file of the project, got ${path}, which is git's own`, {
      file: path,
    }),
  ]);

/** Undefined where there is no file. An empty one has a text. */
const readNow = async (project: string, path: string): Promise<string | undefined | Problem> => {
  const { value, problems } = await readArtifact(project, path, MERGED_FILE_BYTES_MAX, 'in the project');
  if (value !== undefined) return value;
  const found = problems.find(isError);
  if (found?.code === 'FILE_EMPTY') return '';
  return found?.code === 'ARTIFACT_MISSING' ? undefined : found;
};

/** Replaces the file only while it is what was read; undefined when somebody changed it in between. */
const replace = async (
  { project }: Context,
  path: string,
  before: string,
  [after, became]: readonly [text: string, became: Became],
): Promise<EffectResult | undefined> => {
  const amend = (text: string) =>
    text === before ? { text: after, added: [path] } : { text, added: [] as string[] };
  const added = await amendFile(project, { path, bytesMax: MERGED_FILE_BYTES_MAX, amend });
  if ('code' in added) return resultOf(path, 'left', [added]);
  return added.length === 0 ? undefined : resultOf(path, became);
};

const mergeOnce = async (context: Context, request: Request): Promise<EffectResult | undefined> => {
  const { path, was, now } = request;
  const current = await readNow(context.project, path);
  if (typeof current === 'object') return resultOf(path, 'left', [current]);
  if ((current ?? '') === now) return resultOf(path, 'there');
  if ((current ?? '') === was) return replace(context, path, was, [now, 'written']);
  if (current === undefined)
    return conflict(path, `${path} was removed since the run began, so it is not written again`, now);
  const { text, conflicts } = await mergeTexts(context.scratchDirectory, {
    ...{ base: was, ours: current, theirs: now },
  });
  if (text === undefined)
    return conflict(
      path,
      `${path} changed since the run began, in the same lines: it is left as it is`,
      conflicts,
    );
  // What a crash repeats was merged before.
  return text === current ? resultOf(path, 'there') : replace(context, path, current, [text, 'merged']);
};

export const mergeFile = async (context: Context, request: Request): Promise<EffectResult> => {
  const { path, was, now } = request;
  if (isGits(path)) return gits(path);
  if ([was, now].some((text) => Buffer.byteLength(text) > MERGED_FILE_BYTES_MAX)) return tooLarge(path);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const result = await mergeOnce(context, request);
    if (result !== undefined) return result;
  }
  return conflict(path, `${path} changed ${TRIES_MAX} times while it was merged: it is left as it is`, now);
};
