// What a workflow has under a name that it uses itself. The proof has seen that every such name is there; where one is
// not, the workflow was never proved, and the words say which name it is.
import { BatonError } from '../../errors.ts';
import type { Workflow } from './workflow.ts';

type Named<T> = Readonly<Record<string, T>>;

const partOf = <T>({ name: workflow }: Workflow, what: string, parts: Named<T> = {}, name: string): T => {
  const found = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (found === undefined)
    throw new BatonError('WORKFLOW_INVALID', `expected ${what} of ${workflow}, got "${name}"`);
  return found;
};

export const contractOf = (workflow: Workflow, name: string): Workflow['contracts'][string] =>
  partOf(workflow, 'a contract', workflow.contracts, name);

export const phaseOf = (workflow: Workflow, name: string): Workflow['phases'][string] =>
  partOf(workflow, 'a phase', workflow.phases, name);

export const artifactOf = (workflow: Workflow, name: string): Workflow['artifacts'][string] =>
  partOf(workflow, 'an artifact', workflow.artifacts, name);

export const factOf = (workflow: Workflow, name: string): Workflow['facts'][string] =>
  partOf(workflow, 'a fact', workflow.facts, name);

export const limitOf = (workflow: Workflow, name: string): Workflow['limits'][string] =>
  partOf(workflow, 'a limit', workflow.limits, name);

export const scopeSpecOf = (workflow: Workflow, name: string): NonNullable<Workflow['scopes']>[string] =>
  partOf(workflow, 'a scope', workflow.scopes, name);

export const outcomeOf = (
  contract: Workflow['contracts'][string],
  name: string,
): Workflow['contracts'][string]['outcomes'][string] => {
  const found = contract.outcomes[name];
  if (found === undefined)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `expected one of the outcomes ${Object.keys(contract.outcomes).join(', ')}, got "${name}"`,
    );
  return found;
};
