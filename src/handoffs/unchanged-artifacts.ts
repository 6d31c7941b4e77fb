// A handoff lists what its sender wrote: a listed file whose bytes the assignment did not change is no work of it.
import { posix } from 'node:path';
import type { Handoff } from '../model/handoff.ts';
import { type Problem, problem } from '../model/problem.ts';

const plainPath = (path: string): string => posix.normalize(path).replace(/\/+$/, '');

/** Every changed path and every folder that one of them is in. */
const touchedBy = (changed: Iterable<string>): ReadonlySet<string> => {
  const touched = new Set<string>();
  for (const path of changed)
    for (let at = plainPath(path); !touched.has(at); at = posix.dirname(at)) touched.add(at);
  return touched;
};

/** What is wrong with one listed path, or undefined. A folder is changed when something in it is. */
export const unchangedIn = (changed: Iterable<string>): ((artifact: string) => Problem | undefined) => {
  const touched = touchedBy(changed);
  return (artifact) =>
    touched.has(plainPath(artifact))
      ? undefined
      : problem('ARTIFACT_UNCHANGED', `${artifact} is listed as an artifact, but it was not changed`, {
          field: 'artifacts',
          hint: 'List only files that this assignment wrote.',
        });
};

/**
 * An error for each artifact that a handoff lists and that is not among the paths which the work changed. Paths are relative
 * to the project.
 *
 * @example
 * ```ts
 * const problems = unchangedArtifacts({ artifacts: ['docs/plan.md'] }, ['src/login.ts']); // one problem
 * ```
 */
export const unchangedArtifacts = (
  { artifacts }: Pick<Handoff, 'artifacts'>,
  changed: Iterable<string>,
): Problem[] => {
  const judge = unchangedIn(changed);
  return [...new Set(artifacts)].flatMap((artifact) => judge(artifact) ?? []);
};
