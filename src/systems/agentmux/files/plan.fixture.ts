// Plans for tests: a small valid one that tests break, and any valid one.
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Plan } from './plan-file.ts';

/** Plain data that a test may bend as it likes. */
// biome-ignore lint/suspicious/noExplicitAny: a plan that is to be broken has no type.
export type BrokenPlan = any;

const subplan = (index: number, more: object = {}) => ({
  index,
  title: `Title ${index}`,
  scope: `Scope ${index}`,
  dependencies: 'None',
  implementation_approach: 'Approach',
  acceptance_criteria: 'Criteria',
  tasks: ['First', 'Second'],
  owned_files: [`src/part-${index}/`],
  ...more,
});

/** One serial group with 1 and 2, one parallel group with 3 and 4. */
export const smallPlan = (): BrokenPlan => ({
  version: 2,
  plan_overview: '# Plan\n\nOverview.\n',
  needs_design: false,
  needs_docs: true,
  doc_files: ['docs/x.md'],
  review_strategy: { severity: 'medium' },
  groups: [
    {
      group_id: 'core',
      mode: 'serial',
      plans: [
        { index: 1, name: 'One' },
        { index: 2, name: 'Two' },
      ],
    },
    {
      group_id: 'rest',
      mode: 'parallel',
      plans: [
        { index: 3, name: 'Three' },
        { index: 4, name: 'Four' },
      ],
    },
  ],
  subplans: [subplan(1), subplan(2), subplan(3), subplan(4)],
});

/** The small plan with a change, as a file. */
export const broken = (change: (plan: BrokenPlan) => void): string => {
  const plan = smallPlan();
  change(plan);
  return stringify(plan);
};

/** Text as agents may write it, and as YAML would rather read as something else. */
const TRICKY = [
  ...[
    '2024',
    'yes',
    'No',
    'on',
    'y',
    'null',
    '~',
    'true',
    '1:30',
    '2024-01-01',
    '0x1F',
    '1e3',
    '.5',
    '._',
    '.inf',
  ],
  ...[
    '=',
    '<<',
    '- x',
    '-',
    '?',
    ': ',
    'a: b',
    'a #b',
    '#',
    '!tag',
    '&a',
    '*a',
    '{a: b}',
    '[a]',
    '%x',
    '@x',
    '`x`',
  ],
  ...[
    "it's",
    '"quoted"',
    "'",
    '\\',
    '\\n',
    'a\nb',
    'a\n\n  b\n',
    'a\r\nb',
    '\ta',
    'a\u0085b',
    'a\u2028b',
    '\ufeffa',
  ],
  ...[
    'a\0b',
    '\u001b[31m',

    '\uffff',
    '😀 ü 日本',
    'a ',
    ' a',
    '---',
    '...',
    '--- a',
    'groups:',
    '|',
    '>-',
  ],
];
export const anyText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...TRICKY),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.tuple(fc.constantFrom(...TRICKY), fc.constantFrom(...TRICKY)).map((parts) => parts.join('')),
  )
  .filter((text) => text.trim() !== '');

const anyGroups = fc.array(
  fc.record({
    mode: fc.constantFrom('serial' as const, 'parallel' as const),
    size: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Indices are dealt to the groups in any order; sub-plans stand in any order. */
export const anyPlan: fc.Arbitrary<Plan> = anyGroups.chain((groups) => {
  const count = groups.reduce((sum, { size }) => sum + size, 0);
  const indices = Array.from({ length: count }, (_, position) => position + 1);
  const shuffled = fc.shuffledSubarray(indices, { minLength: count });
  return fc.record({
    version: fc.constant(2 as const),
    plan_overview: anyText,
    needs_design: fc.boolean(),
    needs_docs: fc.boolean(),
    doc_files: fc.array(fc.constantFrom('docs/a.md', 'README.md', '2024/x.md', "docs/it's.md", '.github/x'), {
      maxLength: 3,
    }),
    groups: fc
      .tuple(shuffled, fc.array(anyText, { minLength: count, maxLength: count }))
      .map(([order, names]) => {
        const dealt = [...order];
        return groups.map(({ mode, size }, position) => ({
          group_id: `${position} ${names[position]!.trim()}`,
          mode,
          plans: dealt.splice(0, size).map((index) => ({ index, name: names[index - 1]! })),
        }));
      }),
    subplans: shuffled.chain((order) =>
      fc.tuple(
        ...order.map((index) =>
          fc.record(
            {
              index: fc.constant(index),
              title: anyText,
              scope: anyText,
              dependencies: fc.oneof(anyText, fc.array(anyText, { maxLength: 2 })),
              implementation_approach: anyText,
              acceptance_criteria: anyText,
              tasks: fc.array(anyText, { minLength: 1, maxLength: 3 }),
              owned_files: fc
                .subarray(['a', 'b/', 'c/d.ts', 'e/**'], { minLength: 1 })
                .map((paths) => paths.map((path) => `own-${index}/${path}`)),
              isolation_rationale: anyText,
            },
            {
              requiredKeys: [
                ...(['index', 'title', 'scope', 'dependencies', 'implementation_approach'] as const),
                ...(['acceptance_criteria', 'tasks', 'owned_files'] as const),
              ],
            },
          ),
        ),
      ),
    ),
    review_strategy: fc.constantFrom('low', 'medium', 'high').map((severity) => ({ severity })),
  }) as unknown as fc.Arbitrary<Plan>;
});
