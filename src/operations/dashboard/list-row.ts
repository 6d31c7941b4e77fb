// A run in a list: its row, and what waits in it. The same from a journal's state and from the brief that a store keeps of it.

import { plan } from '../../engine/plan.ts';
import type { Row, Waiting } from '../../model/dashboard/documents.ts';
import { LISTED_REQUEST_CHARS_MAX } from '../../model/limits/dashboard.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { clip } from '../../std/terminal-text.ts';
import type { ChangeTrees } from '../people/change-trees.ts';
import type { RunBrief } from '../status/brief.ts';
import { type RowBrief, rowBrief } from '../status/row-brief.ts';
import { phaseOf, statusOf, type WaitingItem, waitingItems } from '../status/status.ts';
import { titleOf } from './run-view.ts';

export interface Listed {
  readonly row: Row;
  readonly waiting: readonly Waiting[];
  /** By item: the change that is to be approved. */
  readonly trees: ReadonlyMap<string, ChangeTrees>;
}

/** What both have. */
interface Told {
  readonly project: string;
  readonly run: string;
  readonly workflow: string;
  readonly held: boolean;
  readonly status: Row['status'];
  readonly phase: string;
  readonly request: string;
  readonly startedAt: string;
  readonly at: string;
  readonly seq: number;
  readonly items: readonly WaitingItem[];
  readonly row: RowBrief;
}

const waitingIn = ({ project, run, workflow, items, row }: Told): Waiting[] =>
  items.map(({ id, kind, text, choices, since, about }) => {
    const { phase = '', role = '', plays, notice, known, yes } = row.asked[id] ?? {};
    return {
      ...{ project, run, workflow, item: id, kind, title: titleOf(text), text },
      ...{ choices: [...choices], since, phase, role },
      ...(about === undefined ? {} : { about }),
      ...(plays === undefined ? {} : { plays }),
      ...(notice === undefined ? {} : { notice }),
      ...(known === undefined ? {} : { known }),
      ...(yes === undefined ? {} : { yes }),
    };
  });

const listed = (told: Told): Listed => {
  const { project, run, workflow, held, status, startedAt, at, seq, row } = told;
  const waiting = waitingIn(told);
  const isUnderWay = status === 'running' || status === 'waiting';
  return {
    waiting,
    trees: new Map(
      Object.entries(row.asked).flatMap(([item, { trees }]) => (trees === undefined ? [] : [[item, trees]])),
    ),
    row: {
      ...{ project, run, workflow, status, held, startedAt, at, seq, waiting: waiting.length },
      phase: isUnderWay ? (waiting[0]?.phase ?? row.within) : told.phase,
      request: clip(told.request.replace(/\s+/g, ' ').trim(), LISTED_REQUEST_CHARS_MAX),
      ...{ accepted: row.accepted, rejected: row.rejected, dots: row.dots },
      ...(row.cause === undefined ? {} : { cause: row.cause }),
      ...(row.progress === undefined ? {} : { progress: row.progress }),
    },
  };
};

export const listedFromState = (
  of: Pick<Told, 'project' | 'run' | 'held'>,
  workflow: Workflow,
  state: State,
): Listed => {
  const { request, startedAt } = state.run;
  return listed({
    ...{ ...of, workflow: workflow.name, status: statusOf(state), phase: phaseOf(state) },
    ...{ request, startedAt, at: state.at, seq: state.seq },
    ...{ items: waitingItems(plan(state)), row: rowBrief(workflow, state) },
  });
};

/** Undefined where the brief is of a version that kept less. */
export const listedFromBrief = (
  of: Pick<Told, 'project' | 'run' | 'held' | 'at' | 'seq'>,
  { workflow, status, phase, request, startedAt, waiting, row }: RunBrief,
): Listed | undefined =>
  row === undefined
    ? undefined
    : listed({ ...of, workflow, status, phase, request, startedAt, items: waiting, row });
