// Proves a workflow: a built-in one by its name, a user's own by the file that exports it, with who may play its roles.
import { type Proof, prove } from '../../engine/prove.ts';
import type { Config } from '../../model/config.ts';
import { provedAgents } from '../runs/role-agents.ts';
import type { System } from '../system.ts';
import { loadWorkflow } from './load-workflow.ts';

/** `given` is a name or a file, relative to `cwd`; `config` is what the project says. */
export const proveWorkflow = async (
  system: System,
  given: string,
  cwd: string,
  config?: Config,
): Promise<Proof> => {
  const said = config === undefined ? undefined : { collective: config.collective };
  const { workflow, programs } = await loadWorkflow(system, given, cwd, said);
  const proof = prove(workflow);
  if (config === undefined || proof.problems.length > 0) return proof;
  return { ...proof, problems: provedAgents(workflow, config, programs) };
};
