// What a track needs of a run's past, counted up step by step: where the run has been, by which ways, and what was handed in
// there. A tally is kept every few steps, so that any entry is a short way from one.
import { pictureOf } from '../../engine/picture.ts';
import { TALLIES_KEPT_EVERY } from '../../model/limits/dashboard.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { History, Move, Step } from './run-history.ts';

export interface PhaseTally {
  readonly visits: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Agents' roles that handed something in. */
  readonly roles: readonly string[];
}

/** From a phase to the next one that is no fork, in one part of the run. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly times: number;
  /** The event of the last time. */
  readonly why: string | undefined;
}

export interface Tally {
  /** Phases in the order of their first visit, without forks. */
  readonly visited: readonly string[];
  readonly phases: ReadonlyMap<string, PhaseTally>;
  /** In the order in which each was first taken. */
  readonly ways: ReadonlyMap<string, Way>;
  /** Where each part of the run was last. */
  readonly last: ReadonlyMap<string, string>;
  readonly rows: { readonly all: number; readonly rejected: number; readonly yours: number };
}

interface Counting extends Tally {
  readonly visited: string[];
  readonly phases: Map<string, PhaseTally>;
  readonly ways: Map<string, Way>;
  readonly last: Map<string, string>;
  rows: Tally['rows'];
}

const NOTHING: PhaseTally = { visits: 0, accepted: 0, rejected: 0, roles: [] };

const begun = (): Counting => ({
  ...{ visited: [], phases: new Map(), ways: new Map(), last: new Map() },
  rows: { all: 0, rejected: 0, yours: 0 },
});

/** What is in the maps is replaced, never changed. */
const copyOf = ({ visited, phases, ways, last, rows }: Tally): Counting => ({
  ...{ visited: [...visited], phases: new Map(phases), ways: new Map(ways), last: new Map(last), rows },
});

const takeMove = (tally: Counting, { scope, to, event }: Move): void => {
  const from = tally.last.get(scope);
  if (from !== undefined) {
    const key = `${from} ${to}`;
    const times = (tally.ways.get(key)?.times ?? 0) + 1;
    tally.ways.set(key, { from, to, times, why: event });
  }
  tally.last.set(scope, to);
  const phase = tally.phases.get(to) ?? NOTHING;
  if (phase.visits === 0) tally.visited.push(to);
  tally.phases.set(to, { ...phase, visits: phase.visits + 1 });
};

const takeRow = (tally: Counting, { rows }: History, step: Extract<Step, { row: number }>): void => {
  const row = rows[step.row];
  if (row === undefined) return;
  const phase = tally.phases.get(row.phase) ?? NOTHING;
  if (step.kind === 'received') {
    const { all, rejected, yours } = tally.rows;
    tally.rows = { all: all + 1, rejected, yours: yours + (row.kind === 'human' ? 1 : 0) };
    const isNew = row.kind === 'agent' && !phase.roles.includes(row.role);
    if (isNew) tally.phases.set(row.phase, { ...phase, roles: [...phase.roles, row.role] });
  } else if (row.status === 'accepted') {
    tally.phases.set(row.phase, { ...phase, accepted: phase.accepted + 1 });
  } else {
    tally.phases.set(row.phase, { ...phase, rejected: phase.rejected + 1 });
    tally.rows = { ...tally.rows, rejected: tally.rows.rejected + 1 };
  }
};

/** How many of them, from the first on, lie at this entry or before it. */
export const countUpTo = <T>(list: readonly T[], seq: number, seqOf: (one: T) => number): number => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && seqOf(one) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
};

export interface Tallies {
  readonly workflow: Workflow;
  at(seq: number): Tally;
}

export const createTallies = (history: History, workflow: Workflow): Tallies => {
  const stops = new Set(
    pictureOf(workflow).steps.flatMap(({ name, kind }) => (kind === 'fork' ? [] : [name])),
  );
  /** Before the steps 0, TALLIES_KEPT_EVERY, and so on. */
  const kept: Tally[] = [begun()];
  const countOn = (from: Tally, first: number, end: number): Tally => {
    const tally = copyOf(from);
    for (const step of history.steps.slice(first, end))
      if (step.kind !== 'move') takeRow(tally, history, step);
      else if (stops.has(step.move.to)) takeMove(tally, step.move);
    return tally;
  };
  return {
    workflow,
    at: (seq) => {
      const end = countUpTo(history.steps, seq, (step) => step.seq);
      const place = Math.floor(end / TALLIES_KEPT_EVERY);
      for (let next = kept.length; next <= place; next += 1)
        kept.push(
          countOn(kept[next - 1] ?? begun(), (next - 1) * TALLIES_KEPT_EVERY, next * TALLIES_KEPT_EVERY),
        );
      return countOn(kept[place] ?? begun(), place * TALLIES_KEPT_EVERY, end);
    },
  };
};
