// plan.yaml: what the planner hands over. Every problem is found at once, with its place in the file.
import * as z from 'zod';
import { nameSchema } from '../../model/names.ts';
import { type Parsed, type Problem, problem } from '../../model/problem.ts';
import { releasedSchema, workKindSchema } from '../../model/work-kind.ts';
import { parseYamlWith } from '../../model/yaml.ts';

export const PLAN_ITEMS_MAX = 8;

const text = z.string().trim().min(1, 'expected some text');

export const planSchema = z.strictObject({
  version: z.literal(1),
  summary: text,
  items: z
    .array(
      z.strictObject({
        key: nameSchema,
        title: text,
        /** What to do, and how one sees that it is done. */
        task: text,
        after: z.array(nameSchema).optional(),
        kind: workKindSchema.optional(),
        released: releasedSchema.optional(),
      }),
    )
    .min(1, 'expected at least one item')
    .max(PLAN_ITEMS_MAX, `expected at most ${PLAN_ITEMS_MAX} items`),
});
export type Plan = z.infer<typeof planSchema>;

export const PLAN_SHAPE = `version: 1
summary: one sentence about the whole change
items:                      # 1 to ${PLAN_ITEMS_MAX}; each is done by one coder, in parallel unless "after" says otherwise
  - key: add                # letters, digits, "-" and "_"; each key once
    title: Add a function
    task: |
      What to change, and the test that shows it.
    after: []               # optional: keys of items that must be done first
    kind: feature           # optional: feature, fix, refactor, docs, tests, rename, dependencies, generated
    released: []            # optional: tests (by name or file) that this item may remove or rewrite
`;

const keyProblems = (plan: Plan, file: string): Problem[] => {
  const seen = new Set<string>();
  const known = new Set(plan.items.map((item) => item.key));
  return plan.items.flatMap((item, index): Problem[] => {
    const at = { file, field: `items.${index}.key` };
    const twice = seen.has(item.key)
      ? [
          problem('FIELD_INVALID', `items.${index}.key: expected each key once, "${item.key}" came before`, {
            ...at,
            hint: 'choose another key',
          }),
        ]
      : [];
    seen.add(item.key);
    const unknown = (item.after ?? [])
      .filter((key) => !known.has(key) || key === item.key)
      .map((key) =>
        problem(
          'FIELD_INVALID',
          `items.${index}.after: expected keys of other items (${[...known].join(', ')}), got "${key}"`,
          {
            file,
            field: `items.${index}.after`,
          },
        ),
      );
    return [...twice, ...unknown];
  });
};

/** Items that wait for each other in a circle would wait for ever. */
const circleProblems = (plan: Plan, file: string): Problem[] => {
  let left = plan.items;
  for (let changed = true; changed; ) {
    const keys = new Set(left.map((item) => item.key));
    const next = left.filter((item) => (item.after ?? []).some((key) => keys.has(key)));
    changed = next.length < left.length;
    left = next;
  }
  return left.length === 0
    ? []
    : [
        problem(
          'FIELD_INVALID',
          `items: ${left.map((item) => item.key).join(', ')} wait for each other in a circle`,
          {
            file,
            field: 'items',
            hint: 'take one of them out of "after"',
          },
        ),
      ];
};

export const parsePlan = (source: string, file: string): Parsed<Plan> => {
  const read = parseYamlWith(planSchema, source, file);
  if (read.value === undefined) return read;
  return {
    value: read.value,
    problems: [...read.problems, ...keyProblems(read.value, file), ...circleProblems(read.value, file)],
  };
};
