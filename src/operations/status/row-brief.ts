// What the row of a run in the dashboard's list shows, made from state alone.
import * as z from 'zod';
import { plan } from '../../engine/plan.ts';
import { isCurrent } from '../../engine/satisfied.ts';
import { followsSchema, knownSchema, progressSchema, type Row } from '../../model/dashboard/documents.ts';
import { LISTED_REQUEST_CHARS_MAX } from '../../model/limits/dashboard.ts';
import { digestSchema } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { clip } from '../../std/terminal-text.ts';
import { followsFrom } from '../dashboard/follows.ts';
import { dotsOf } from '../dashboard/track.ts';
import { treesAsked } from '../people/change-trees.ts';
import { clausesKnown } from '../people/shown-change.ts';
import { innerPositions, phaseOf } from './status.ts';

const askedSchema = z.object({
  phase: z.string(),
  role: z.string(),
  plays: z.literal(true).optional(),
  notice: z.literal(true).optional(),
  known: knownSchema.optional(),
  yes: followsSchema.optional(),
  /** The change that is to be approved. */
  trees: z.object({ from: digestSchema, to: digestSchema }).optional(),
});
type Asked = z.infer<typeof askedSchema>;

/** What the dashboard's list shows beside; a brief without it is of an earlier version. */
export const rowBriefSchema = z.object({
  accepted: z.number(),
  rejected: z.number(),
  cause: z.string().optional(),
  /** Of a run with items: where the first of them is. */
  within: z.string(),
  dots: z.array(z.enum(['past', 'here', 'ahead'])),
  progress: progressSchema.optional(),
  /** By item: whose question it is, and what is known about it. */
  asked: z.record(z.string(), askedSchema),
});
export type RowBrief = z.infer<typeof rowBriefSchema>;

/** Of a run with items, where the first of them is says more than the name of the scope. */
const withinOf = (state: State): string => {
  const [scope, position] = innerPositions(state).find(([, { as }]) => as === undefined) ?? [];
  return scope === undefined || position === undefined
    ? phaseOf(state)
    : `${scope.slice(scope.indexOf('/') + 1)}, ${position.phase}`;
};

/** Agents' assignments of the phases where the run is; one alone says nothing. */
const progressOf = (state: State): Row['progress'] => {
  const works = Object.values(state.works).filter(
    (work) => work.assignment.kind === 'agent' && isCurrent(state, work),
  );
  const done = works.filter(({ outcome }) => outcome !== undefined).length;
  return works.length > 1 ? { done, of: works.length } : undefined;
};

const askedOf = (
  workflow: Workflow,
  state: State,
  { id, ask, assignment, plays, notice }: WantedQuestion,
): Asked => {
  const { phase = '', role = '' } = state.works[assignment]?.assignment ?? {};
  const isApproval = ask.kind === 'approval';
  const trees = isApproval ? treesAsked(state, ask) : undefined;
  const [yes] = isApproval && ask.approve !== undefined ? followsFrom(workflow, phase, [ask.approve]) : [];
  return {
    ...{ phase, role },
    ...(plays === undefined ? {} : { plays }),
    ...(notice === undefined ? {} : { notice }),
    ...(isApproval ? { known: clausesKnown(state, id) } : {}),
    ...(yes === undefined ? {} : { yes }),
    ...(trees === undefined ? {} : { trees: { from: trees.from, to: trees.to } }),
  };
};

export const rowBrief = (workflow: Workflow, state: State): RowBrief => {
  const progress = progressOf(state);
  return {
    accepted: state.handoffs.accepted,
    rejected: state.handoffs.rejected,
    ...(state.cause === undefined ? {} : { cause: clip(state.cause.message, LISTED_REQUEST_CHARS_MAX) }),
    within: withinOf(state),
    dots: dotsOf(workflow, state),
    ...(progress === undefined ? {} : { progress }),
    asked: Object.fromEntries(
      plan(state).questions.map((question) => [question.id, askedOf(workflow, state, question)]),
    ),
  };
};
