// The scenario file of `scripted:FILE`, as docs and people write it, and as the player plays it.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { isError, type Parsed } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import { isName } from '../../model/workflow/names.ts';
import { pathTextProblem } from '../../std/disk/contained-path.ts';
import { parseYamlWith } from '../../text/yaml.ts';
import { PROJECT_PREFIX, type Step } from './step.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const SPAN = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
/** Longer than any attempt; a timer takes at most 2^31 ms. */
const SLEEP_MS_MAX = 24 * 3_600_000;

const spanMs = (text: string): number => {
  const [, amount, unit] = SPAN.exec(text) ?? [];
  return Math.round(Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN));
};

const spanSchema = z
  .union([z.string(), z.number()])
  .transform((span) => spanMs(String(span)))
  .refine((ms) => ms <= SLEEP_MS_MAX, 'expected a time with its unit, like "2s" or "500ms", at most 24h');

const writePathProblem = (path: string): string | undefined => {
  const bare = path.startsWith(PROJECT_PREFIX) ? path.slice(PROJECT_PREFIX.length) : path;
  if (isAbsolute(bare))
    return `expected a path relative to the run directory, or to the project with "${PROJECT_PREFIX}"`;
  return pathTextProblem(bare);
};

const writeSchema = z.record(z.string(), z.string()).superRefine((files, context) => {
  for (const path of Object.keys(files)) {
    const message = writePathProblem(path);
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: [path], message: `cannot write there: ${message}` });
  }
});

const toolSchema = z.string().min(1, 'expected the name of a tool');
const submitSchema = z.union([
  toolSchema,
  z.strictObject({ tool: toolSchema, args: z.record(z.string(), z.unknown()).optional() }),
]);

const stepShape = {
  write: writeSchema.optional(),
  submit: submitSchema.optional(),
  run: z.string().min(1, 'expected a command').optional(),
  say: z.string().optional(),
  print: z.string().optional(),
  sleep: spanSchema.optional(),
  exit: z.int().min(0).max(255).optional(),
  crash: z.literal(true).optional(),
  hang: z.literal(true).optional(),
};

type WrittenStep = z.infer<z.ZodObject<typeof stepShape>>;

const oneKeyOf =
  (kind: string, names: readonly string[]) =>
  (written: object, context: z.RefinementCtx): void => {
    const count = Object.values(written).filter((value) => value !== undefined).length;
    if (count !== 1)
      context.addIssue({
        code: 'custom',
        message: `expected ${kind} with exactly one of ${names.join(', ')}`,
      });
  };

const submitStep = (submit: NonNullable<WrittenStep['submit']>): Step =>
  typeof submit === 'string'
    ? { act: 'submit', tool: submit, args: {} }
    : { act: 'submit', tool: submit.tool, args: submit.args ?? {} };

const stepOf = (written: WrittenStep): Step => {
  if (written.write !== undefined) return { act: 'write', files: written.write };
  if (written.submit !== undefined) return submitStep(written.submit);
  if (written.run !== undefined) return { act: 'run', command: written.run };
  if (written.say !== undefined) return { act: 'say', text: written.say };
  if (written.print !== undefined) return { act: 'print', text: written.print };
  if (written.sleep !== undefined) return { act: 'sleep', ms: written.sleep };
  if (written.exit !== undefined) return { act: 'exit', code: written.exit };
  return written.crash === undefined ? { act: 'hang' } : { act: 'crash' };
};

const stepSchema = z
  .strictObject(stepShape)
  .superRefine(oneKeyOf('a step', Object.keys(stepShape)))
  .transform(stepOf);

const approveShape = z.strictObject({
  text: z.string().optional(),
  exclude: z.array(z.string()).optional(),
  message: z.string().optional(),
});
const humanShape = {
  approve: approveShape.nullable().optional(),
  reject: z.strictObject({ text: z.string().optional() }).nullable().optional(),
  answer: z.string().optional(),
};
const humanSchema = z.strictObject(humanShape).superRefine(oneKeyOf('an answer', Object.keys(humanShape)));

const itemsSchema = z.array(z.array(stepSchema)).min(1, 'expected at least one item: a list of steps');

/** Where a role works on several pieces side by side, nobody knows which is first: then by the item of the work. */
const byItemSchema = z.record(z.string(), itemsSchema);

const rolesSchema = z
  .record(z.string(), z.union([itemsSchema, byItemSchema]))
  .superRefine((roles, context) => {
    for (const role of Object.keys(roles))
      if (!isName(role))
        context.addIssue({
          code: 'custom',
          path: [role],
          message: 'expected letters, digits, "-" and "_" as a role',
        });
  });

export const scenarioSchema = z.strictObject({
  $schema: z.string().optional(),
  roles: rolesSchema.default({}),
  human: z.array(humanSchema).default([]),
});
export type Scenario = z.infer<typeof scenarioSchema>;
export type HumanAnswer = Scenario['human'][number];

export const parseScenario = (bytes: string | Uint8Array, file: string): Parsed<Scenario> =>
  parseYamlWith(scenarioSchema, bytes, file);

/** Reads a scenario or says everything that is wrong with it. */
export const loadScenario = (file: string): Scenario => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new BatonError(
      'SCENARIO_INVALID',
      `the scenario ${file} cannot be read: ${errnoOf(cause) ?? causeText(cause)}`,
      {
        hint: 'Name a YAML file: `--agent scripted:FILE`.',
        cause,
      },
    );
  }
  const { value, problems } = parseScenario(bytes, file);
  if (value !== undefined && !problems.some(isError)) return value;
  throw new BatonError(
    'SCENARIO_INVALID',
    `the scenario ${file} cannot be played:\n${problemsText(problems)}`,
    {
      hint: 'Fix what is listed; each problem names its line.',
      data: { file, problems },
    },
  );
};

/** Which piece of work of a role is played: the how-many-eth of the role, and of its own item. */
export interface PlayedWork {
  readonly role: string;
  readonly ordinal: number;
  /** `<phase>.<role>.<item>.<round>`, without the item where there is none. */
  readonly assignment: string;
}

const nth = (items: readonly (readonly Step[])[], index: number): readonly Step[] | undefined =>
  items[Math.min(Math.max(0, index), items.length - 1)];

const ITEM_PART = 2;
const ROUND = /\.(\d+)$/;

/** The steps for a piece of work: those of its item, or of the n-th assignment of its role; the last ones repeat. */
export const itemFor = (scenario: Scenario, { role, ordinal, assignment }: PlayedWork): readonly Step[] => {
  const items = Object.hasOwn(scenario.roles, role) ? scenario.roles[role] : undefined;
  if (items === undefined) {
    const known = Object.keys(scenario.roles).join(', ') || 'none';
    throw new BatonError('SCENARIO_INVALID', `the scenario has no role "${role}"; its roles are: ${known}`, {
      hint: `Add "${role}:" under "roles:", or let another agent play it with --role-agent ${role}=SPEC.`,
    });
  }
  const item = assignment.split('.')[ITEM_PART] ?? '';
  const own = Array.isArray(items) ? items : Object.hasOwn(items, item) ? items[item] : undefined;
  const index = Array.isArray(items) ? ordinal : Number(ROUND.exec(assignment)?.[1] ?? 1) - 1;
  const steps = own === undefined ? undefined : nth(own, index);
  if (steps !== undefined) return steps;
  throw new BatonError(
    'SCENARIO_INVALID',
    `the scenario has no item "${item}" of role "${role}"; its items are: ${Object.keys(items).join(', ') || 'none'}`,
    { hint: `Add "${item}:" under "${role}:".` },
  );
};
