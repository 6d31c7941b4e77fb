// Every changed path was declared. Git says what was changed, with both ends of a rename, modes, links and submodules.
import type { FileChange } from '../../model/evidence.ts';
import { isMeant, meansPath, stepsInside } from '../../model/path-patterns.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, unproven } from '../../model/run/verdict.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Asked, between, isMissing, known, listed, observed, onOutcomes } from '../observed.ts';

const UNDO = 'put it back as it was, or have it declared, then submit again';
/** Git's own directory, also as file systems without case, or with short names, would find it. */
const GIT_DIRECTORY = /^(?:\.git|git~1)[. ]*$/i;

export const changeCut = (what: string): Problem =>
  problem('EVIDENCE_UNAVAILABLE', `${what}: more files were changed than can be listed`, {
    hint: 'cut the change into smaller ones',
  });

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** After a step down, `..` leads out of whatever that step is a link to: nobody can follow it by its text. */
const climbsLate = (target: string): boolean => {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  return (
    steps.lastIndexOf('..') > steps.findIndex((step) => step !== '..') && steps.some((step) => step !== '..')
  );
};

/** Where a link leads, or why that is not inside of the project. */
const linkProblem = ({ path, target }: FileChange): Problem | undefined => {
  const more = { file: path, hint: 'link to a file of the project, by a relative path' };
  if (target === undefined)
    return problem(
      'PATH_OUTSIDE',
      `expected a link inside of the project, nobody can say where ${path} points`,
      more,
    );
  const steps =
    /^[/\\~]/.test(target) || climbsLate(target) ? undefined : stepsInside(`${folderOf(path)}${target}`);
  return steps === undefined || steps.some((step) => GIT_DIRECTORY.test(step))
    ? problem('PATH_OUTSIDE', `expected a link inside of the project, ${path} points to ${target}`, more)
    : undefined;
};

const wordsFor = ({ change, modeChanged, added, removed }: FileChange): string => {
  if (change === 'modified' && modeChanged && added === 0 && removed === 0) return 'its mode was changed';
  return {
    added: 'was added',
    modified: 'was changed',
    deleted: 'was deleted',
    renamed: 'was renamed',
    type: 'became another kind of file',
  }[change];
};

const outside = (file: FileChange, path: string, declared: readonly string[]): Problem => {
  const folder = declared.find((entry) => path.startsWith(`${entry.trim().replace(/^\.\//, '')}/`));
  const how =
    file.change !== 'renamed' || file.was === undefined
      ? wordsFor(file)
      : path === file.was
        ? `was renamed to ${file.path}`
        : `was renamed from ${file.was}`;
  return problem('FILES_NOT_OWNED', `expected changes in ${listed(declared)} only, ${path}: ${how}`, {
    file: path,
    hint: folder === undefined ? UNDO : `a directory is declared with a slash at its end: ${folder.trim()}/`,
  });
};

const fileProblems = (
  file: FileChange,
  declared: readonly string[],
  ignored: readonly string[],
): Problem[] => {
  const ends = file.was === undefined ? [file.path] : [file.path, file.was];
  const problems = ends
    .filter((path) => !isMeant(path, declared) && !isMeant(path, ignored))
    .map((path) => outside(file, path, declared));
  if (file.kind === 'submodule') {
    const isNamed = declared.some((entry) => !/[*?]|\/$/.test(entry.trim()) && meansPath(entry, file.path));
    return isNamed
      ? problems
      : [
          problem('FILES_NOT_OWNED', `expected no submodule to change, ${file.path}: ${wordsFor(file)}`, {
            file: file.path,
            hint: 'put it back as it was; a submodule must be declared by its own path',
          }),
        ];
  }
  const link = file.kind === 'link' && file.change !== 'deleted' ? linkProblem(file) : undefined;
  return link === undefined ? problems : [...problems, link];
};

/**
 * Only files that were declared for this work are changed, with both ends of a rename, modes, links and submodules.
 *
 * @example
 * ```ts
 * const checks = [
 *   scopeKept({
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *     declared: () => ['src/', 'test/price.test.js'],
 *   }),
 * ];
 * ```
 */
export const scopeKept = <const O extends string = never>(options: {
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** Files, directories ending in a slash, and patterns. Undefined is no declaration, which is no leave either. */
  readonly declared: Asked<readonly string[]>;
  /** Paths that do not count; links out of the project and submodules there do. */
  readonly ignore?: Asked<readonly string[]>;
  readonly on?: readonly O[];
}): Check<O> => {
  const diff = (submission: Parameters<Check['needs']>[0]) =>
    between('diff', options.base(submission), options.head(submission));
  return {
    name: 'scope-kept',
    title: 'Only declared files changed',
    says: 'you change only the files that were declared for this task; Baton asks git; both ends of a rename, modes, links and submodules count',
    ...onOutcomes(options.on),
    needs: (submission) => known(diff(submission)),
    judge: (submission, seen) => {
      const declared = options.declared(submission);
      const found = observed('diff', seen, diff(submission), 'nobody can say which files were changed');
      if (isMissing(found)) return unproven(found);
      if (declared === undefined)
        return unproven(
          problem('EVIDENCE_UNAVAILABLE', 'nobody can say which files may be changed: none were declared', {
            hint: 'declare the files of the task before it is done',
          }),
        );
      const ignored = options.ignore?.(submission) ?? [];
      const verdict = fromProblems(found.files.flatMap((file) => fileProblems(file, declared, ignored)));
      if (verdict.status === 'unmet' || !found.cut) return verdict;
      return unproven(changeCut('nobody can say whether all changes were declared'));
    },
  };
};
