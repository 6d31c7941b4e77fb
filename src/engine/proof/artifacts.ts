// Artifacts as files: inside the run directory, one path each, one per item where they say so.
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { ProofProblem } from './problem.ts';

const ITEM = '{item}';

const leavesDirectory = (path: string): boolean =>
  path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');

export const artifactProblems = (workflow: Workflow): ProofProblem[] => {
  const problems: ProofProblem[] = [];
  const paths = new Map<string, string>();
  for (const [name, artifact] of Object.entries(workflow.artifacts)) {
    const found = (message: string, code: ProofProblem['code'] = 'PROOF_REFERENCE') =>
      problems.push({ code, message: `artifact "${name}" ${message}`, path: ['artifacts', name] });
    if (leavesDirectory(artifact.path))
      found(`has the path "${artifact.path}"; expected one inside the run directory`, 'PATH_OUTSIDE');
    if (artifact.alias !== undefined && leavesDirectory(artifact.alias.path))
      found(
        `has the other name "${artifact.alias.path}"; expected one inside the run directory`,
        'PATH_OUTSIDE',
      );
    if (typeof artifact.given === 'function' && artifact.kind === 'tree')
      found('is a tree that is made from the request; only a file can be');
    if (artifact.given === true && artifact.kind === 'file')
      found('is a file that is given, but nothing says what is in it; give it a function of the request');
    if (artifact.given && artifact.each)
      found('is both "given" and "each"; what is there from the start belongs to no item');
    if (artifact.kind === 'tree') continue;
    if (artifact.each && !artifact.path.includes(ITEM))
      found(`is one per item, but all would be written to "${artifact.path}"; put ${ITEM} into its path`);
    if (!artifact.each && artifact.path.includes(ITEM))
      found(`has ${ITEM} in its path but is not "each"; there is no item to put there`);
    const twin = paths.get(artifact.path);
    if (twin !== undefined) found(`has the path "${artifact.path}", which "${twin}" has already`);
    else paths.set(artifact.path, name);
  }
  return problems;
};
