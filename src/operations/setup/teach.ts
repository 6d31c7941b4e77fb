// `baton init --teach`: what is planned for the files that agents read, and how it is taken out again.
import { join } from 'node:path';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { loadWorkflow } from '../definitions/load-workflow.ts';
import { loadConfig } from '../project/load-config.ts';
import type { System } from '../system.ts';
import { type InitChange, initChange } from './init-change.ts';
import { handoverLesson, TAUGHT } from './teaching.ts';

const DEFAULT_WORKFLOW = 'relay';

const textOf = async (project: string, path: string): Promise<string | undefined> =>
  (await readBoundedIfThere(join(project, path), YAML_BYTES_MAX))?.toString('utf8');

/** Of the workflow that the project names, or is about to name. */
export const planTeaching = async (
  system: System,
  project: string,
  env: InheritedEnvironment,
): Promise<InitChange[]> => {
  const { value } = await loadConfig(project, env);
  const { workflow } = await loadWorkflow(system, value?.workflow ?? DEFAULT_WORKFLOW, project);
  const lesson = handoverLesson(workflow);
  return Promise.all(
    TAUGHT.map(async ({ path, what, text }) => {
      const before = await textOf(project, path);
      return initChange(path, what, before, text(before, lesson));
    }),
  );
};

/** A file that held nothing else goes. */
export const planUnteaching = async (project: string): Promise<InitChange[]> => {
  const changes = await Promise.all(
    TAUGHT.map(async ({ path, what, without }): Promise<InitChange[]> => {
      const before = await textOf(project, path);
      if (before === undefined) return [];
      const left = without(before);
      return left === undefined
        ? [{ path, what: `without ${what}`, text: '', action: 'remove' }]
        : [initChange(path, `without ${what}`, before, left)];
    }),
  );
  return changes.flat();
};
