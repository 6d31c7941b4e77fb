// Proves a workflow: a built-in one by its name, a user's own by the file that exports it.
import { type Proof, prove } from '../../engine/prove.ts';
import type { System } from '../system.ts';
import { loadWorkflow } from './load-workflow.ts';

/** `given` is a name or a file, relative to `cwd`. */
export const proveWorkflow = async (system: System, given: string, cwd: string): Promise<Proof> =>
  prove((await loadWorkflow(system, given, cwd)).workflow);
