// What a plan says about the change as a whole, so that its evidence is asked for: its kind, and tests that it may rewrite.
import { RELEASED_CHARS_MAX, RELEASED_MAX } from '../../../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import {
  DEFAULT_WORK_KIND,
  owesTest,
  WORK_KINDS,
  type WorkKind,
  workKindSchema,
} from '../../../model/workflow/work-kind.ts';
import { headingOf, markdownText } from '../../../text/markdown.ts';

export interface PlanDeclared {
  readonly kind: WorkKind;
  readonly released: readonly string[];
}

const KIND_LINE = /^\s{0,3}(?:[-*]\s+)?\**change kind\**:\**\s*(.*)$/i;
const RELEASED_TITLE = /^released tests$/i;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;

/** For prompts. */
export const PLAN_SHAPE = `# <title>

Change kind: feature        (optional: ${WORK_KINDS.join(', ')})

## Problem
## Approach
## Phases
### Phase 1: <title>
## Acceptance Criteria
- AC1: <what can be seen when it is done>
## Risks
## Revision Notes            (from the second iteration on: what became of each point of the verdict)
## Released Tests            (optional: tests, by name or file, that the change may remove or rewrite)
- test/old.test.js
`;

const plain = (text: string): string => text.replaceAll(/[`*]/g, '').trim();

/** What it changes about the proof that is asked for: whoever wants the plan must know of it. */
export const declaredLines = ({ kind, released }: PlanDeclared): readonly string[] => [
  ...(kind === DEFAULT_WORK_KIND
    ? []
    : [`Change kind: ${kind}${owesTest(kind) ? '' : ', so no new test has to show it'}`]),
  ...(released.length === 0
    ? []
    : ['Tests that the change may remove or rewrite:', ...released.map((name) => `  • ${name}`)]),
];

const kindProblem = (said: string, file: string, line: number): Problem =>
  problem(
    'FIELD_INVALID',
    `change kind: expected one of ${WORK_KINDS.join(', ')}, got ${JSON.stringify(said.slice(0, 80))}`,
    {
      ...{ file, line, column: 1, field: 'change kind' },
      hint: 'Say what kind of change it is, or leave the line out.',
    },
  );

const kindTwice = (one: WorkKind, other: WorkKind, file: string, line: number): Problem =>
  problem('FIELD_INVALID', `change kind: expected one kind, got ${one} and ${other}`, {
    ...{ file, line, column: 1, field: 'change kind' },
    hint: 'Say it once: which tests are asked for depends on it.',
  });

export const parsePlan = (source: string, file: string): Parsed<PlanDeclared> => {
  if (source.trim() === '')
    return {
      value: undefined,
      problems: [problem('FILE_EMPTY', 'expected a plan, the file is empty', { file })],
    };
  let named: WorkKind | undefined;
  let inReleased = false;
  const released: string[] = [];
  const problems: Problem[] = [];
  for (const [index, { text, fenced }] of markdownText(source).lines.entries()) {
    if (fenced) continue;
    const heading = headingOf(text);
    if (heading !== undefined) inReleased = RELEASED_TITLE.test(heading.title);
    const said = KIND_LINE.exec(text)?.[1];
    if (said !== undefined) {
      const word = plain(said).toLowerCase();
      const read = workKindSchema.safeParse(word);
      if (read.success && (named ?? read.data) !== read.data)
        problems.push(kindTwice(named ?? DEFAULT_WORK_KIND, read.data, file, index + 1));
      else if (read.success) named = read.data;
      else problems.push(kindProblem(word, file, index + 1));
    }
    const [, bullet] = (inReleased ? BULLET.exec(text) : null) ?? [];
    const name = bullet === undefined ? '' : plain(bullet).slice(0, RELEASED_CHARS_MAX);
    if (name !== '' && released.length < RELEASED_MAX) released.push(name);
  }
  return {
    value: problems.length > 0 ? undefined : { kind: named ?? DEFAULT_WORK_KIND, released },
    problems,
  };
};
