// review_backlog.json: every finding of a round with the decision about it.
import * as z from 'zod';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { type ValidateOptions, validateWith } from '../../../model/validate-with.ts';
import { recordOf } from '../../../std/record-of.ts';
import {
  BACKLOG_PHASES,
  type BacklogPhase,
  DECISIONS,
  type Decision,
  decide,
  decisionShape,
} from './decisions.ts';
import { type Finding, mergedFindingShape, repeatedIds, withPrinciple } from './findings-file.ts';
import { jsonText, parseJson } from './json-file.ts';
import { mergeFindings } from './merge-findings.ts';
import { wholeSeconds } from './times.ts';

const VERSION = 1;

const itemShape = { ...mergedFindingShape, ...decisionShape };
const itemSchema = withPrinciple(z.object(itemShape));
export type BacklogItem = z.infer<typeof itemSchema>;

const count = z.int('expected a whole number').min(0, 'expected 0 or more');
const backlogSchema = z.object({
  version: z.literal(VERSION),
  generated_at: z.iso.datetime('expected a time such as 2026-11-15T10:00:00Z'),
  at_loop_cap: z.boolean(),
  phase: z.enum(BACKLOG_PHASES),
  allowed_decisions: z.array(z.enum(DECISIONS)).readonly(),
  counts: z.object(recordOf(DECISIONS, () => count)),
  items: z.array(itemSchema).readonly(),
});
export type Backlog = z.infer<typeof backlogSchema>;

export const countsOf = (items: readonly Pick<BacklogItem, 'decision'>[]): Record<Decision, number> =>
  recordOf(DECISIONS, (decision) => items.filter((item) => item.decision === decision).length);

export interface BacklogInput {
  readonly findings: readonly Finding[];
  readonly phase: BacklogPhase;
  readonly atLoopCap: boolean;
  /** When it is made. */
  readonly at: string;
}

/** Findings that are the same become one item. */
export const buildBacklog = ({ findings, phase, atLoopCap, at }: BacklogInput): Backlog => {
  const items = mergeFindings(findings).map((finding) => ({
    ...finding,
    ...decide(finding, { phase, atLoopCap }),
  }));
  return {
    version: VERSION,
    generated_at: wholeSeconds(at),
    at_loop_cap: atLoopCap,
    phase,
    allowed_decisions: DECISIONS,
    counts: countsOf(items),
    items,
  };
};

export const backlogText = (backlog: Backlog): string => jsonText(backlog);

/** Numbers that people read must be those of the items. */
const countProblems = ({ counts, items }: Backlog, { file, locate }: ValidateOptions): Problem[] => {
  const counted = countsOf(items);
  return DECISIONS.filter((decision) => counts[decision] !== counted[decision]).map((decision) =>
    problem('FIELD_INVALID', `counts.${decision}: expected ${counted[decision]}, got ${counts[decision]}`, {
      ...(file === undefined ? {} : { file }),
      field: `counts.${decision}`,
      ...locate?.(['counts', decision]),
    }),
  );
};

const STRICT = ['decision', 'owner', 'batch'] as const;

/** In the plan phase nothing is left to anybody's choice. */
const planProblems = ({ phase, items }: Backlog, { file, locate }: ValidateOptions): Problem[] => {
  if (phase !== 'plan') return [];
  return items.flatMap((item, index) => {
    const wanted = decide(item, { phase, atLoopCap: false });
    return STRICT.filter((field) => item[field] !== wanted[field]).map((field) =>
      problem(
        'FIELD_INVALID',
        `items[${index}].${field}: expected ${JSON.stringify(wanted[field])}, got ${JSON.stringify(item[field].slice(0, 80))}`,
        {
          ...(file === undefined ? {} : { file }),
          field: `items[${index}].${field}`,
          ...locate?.(['items', index, field]),
          hint: 'Every item of the plan phase is for the builder, now.',
        },
      ),
    );
  });
};

const phaseProblems = (
  backlog: Backlog,
  { file, locate }: ValidateOptions,
  phase: BacklogPhase | undefined,
): Problem[] =>
  phase === undefined || backlog.phase === phase
    ? []
    : [
        problem('FIELD_INVALID', `phase: expected "${phase}", got "${backlog.phase}"`, {
          ...(file === undefined ? {} : { file }),
          field: 'phase',
          ...locate?.(['phase']),
        }),
      ];

/** A value comes back only when no error was found. */
export const parseBacklog = (
  text: string,
  file: string,
  { phase }: { readonly phase?: BacklogPhase } = {},
): Parsed<Backlog> => {
  const { value: document, problems: told } = parseJson(text, file);
  if (document === undefined) return { value: undefined, problems: told };
  const options = { file, locate: document.locate };
  const { value, problems: wrong } = validateWith(backlogSchema, document.json, options);
  const problems = [
    ...told,
    ...wrong,
    ...(value === undefined
      ? []
      : [
          ...phaseProblems(value, options, phase),
          ...countProblems(value, options),
          ...planProblems(value, options),
          ...repeatedIds(value.items, options, ['items']),
        ]),
  ];
  return { value: problems.some(isError) ? undefined : value, problems: boundedProblems(problems) };
};
