// What the row of a run in the dashboard's list shows, made from state alone.
import * as z from 'zod';
import { plan } from '../../engine/plan.ts';
import { LISTED_REQUEST_CHARS_MAX } from '../../model/limits-dashboard.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { clip } from '../../std/terminal-text.ts';
import { dotsOf } from '../dashboard/track.ts';
import { innerPositions, phaseOf } from './status.ts';

/** What the dashboard's list shows beside; a brief without it is of an earlier version. */
export const rowBriefSchema = z.object({
  accepted: z.number(),
  rejected: z.number(),
  cause: z.string().optional(),
  /** Of a run with items: where the first of them is. */
  within: z.string(),
  dots: z.array(z.enum(['past', 'here', 'ahead'])),
  /** By item: whose question it is. */
  asked: z.record(
    z.string(),
    z.object({
      phase: z.string(),
      role: z.string(),
      plays: z.literal(true).optional(),
      notice: z.literal(true).optional(),
    }),
  ),
});
export type RowBrief = z.infer<typeof rowBriefSchema>;

/** Of a run with items, where the first of them is says more than the name of the scope. */
const withinOf = (state: State): string => {
  const [scope, position] = innerPositions(state).find(([, { as }]) => as === undefined) ?? [];
  return scope === undefined || position === undefined
    ? phaseOf(state)
    : `${scope.slice(scope.indexOf('/') + 1)}, ${position.phase}`;
};

export const rowBrief = (workflow: Workflow, state: State): RowBrief => ({
  accepted: state.handoffs.accepted,
  rejected: state.handoffs.rejected,
  ...(state.cause === undefined ? {} : { cause: clip(state.cause.message, LISTED_REQUEST_CHARS_MAX) }),
  within: withinOf(state),
  dots: dotsOf(workflow, state),
  asked: Object.fromEntries(
    plan(state).questions.map(({ id, assignment, plays, notice }) => {
      const { phase = '', role = '' } = state.works[assignment]?.assignment ?? {};
      return [
        id,
        {
          phase,
          role,
          ...(plays === undefined ? {} : { plays }),
          ...(notice === undefined ? {} : { notice }),
        },
      ];
    }),
  ),
});
