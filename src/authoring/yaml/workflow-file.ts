// The form of workflow.yaml. Each key is the member of the same name in TypeScript.
import * as z from 'zod';
import {
  WORKFLOW_NAMES_MAX,
  WORKFLOW_STEPS_MAX,
  WORKFLOW_TEXT_CHARS_MAX,
} from '../../model/limits/workflow.ts';
import { nameSchema } from '../../model/workflow/names.ts';

const words = z.string().trim().min(1).max(500);
const text = z.string().max(WORKFLOW_TEXT_CHARS_MAX);
const expression = z.string().trim().min(1);
const names = z.array(words).max(WORKFLOW_NAMES_MAX);
const several = <V extends z.ZodType>(value: V) => z.record(words, value);

const roleSchema = z.union([
  words.describe('Who it is, in its prompt.'),
  z.strictObject({
    brief: words.optional().describe('Who it is, in its prompt.'),
    optional: z.literal(true).optional().describe('A run may do without it.'),
    web: z.literal(true).optional().describe('Its work is on the web.'),
  }),
]);

const fileSchema = z.union([
  words.describe('Its path in the run directory; {item} where there is one per item.'),
  z.strictObject({
    path: words.describe('Its path in the run directory; {item} where there is one per item.'),
    schema: z.looseObject({}).optional().describe('What it must look like, as JSON Schema.'),
    items: words
      .optional()
      .describe('The field that lists items: each has a key of its own, and "after" names others.'),
    example: text.optional().describe('What it must look like, as its writer reads it.'),
    starts: z
      .literal('fresh')
      .optional()
      .describe('What was accepted before is taken away when work begins.'),
  }),
]);

const treeSchema = z.strictObject({
  starts: z.literal('project').optional().describe('The project as it was when the run began.'),
  each: z.literal(true).optional().describe('One per item.'),
});

const factSchema = z.strictObject({
  about: names.describe('What it is about beside what its guarantor read and wrote.'),
});

const settingSchema = z.strictObject({
  default: z.union([z.number(), z.boolean(), z.string()]).describe('A number, a switch, or a word.'),
  says: words.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  oneOf: z.array(words).min(1).max(50).optional().describe('The words that it may be.'),
});

const guardSchema = z.strictObject({ says: words, if: expression.describe('A CEL expression.') });

type GoFile =
  | string
  | { readonly to: string; readonly max: number | string; readonly then: string }
  | { readonly to: string; readonly resets: true }
  | { readonly if: string; readonly to: GoFile; readonly else: GoFile };

const goSchema: z.ZodType<GoFile> = z.union([
  words.describe('A step, or end, failed, cancelled.'),
  z.strictObject({ to: words, max: z.union([z.number(), words]), then: words }),
  z.strictObject({ to: words, resets: z.literal(true) }),
  z.strictObject({
    if: words.describe('A guard of this file.'),
    get to() {
      return goSchema;
    },
    get else() {
      return goSchema;
    },
  }),
]);

const guarantee = z.union([words, several(names).describe('A fact, and the checks that it rests on.')]);
const guarantees = z.union([z.array(guarantee), several(z.array(guarantee))]);

export const ownCheckSchema = z.strictObject({
  that: expression.describe('A CEL expression that must be true of what is handed in.'),
  says: words.describe('The clause, as its sender reads it.'),
  name: nameSchema.optional(),
  hint: words.optional(),
  on: names.optional(),
});

/** One of one's own, or checks by name, each with its options. */
const checkSchema = z.looseObject({});

const common = {
  says: words.optional(),
  contract: nameSchema.optional(),
  reads: names.default([]),
  assumes: names.default([]),
  guarantees: guarantees.default([]),
};

const agentMembers = {
  ...common,
  prompt: text.optional().describe('Words with {{ expressions }}, or the path of a Markdown file.'),
  worksIn: words.optional(),
  reviews: words.optional().describe('A tree, or start: the prompt shows the difference.'),
  writes: names.default([]),
  args: z.looseObject({}).optional().describe('What the tool is called with, as JSON Schema.'),
  outcome: expression.optional().describe('A word, or a CEL expression where there are several outcomes.'),
  checks: z.array(checkSchema).max(WORKFLOW_NAMES_MAX).default([]),
  tool: nameSchema.optional(),
};

export const STEP_SCHEMAS = {
  agent: z.strictObject({ agent: words, ...agentMembers }),
  agents: z.strictObject({
    agents: words,
    each: z.strictObject({
      items: expression.describe('A CEL expression: a list of items, each with a key.'),
      max: z.number().int().min(1),
      blind: z
        .literal(true)
        .optional()
        .describe('Nobody sees what the others write before all have handed in.'),
    }),
    ...agentMembers,
  }),
  person: z.strictObject({
    person: z.array(words).min(1, 'expected at least one choice').max(20),
    ...common,
    ask: text,
    approve: words.optional(),
    reject: words.optional(),
  }),
  engine: z.strictObject({
    engine: z.union([
      z.strictObject({ merge: words, onto: words, into: words }),
      z.strictObject({ commit: words, message: text, branch: text.optional(), into: words.optional() }),
      z.strictObject({ record: words, text }),
    ]),
    ...common,
  }),
  fork: z.strictObject({ fork: z.literal(true) }),
} as const;

export type StepKind = keyof typeof STEP_SCHEMAS;
export type StepOf<K extends StepKind> = z.infer<(typeof STEP_SCHEMAS)[K]>;
const isStepKind = (name: string): name is StepKind => Object.hasOwn(STEP_SCHEMAS, name);
export const STEP_KINDS: readonly StepKind[] = Object.keys(STEP_SCHEMAS).filter(isStepKind);
export type Guarantees = z.infer<typeof guarantees>;
export type CheckFile = z.infer<typeof checkSchema>;
export type CommonOf = Pick<StepOf<'agent'>, keyof typeof common>;

export const workflowFileSchema = z.strictObject({
  $schema: z.string().optional(),
  name: nameSchema,
  says: words,
  version: z.number().int().min(1).optional(),
  directory: words.optional().describe('Where run directories live, relative to the project.'),
  questions: z.number().int().min(1).max(50).optional(),
  first: words.optional(),
  roles: z.record(nameSchema, roleSchema).default({}),
  files: z.record(nameSchema, fileSchema).default({}),
  trees: z.record(nameSchema, treeSchema).default({}),
  facts: several(factSchema).default({}),
  settings: z.record(nameSchema, settingSchema).default({}),
  limits: z.record(nameSchema, z.union([z.number().int().min(1), words])).default({}),
  guards: several(guardSchema).default({}),
  steps: z
    .record(nameSchema, z.looseObject({}))
    .refine(
      (steps) => Object.keys(steps).length <= WORKFLOW_STEPS_MAX,
      `expected at most ${WORKFLOW_STEPS_MAX} steps`,
    ),
  flow: several(z.unknown()),
  projections: several(text).default({}).describe('Files for people, by path: words with {{ expressions }}.'),
});
export type WorkflowFile = z.infer<typeof workflowFileSchema>;

/** The same with what is read later, for editors: the ways of the flow, and the members of each kind of step. */
export const publishedSchema = workflowFileSchema.extend({
  steps: z.record(nameSchema, z.union(Object.values(STEP_SCHEMAS))),
  flow: several(
    z.union([
      goSchema,
      z.strictObject({ all: several(goSchema), any: several(goSchema).optional() }),
      several(goSchema),
    ]),
  ),
});
