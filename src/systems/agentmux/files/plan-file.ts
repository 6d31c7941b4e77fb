// plan.yaml: what the planner hands over. Every problem is found at once, with its place in the file, and what is accepted
// here is all that the files and the items made from it rely on.
import * as z from 'zod';
import { SUBPLANS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { releasedSchema, workKindSchema } from '../../../model/workflow/work-kind.ts';
import { parseYaml, type YamlDocument } from '../../../text/yaml.ts';
import { checkReferences } from './plan-references.ts';
import {
  isMapping,
  type Mapping,
  type Path,
  type PlanReport,
  planReport,
  represented,
} from './plan-report.ts';
import { checkFields, MODES, readGroups, readSubplans, SEVERITIES } from './plan-rules.ts';

const text = z.string().refine((value) => value.trim() !== '', 'expected some text');
const index = z.number().int().positive();

const referenceSchema = z.object({ index, name: text });

const groupSchema = z.object({
  group_id: text,
  mode: z.enum(MODES),
  plans: z.array(referenceSchema).min(1),
});

const subplanSchema = z.object({
  index,
  title: text,
  scope: text,
  /** What must be there before; an empty list is nothing. */
  dependencies: z.union([text, z.array(text)]),
  implementation_approach: text,
  acceptance_criteria: text,
  tasks: z.array(text).min(1),
  /** The files and directories that this sub-plan, and no other at the same time, may change. */
  owned_files: z.array(text).min(1),
  isolation_rationale: z.string().optional(),
  /** What evidence it owes and which files it may touch; a feature where it does not say. */
  kind: workKindSchema.optional(),
  /** Tests, by name or file, that it may remove or rewrite. */
  released: releasedSchema.optional(),
});
export type Subplan = z.infer<typeof subplanSchema>;

export const planSchema = z.object({
  version: z.literal(2),
  plan_overview: text,
  needs_design: z.boolean(),
  needs_docs: z.boolean(),
  doc_files: z.array(text),
  groups: z.array(groupSchema).min(1),
  subplans: z.array(subplanSchema).min(1).max(SUBPLANS_MAX),
  /** Other keys of it are the reviewers' own. */
  review_strategy: z.object({ severity: z.enum(SEVERITIES) }).optional(),
});
export type Plan = z.infer<typeof planSchema>;

export const PLAN_SHAPE = `version: 2
plan_overview: |                # what is to be done and why, in Markdown
  # Add login

  Users sign in with their e-mail address.
needs_design: false             # true: a designer works before the coders do
needs_docs: true                # true: documentation has to change, too
doc_files: [docs/login.md]      # the files of it; [] when there are none
review_strategy:
  severity: medium              # how strict the reviewers are: low, medium, high
groups:                         # done one after the other, in this order
  - group_id: foundation        # each group_id once
    mode: serial                # its plans are done one after the other
    plans:
      - index: 1                # a sub-plan below; each of them stands in one group, once
        name: Session types
  - group_id: features
    mode: parallel              # its plans are done at the same time, each by a coder of its own
    plans:
      - {index: 2, name: Login API}
      - {index: 3, name: Login form}
subplans:                       # 1 to ${SUBPLANS_MAX}; every field is text unless it is shown otherwise
  - index: 1                    # 1, 2, 3 and so on, without gaps
    title: Session types
    scope: The types that the API and the form share.
    dependencies: None          # text, or a list of texts
    implementation_approach: |
      How it is to be done, so that the coder need not ask.
    acceptance_criteria: |
      How one sees that it is done.
    tasks:                      # at least one
      - Write the types
      - Test them
    owned_files:                # at least one; all that this sub-plan changes
      - src/session/            # a directory with all below it; no wildcards
      - test/session.test.ts
  - index: 2
    title: Login API
    scope: The endpoint that checks a login.
    dependencies: [Session types]
    implementation_approach: One handler in the router.
    acceptance_criteria: Its tests pass.
    tasks: [Write the handler, Test it]
    owned_files: [src/api/login.ts, test/login-api.test.ts]
    isolation_rationale: Only the API's own files.   # optional
    kind: feature               # optional: feature, fix, refactor, docs, tests, rename, dependencies, generated
    released: []                # optional: tests (by name or file) that this sub-plan may remove or rewrite
  - index: 3
    title: Login form
    scope: The page with the form.
    dependencies: [Session types]
    implementation_approach: One component.
    acceptance_criteria: Its tests pass.
    tasks: [Write the component, Test it]
    owned_files: [src/pages/login.ts, test/login-form.test.ts]   # in a parallel group no file has two owners
`;

/** Absent and empty are the same for what may be absent. */
const withoutNulls = (mapping: Mapping, key: string): Mapping => {
  if (mapping[key] !== null) return mapping;
  const { [key]: _, ...others } = mapping;
  return others;
};

const cleaned = (plan: Mapping): Mapping => {
  const { subplans } = plan;
  const whole = withoutNulls(plan, 'review_strategy');
  if (!Array.isArray(subplans)) return whole;
  return {
    ...whole,
    subplans: subplans.map((subplan: unknown) =>
      isMapping(subplan) ? withoutNulls(subplan, 'isolation_rationale') : subplan,
    ),
  };
};

const reportUnknownKeys = (report: PlanReport, plan: Mapping): void => {
  const each = (value: unknown, path: Path, schema: z.ZodObject): readonly (readonly [Mapping, Path])[] =>
    (Array.isArray(value) ? value : []).flatMap((entry: unknown, position) => {
      if (!isMapping(entry)) return [];
      report.unknownKeys([...path, position], entry, schema);
      return [[entry, [...path, position]] as const];
    });
  report.unknownKeys([], plan, planSchema);
  for (const [group, path] of each(plan['groups'], ['groups'], groupSchema))
    each(group['plans'], [...path, 'plans'], referenceSchema);
  each(plan['subplans'], ['subplans'], subplanSchema);
};

const checkPlan = (document: YamlDocument, source: string, file: string): Parsed<Plan> => {
  const { value, locate } = document;
  if (!isMapping(value)) {
    const message = `plan.yaml must be a YAML mapping. It is ${Array.isArray(value) ? 'a list' : represented(value)}.`;
    const more = { file, ...locate([]), hint: 'Begin with: version: 2' };
    return { value: undefined, problems: [problem('YAML_NOT_MAPPING', message, more)] };
  }
  const plan = cleaned(value);
  const report = planReport(document, source);
  checkFields(report, plan);
  checkReferences(report, readSubplans(report, plan), readGroups(report, plan));
  reportUnknownKeys(report, plan);
  const problems = report.problems();
  if (problems.some(isError)) return { value: undefined, problems };
  // The rules above say all that the schema says, in better words. Should one of them be wrong, the schema still holds.
  const checked = validateWith(planSchema, plan, { file, locate });
  if (checked.value === undefined) return { value: undefined, problems: [...checked.problems, ...problems] };
  return { value: plan as Plan, problems };
};

const unreadable = (found: Problem): Problem => ({
  ...found,
  message:
    found.code === 'FILE_EMPTY'
      ? `plan.yaml must be a YAML mapping. ${found.message}`
      : `Failed to parse plan.yaml: ${found.message}`,
});

/** Keys that are not known stay in the value, and are warned about. */
export const parsePlan = (source: string, file: string): Parsed<Plan> => {
  const read = parseYaml(source, { file });
  if (read.value === undefined || read.problems.some(isError))
    return { value: undefined, problems: read.problems.map(unreadable) };
  return checkPlan(read.value, source, file);
};

/** A plan that is handed in here: the seed asks for the strategy of the review, which the reference system leaves open. */
export const parseHandedInPlan = (source: string, file: string): Parsed<Plan> => {
  const { value, problems } = parsePlan(source, file);
  const asked = problems.map((found) =>
    found.code === 'FIELD_MISSING' && found.field === 'review_strategy'
      ? { ...found, severity: 'error' as const, message: 'Missing required field: review_strategy' }
      : found,
  );
  return { value: asked.some(isError) ? undefined : value, problems: asked };
};
