// Reads workflow.yaml: the same workflow as in TypeScript, for people who write none. Problems have a line and a column.
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import { WORKFLOW_FILE_BYTES_MAX } from '../../model/limits/workflow.ts';
import { stepsInside } from '../../model/path-patterns.ts';
import { isError, type Parsed, type Problem, problem } from '../../model/problem.ts';
import { fieldName, validateWith } from '../../model/validate-with.ts';
import { file as fileHandle, role, settings, tree } from '../../model/workflow/handles.ts';
import { type Limit, limit } from '../../model/workflow/limit.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { parseYaml } from '../../text/yaml.ts';
import type { AuthoringProblem } from '../compile/authoring-problem.ts';
import { isRecord } from '../compile/ways.ts';
import { guard } from '../flow.ts';
import type { Step } from '../step.ts';
import { workflow } from '../workflow.ts';
import { readerFor, withItems } from './artifact-schema.ts';
import { Names, type Path } from './names.ts';
import { listedOf, stepOf } from './steps.ts';
import { type WorkflowFile, workflowFileSchema } from './workflow-file.ts';

export interface ReadOptions {
  readonly file?: string;
  /** A Markdown file beside the workflow, for prompts. */
  readonly readText?: (path: string) => string | Problem;
}

const DIRECTORY = '.baton/runs';

const contained = (names: Names, path: string, at: Path): string => {
  if (stepsInside(path.replace('{item}', 'item').replace('*', 'x')) === undefined)
    names.tell(at, `expected a path inside, such as notes/note.md, got ${JSON.stringify(path)}`);
  return path;
};

const addFiles = (names: Names, given: WorkflowFile['files']): void => {
  for (const [name, one] of Object.entries(given)) {
    const spec: Exclude<typeof one, string> = typeof one === 'string' ? { path: one } : one;
    const at = ['files', name];
    const path = contained(names, spec.path, typeof one === 'string' ? at : [...at, 'path']);
    const reader = spec.schema === undefined ? undefined : readerFor(spec.schema);
    if (Array.isArray(reader))
      for (const found of reader) names.tell([...at, 'schema', ...found.path], found.message);
    names.schemas.set(name, spec.schema);
    names.files.set(
      name,
      fileHandle<unknown>(path, {
        name,
        ...(typeof reader === 'function'
          ? { parse: spec.items === undefined ? reader : withItems(reader, spec.items) }
          : {}),
        ...(spec.example === undefined ? {} : { example: spec.example }),
        ...(spec.starts === undefined ? {} : { starts: spec.starts }),
      }),
    );
  }
};

type SettingFile = WorkflowFile['settings'][string];

/** By the kind of its default. */
const settingType = ({ default: initial, min, max, oneOf, says }: SettingFile): z.ZodType => {
  const made = ((): z.ZodType => {
    if (typeof initial === 'boolean') return z.boolean().default(initial);
    if (typeof initial === 'string')
      return (oneOf === undefined ? z.string() : z.enum(oneOf)).default(initial);
    return z
      .number()
      .min(min ?? Number.MIN_SAFE_INTEGER)
      .max(max ?? Number.MAX_SAFE_INTEGER)
      .default(initial);
  })();
  return says === undefined ? made : made.describe(says);
};

const settingsOf = (names: Names, given: WorkflowFile['settings']) => {
  const wrong = Object.entries(given).filter(([, one]) => !settingType(one).safeParse(one.default).success);
  for (const [name, one] of wrong)
    names.tell(
      ['settings', name, 'default'],
      `expected a value that the setting allows, got ${JSON.stringify(one.default)}`,
    );
  if (wrong.length > 0 || Object.keys(given).length === 0) return undefined;
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(given).map(([name, one]) => [name, settingType(one)])),
  );
  const handles = settings(schema);
  for (const name of Object.keys(given)) {
    const handle = handles[name];
    if (handle !== undefined) names.settings.set(name, handle);
  }
  return handles;
};

const boundOf = (names: Names, given: number | string, path: Path): Limit['max'] | undefined => {
  if (typeof given === 'number') return given;
  const setting = names.find('setting', names.settings, given, path);
  if (setting === undefined) return undefined;
  const { initial } = setting;
  if (typeof initial === 'number') return { kind: 'setting', name: setting.name, initial };
  names.tell(path, `expected a setting that is a number, "${given}" is not`);
  return undefined;
};

const addNames = (names: Names, given: WorkflowFile) => {
  for (const [name, one] of Object.entries(given.roles)) {
    const { brief, ...more } = typeof one === 'string' ? { brief: one } : one;
    names.roles.set(
      name,
      role(name, brief, { ...(more.optional ? { optional: true } : {}), ...(more.web ? { web: true } : {}) }),
    );
  }
  for (const [name, one] of Object.entries(given.trees)) {
    const { starts, each } = one;
    names.trees.set(
      name,
      tree(name, { ...(starts === undefined ? {} : { starts }), ...(each === undefined ? {} : { each }) }),
    );
    if (name in given.files) names.tell(['trees', name], `"${name}" is the name of a file, too`);
  }
  addFiles(names, given.files);
  for (const [name, { about }] of Object.entries(given.facts)) {
    const artifacts = about.flatMap(
      (one, index) => names.artifact(one, ['facts', name, 'about', index]) ?? [],
    );
    names.facts.set(name, { kind: 'fact', name, about: artifacts });
  }
  const handles = settingsOf(names, given.settings);
  for (const [name, one] of Object.entries(given.limits)) {
    const max = boundOf(names, one, ['limits', name]);
    if (max !== undefined) names.limits.set(name, limit(name, max));
  }
  for (const [name, { says, if: source }] of Object.entries(given.guards)) {
    const expression = names.expression(source, ['guards', name, 'if']);
    if (expression !== undefined)
      names.guards.set(
        name,
        guard(says, (view) => names.evaluate(expression, view) === true),
      );
  }
  names.listed = listedOf(names);
  return handles;
};

/** Names of limits, settings and guards in the flow, as handles. */
const goOf = (names: Names, given: unknown, path: Path): unknown => {
  if (!isRecord(given)) return given;
  if ('if' in given) {
    const found = names.find('guard', names.guards, String(given['if']), [...path, 'if']);
    const to = goOf(names, given['to'], [...path, 'to']);
    return { if: found, to, else: goOf(names, given['else'], [...path, 'else']) };
  }
  if (typeof given['max'] === 'string' && 'to' in given) {
    const name = given['max'];
    const known = new Map<string, unknown>([...names.settings, ...names.limits]);
    const found = names.find('limit or setting', known, name, [...path, 'max']);
    return {
      ...given,
      max: found === undefined || names.limits.has(name) ? found : boundOf(names, name, path),
    };
  }
  if ('to' in given) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, one]) => [key, goOf(names, one, [...path, key])]),
  );
};

const isAuthoringProblem = (found: unknown): found is AuthoringProblem =>
  isRecord(found) && typeof found['path'] === 'string' && typeof found['message'] === 'string';

/** What `workflow` says of it, each at its place in the file. */
const compiledOf = (names: Names, make: () => Workflow): Workflow | undefined => {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof BatonError)) throw cause;
    const found = Array.isArray(cause.data['problems'])
      ? cause.data['problems'].filter(isAuthoringProblem)
      : [];
    for (const { path, message, isKey } of found) names.tell(path.split('.'), message, { isKey });
    if (found.length === 0) names.tell([], cause.message, { hint: cause.hint });
    return undefined;
  }
};

const build = (names: Names, given: WorkflowFile): Workflow | undefined => {
  const handles = addNames(names, given);
  const made = Object.entries(given.steps).map(([name, one]) => [name, stepOf(names, name, one)] as const);
  const flow = goOf(names, given.flow, ['flow']);
  const projections = Object.entries(given.projections).map(([path, words]) => {
    const text = names.text(words, ['projections', path]);
    return [contained(names, path, ['projections', path]), text] as const;
  });
  const directory =
    given.directory === undefined ? DIRECTORY : contained(names, given.directory, ['directory']);
  if (names.problems.some(isError)) return undefined;
  const steps = Object.fromEntries(
    made.flatMap(([name, step]): [string, Step][] => (step === undefined ? [] : [[name, step]])),
  );
  return compiledOf(names, () =>
    workflow(given.name, {
      ...{ says: given.says, version: given.version ?? 1, directory, steps },
      // Checked by `workflow` itself, as for those who write JavaScript.
      flow: flow as never,
      ...(given.first === undefined ? {} : { first: given.first }),
      ...(given.questions === undefined ? {} : { questions: given.questions }),
      ...(handles === undefined ? {} : { settings: handles }),
      ...(projections.length === 0
        ? {}
        : {
            projections: Object.fromEntries(
              projections.map(([path, text]) => [path, (view) => names.render(text, view)]),
            ),
          }),
    }),
  );
};

/** What comes behind text that is no YAML says nothing any more. */
const SYNTAX_PROBLEMS_SHOWN = 3;

/** A key that means something else to JavaScript is no name: schemas pass over it. */
const prototypeKeys = (value: unknown, path: Path): readonly Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) =>
        key === '__proto__' ? [[...path, key]] : prototypeKeys(one, [...path, key]),
      );

export const readWorkflow = (bytes: string | Uint8Array, options: ReadOptions = {}): Parsed<Workflow> => {
  const { file } = options;
  const read = parseYaml(bytes, {
    bytesMax: WORKFLOW_FILE_BYTES_MAX,
    ...(file === undefined ? {} : { file }),
  });
  if (read.value === undefined || read.problems.some(isError))
    return { value: undefined, problems: read.problems.slice(0, SYNTAX_PROBLEMS_SHOWN) };
  const { value, locate } = read.value;
  const hidden = prototypeKeys(value, []).map((path) =>
    problem('WORKFLOW_INVALID', `${fieldName(path)}: expected another name, this one means something else`, {
      ...(file === undefined ? {} : { file }),
      ...locate(path),
    }),
  );
  if (hidden.length > 0) return { value: undefined, problems: hidden };
  const checked = validateWith(workflowFileSchema, value, { file, locate });
  if (checked.value === undefined) return { value: undefined, problems: checked.problems };
  const names = new Names({
    file,
    locate,
    readText:
      options.readText ??
      ((path) =>
        problem('FILE_MISSING', `expected the words of a prompt at ${path}, no file can be read here`)),
  });
  const made = build(names, checked.value);
  return { value: made, problems: names.problems };
};
