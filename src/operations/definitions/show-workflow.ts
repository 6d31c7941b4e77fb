// The picture of a workflow: a built-in one by its name, a user's own by its file.
import { pictureOf } from '../../engine/picture.ts';
import type { Picture } from '../../model/workflow/picture.ts';
import type { System } from '../system.ts';
import { loadWorkflow } from './load-workflow.ts';

/** `given` is a name or a file, relative to `cwd`. */
export const showWorkflow = async (system: System, given: string, cwd: string): Promise<Picture> =>
  pictureOf((await loadWorkflow(system, given, cwd)).workflow);
