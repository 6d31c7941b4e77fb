// Accept rates, first-pass yield, rounds and times over one run or many, from their journals alone.
import { BatonError, causeText } from '../../errors.ts';
import type { Metrics } from '../../model/metrics.ts';
import { boundedProblems, type Problem, problem } from '../../model/problem.ts';
import type { System } from '../system.ts';
import { type CountedRun, countedEntry, mayBeCounted } from './metrics-events.ts';
import { figuresOf } from './metrics-figures.ts';
import { type Journal, journalsOf, type Named } from './metrics-journals.ts';
import { RunCount } from './metrics-run.ts';
import { addTally, emptyTally, type Tally } from './metrics-tally.ts';

export interface MetricsOptions extends Named {
  readonly system: System;
  /** Only runs that were started since then: a date, a time, or how long ago (`7d`). */
  readonly since?: string | undefined;
  /** Only runs of this workflow. */
  readonly workflow?: string | undefined;
}

export interface MetricsFound {
  readonly document: Metrics;
  /** There were journals, and not one of them could be read. */
  readonly noneRead: boolean;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds since 1970. */
export const sinceOf = (text: string, now: number): number => {
  const [, ago, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (ago !== undefined && unitMs !== undefined) return now - Number(ago) * unitMs;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new BatonError(
    'USAGE_INVALID',
    `--since: expected a date, a time or how long ago, got ${JSON.stringify(text)}`,
    { hint: 'For example --since 2026-11-01, --since 2026-11-01T08:00:00Z or --since 7d.' },
  );
};

interface ReadJournal {
  /** Two copies of one journal have the same. */
  readonly first: string | undefined;
  /** Undefined where the run is not asked for, or has no entry yet. */
  readonly tally: Tally | undefined;
}

const readJournal = async (
  { stores, run }: Journal,
  isMeant: (run: CountedRun) => boolean,
): Promise<ReadJournal> => {
  let count: RunCount | undefined;
  const { first } = await stores.readWanted(run, {
    wants: mayBeCounted,
    onEntry: (line) => {
      const entry = countedEntry(line);
      if (count === undefined) {
        const [started] = entry.events;
        if (started?.kind !== 'run-started')
          throw new BatonError(
            'JOURNAL_CORRUPT',
            `expected run-started first, got ${started?.kind ?? 'nothing'}`,
          );
        if (!isMeant(started.run)) return false;
        count = new RunCount(started.run);
      }
      count.add(entry);
      return true;
    },
  });
  return { first, tally: count?.close() };
};

/** A holder that takes over cuts a torn tail under a reader's eyes, which looks like damage once, but not twice. */
const readTwice = async (read: () => Promise<ReadJournal>): Promise<ReadJournal> => {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof BatonError) || cause.code !== 'JOURNAL_CORRUPT') throw cause;
    return await read();
  }
};

const problemOf = (directory: string, cause: unknown): Problem => {
  const file = `${directory}/journal.jsonl`;
  if (!(cause instanceof BatonError)) return problem('FILE_UNREADABLE', causeText(cause), { file });
  const { line } = cause.data;
  return problem(cause.code, cause.message, {
    file,
    ...(typeof line === 'number' ? { line } : {}),
    ...(cause.hint === undefined ? {} : { hint: cause.hint }),
  });
};

export const metrics = async (options: MetricsOptions): Promise<MetricsFound> => {
  const { system, since, workflow } = options;
  const from = since === undefined ? undefined : sinceOf(since, Date.parse(system.clock.now()));
  const isMeant = (run: CountedRun): boolean =>
    (workflow === undefined || run.workflow === workflow) &&
    (from === undefined || Date.parse(run.startedAt) >= from);
  const journals = await journalsOf(system, options);
  const total = emptyTally();
  const problems: Problem[] = [];
  const known = new Set<string>();
  let read = 0;
  for (const journal of journals) {
    try {
      const { first, tally } = await readTwice(() => readJournal(journal, isMeant));
      read += 1;
      if (first === undefined || known.has(first)) continue;
      known.add(first);
      if (tally !== undefined) addTally(total, tally);
    } catch (cause) {
      problems.push(problemOf(journal.directory, cause));
    }
  }
  return {
    document: figuresOf(total, boundedProblems(problems)),
    noneRead: journals.length > 0 && read === 0,
  };
};
