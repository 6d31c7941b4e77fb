// One task is one small change. What a program has written, such as a lock file, does not count.
import type { FileChange } from '../../model/evidence.ts';
import { BINARY_BYTES_MAX, LINE_BYTES_COUNTED } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, MET, unproven } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Asked, between, isMissing, known, listed, observed, onOutcomes } from '../observed.ts';
import { changeCut } from './scope-kept.ts';

/** What is not text has no lines. */
const linesOf = ({ added, removed, bytes = 0 }: FileChange): number =>
  added === null || removed === null ? 0 : Math.max(added + removed, Math.ceil(bytes / LINE_BYTES_COUNTED));

const tooHeavy = (files: readonly FileChange[]): Problem[] =>
  files
    .filter(({ added, bytes = 0 }) => added === null && bytes > BINARY_BYTES_MAX)
    .map(({ path, bytes }) =>
      problem('CHANGE_TOO_LARGE', `expected at most ${BINARY_BYTES_MAX} bytes in ${path}, got ${bytes}`, {
        file: path,
        hint: 'leave it out, or keep it outside of the repository',
      }),
    );

const tooLarge = (what: string, max: number, came: number, files: readonly FileChange[]): Problem =>
  problem(
    'CHANGE_TOO_LARGE',
    `expected at most ${max} changed ${what}, got ${came}: ${listed(
      [...files].sort((a, b) => linesOf(b) - linesOf(a)).map((file) => `${file.path} (${linesOf(file)})`),
    )}`,
    { off: came - max, hint: 'cut the task into smaller ones, or leave out what it does not need' },
  );

/**
 * The change is small enough, in files and in lines.
 *
 * @example
 * ```ts
 * const checks = [
 *   sizeKept({
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *     filesMax: () => 10,
 *     linesMax: () => 400,
 *   }),
 * ];
 * ```
 */
export const sizeKept = <const O extends string = never>(options: {
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  readonly filesMax?: Asked<number>;
  /** Added and removed together. */
  readonly linesMax?: Asked<number>;
  /** Lock files and generated ones. */
  readonly isExcluded?: (path: string) => boolean;
  readonly on?: readonly O[];
}): Check<O> => {
  const limits = (submission: Submission) => ({
    files: options.filesMax?.(submission),
    lines: options.linesMax?.(submission),
  });
  const isLimited = (submission: Submission): boolean =>
    Object.values(limits(submission)).some((limit) => limit !== undefined);
  const diff = (submission: Submission) =>
    between('diff', options.base(submission), options.head(submission));
  return {
    name: 'size-kept',
    title: 'The change is no larger than a task',
    says: `your change has no more files and lines (added and removed together) than one task may have; a line of more than ${LINE_BYTES_COUNTED} bytes counts as several; lock files do not count, nor do files that say before and after the change that they are generated`,
    ...onOutcomes(options.on),
    needs: (submission) => (isLimited(submission) ? known(diff(submission)) : []),
    judge: (submission, seen) => {
      if (!isLimited(submission)) return MET;
      const found = observed('diff', seen, diff(submission), 'nobody can say how large the change is');
      if (isMissing(found)) return unproven(found);
      const max = limits(submission);
      const files = found.files.filter(
        ({ path, generated }) => options.isExcluded?.(path) !== true && generated !== true,
      );
      const lines = files.reduce((sum, file) => sum + linesOf(file), 0);
      const verdict = fromProblems([
        ...(max.files !== undefined && !(files.length <= max.files)
          ? [tooLarge('files', max.files, files.length, files)]
          : []),
        ...(max.lines !== undefined && !(lines <= max.lines)
          ? [tooLarge('lines', max.lines, lines, files)]
          : []),
        ...tooHeavy(found.files),
      ]);
      if (verdict.status === 'unmet' || !found.cut) return verdict;
      return unproven(changeCut('nobody can say how large the change is'));
    },
  };
};
