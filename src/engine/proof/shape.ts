// Is it a workflow at all? A field that nobody knows is a problem too: `assume` for `assumes` would prove nothing.
import * as z from 'zod';
import type {
  ArtifactSpec,
  FactSpec,
  LimitSpec,
  RoleSpec,
  WorkflowOf,
} from '../../model/workflow/workflow.ts';
import { nearest } from '../../std/nearest.ts';
import type { Contract, Phase, Request, Route, Scope, Work } from './definition.ts';
import type { ProofProblem } from './problem.ts';

// `satisfies Fields<…>` makes a field that is added to the model, and not here, an error of types.
type Fields<T> = Record<keyof T, z.ZodType>;
type AnyWorkflow = WorkflowOf<string, string, string, string, string, string>;

const text = z.string();
const texts = z.array(text);
const whole = z.number();
const pure = z.custom<unknown>((value) => typeof value === 'function', 'expected a function');
// Not `instanceof`: a user's workflow may bring a zod of its own.
const schema = z.custom<unknown>(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value && 'strict' in value,
  'expected a zod object',
);
const flag = z.literal(true).optional();
const named = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

const roleShape = z.strictObject({
  kind: z.enum(['agent', 'human', 'engine']).optional(),
  mayWrite: texts,
  optional: z.union([z.literal(true), z.strictObject({ unless: text })]).optional(),
  web: flag,
  brief: text.optional(),
} satisfies Fields<RoleSpec<string>>);

const artifactShape = z.strictObject({
  path: text,
  kind: z.enum(['file', 'tree']),
  each: flag,
  onto: text.optional(),
  given: z.union([z.literal(true), pure], 'expected true or a function').optional(),
  fresh: flag,
  archived: flag,
  alias: z.strictObject({ path: text, when: pure }).optional(),
  parse: pure.optional(),
  shape: text.optional(),
} satisfies Fields<ArtifactSpec>);

const factShape = z.strictObject({ about: texts, each: flag } satisfies Fields<FactSpec<string>>);

// A check may carry what it likes beside what the engine reads of it.
const checkShape = z.looseObject({ name: text, says: text, on: texts.optional(), needs: pure, judge: pure });

const contractShape = z.strictObject({
  from: texts,
  tool: text.optional(),
  says: text,
  args: schema.optional(),
  handedIn: z.strictObject({ file: pure.optional(), says: pure, read: pure }).optional(),
  declines: z
    .strictObject({ tool: z.string(), says: z.string(), args: schema, outcome: z.string(), repeats: flag })
    .optional(),
  reads: named(z.enum(['required', 'optional'])).optional(),
  produces: texts,
  mayProduce: texts.optional(),
  derives: z.strictObject({ artifacts: texts, make: pure }).optional(),
  worksIn: text.optional(),
  reviews: z.union([text, z.literal(true)]).optional(),
  assumes: texts.optional(),
  outcomes: named(z.strictObject({ guarantees: texts })),
  outcome: pure.optional(),
  checks: z.array(checkShape).optional(),
  rests: named(texts).optional(),
  observes: pure.optional(),
  keeps: pure.optional(),
  effects: pure.optional(),
  tells: z.strictObject({ to: texts, says: pure }).optional(),
  renews: z.strictObject({ fact: text, needs: pure, items: pure }).optional(),
  prompt: pure.optional(),
  asks: pure.optional(),
  ask: pure.optional(),
  refuses: pure.optional(),
  onRejection: z.strictObject({ to: text, says: pure }).optional(),
  effect: pure.optional(),
  answer: pure.optional(),
  failed: pure.optional(),
} satisfies Fields<Contract>);

const boundsShape = { items: pure, min: whole, max: whole };

const workShape = z.strictObject({
  role: z.union([text, z.strictObject({ byItem: texts })], 'expected a role, or { byItem: [roles] }'),
  contract: text,
  over: z
    .strictObject({ ...boundsShape, blind: flag } satisfies Fields<NonNullable<Work['over']>>)
    .optional(),
  inputs: pure.optional(),
  until: text.optional(),
} satisfies Fields<Work>);

const routeShape = z.strictObject({
  when: z.union(
    [
      z.strictObject({ all: text }),
      z.strictObject({ any: text }),
      z.strictObject({ guard: pure, says: text }),
      z.strictObject({ otherwise: z.literal(true) }),
      z.strictObject({ exit: z.enum(['gave-up', 'time-over']) }),
    ],
    'expected { all: outcome }, { any: outcome }, { guard, says }, { otherwise: true } or { exit }',
  ),
  to: text,
  as: z.enum(['failed', 'cancelled', 'item-failed', 'item-cancelled', 'retry-failed']).optional(),
  counts: text.optional(),
  resets: texts.optional(),
  event: text.optional(),
} satisfies Fields<Route>);

const phaseShape = z.strictObject({
  work: z.array(workShape),
  routes: z.array(routeShape),
} satisfies Fields<Phase>);

const limitShape = z.strictObject({
  max: z.union(
    [whole, z.strictObject({ policy: text }), z.strictObject({ of: pure, cap: whole })],
    'expected a number, { policy: name }, or { of: function, cap: number }',
  ),
  per: z.enum(['run', 'item']).optional(),
  atLimit: text,
  resetBy: z.literal('human').optional(),
} satisfies Fields<LimitSpec<string>>);

const requestShape = z.strictObject({
  by: texts,
  in: texts,
  to: text,
  says: text,
  contract: text.optional(),
  args: schema.optional(),
  item: pure.optional(),
  text: pure.optional(),
  file: z.strictObject({ artifact: text, text: pure }).optional(),
  until: text.optional(),
  max: whole,
  parks: z.boolean(),
} satisfies Fields<Request>);

const scopeShape = z.strictObject({
  ...boundsShape,
  order: z.union(
    [z.literal('sequential'), z.strictObject({ parallel: whole })],
    'expected "sequential" or { parallel: number }',
  ),
  phases: texts,
  first: text,
  then: text,
  grows: flag,
  blocked: text.optional(),
} satisfies Fields<Scope>);

const workflowShape = z.strictObject({
  name: text,
  version: whole,
  says: text,
  directory: text,
  first: text,
  roles: named(roleShape),
  artifacts: named(artifactShape),
  facts: named(factShape),
  contracts: named(contractShape),
  phases: named(phaseShape),
  limits: named(limitShape),
  requests: named(requestShape).optional(),
  scopes: named(scopeShape).optional(),
  policy: schema.optional(),
  events: named(z.strictObject({ label: text })).optional(),
  runName: pure.optional(),
  permissions: pure.optional(),
  projections: pure.optional(),
  owns: texts.optional(),
  record: z.strictObject({ path: text, line: pure }).optional(),
  chronicle: pure.optional(),
  traces: z
    .strictObject({
      entry: pure.optional(),
      created: z.strictObject({ path: text, line: pure }).optional(),
      sessions: z.strictObject({ path: text, text: pure }).optional(),
    })
    .optional(),
  templates: z
    .strictObject({
      directory: text,
      sources: named(z.strictObject({ source: text, placeholders: texts })),
      shared: named(text),
    })
    .optional(),
} satisfies Fields<AnyWorkflow>);

const FIELDS = [
  workflowShape,
  roleShape,
  artifactShape,
  factShape,
  contractShape,
  workShape,
  routeShape,
  phaseShape,
  limitShape,
  requestShape,
  scopeShape,
].flatMap((shape) => Object.keys(shape.shape));

const issueText = (issue: z.core.$ZodIssue): string => {
  if (issue.code !== 'unrecognized_keys') return issue.message;
  return issue.keys
    .map((key) => {
      const near = nearest(key, FIELDS);
      return `there is no field "${key}" here${near === undefined || near === key ? '' : `; did you mean "${near}"?`}`;
    })
    .join('; ');
};

export const shapeProblems = (workflow: unknown): ProofProblem[] =>
  (workflowShape.safeParse(workflow).error?.issues ?? []).map((issue) => {
    const path = issue.path.map(String);
    return {
      code: 'PROOF_REFERENCE',
      message: `${path.join('.') || 'the workflow'}: ${issueText(issue)}`,
      path,
    };
  });
