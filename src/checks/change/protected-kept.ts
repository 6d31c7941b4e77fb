// Some files judge the work, or decide how it is judged: tests, their configuration, CI, contracts, lock files. They
// change only by the role that owns them, or with its leave.
import type { FileChange } from '../../model/evidence.ts';
import { isMeant } from '../../model/path-patterns.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, unproven } from '../../model/run/verdict.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Asked, between, isMissing, known, observed, onOutcomes } from '../observed.ts';
import { changeCut } from './scope-kept.ts';

interface Rules {
  readonly kindOf: (path: string) => string | undefined;
  readonly kinds: readonly string[];
  readonly released: readonly string[];
  readonly mayAddTests: boolean;
}

const fileProblems = (file: FileChange, { kindOf, kinds, released, mayAddTests }: Rules): Problem[] => {
  const ends = file.was === undefined ? [file.path] : [file.path, file.was];
  const isNew = file.change === 'added' || file.change === 'renamed';
  const isPlain = file.kind === 'file' || file.kind === 'executable';
  return ends.flatMap((path) => {
    const kind = kindOf(path);
    if (kind === undefined || !kinds.includes(kind) || isMeant(path, released)) return [];
    if (kind === 'tests' && mayAddTests && isNew && isPlain && path === file.path) return [];
    const how =
      path === file.was
        ? `renamed to ${file.path}`
        : file.was === undefined
          ? file.change
          : `renamed from ${file.was}`;
    return [
      problem(
        'FILES_PROTECTED',
        `expected ${path} to stay as it is, because it is protected (${kind}); it was ${how === 'type' ? 'turned into another kind of file' : how}`,
        {
          file: path,
          hint: `put it back as it was; the role that owns ${kind} may release it`,
        },
      ),
    ];
  });
};

/**
 * Protected files, such as tests or configuration, are not changed by this role.
 *
 * @example
 * ```ts
 * const checks = [
 *   protectedKept({
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *     kindOf: (path) => (path.startsWith('test/') ? 'tests' : undefined),
 *     kinds: () => ['tests'],
 *   }),
 * ];
 * ```
 */
export const protectedKept = <const O extends string = never>(options: {
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  readonly kindOf: (path: string) => string | undefined;
  /** The kinds that are protected from this role. Undefined is no decision, which is no leave either. */
  readonly kinds: Asked<readonly string[]>;
  /** Paths that their owner has released. */
  readonly released?: Asked<readonly string[]>;
  readonly mayAddTests?: Asked<boolean>;
  readonly on?: readonly O[];
}): Check<O> => {
  const diff = (submission: Parameters<Check['needs']>[0]) =>
    between('diff', options.base(submission), options.head(submission));
  return {
    name: 'protected-kept',
    title: 'Protected files stay',
    says: 'protected files (tests, test configuration, CI, contracts, lock files) stay unchanged, unless the role that owns them has released them',
    ...onOutcomes(options.on),
    needs: (submission) => known(diff(submission)),
    judge: (submission, seen) => {
      const found = observed('diff', seen, diff(submission), 'nobody can say which files were changed');
      if (isMissing(found)) return unproven(found);
      const kinds = options.kinds(submission);
      if (kinds === undefined)
        return unproven(
          problem('EVIDENCE_UNAVAILABLE', 'nobody can say which kinds of files are protected', {
            hint: 'decide it in the policy of the workflow',
          }),
        );
      const rules = {
        kindOf: options.kindOf,
        kinds,
        released: options.released?.(submission) ?? [],
        mayAddTests: options.mayAddTests?.(submission) === true,
      };
      const verdict = fromProblems(found.files.flatMap((file) => fileProblems(file, rules)));
      if (verdict.status === 'unmet' || !found.cut) return verdict;
      return unproven(changeCut('nobody can say whether protected files were changed'));
    },
  };
};
