// A workflow by its name, or by the file that exports it: a user's own is run like a built-in one.
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { readArtifactNow } from '../../effects/read-artifact.ts';
import { BatonError, causeText } from '../../errors.ts';
import { WORKFLOW_FILE_BYTES_MAX, WORKFLOW_TEXT_CHARS_MAX } from '../../model/limits/workflow.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { nearest } from '../../std/nearest.ts';
import type { System } from '../system.ts';

/** The option of a run that names the file of its workflow. */
export const WORKFLOW_FILE = 'workflowFile';

/** The option of a run that keeps what its workflow was made of. */
export const WORKFLOW_MADE = 'workflowMade';

const madeSchema = z.object({ version: z.number(), data: z.unknown() });
export type MadeWorkflow = z.infer<typeof madeSchema>;

export interface LoadedWorkflow {
  readonly workflow: Workflow;
  /** Absolute; undefined for a built-in one. */
  readonly file: string | undefined;
  /** Where it was made of what the project says: that, and who plays its roles. */
  readonly made?: MadeWorkflow;
  readonly programs?: Readonly<Record<string, string>>;
}

/** What a project says of each system, by its name. */
export type Said = Readonly<Record<string, unknown>>;

const makeWorkflow = (system: System, name: string, data: unknown): Workflow => {
  const factory = system.systems.find((one) => one.name === name)?.factory;
  if (factory === undefined)
    throw new BatonError(
      'WORKFLOW_UNKNOWN',
      `expected a workflow that is made of data, got ${JSON.stringify(name)}`,
    );
  const { value, problems } = factory.make(data);
  if (value !== undefined) return value;
  throw new BatonError('CONFIG_INVALID', `baton.yaml: ${name}:\n${problemsText(problems)}`, {
    data: { problems },
  });
};

const madeOf = (system: System, name: string, said: Said): LoadedWorkflow | undefined => {
  const factory = system.systems.find((one) => one.name === name)?.factory;
  const data = Object.hasOwn(said, name) ? said[name] : undefined;
  if (factory === undefined || data === undefined) return undefined;
  const workflow = makeWorkflow(system, name, data);
  return {
    workflow,
    file: undefined,
    made: { version: factory.version, data },
    programs: factory.programs(data),
  };
};

export const workflowNamed = (system: System, name: string): Workflow => {
  const found = system.workflows.find((workflow) => workflow.name === name);
  if (found !== undefined) return found;
  const names = system.workflows.map((workflow) => workflow.name);
  const near = nearest(name, names);
  throw new BatonError(
    'WORKFLOW_UNKNOWN',
    `expected a workflow (${names.join(', ')}) or a file with one, got ${JSON.stringify(name)}`,
    {
      ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
    },
  );
};

const isYaml = (given: string): boolean => /\.ya?ml$/.test(given);

/** A module or a YAML file by its ending; a name never has one. */
const isFile = (given: string): boolean => isYaml(given) || /\.[cm]?[jt]s$/.test(given);

const looksLikeWorkflow = (value: unknown): value is Workflow =>
  typeof value === 'object' && value !== null && 'phases' in value && 'contracts' in value;

const load = async (system: System, file: string): Promise<Record<string, unknown>> => {
  if (!existsSync(file))
    throw new BatonError('FILE_MISSING', `expected a workflow at ${file}, there is no file`);
  try {
    return await system.importModule(pathToFileURL(file).href);
  } catch (cause) {
    throw new BatonError('WORKFLOW_INVALID', `${file} cannot be loaded: ${causeText(cause)}`, {
      hint: causeText(cause).includes("'baton-relay'")
        ? 'install it where the file is: npm install --save-dev baton-relay'
        : 'give a JavaScript module (.js, .mjs) that exports what workflow(…) made',
      cause,
    });
  }
};

/** So much of a path that cannot be taken is shown. */
const PATH_SHOWN_CHARS_MAX = 200;

/** Prompts lie beside the file, or below it. */
const readPrompt =
  (file: string) =>
  (path: string): string | Problem => {
    const { value, problems } = readArtifactNow(dirname(file), path, WORKFLOW_TEXT_CHARS_MAX);
    if (value !== undefined) return value;
    const [found] = problems.filter(({ code }) => code !== 'ARTIFACT_MISSING');
    if (found?.code !== 'PATH_OUTSIDE')
      return found ?? problem('FILE_MISSING', `expected a file at ${path}, there is none`);
    const place = `expected a path inside the folder of ${basename(file)}`;
    return { ...found, message: `${place}, got ${JSON.stringify(path.slice(0, PATH_SHOWN_CHARS_MAX))}` };
  };

const workflowInYaml = async (file: string): Promise<Workflow> => {
  const { readWorkflow } = await import('../../authoring/yaml/read-workflow.ts');
  const bytes = await readBounded(file, WORKFLOW_FILE_BYTES_MAX);
  const { value, problems } = readWorkflow(bytes, { file: basename(file), readText: readPrompt(file) });
  if (value !== undefined && !problems.some(isError)) return value;
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  throw new BatonError('WORKFLOW_INVALID', `${file} has ${count}:\n${problemsText(problems)}`, {
    data: { problems },
  });
};

const workflowIn = async (system: System, file: string): Promise<Workflow> => {
  if (isYaml(file)) return workflowInYaml(file);
  const module = await load(system, file);
  const found = [module['default'], module['workflow'], ...Object.values(module)].find(looksLikeWorkflow);
  if (found !== undefined) return found;
  throw new BatonError(
    'WORKFLOW_INVALID',
    `expected ${file} to export a workflow, it exports ${Object.keys(module).join(', ') || 'nothing'}`,
    {
      hint: 'export default workflow(…)',
    },
  );
};

/** `given` is a name or a file, relative to `directory`. */
export const loadWorkflow = async (
  system: System,
  given: string,
  directory: string,
  said: Said = {},
): Promise<LoadedWorkflow> => {
  if (!isFile(given))
    return madeOf(system, given, said) ?? { workflow: workflowNamed(system, given), file: undefined };
  const file = resolve(directory, given);
  return { workflow: await workflowIn(system, file), file };
};

/** The workflow that a run was started with, as it is defined now. */
export const workflowOfRun = async (system: System, { run }: State): Promise<Workflow> => {
  const file = run.options[WORKFLOW_FILE];
  if (typeof file === 'string') return workflowIn(system, file);
  const made = madeSchema.safeParse(run.options[WORKFLOW_MADE]).data;
  return made === undefined
    ? workflowNamed(system, run.workflow)
    : makeWorkflow(system, run.workflow, made.data);
};
