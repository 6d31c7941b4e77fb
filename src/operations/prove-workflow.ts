// Proves a workflow: a built-in one by its name, a user's own by the file that exports it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Proof, prove } from '../engine/prove.ts';
import { BatonError, causeText } from '../errors.ts';
import type { Workflow } from '../model/workflow.ts';
import { workflowNamed } from './runs.ts';
import type { System } from './system.ts';

const isFile = (given: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(given);

const looksLikeWorkflow = (value: unknown): value is Workflow =>
  typeof value === 'object' && value !== null && 'phases' in value && 'contracts' in value;

const load = async (file: string): Promise<Record<string, unknown>> => {
  if (!existsSync(file))
    throw new BatonError('FILE_MISSING', `expected a workflow at ${file}, there is no file`);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    throw new BatonError('WORKFLOW_INVALID', `${file} cannot be loaded: ${causeText(cause)}`, {
      hint: 'Give a JavaScript module (.js, .mjs) that exports a workflow made with defineWorkflow.',
      cause,
    });
  }
};

const workflowIn = async (file: string): Promise<Workflow> => {
  const module = await load(file);
  const found = [module['default'], module['workflow'], ...Object.values(module)].find(looksLikeWorkflow);
  if (found !== undefined) return found;
  throw new BatonError(
    'WORKFLOW_INVALID',
    `expected ${file} to export a workflow, it exports ${Object.keys(module).join(', ') || 'nothing'}`,
    {
      hint: 'export const workflow = defineWorkflow({ … })',
    },
  );
};

/** `given` is a name or a file, relative to `cwd`. */
export const proveWorkflow = async (system: System, given: string, cwd: string): Promise<Proof> =>
  prove(isFile(given) ? await workflowIn(resolve(cwd, given)) : workflowNamed(system, given));
