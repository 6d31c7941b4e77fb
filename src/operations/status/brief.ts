// How a run stands, in few words: kept with its entries where machines share it, so that lists replay nothing.
import { join } from 'node:path';
import * as z from 'zod';
import { noticesForPeople } from '../../engine/notices.ts';
import { plan } from '../../engine/plan.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Place } from '../../runners/commands/place.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Brief } from '../../stores/store.ts';
import { type ChangeAsked, changeAsked } from '../people/shown-change.ts';
import { rowBrief, rowBriefSchema } from './row-brief.ts';
import {
  type NoticeStatus,
  phaseOf,
  type StatusDocument,
  statusOf,
  type WaitingItem,
  waitingItems,
} from './status.ts';

/** One of another number is none: whoever lists replays. */
const BRIEF_FORMAT = 1;

const schema = z.object({
  v: z.literal(BRIEF_FORMAT),
  workflow: z.string(),
  /** Where runs of its workflow lie in the project. */
  folder: z.string(),
  phase: z.string(),
  status: z.custom<StatusDocument['status']>((value) => typeof value === 'string'),
  request: z.string(),
  startedAt: z.string(),
  waiting: z.array(z.custom<WaitingItem>(isRecord)),
  /** By item: the change that is to be approved. */
  changes: z.record(z.string(), z.custom<ChangeAsked>(isRecord)),
  notices: z.array(z.custom<NoticeStatus>(isRecord)),
  row: rowBriefSchema.optional(),
});
export type RunBrief = z.infer<typeof schema>;

export const isOver = ({ status, effects = {} }: State): boolean =>
  status !== 'running' && Object.keys(effects).length === 0;

export const briefOf =
  (workflow: Workflow) =>
  (state: State): Brief => {
    const wanted = plan(state);
    const waiting = waitingItems(wanted);
    const brief: RunBrief = {
      v: BRIEF_FORMAT,
      workflow: state.run.workflow,
      folder: workflow.directory,
      phase: phaseOf(state),
      status: statusOf(state),
      request: state.run.request,
      startedAt: state.run.startedAt,
      waiting: [...waiting],
      changes: Object.fromEntries(
        waiting.flatMap((item) => {
          const asked = changeAsked(state, item);
          return asked === undefined ? [] : [[item.id, asked] as const];
        }),
      ),
      notices: state.status === 'running' ? [...noticesForPeople(state)] : [],
      row: rowBrief(workflow, state),
    };
    return { over: isOver(state), text: JSON.stringify(brief) };
  };

export const parseBrief = (text: string | undefined): RunBrief | undefined => {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const directoryOf = (place: Place, { folder }: RunBrief, run: string): string =>
  join(place.project, folder, run);
