// plan.yaml: what the planner hands over. Every problem is found at once, with its place in the file.
import * as z from 'zod';
import { itemProblems } from '../../authoring/item-list.ts';
import type { Parsed } from '../../model/problem.ts';
import { nameSchema } from '../../model/workflow/names.ts';
import { releasedSchema, workKindSchema } from '../../model/workflow/work-kind.ts';
import { parseYamlWith } from '../../text/yaml.ts';

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

export const parsePlan = (source: string, file: string): Parsed<Plan> => {
  const read = parseYamlWith(planSchema, source, file);
  if (read.value === undefined) return read;
  return {
    value: read.value,
    problems: [...read.problems, ...itemProblems(read.value.items, file, 'items')],
  };
};
